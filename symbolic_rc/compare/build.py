"""From stories, gold answers and systems to a comparison."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations
from typing import Any

import numpy as np
from markupsafe import Markup
from numpy.typing import NDArray

from symbolic_rc.compare.comparison import (
    Cell,
    Comparison,
    Example,
    MetricRow,
    Pair,
    Slice,
    SystemSummary,
)
from symbolic_rc.compare.expression import Predicate
from symbolic_rc.compare.groups import group
from symbolic_rc.compare.published import PublishedRow
from symbolic_rc.compare.statistics import Interval, Score, difference, holm, interval, permutation_test
from symbolic_rc.compare.systems import System
from symbolic_rc.compare.traces import NO_TRACE, ShownTrace
from symbolic_rc.core.errors import SymbolicRCError
from symbolic_rc.core.question import Question
from symbolic_rc.core.record import Record
from symbolic_rc.metrics.metric import Metric

Floats = NDArray[np.float64]

#: A question counts as right from so many points of the main metric.
RIGHT = 50.0
#: Which metric is the main one among those about equally many questions.
_PREFERRED = ("f1", "rouge_l", "accuracy")
#: Slices with fewer questions are left out: they could not become significant.
FEWEST = 10
#: Slices with p below this are tested again with so many times the resamples.
_LOOK_AGAIN, _FINER = 0.05, 10


class Table:
    """The statistics of every system under one metric, taken once, on the questions that it is about.

    Parameters
    ----------
    metric : Metric
    systems : sequence of System
    questions : sequence of Question

    Attributes
    ----------
    rows : list of int
        The questions, as indices.
    statistics : list of ndarray of float64, each of shape (n, k)
        One array a system.
    """

    def __init__(self, metric: Metric, systems: Sequence[System], questions: Sequence[Question]) -> None:
        self.metric = metric
        self.rows = [i for i, question in enumerate(questions) if metric.applies(question)]
        asked = [questions[i] for i in self.rows]
        self.statistics: list[Floats] = [
            np.array(
                [metric.statistics(system.answers.get(one.id, ()), one) for one in asked], dtype=np.float64
            )
            for system in systems
        ]

    def points(self) -> list[Floats]:
        """Return each question's own score for each system."""
        return [self.metric.scores(statistics) for statistics in self.statistics]


def _order(name: str) -> int:
    return _PREFERRED.index(name) if name in _PREFERRED else len(_PREFERRED)


def build(
    data: str,
    records: Sequence[Record],
    systems: Sequence[System],
    metrics: Sequence[Metric],
    describe: Callable[[Record], list[dict[str, Any]]],
    show: Callable[[Record, Question, Mapping[str, Sequence[str]]], Markup],
    tags: Sequence[tuple[str, Predicate]] = (),
    traces: Mapping[str, ShownTrace] | None = None,
    examples: int = 48,
    level: float = 0.95,
    resamples: int = 2000,
    seed: int = 0,
    published: Sequence[PublishedRow] = (),
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
    describe : callable
        From a record to the fields of its questions.
    show : callable
        From a record, a question and the systems' answers to the marked story as HTML.
    tags : sequence of (name, predicate)
        Slices that the user named.
    traces : mapping, optional
        Question id to the first system's trace.
    examples : int
        How many are shown, shared out among the cells of the agreement table.
    level, resamples, seed
        Of the intervals and tests.
    published : sequence of PublishedRow
        Quoted figures that stand beside ours.
    """
    everything = [(record, question) for record in records for question in record.questions]
    tables = [Table(metric, systems, [question for _, question in everything]) for metric in metrics]
    tables = [table for table in tables if table.rows]
    if not tables:
        raise SymbolicRCError(f"{data}: no question with a gold answer, so there is nothing to compare")
    main = min(tables, key=lambda table: (-len(table.rows), _order(table.metric.name)))
    asked = [everything[i] for i in main.rows]
    questions = [question for _, question in asked]
    described = [values for record in records for values in describe(record)]
    fields = [described[i] for i in main.rows]
    options = {"resamples": resamples, "seed": seed}
    rows = tuple(
        MetricRow(
            table.metric.name,
            table.metric.signature,
            tuple(
                interval(statistics, table.metric.scores, level, **options) for statistics in table.statistics
            ),
        )
        for table in tables
    )
    points = main.points()
    best = np.argmax(points, axis=0)
    oracle = sum(main.statistics[k][i] for i, k in enumerate(best))
    names = [system.name for system in systems]
    kinds = [
        tuple(name for name, good in zip(names, column, strict=True) if good)
        for column in (np.array(points) >= RIGHT).T
    ]
    return Comparison(
        data=data,
        questions=len(questions),
        systems=tuple(_summary(system, [question for _, question in everything]) for system in systems),
        main=main.metric.name,
        metrics=rows,
        pairs=_pairs(main, names, level, resamples, seed),
        oracle=main.metric.score(oracle),
        cells=tuple(Cell(kind, count) for kind, count in _all_kinds(names, kinds)),
        slices=_slices(main, fields, systems, questions, tags, level, resamples, seed),
        coverage=_coverage(main, systems, questions),
        examples=_examples(asked, systems, points, kinds, show, traces or {}, examples),
        level=level,
        resamples=resamples,
        seed=seed,
        published=tuple(published),
    )


def _summary(system: System, questions: Sequence[Question]) -> SystemSummary:
    known = {question.id for question in questions}
    missing = tuple(question.id for question in questions if question.id not in system.answers)
    unknown = tuple(key for key in system.answers if key not in known)
    return SystemSummary(system.name, len(system.answers), missing, unknown, system.note)


def _pairs(main: Table, names: Sequence[str], level: float, resamples: int, seed: int) -> tuple[Pair, ...]:
    found = []
    for a, b in combinations(range(len(names)), 2):
        first, second = main.statistics[a], main.statistics[b]
        gap = difference(first, second, main.metric.scores, level, resamples=resamples, seed=seed)
        found.append(
            (
                names[a],
                names[b],
                gap,
                permutation_test(first, second, main.metric.scores, 5 * resamples, seed),
            )
        )
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


def _slices(
    main: Table,
    fields: Sequence[Mapping[str, Any]],
    systems: Sequence[System],
    questions: Sequence[Question],
    tags: Sequence[tuple[str, Predicate]],
    level: float,
    resamples: int,
    seed: int,
) -> tuple[Slice, ...]:
    rules = [systems[0].rules.get(question.id, "") for question in questions]
    groups = {
        key: members
        for key, members in group(fields, rules).items()
        if FEWEST <= len(members) < len(questions)
    }
    for name, holds in tags:
        groups[name, ""] = [i for i, values in enumerate(fields) if holds(values)]
    found: list[tuple[tuple[str, str], list[int], Interval, float]] = []
    for key, members in groups.items():
        if not members:
            continue
        gap, p = Interval(0.0, 0.0, 0.0), 1.0
        if len(systems) > 1:
            a, b = (statistics[members] for statistics in main.statistics[:2])
            gap = difference(a, b, main.metric.scores, level, resamples=resamples // 2, seed=seed)
            p = slice_test(a, b, main.metric.scores, resamples, seed)
        found.append((key, members, gap, p))
    corrected = holm([p for *_, p in found])
    return tuple(
        Slice(
            *key,
            count=len(members),
            scores=tuple(main.metric.score(statistics[members]) for statistics in main.statistics),
            difference=gap,
            p=p,
            corrected=c,
            significant=c < 1.0 - level,
        )
        for (key, members, gap, p), c in zip(found, corrected, strict=True)
    )


def slice_test(a: Floats, b: Floats, score: Score, resamples: int, seed: int) -> float:
    """Return the p of one slice among many: the permutation test, a likely slice looked at again, finer.

    Corrected for many slices, a p-value that few resamples give could not fall below any level.
    """
    p = permutation_test(a, b, score, resamples, seed)
    return permutation_test(a, b, score, _FINER * resamples, seed + 1) if p < _LOOK_AGAIN else p


def _coverage(
    main: Table, systems: Sequence[System], questions: Sequence[Question], steps: int = 20
) -> tuple[tuple[str, tuple[tuple[float, float], ...]], ...]:
    curves = []
    for system, statistics in zip(systems, main.statistics, strict=True):
        if len(set(system.scores.values())) < 3:
            continue
        sureness = [-system.scores.get(question.id, float("-inf")) for question in questions]
        order = np.argsort(sureness, kind="stable")
        sums = statistics[order].cumsum(axis=0)
        ends = sorted({max(1, round(len(questions) * step / steps)) for step in range(1, steps + 1)})
        scores = main.metric.scores(sums[[end - 1 for end in ends]])
        curves.append(
            (system.name, tuple((e / len(questions), float(s)) for e, s in zip(ends, scores, strict=True)))
        )
    return tuple(curves)


def _examples(
    asked: Sequence[tuple[Record, Question]],
    systems: Sequence[System],
    points: Sequence[Floats],
    kinds: Sequence[tuple[str, ...]],
    show: Callable[[Record, Question, Mapping[str, Sequence[str]]], Markup],
    traces: Mapping[str, ShownTrace],
    most: int,
) -> tuple[Example, ...]:
    """Take from each cell examples spread evenly over the data."""
    members: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for i, kind in enumerate(kinds):
        members[kind].append(i)
    found, per_cell = [], max(2, most // len(members))
    for kind, rows in sorted(members.items(), key=lambda item: (-len(item[0]), item[0])):
        step = max(1, len(rows) // per_cell)
        for i in rows[::step][:per_cell]:
            record, question = asked[i]
            trace = traces.get(question.id, NO_TRACE)
            answers = {system.name: system.answers.get(question.id, ()) for system in systems}
            found.append(
                Example(
                    id=question.id,
                    story_id=record.id,
                    cell=Cell(kind, 0).name,
                    question=question.text,
                    references=tuple(", ".join(reference) for reference in question.references),
                    answers=tuple(map(", ".join, answers.values())),
                    points=tuple(float(column[i]) for column in points),
                    rule=systems[0].rules.get(question.id, ""),
                    trace=trace.text,
                    story_html=show(record, question, answers),
                    trace_html=trace.html,
                )
            )
    return tuple(found)
