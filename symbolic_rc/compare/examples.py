"""Examples of a comparison: questions from each cell of the agreement table, with every system's answer."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from markupsafe import Markup
from numpy.typing import NDArray

from symbolic_rc.compare.comparison import Cell, Example
from symbolic_rc.compare.questions import Asked
from symbolic_rc.compare.systems import System
from symbolic_rc.compare.traces import NO_TRACE, ShownTrace
from symbolic_rc.core.question import Question
from symbolic_rc.core.record import Record


def _no_story(record: Record, question: Question, answers: Mapping[str, Sequence[str]]) -> Markup:
    return Markup("")


@dataclass(frozen=True, slots=True)
class Views:
    """How questions are looked at: what slices are cut by, and what examples show.

    Attributes
    ----------
    describe : callable
        From a record to the fields of its questions.
    show : callable
        From a record, a question and the systems' answers to the marked story as HTML.
    traces : mapping
        Question id to the first system's trace.
    """

    describe: Callable[[Record], list[dict[str, Any]]]
    show: Callable[[Record, Question, Mapping[str, Sequence[str]]], Markup] = _no_story
    traces: Mapping[str, ShownTrace] = field(default_factory=dict)


def examples(
    asked: Sequence[Asked],
    systems: Sequence[System],
    points: Sequence[NDArray[np.float64]],
    kinds: Sequence[tuple[str, ...]],
    views: Views,
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
            record, question = asked[i].record, asked[i].question
            trace = views.traces.get(question.id, NO_TRACE)
            answers = {system.name: system.answers.get(question.id) for system in systems}
            given = {name: texts or () for name, texts in answers.items()}
            found.append(
                Example(
                    id=question.id,
                    story_id=record.id,
                    cell=Cell(kind, 0).name,
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
                )
            )
    return tuple(found)
