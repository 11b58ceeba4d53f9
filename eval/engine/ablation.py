"""What each rule does on held-out questions, and what is lost without it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence

import numpy as np

from symbolic_rc.rules.rulebook import Rulebook, default_rulebook
from symbolic_rc.train.ranker.cross_validate import Answered
from symbolic_rc.train.ranker.fit import TrainingSet
from symbolic_rc.train.rules import main_metric

_HEAD = f"{'rule':<22}{'tried':>7}{'fired':>7}{'decided':>9}{'precision':>11}"


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
