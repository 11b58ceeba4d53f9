"""Compare: runs question by question, with filters, plots that answer to them, and every proof."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from markupsafe import Markup

from symbolic_rc.compare.build import GoldQuestion
from symbolic_rc.compare.fields import FIELDS
from symbolic_rc.compare.statistics import difference, interval
from symbolic_rc.core.errors import SymbolicRCError
from symbolic_rc.core.trace import Evidence, Trace
from symbolic_rc.explore.opened.data import Data
from symbolic_rc.explore.opened.selection import ORDERS, Filters, Places, cells, selected
from symbolic_rc.explore.opened.workbench import Workbench
from symbolic_rc.explore.page import page
from symbolic_rc.explore.places.sentences import sentences_html
from symbolic_rc.explore.places.state import State
from symbolic_rc.show.evidence import proof_marks
from symbolic_rc.show.plot import Bar, interval_plot, share_plot
from symbolic_rc.show.story import answer_marks, entity_marks

#: Rows that are sent at once; questions that a bar stands for, at least; bars of one plot.
_AT_ONCE, _FEWEST, _BARS = 100, 10, 14
_RESAMPLES = 400
_LONG_STORY = 1500


def filters_of(state: State) -> Filters:
    """Return what an address asks of questions."""
    return Filters(*(state[name] for name in Filters.__slots__))


def show(bench: Workbench, state: State) -> str:
    """Show the page: filters, plots, and a table whose rows come as it is scrolled."""
    data, error = bench.data, ""
    try:
        found = selected(data, filters_of(state))
    except SymbolicRCError as problem:
        found, error = np.arange(0), str(problem)
    return page(
        "compare.html",
        place="compare",
        title="Compare",
        state=state,
        bench=bench,
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
    """Return the choice of slices, or, while they are counted, what asks again."""
    return page("compare_slices.html", slices=_slices(bench.data), state=state)


def _slices(data: Data) -> list[str] | None:
    return [f"{field}: {value}" for field, value in data.slices] if data.described else None


def rows(bench: Workbench, state: State) -> str:
    """Return a part of the table."""
    found = selected(bench.data, filters_of(state))
    return _rows_html(bench.data, found, state.number("from"), state)


def _rows_html(data: Data, found: Places, first: int, state: State) -> str:
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
    """Return the figures and plots of the questions that the filters leave."""
    data = bench.data
    found = selected(data, filters_of(state))
    figures = [
        (system.name, interval(data.table.statistics[k][found], data.metric.scores, resamples=_RESAMPLES))
        for k, system in enumerate(data.systems)
        if len(found)
    ]
    agreement: Markup | str = ""
    if len(data.systems) > 1 and len(found):
        right = ["".join("01"[int(one)] for one in column) for column in data.right[:, found].T]
        told = [(name, right.count(key)) for key, name, _ in cells(data)]
        agreement = share_plot("Who is right", [one for one in told if one[1]])
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


def _bars(data: Data, found: Places, field: str) -> Markup | str:
    """Plot each value of a field: the first run, or how the first two differ."""
    if not data.systems:
        return ""
    values: Sequence[Any]
    values = data.rules if field == "rule" else [one[field] for one in data.fields()]
    groups: dict[str, list[int]] = {}
    for i in found.tolist():
        if values[i]:
            groups.setdefault(str(values[i]), []).append(i)
    largest = sorted(groups.items(), key=lambda one: -len(one[1]))[:_BARS]
    score, tables = data.metric.scores, data.table.statistics
    bars = []
    for name, rows in largest:
        if len(rows) < _FEWEST:
            continue
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
        raise SymbolicRCError(f"there is no question {state['id'][:60]!r} among those that are open")
    place = data.row[state["id"]]
    asked = data.asked[place]
    story = bench.stories.story(asked.record.id)
    given = {system.name: system.answers[asked.question.id] for system in data.systems}
    answers = [
        (
            system.name,
            ", ".join(given[system.name]),
            data.verdict(k, place),
            float(data.points[k, place]),
            system.rules.get(asked.question.id, ""),
        )
        for k, system in enumerate(data.systems)
    ]
    proofs = _proofs(bench, asked)
    marks = [mark for one in proofs for mark in proof_marks(one.evidence)]
    marks = list(dict.fromkeys(answer_marks(story, asked.question, given) + marks)) + entity_marks(story)
    start, end = _window(story.text, [mark.start for mark in marks if mark.kind in ("gold", "answer")])
    return page(
        "compare_question.html",
        asked=asked,
        answers=answers,
        proofs=proofs,
        story=sentences_html(story, marks, start, end),
        cut=(start, end) != (0, len(story.text)),
    )


@dataclass(frozen=True, slots=True)
class _Proof:
    """How a run came to an answer: a trace, or another program's text; and where in the story."""

    system: str
    trace: Trace | None
    text: str
    evidence: tuple[Evidence, ...]


def _proofs(bench: Workbench, asked: GoldQuestion) -> list[_Proof]:
    """Return the proofs that runs have written; that of the rules is made where it was not."""
    data, found = bench.data, []
    for k, system in enumerate(data.systems):
        written = data.trace(k, asked.question.id)
        if isinstance(written, str):
            found.append(_Proof(system.name, None, written, ()))
        elif written is not None:
            placed = asked.record.id not in bench.stories.laid_out
            found.append(_Proof(system.name, written, "", written.evidence if placed else ()))
        elif k == data.ruled:
            made = bench.explain(asked.record.id, asked.question, "", bench.own_book).trace
            found.append(_Proof(system.name, made, "", made.evidence))
    return found


def _window(text: str, places: Sequence[int]) -> tuple[int, int]:
    """Return the part of a long story that is shown beside its answers: what is near to the first of them."""
    if len(text) <= 8 * _LONG_STORY:
        return 0, len(text)
    middle = min(places, default=0)
    return max(0, middle - 3 * _LONG_STORY), min(len(text), middle + 5 * _LONG_STORY)
