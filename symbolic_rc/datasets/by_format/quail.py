"""QuAIL (Rogers et al. 2020): multiple choice of nine types, as XML or JSON lines.

::

    <data><text domain="fiction" id="f1"><metadata><title>The mill</title></metadata>
      <text_body>Ann sold the mill.</text_body><questions><q id="0" type="Causality">Why?
        <a id="0" correct="True">She was tired.</a><a id="1" correct="False">not enough information</a>
      </q></questions></text></data>
    {"id": "f1_0", "context_id": "f1", "context": "...", "question": "Why?", "question_type": "Causality",
     "answers": ["She was tired.", "not enough information"], "correct_answer_id": "0"}

Question ids are ``textid_n`` in both. The tag ``type`` is the question's type.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby
from typing import Any
from xml.etree.ElementTree import Element

from symbolic_rc.core.question import Question
from symbolic_rc.core.record import Record
from symbolic_rc.datasets.choices import choices_of
from symbolic_rc.datasets.fields import Malformed, decoded_lines, each, id_of, questions_of, text
from symbolic_rc.datasets.format import Found, described
from symbolic_rc.datasets.source import DataFile, Problem
from symbolic_rc.datasets.xml_stream import attribute, child_text, xml_elements

_KEYS = re.compile(r'"question_type"\s*:.*"correct_answer_id"\s*:')


def recognise(source: DataFile, head: str) -> bool:
    """Return whether a file is of one of the two layouts."""
    first = head.lstrip().partition("\n")[0]
    as_xml = head.lstrip().startswith("<") and "<text_body>" in head
    return as_xml or (first.startswith("{") and bool(_KEYS.search(first)))


def read(source: DataFile, beside: Sequence[DataFile] = ()) -> Found:
    """Read one file."""
    if source.head().lstrip().startswith("<"):
        yield from each(
            source.place, xml_elements(source, "text"), lambda line, one: _text(source, line, one)
        )
        return
    for story, group in groupby(decoded_lines(source), key=_story_of):
        rows = list(group)
        if story is None:
            yield from (
                one
                if isinstance(one, Problem)
                else Problem(source.place, one[0], "field 'context' is missing")
                for one in rows
            )
            continue
        questions = []
        for line, row in rows:  # type: ignore[misc]
            try:
                questions.append(_row(row))
            except Malformed as error:
                yield Problem(source.place, line, str(error))
        yield Record(story[0], story[1], tuple(questions))


def _story_of(found: tuple[int, Any] | Problem) -> tuple[str, str] | None:
    if isinstance(found, Problem) or not isinstance(found[1], dict):
        return None
    identity, story = (found[1].get(name) for name in ("context_id", "context"))
    return (identity, story) if isinstance(identity, str) and isinstance(story, str) else None


def _row(row: dict[str, Any]) -> Question:
    found = choices_of({"choices": row.get("answers"), "correct_answer_id": row.get("correct_answer_id")})
    if found is None:
        raise Malformed("field 'answers' should hold two texts or more")
    right = tuple((one,) for one in found.right)
    tags = {"type": text(row, "question_type", default="")}
    return Question(id_of(row, "id"), text(row, "question"), right, found.texts, tags=tags)


def _text(source: DataFile, line: int, element: Element) -> Found:
    identity = attribute(element, "id")
    questions = yield from questions_of(
        source.place,
        line,
        list(element.iter("q")),
        lambda _, one: _element(one, identity),
        lambda number: f"text {identity[:60]!r}: question {number}",
    )
    title = element.findtext("metadata/title", "").strip()
    yield Record(identity, child_text(element, "text_body"), questions, title)


def _element(one: Element, story: str) -> Question:
    answers = [(answer.text or "").strip() for answer in one.iter("a")]
    key = next((n for n, answer in enumerate(one.iter("a")) if answer.get("correct") == "True"), None)
    row = {
        "id": f"{story}_{attribute(one, 'id')}",
        "question": (one.text or "").strip(),
        "question_type": attribute(one, "type", ""),
        "answers": answers,
        "correct_answer_id": None if key is None else str(key),
    }
    return _row(row)


QUAIL = described("quail", __doc__, recognise, read)
