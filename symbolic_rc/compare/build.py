"""From stories, gold answers and systems to a comparison.

A missing prediction is no refusal: a system that never saw a question has not said that the story does not
answer it. By default the comparison is on the questions that every system has a prediction for; counted as
wrong, as official scorers do, a missing prediction is right nowhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, combinations, compress
from typing import Any

import numpy as np
from markupsafe import Markup

from symbolic_rc.compare import comparison as C
from symbolic_rc.compare.fields import describe
from symbolic_rc.compare.published import PublishedRow
from symbolic_rc.compare.slices import Named, Parts, slices
from symbolic_rc.compare.statistics import RIGHT, difference, holm, interval, permutation_test
from symbolic_rc.compare.support import summarize
from symbolic_rc.compare.systems import NO_TRACE, ShownTrace, System
from symbolic_rc.core.arrays import Floats
from symbolic_rc.core.errors import SymbolicRCError, check_name
from symbolic_rc.core.record import Question, Record
from symbolic_rc.core.tokens import grouped
from symbolic_rc.metrics.metric import Metric


@dataclass(frozen=True, slots=True)
class GoldQuestion:
    """A question with its story, and its place among the story's questions."""

    place: int
    record: Record
    question: Question


def unanswered(metric: Metric, question: Question) -> Floats:
    """Return the statistics of a missing prediction: never right, whatever the references.

    They are those of an empty answer where the story holds an answer, also where it does not.
    """
    wanted = tuple(one for one in question.references if any(one)) or (("an answer",),)
    return metric.statistics((), replace(question, references=wanted, spans=()))


class ScoreTable:
    """The statistics of every system under one metric, taken once, on the questions that it is about.

    `rows` are their indices; `statistics` has a float64 array of shape (n, k) for each system.
    """

    def __init__(self, metric: Metric, systems: Sequence[System], questions: Sequence[Question]) -> None:
        self.metric = metric
        self.rows = [i for i, question in enumerate(questions) if metric.applies(question)]
        self.questions = [questions[i] for i in self.rows]
        self.statistics: list[Floats] = []
        for system in systems:
            given = [(one, system.answers.get(one.id)) for one in self.questions]
            found = [unanswered(metric, q) if a is None else metric.statistics(a, q) for q, a in given]
            self.statistics.append(np.array(found, dtype=np.float64))

    def points(self) -> list[Floats]:
        """Return each question's own score for each system."""
        return [self.metric.scores(statistics) for statistics in self.statistics]

    def best(self, points: Sequence[Floats]) -> Floats:
        """Return the summed statistics of the best system on each question, by their `points`."""
        return sum(self.statistics[k][i] for i, k in enumerate(np.argmax(points, axis=0)))


def gold_questions(records: Sequence[Record], metrics: Sequence[Metric]) -> list[GoldQuestion]:
    """Return the questions that some metric is about, in the order of the data."""
    return [
        GoldQuestion(place, record, question)
        for record in records
        for place, question in enumerate(record.questions)
        if any(metric.applies(question) for metric in metrics)
    ]


def compared_on(asked: Sequence[GoldQuestion], systems: Sequence[System], missing: str) -> list[GoldQuestion]:
    """Return the questions to compare on: `missing` says whether those without every prediction count."""
    check_name("way with missing predictions", missing, C.MISSING)
    if missing == C.WRONG:
        return list(asked)
    kept = [one for one in asked if all(one.question.id in system.answers for system in systems)]
    if asked and not kept:
        raise SymbolicRCError(
            f"no question has a prediction by every system ({', '.join(s.name for s in systems)}); "
            f"compare fewer systems, or count missing predictions as wrong: --missing {C.WRONG}"
        )
    return kept


#: The fewest distinct scores of a curve, and its points.
_POINTS, STEPS = 3, 20


def curves(main: ScoreTable, systems: Sequence[System]) -> Iterator[C.Curve]:
    """Yield a curve for each system that gives scores of its own, and for each whose answers were judged.

    Recall is the share of the questions that are answered when the least confidence answers are left out, and
    precision the share of right answers among those: at recall 1 it is the accuracy (Hermann et al. 2015,
    figure 2). Answers of one score stand or fall together in no other order than the data's.
    """
    judged = [replace(one, name=f"{one.name}, by support", scores=one.support_scores) for one in systems]
    for system, statistics in zip([*systems, *judged], [*main.statistics] * 2, strict=True):
        if len(set(system.scores.values())) < _POINTS:
            continue
        confidence = [-system.scores.get(question.id, float("-inf")) for question in main.questions]
        order, total = np.argsort(confidence, kind="stable"), len(confidence)
        hits = (main.metric.scores(statistics)[order] >= RIGHT).cumsum()
        ends = np.array(sorted({max(1, round(total * step / STEPS)) for step in range(1, STEPS + 1)}))
        scores = main.metric.scores(statistics[order].cumsum(axis=0)[ends - 1])
        points = np.stack([ends / total, 100.0 * hits[ends - 1] / ends, scores], axis=1)
        yield C.Curve(system.name, tuple(C.CurvePoint(*point) for point in points.tolist()))


@dataclass(frozen=True, slots=True)
class Views:
    """What a report shows beside the scores: slices, examples, published figures.

    `show` gives the marked story as HTML, of a record, a question, the systems' answers and perhaps numbers
    of sentences to be marked as the evidence. `traces` has the first system's traces by question id, `slices`
    those that the user asked for.
    """

    show: Callable[..., Markup] = lambda *_: Markup("")
    traces: Mapping[str, ShownTrace] = field(default_factory=dict)
    slices: Sequence[Named | Parts] = ()
    published: Sequence[PublishedRow] = ()


def examples(
    asked: Sequence[GoldQuestion],
    systems: Sequence[System],
    points: Sequence[Floats],
    kinds: Sequence[tuple[str, ...]],
    views: Views,
    most: int,
) -> tuple[C.ComparedQuestion, ...]:
    """Take from each cell examples spread evenly over the data."""
    members = grouped((kind, i) for i, kind in enumerate(kinds))
    found, per_cell = [], max(2, most // len(members))
    for kind, rows in sorted(members.items(), key=lambda item: (-len(item[0]), item[0])):
        step = max(1, len(rows) // per_cell)
        for i in rows[::step][:per_cell]:
            record, question = asked[i].record, asked[i].question
            trace = views.traces.get(question.id, NO_TRACE)
            answers = {system.name: system.answers.get(question.id) for system in systems}
            given = {name: texts or () for name, texts in answers.items()}
            found.append(
                C.ComparedQuestion(
                    id=question.id,
                    story_id=record.id,
                    cell=C.Cell(kind, 0).name,
                    question=question.text,
                    references=tuple(", ".join(reference) for reference in question.references),
                    answers=tuple(
                        "no prediction" if texts is None else ", ".join(texts) for texts in answers.values()
                    ),
                    points=tuple(float(column[i]) for column in points),
                    rule=systems[0].rules.get(question.id, ""),
                    trace=trace.text,
                    story_html=views.show(record, question, given),
                    trace_html=trace.html,
                    supports=tuple(one.verdict(question.id) for one in systems),
                )
            )
    return tuple(found)


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
    options: C.CompareOptions = C.BY_DEFAULT,
) -> C.Comparison:
    """Compare systems on one data set, by its name; SymbolicRCError if there is no question to compare on."""
    if not (every := gold_questions(records, metrics)):
        raise SymbolicRCError(f"{data}: no question with a gold answer, so there is nothing to compare")
    asked = compared_on(every, systems, options.missing)
    questions = [one.question for one in asked]
    tables = [table for metric in metrics if (table := ScoreTable(metric, systems, questions)).rows]
    chosen = main_metric(metrics, questions)
    main = next(filter(lambda table: table.metric is chosen, tables))
    judged = [asked[i] for i in main.rows]
    names = [system.name for system in systems]
    points = main.points()
    kinds = [tuple(compress(names, right)) for right in (np.array(points) >= RIGHT).T]
    rules = [systems[0].rules.get(question.id, "") for question in main.questions]
    known = frozenset(question.id for question in chain(*(record.questions for record in records)))
    shown = options.examples // (2 * len(systems))
    return C.Comparison(
        data=data,
        questions=len(asked),
        of=len(every),
        systems=tuple(_summary(system, every, asked, known) for system in systems),
        main=main.metric.name,
        metrics=tuple(_row(table, options) for table in tables),
        pairs=_pairs(main, names, options),
        oracle=main.metric.score(main.best(points)),
        cells=tuple(_cells(names, Counter(kinds))),
        slices=slices(main, fields_of(judged, systems), rules, views.slices, options),
        curves=tuple(curves(main, systems)),
        examples=examples(judged, systems, points, kinds, views, options.examples),
        options=options,
        published=tuple(views.published),
        support=tuple(
            summarize(main, place, system, judged, views.show, shown)
            for place, system in enumerate(systems)
            if system.judged
        ),
    )


def _cells(names: Sequence[str], counts: Counter[tuple[str, ...]]) -> Iterator[C.Cell]:
    """Yield the cells of the agreement table, those with most systems right first."""
    for size in range(len(names), -1, -1):
        yield from (C.Cell(kind, counts[kind]) for kind in combinations(names, size))


def fields_of(asked: Sequence[GoldQuestion], systems: Sequence[System] = ()) -> list[dict[str, Any]]:
    """Return the fields of each question, and the verdicts on its answers; each story is described once."""
    records = {id(one.record): one.record for one in asked}
    fields = {key: describe(record) for key, record in records.items()}
    judged = {f"support of {system.name}": system for system in systems if system.judged}
    return [
        fields[id(one.record)][one.place]
        | {name: system.verdict(one.question.id) or None for name, system in judged.items()}
        for one in asked
    ]


def _row(table: ScoreTable, options: C.CompareOptions) -> C.MetricRow:
    metric, drawn = table.metric, {"resamples": options.resamples, "seed": options.seed}
    found = (interval(one, metric.scores, options.level, **drawn) for one in table.statistics)
    return C.MetricRow(metric.name, metric.signature, len(table.rows), tuple(found))


def _summary(
    system: System, every: Sequence[GoldQuestion], asked: Sequence[GoldQuestion], known: frozenset[str]
) -> C.SystemSummary:
    missing = tuple(one.question.id for one in every if one.question.id not in system.answers)
    unknown = tuple(key for key in system.answers if key not in known)
    note = system.held_out([one.question.id for one in asked])
    return C.SystemSummary(system.name, len(system.answers), missing, unknown, note, system.cost)


def _pairs(main: ScoreTable, names: Sequence[str], options: C.CompareOptions) -> tuple[C.SystemPair, ...]:
    resamples, seed, found = options.resamples, options.seed, []
    for a, b in combinations(range(len(names)), 2):
        first, second = main.statistics[a], main.statistics[b]
        gap = difference(first, second, main.metric.scores, options.level, resamples=resamples, seed=seed)
        p = permutation_test(first, second, main.metric.scores, 5 * resamples, seed)
        found.append((names[a], names[b], gap, p))
    corrected = holm([p for *_, p in found])
    return tuple(C.SystemPair(a, b, gap, p, c) for (a, b, gap, p), c in zip(found, corrected, strict=True))
