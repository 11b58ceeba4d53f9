"""Answers by weights that never saw the story, and their figures."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from symbolic_rc.core.arrays import Floats
from symbolic_rc.core.tokens import grouped
from symbolic_rc.metrics import metrics_for
from symbolic_rc.question.query import read_queries
from symbolic_rc.ranker.ranking import Ranker, rank
from symbolic_rc.ranker.weights import EngineWeights
from symbolic_rc.ranker.wording import answer_texts
from symbolic_rc.rules.book import RULES, open_case
from symbolic_rc.rules.case import Case
from symbolic_rc.rules.confidence import Fits, read_fits
from symbolic_rc.rules.decide import decide
from symbolic_rc.rules.rule import Rule
from symbolic_rc.rules.rulebook import Rulebook
from symbolic_rc.trace.build import answer_of
from symbolic_rc.train.ranker.fit import Keep, TrainingSet


@dataclass(frozen=True, slots=True)
class Answered:
    """One example's answer by weights that never saw its story, and the rule that decided.

    `fired` are the rules that proposed something, up to the one that decided.
    """

    example: int
    texts: tuple[str, ...]
    score: float
    rule: str
    fired: tuple[str, ...]


def answer_each(
    training_set: TrainingSet,
    which: Iterable[int],
    weights: EngineWeights,
    book: Rulebook,
    keep: Keep | None = None,
) -> list[Answered]:
    """Answer some questions of a training set with given weights and rules; `keep` is given each answer."""
    found, fits = [], dict[str, Fits]()
    for i, case in cases(training_set, which, weights, rules=book):
        group = training_set.examples[i].group
        decision = decide(case, fits=fits.setdefault(group, read_fits(weights, group)))
        answer = answer_of(case, decision, book.enabled)
        if keep is not None:
            keep(i, answer)
        tried = tuple(one.rule for one in decision.tried if one.strength)
        found.append(Answered(i, answer.texts, answer.score, answer.rule, (*tried, answer.rule)))
    return sorted(found, key=lambda one: one.example)


def ranked_each(training_set: TrainingSet, which: Iterable[int], weights: EngineWeights) -> list[Answered]:
    """Answer some questions by the ranker alone."""
    found = []
    for i in which:
        x = training_set.examples[i]
        ranking = rank(x.story, x.asked, weights, x.group, x.alignment, proposed=x.proposed)
        texts = tuple(text for text, _, _ in answer_texts(ranking))
        found.append(Answered(i, texts, ranking.strength, "ranker", ()))
    return found


def statistics(training_set: TrainingSet, answered: Iterable[Answered]) -> dict[str, dict[str, Floats]]:
    """Return the official metrics' statistics of each group: metric name to rows, one a question."""
    sums: dict[str, dict[str, list[Any]]] = {}
    for one in answered:
        x = training_set.examples[one.example]
        for metric in metrics_for(x.group):
            if metric.applies(x.asked.question):
                rows = sums.setdefault(x.group, {}).setdefault(metric.name, [])
                rows.append(metric.statistics(one.texts, x.asked.question))
    return {group: {name: np.array(rows) for name, rows in named.items()} for group, named in sums.items()}


def figures(training_set: TrainingSet, answered: Sequence[Answered]) -> dict[str, dict[str, float]]:
    """Return the official metrics of each group, with the number of questions."""
    found = {}
    for group, named in statistics(training_set, answered).items():
        scores = {m.name: float(m.score(named[m.name])) for m in metrics_for(group) if m.name in named}
        scores["questions"] = sum(training_set.examples[one.example].group == group for one in answered)
        found[group] = scores
    return found


def cases(
    training_set: TrainingSet,
    which: Iterable[int],
    weights: EngineWeights,
    plain: bool = False,
    rules: Iterable[Rule] = RULES,
) -> Iterator[tuple[int, Case]]:
    """Yield examples of a training set as cases, ranked by given weights, those of one story together.

    `plain` is as text of no known kind.
    """
    for name, members in grouped((training_set.stories[i], i) for i in which).items():
        story, queries = training_set.read[name], training_set.queries
        new = [i for i in members if i not in queries]  # they are read once
        read = read_queries([training_set.examples[i].asked.question for i in new])
        queries.update(zip(new, read, strict=True))
        for i in members:
            x = training_set.examples[i]
            ranker = Ranker(queries[i], weights, "" if plain else x.group, x.alignment)
            yield i, open_case(queries[i], story, rules, ranker)
