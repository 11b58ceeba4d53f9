"""DuoRC: questions on movie plots, with free answers, some of which are spans of the plot.

The original layout, SelfRC and ParaphraseRC alike::

    [{"id": "/m/03vyhn", "title": "...", "plot": "...", "qa": [
        {"id": "...", "question": "...", "answers": ["..."], "no_answer": false}]}]

or rows, one a question, as a JSON list or as JSON lines, sorted by plot::

    {"plot_id": "...", "plot": "...", "title": "...", "question_id": "...", "question": "...",
     "answers": ["..."], "no_answer": false}

and the SQuAD form (see `squad`). Each answer is one alternative; a question without answers is not
answerable, and its reference is the empty one (the official scorer expects ``NA``). The tag ``span`` says
whether an answer stands in the plot as it is (``yes`` or ``no``, upper and lower case alike): DuoRC's span
test holds those questions.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from symbolic_rc.core.record import Question, Record
from symbolic_rc.datasets.by_format import squad
from symbolic_rc.datasets.fields import Malformed, decoded_lines, flag, id_of, items, text, texts
from symbolic_rc.datasets.format import Asked, Format, Found, Values, stories
from symbolic_rc.datasets.json_stream import elements
from symbolic_rc.datasets.source import DataFile, Problem


def _recognise(source: DataFile, head: str) -> bool:
    return squad.recognise_duorc(source, head) or bool(
        head.lstrip()[:1] in ("[", "{")
        and re.search(r'"plot"\s*:', head)
        and (re.search(r'"(qa|question_id)"\s*:', head) or re.match(r'\s*\[\s*\{\s*"plot"', head))
    )


def _values(source: DataFile) -> Values:
    """Yield movies, and tuples of the rows on one plot."""
    values = elements(source) if source.head().lstrip()[:1] == "[" else decoded_lines(source)
    for plot, group in itertools.groupby(values, key=_plot_of):
        if plot is None:
            yield from group
        else:
            yield 0, tuple(group)


def _plot_of(found: tuple[int, Any] | Problem) -> str | None:
    """Return the plot's id of a row, None for anything else."""
    if not isinstance(found, Problem) and isinstance(found[1], dict) and "question_id" in found[1]:
        return str(found[1].get("plot_id"))
    return None


def _story(source: DataFile, line: int, value: Any) -> Iterable[Record | Problem | Asked]:
    if isinstance(value, tuple):
        return _of_rows(source.place, value)
    plot, title = text(value, "plot"), text(value, "title", default="")
    record = Record(id_of(value, "id", default=title), plot, (), title)
    return [(record, items(value, "qa"), lambda qa, _: _question(plot, qa, "id"))]


def _of_rows(place: str, rows: Iterable[tuple[int, Any]]) -> Found:
    questions, first = [], None
    for line, row in rows:
        try:
            story = (id_of(row, "plot_id"), text(row, "plot"), text(row, "title", default=""))
            first = first or story
            questions.append(_question(story[1], row, "question_id"))
        except Malformed as error:
            yield Problem(place, line, str(error))
    if first is not None:
        yield Record(first[0], first[1], tuple(questions), first[2])


def _question(plot: str, qa: Any, name: str) -> Question:
    identity, asked = id_of(qa, name), text(qa, "question")
    answers = () if flag(qa, "no_answer") else texts(items(qa, "answers"), "answers")
    references = tuple((answer,) for answer in answers) or ((),)
    return Question(identity, asked, references, tags={"span": _in_plot(plot, references)})


def _tagged(record: Record) -> Record:
    questions = tuple(
        replace(one, choices=(), placeholder="", tags={"span": _in_plot(record.text, one.references)})
        for one in record.questions
    )
    return replace(record, questions=questions)


def _in_plot(plot: str, references: tuple[tuple[str, ...], ...]) -> str:
    lower = plot.lower()
    return "yes" if any(one and one[0].lower() in lower for one in references) else "no"


_read_own = stories(_values, _story)


def _read(source: DataFile, beside: Sequence[DataFile] = ()) -> Found:
    if not squad.recognise_duorc(source, source.head()):
        return _read_own(source)
    read_squad = squad.SQUAD.read(source, beside)
    return (found if isinstance(found, Problem) else _tagged(found) for found in read_squad)


DUORC = Format("duorc", __doc__, _recognise, _read)
