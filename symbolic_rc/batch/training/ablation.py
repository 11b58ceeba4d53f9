"""`symbolic-rc ablate`: what each rule does on a data set, and what is lost without it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence

import numpy as np

from symbolic_rc.batch.training.engine import material_of
from symbolic_rc.core.errors import DataError
from symbolic_rc.metrics import Metric, metrics_for
from symbolic_rc.ranker.weights import load_weights
from symbolic_rc.rules.book import default_rulebook
from symbolic_rc.rules.rulebook import Rulebook
from symbolic_rc.training.cross_validate import Answered, answer_each
from symbolic_rc.training.examples import TrainingSet

_HEAD = f"{'rule':<22}{'tried':>7}{'fired':>7}{'decided':>9}{'precision':>11}"


def main_metric(group: str) -> Metric:
    """Return the metric that a data set's rules are judged by: F1 where it has it, else its last."""
    metrics = metrics_for(group)
    return next((metric for metric in metrics if metric.name == "f1"), metrics[-1])


def rules_table(training_set: TrainingSet, answered: Sequence[Answered], group: str) -> list[str]:
    """Return a line for each rule: how often tried, fired, decided, and the mean metric where it decided."""
    metric = main_metric(group)
    fired, decided, scores = Counter[str](), Counter[str](), defaultdict[str, list[float]](list)
    for one in answered:
        question = training_set.examples[one.example].asked.question
        fired.update(one.fired)
        decided[one.rule] += 1
        scores[one.rule].append(metric.score(metric.statistics(one.texts, question)))
    lines = [f"{_HEAD}   ({metric.name}, {group})"]
    for name in default_rulebook().names:
        if fired[name] or decided[name]:
            mean = f"{np.mean(scores[name]):.1f}" if scores[name] else "-"
            lines.append(f"{name:<22}{len(answered):>7}{fired[name]:>7}{decided[name]:>9}{mean:>11}")
    return lines


def ablate(input: str, weights: str = "", part: str = "val", limit: int = 0) -> Iterator[str]:
    """Yield the table of a data set's rules, then what its metric loses without each, a line at a time.

    Raises
    ------
    DataError
        If the input has no free-form question with an answer.
    """
    training_set = material_of([input], lambda line: None, part)
    if not training_set.examples:
        raise DataError("no free-form question with an answer", input)
    group = training_set.examples[0].group
    known = load_weights(weights)
    everything = range(len(training_set.examples))[
        :: max(1, len(training_set.examples) // limit) if limit else 1
    ]

    def answer(book: Rulebook) -> list[Answered]:
        return answer_each(training_set, everything, known, book)

    yield from rules_table(training_set, answer(default_rulebook()), group)
    yield ""
    yield from lost_without(training_set, answer, group)


def lost_without(
    training_set: TrainingSet, answer: Callable[[Rulebook], Sequence[Answered]], group: str
) -> Iterator[str]:
    """Yield the main metric with every rule, then its change without each that ever fired; by line."""
    metric = main_metric(group)

    def figure(answered: Sequence[Answered]) -> float:
        rows = [metric.statistics(a.texts, training_set.examples[a.example].asked.question) for a in answered]
        return metric.score(np.array(rows))

    whole = answer(default_rulebook())
    base, used = figure(whole), {name for one in whole for name in (*one.fired, one.rule)}
    yield f"{metric.name} with every rule, {len(whole)} questions: {base:.2f}; without"
    for rule in default_rulebook():
        if rule.name not in used:
            continue
        book = default_rulebook()
        book.disable(rule.name)
        yield f"{rule.name:<22}{figure(answer(book)) - base:>+8.2f}"
