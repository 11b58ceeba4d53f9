"""From stories, gold answers and systems to a comparison."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Any

import numpy as np

from symbolic_rc.compare.comparison import (
    BY_DEFAULT,
    RIGHT,
    Cell,
    CompareOptions,
    Comparison,
    MetricRow,
    Pair,
    SystemSummary,
)
from symbolic_rc.compare.curves import curves
from symbolic_rc.compare.examples import Views, examples
from symbolic_rc.compare.published import PublishedRow
from symbolic_rc.compare.questions import Asked, Table, compared_on, gold_questions
from symbolic_rc.compare.slices import Named, Parts, slices
from symbolic_rc.compare.statistics import difference, holm, interval, permutation_test
from symbolic_rc.compare.systems import System
from symbolic_rc.core.errors import SymbolicRCError
from symbolic_rc.core.question import Question
from symbolic_rc.core.record import Record
from symbolic_rc.metrics.metric import Metric

#: Which metric is the main one among those about equally many questions.
_PREFERRED = ("f1", "rouge_l", "accuracy")


def main_metric(metrics: Sequence[Metric], questions: Sequence[Question]) -> Metric:
    """Return the metric that is about most questions; F1 and ROUGE-L go before others."""

    def order(metric: Metric) -> tuple[int, int]:
        place = _PREFERRED.index(metric.name) if metric.name in _PREFERRED else len(_PREFERRED)
        return -sum(metric.applies(question) for question in questions), place

    return min(metrics, key=order)


def build(
    data: str,
    records: Sequence[Record],
    systems: Sequence[System],
    metrics: Sequence[Metric],
    views: Views,
    own_slices: Sequence[Named | Parts] = (),
    published: Sequence[PublishedRow] = (),
    options: CompareOptions = BY_DEFAULT,
) -> Comparison:
    """Compare systems on one data set.

    Parameters
    ----------
    data : str
        The data set's name.
    records : sequence of Record
        The stories with gold answers.
    systems : sequence of System
        The first is the one that the slices and the trace speak of; it is compared with the second.
    metrics : sequence of Metric
        The data set's metrics. The main one is that about most questions; F1 and ROUGE-L go before others.
    views : Views
        How questions are described and shown.
    own_slices : sequence of Named or Parts
        Slices that the user asked for.
    published : sequence of PublishedRow
        Quoted figures that stand beside ours.
    options : CompareOptions

    Raises
    ------
    SymbolicRCError
        If there is no question to compare on.
    """
    every = gold_questions(records, metrics)
    if not every:
        raise SymbolicRCError(f"{data}: no question with a gold answer, so there is nothing to compare")
    asked = compared_on(every, systems, options.missing)
    tables = [Table(metric, systems, [one.question for one in asked]) for metric in metrics]
    tables = [table for table in tables if table.rows]
    chosen = main_metric(metrics, [one.question for one in asked])
    main = next(table for table in tables if table.metric is chosen)
    judged = [asked[i] for i in main.rows]
    questions = [one.question for one in judged]
    names = [system.name for system in systems]
    points = main.points()
    best = np.argmax(points, axis=0)
    oracle = sum(main.statistics[k][i] for i, k in enumerate(best))
    kinds = [
        tuple(name for name, good in zip(names, column, strict=True) if good)
        for column in (np.array(points) >= RIGHT).T
    ]
    rules = [systems[0].rules.get(question.id, "") for question in questions]
    known = frozenset(question.id for record in records for question in record.questions)
    return Comparison(
        data=data,
        questions=len(asked),
        of=len(every),
        systems=tuple(_summary(system, every, asked, known) for system in systems),
        main=main.metric.name,
        metrics=tuple(_row(table, options) for table in tables),
        pairs=_pairs(main, names, options),
        oracle=main.metric.score(oracle),
        cells=tuple(Cell(kind, count) for kind, count in _all_kinds(names, kinds)),
        slices=slices(main, _fields(judged, views), rules, own_slices, options),
        curves=curves(main, systems, questions),
        examples=examples(judged, systems, points, kinds, views, options.examples),
        options=options,
        published=tuple(published),
    )


def _fields(asked: Sequence[Asked], views: Views) -> list[dict[str, Any]]:
    """Return the fields of each question; each story is described once."""
    described = {id(one.record): one.record for one in asked}
    of = {key: views.describe(record) for key, record in described.items()}
    return [of[id(one.record)][one.place] for one in asked]


def _row(table: Table, options: CompareOptions) -> MetricRow:
    found = tuple(
        interval(
            statistics, table.metric.scores, options.level, resamples=options.resamples, seed=options.seed
        )
        for statistics in table.statistics
    )
    return MetricRow(table.metric.name, table.metric.signature, len(table.rows), found)


def _summary(
    system: System, every: Sequence[Asked], asked: Sequence[Asked], known: frozenset[str]
) -> SystemSummary:
    missing = tuple(one.question.id for one in every if one.question.id not in system.answers)
    unknown = tuple(key for key in system.answers if key not in known)
    note = system.held_out([one.question.id for one in asked])
    return SystemSummary(system.name, len(system.answers), missing, unknown, note)


def _pairs(main: Table, names: Sequence[str], options: CompareOptions) -> tuple[Pair, ...]:
    resamples, seed, found = options.resamples, options.seed, []
    for a, b in combinations(range(len(names)), 2):
        first, second = main.statistics[a], main.statistics[b]
        gap = difference(first, second, main.metric.scores, options.level, resamples=resamples, seed=seed)
        p = permutation_test(first, second, main.metric.scores, 5 * resamples, seed)
        found.append((names[a], names[b], gap, p))
    corrected = holm([p for *_, p in found])
    return tuple(Pair(a, b, gap, p, c) for (a, b, gap, p), c in zip(found, corrected, strict=True))


def _all_kinds(
    names: Sequence[str], kinds: Sequence[tuple[str, ...]]
) -> Iterable[tuple[tuple[str, ...], int]]:
    """Every cell of the agreement table, those with most systems right first."""
    counts = Counter(kinds)
    for size in range(len(names), -1, -1):
        for kind in combinations(names, size):
            yield kind, counts[kind]
