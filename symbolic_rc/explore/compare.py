"""Compare: runs question by question, with filters, plots of the selection, every proof, and export."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import groupby, product
from typing import Any, NamedTuple

import numpy as np
from markupsafe import Markup
from numpy.typing import NDArray
from starlette.responses import Response

from symbolic_rc.compare.build import GoldQuestion, Views, build
from symbolic_rc.compare.comparison import Cell, CompareOptions, Comparison
from symbolic_rc.compare.fields import FIELDS
from symbolic_rc.compare.forms import TEXT_REPORTS, as_csv, html_report
from symbolic_rc.compare.report import example_story
from symbolic_rc.compare.slices import parse_slice
from symbolic_rc.compare.statistics import difference, interval
from symbolic_rc.compare.systems import ShownTrace
from symbolic_rc.core.errors import SymbolicRCError, check_name
from symbolic_rc.core.record import Question, Record
from symbolic_rc.core.tokens import grouped
from symbolic_rc.core.trace import Evidence, Trace
from symbolic_rc.explore.data import Data
from symbolic_rc.explore.page import State, download, page
from symbolic_rc.explore.read import sentences_html
from symbolic_rc.explore.workbench import Workbench, view
from symbolic_rc.show.evidence import answer_marks, entity_marks, proof_marks
from symbolic_rc.show.plot import Bar, interval_plot, share_plot
from symbolic_rc.story import Story

Indices = NDArray[np.int64]
ORDERS = ("data", "first run's score", "difference")


@dataclass(frozen=True, slots=True)
class Filters:
    """Conditions on questions; empty ones hold for all.

    Words occur in the question, a reference, an answer or an id; `right` has a 1 or 0 for each run; `rule`
    decided in the first run with rules; `slice` is ``field: value``; `where` an expression over
    `compare.fields.FIELDS`; `order` one of `ORDERS`.
    """

    words: str = ""
    right: str = ""
    rule: str = ""
    slice: str = ""
    where: str = ""
    order: str = ""


@lru_cache(maxsize=32)
def select(data: Data, filters: Filters) -> Indices:
    """Return the indices of the questions that meet all conditions, cached.

    Raises SymbolicRCError if an expression cannot be read, or there is no such slice.
    """
    keep = np.ones(len(data.asked), np.bool_)
    if words := filters.words.lower().split():
        keep &= np.fromiter((all(w in text for w in words) for text in data.lowered), np.bool_, len(keep))
    if filters.right:
        wanted = np.array([char == "1" for char in filters.right], np.bool_)
        if len(wanted) != len(data.systems) or set(filters.right) - {"0", "1"}:
            raise SymbolicRCError(f"`right` must have a 1 or 0 for each run, not {filters.right[:20]!r}")
        keep &= (data.right == wanted[:, None]).all(axis=0)
    if filters.rule:
        keep &= np.array(data.rules, object) == filters.rule
    if filters.slice:
        field, _, value = filters.slice.partition(": ")
        if (field, value) not in data.slices:
            raise SymbolicRCError(f"there is no slice {filters.slice[:60]!r}")
        inside = np.zeros(len(keep), np.bool_)
        inside[data.slices[field, value]] = True
        keep &= inside
    if filters.where:
        _, holds = parse_slice(f"these={filters.where}", list(FIELDS))
        keep &= np.fromiter((holds(values) for values in data.fields()), np.bool_, len(keep))
    found = np.flatnonzero(keep)
    return found[_order(data, filters.order, found)]


def _order(data: Data, order: str, found: Indices) -> Indices:
    if order == ORDERS[1] and data.systems:
        scores = data.systems[0].scores
        key = np.array([scores.get(data.asked[i].question.id, 0.0) for i in found.tolist()])
    elif order == ORDERS[2] and len(data.systems) > 1:
        key = np.abs(data.points[0, found] - data.points[1, found])
    else:
        return np.arange(len(found))
    return np.argsort(-key, kind="stable")


def cells(data: Data) -> list[tuple[str, str, int]]:
    """Return each combination of runs that are right: as a filter, in words, and its number of questions."""
    counts = Counter(tuple(column) for column in data.right.T.tolist())
    found = []
    for kind in sorted(product((True, False), repeat=len(data.systems)), key=lambda one: -sum(one)):
        names = (system.name for system, good in zip(data.systems, kind, strict=True) if good)
        if count := counts[kind]:
            found.append(("".join("01"[good] for good in kind), Cell((*names,), count).name, count))
    return found


#: Rows per request; minimum questions of a bar; maximum bars of a plot.
_AT_ONCE, _FEWEST, _BARS = 100, 10, 14
_RESAMPLES = 400
_LONG_STORY = 1500


def filters_from(state: State) -> Filters:
    """Return the filters in an address."""
    return Filters(*(state[name] for name in Filters.__slots__))


def show(bench: Workbench, state: State) -> str:
    """Show the page: filters, plots, and a table whose rows are loaded while scrolling."""
    data, error = bench.data, ""
    try:
        found = select(data, filters_from(state))
    except SymbolicRCError as problem:
        found, error = np.arange(0), str(problem)
    return view(
        "compare",
        bench,
        state,
        data=data,
        cells=cells(data),
        rules=[name for name in dict.fromkeys(data.rules) if name],
        slices=_slices(data),
        orders=ORDERS,
        fields=FIELDS,
        count=len(found),
        error=error,
        first=_rows_html(data, found, 0, state),
        at_once=_AT_ONCE,
    )


def slices(bench: Workbench, state: State) -> str:
    """Return the choice of slices, or a part that polls while they are computed."""
    return page("compare_slices.html", slices=_slices(bench.data), state=state)


def _slices(data: Data) -> list[str] | None:
    return [f"{field}: {value}" for field, value in data.slices] if data.described else None


def rows(bench: Workbench, state: State) -> str:
    """Return a part of the table."""
    found = select(bench.data, filters_from(state))
    return _rows_html(bench.data, found, state.number("from"), state)


def _rows_html(data: Data, found: Indices, first: int, state: State) -> str:
    rows = []
    for i in found[first : first + _AT_ONCE].tolist():
        asked = data.asked[i]
        answers = [
            (", ".join(system.answers[asked.question.id]), data.verdict(k, i))
            for k, system in enumerate(data.systems)
        ]
        rows.append({"asked": asked, "answers": answers, "rule": data.rules[i]})
    return page("compare_rows.html", rows=rows, first=first, state=state, data=data)


def plots(bench: Workbench, state: State) -> str:
    """Return the scores and plots of the selected questions."""
    data = bench.data
    found = select(data, filters_from(state))
    figures = [
        (system.name, interval(data.table.statistics[k][found], data.metric.scores, resamples=_RESAMPLES))
        for k, system in enumerate(data.systems)
        if len(found)
    ]
    agreement: Markup | str = ""
    if len(data.systems) > 1 and len(found):
        right = ["".join("01"[int(one)] for one in column) for column in data.right[:, found].T]
        counts = [(name, right.count(key)) for key, name, _ in cells(data)]
        agreement = share_plot("Who is right", [one for one in counts if one[1]])
    return page(
        "compare_plots.html",
        figures=figures,
        metric=data.metric.name,
        count=len(found),
        agreement=agreement,
        kinds=_bars(data, found, "question_kind"),
        rules=_bars(data, found, "rule"),
        two=len(data.systems) > 1,
        names=[system.name for system in data.systems],
    )


def _bars(data: Data, found: Indices, field: str) -> Markup | str:
    """Plot the values of a field: the score of the first run, or the difference of the first two."""
    if not data.systems:
        return ""
    values: Sequence[Any]
    values = data.rules if field == "rule" else [one[field] for one in data.fields()]
    groups = grouped((str(values[i] or ""), i) for i in found.tolist())
    groups.pop("", None)
    score, tables = data.metric.scores, data.table.statistics
    bars = []
    for name, rows in sorted(groups.items(), key=lambda one: -len(one[1]))[:_BARS]:
        if len(rows) < _FEWEST:
            break
        if len(tables) > 1:
            one = difference(tables[0][rows], tables[1][rows], score, resamples=_RESAMPLES)
        else:
            one = interval(tables[0][rows], score, resamples=_RESAMPLES)
        strong = len(tables) > 1 and not one.low <= 0.0 <= one.high
        bars.append(Bar(f"{name} ({len(rows)})", one.score, one.low, one.high, strong))
    return interval_plot(field, bars) if bars else ""


def question(bench: Workbench, state: State) -> str:
    """Return one question with its story, references, every run's answer and proof."""
    data = bench.data
    if state["id"] not in data.row:
        raise SymbolicRCError(f"the open runs have no question {state['id'][:60]!r}")
    place = data.row[state["id"]]
    asked = data.asked[place]
    story = bench.stories.story(asked.record.id)
    given = {system.name: system.answers[asked.question.id] for system in data.systems}
    judged = bench.judge(story, asked.question, [", ".join(one) for one in given.values()])
    answers = []
    for k, system in enumerate(data.systems):
        points, rule = float(data.points[k, place]), system.rules.get(asked.question.id, "")
        answers.append((system.name, ", ".join(given[system.name]), data.verdict(k, place), points, rule))
    proofs = _proofs(bench, asked, story)
    marks = [mark for one in proofs for mark in proof_marks(one.evidence)]
    marks = list(dict.fromkeys(answer_marks(story, asked.question, given) + marks)) + entity_marks(story)
    start, end = 0, len(story.text)
    if end > 8 * _LONG_STORY:  # a part near the first answer
        middle = min((mark.start for mark in marks if mark.kind in ("gold", "answer")), default=0)
        start, end = max(0, middle - 3 * _LONG_STORY), min(end, middle + 5 * _LONG_STORY)
    return page(
        "compare_question.html",
        asked=asked,
        answers=answers,
        judged=judged,
        proofs=proofs,
        story=sentences_html(story, marks, start, end),
        cut=(start, end) != (0, len(story.text)),
    )


class _Proof(NamedTuple):
    """The explanation of a run's answer: a trace, or another program's text; and its evidence."""

    system: str
    trace: Trace | None
    text: str
    evidence: tuple[Evidence, ...]


def _proofs(bench: Workbench, asked: GoldQuestion, story: Story) -> list[_Proof]:
    """Return the proofs that runs have written; the missing proof of the run with rules is computed."""
    data, found = bench.data, []
    for k, system in enumerate(data.systems):
        written = data.trace(k, asked.question.id)
        if isinstance(written, str):
            found.append(_Proof(system.name, None, written, ()))
        elif written is not None:
            placed = asked.record.id not in bench.stories.excerpted
            found.append(_Proof(system.name, written, "", written.evidence if placed else ()))
        elif k == data.ruled:
            made = bench.explain(story, asked.question, "", bench.own_book).trace
            found.append(_Proof(system.name, made, "", made.evidence if made else ()))
    return found


#: The formats, with their media types and extensions.
FORMS = {
    "csv": ("text/csv", "csv"),
    "jsonl": ("application/jsonl", "jsonl"),
    "latex": ("application/x-tex", "tex"),
    "html": ("text/html", "html"),
}


def export(bench: Workbench, state: State) -> Response:
    """Return the selection as a file in one of `FORMS`."""
    form, data = state["form"] or "csv", bench.data
    check_name("form", form, FORMS)
    found = select(data, filters_from(state))
    if form == "csv":
        text = _as_csv(data, found)
    elif form == "jsonl":
        text = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in _rows(data, found))
    else:
        comparison = _comparison(bench, found)
        text = html_report(comparison) if form == "html" else TEXT_REPORTS[form](comparison)
    kind, ending = FORMS[form]
    return download(text, f"questions.{ending}", kind)


def _rows(data: Data, found: Indices) -> Iterator[dict[str, Any]]:
    for i in found.tolist():
        asked = data.asked[i]
        yield {
            "id": asked.question.id,
            "story": asked.record.id,
            "question": asked.question.text,
            "references": [list(one) for one in asked.question.references],
            "rule": data.rules[i],
            "answers": {one.name: list(one.answers[asked.question.id]) for one in data.systems},
            "points": {one.name: round(float(data.points[k, i]), 2) for k, one in enumerate(data.systems)},
        }


def _as_csv(data: Data, found: Indices) -> str:
    names = [system.name for system in data.systems]
    lines = [
        ["id", "story", "question", "references", "rule", *names, *(f"points of {name}" for name in names)]
    ]
    for row in _rows(data, found):
        references = " / ".join(", ".join(one) for one in row["references"])
        cells = [row["id"], row["story"], row["question"], references, row["rule"]]
        cells += [", ".join(row["answers"][name]) for name in names]
        lines.append([*cells, *(f"{row['points'][name]:g}" for name in names)])
    return as_csv(lines)


def _comparison(bench: Workbench, found: Indices) -> Comparison:
    """Compare the runs on the selected questions only."""
    data = bench.data
    if not data.systems or not len(found):
        raise SymbolicRCError("nothing to report: open a run, or select more questions")
    records = []
    for _, rows in groupby((data.asked[i] for i in sorted(found.tolist())), lambda one: one.record.id):
        first, *others = rows
        records.append(replace(first.record, questions=tuple(one.question for one in (first, *others))))

    def show(record: Record, question: Question, answers: Any) -> Any:
        return example_story(bench.stories.story(record.id), question, answers)

    traces: Mapping[str, ShownTrace] = data.traces[0] or {}
    views = Views(show, traces)
    options = CompareOptions(examples=24, resamples=500)
    name = f"{data.name}, {len(found)} questions chosen"
    return build(name, records, data.systems, [data.metric], views, options=options)
