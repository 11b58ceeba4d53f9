"""CoQA (Reddy et al. 2019): conversations, whose questions may refer to the turns before.

::

    {"version": "1.0", "data": [{"id": "...", "source": "mctest", "story": "...",
        "questions": [{"input_text": "Who sold the mill?", "turn_id": 1}],
        "answers": [{"input_text": "Ann", "span_text": "Ann sold the mill", "turn_id": 1}],
        "additional_answers": {"0": [{"input_text": "Ann", "turn_id": 1}]}}]}

The answers of a turn are alternatives; ``unknown`` says that the story does not hold the answer. Question ids
are ``storyid.turn``; tags are ``source`` and ``follows``, the id of the turn before.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from symbolic_rc.core.record import Question, Record
from symbolic_rc.datasets.fields import Malformed, id_of, items, text
from symbolic_rc.datasets.format import Asked, Format, begins, stories
from symbolic_rc.datasets.json_stream import elements
from symbolic_rc.datasets.source import DataFile


def _conversation(source: DataFile, line: int, value: Any) -> Iterator[Asked]:
    identity, story = id_of(value, "id"), text(value, "story")
    more, given = value.get("additional_answers") or {}, dict[int, list[str]]()
    if not isinstance(more, Mapping):
        raise Malformed("field 'additional_answers' should be an object")
    for answers in (items(value, "answers", optional=True), *(items(more, name) for name in more)):
        for number, answer in enumerate(answers, 1):
            wording = text(answer, "input_text")
            given.setdefault(_turn(answer, number), []).append(wording)
    source_tag = {"source": value["source"]} if isinstance(value.get("source"), str) else {}

    def question(numbered: tuple[int, Any], default_id: str) -> Question:
        number, one = numbered
        asked, at = text(one, "input_text"), _turn(one, number + 1)
        follows = {"follows": f"{identity}.{at - 1}"} if number else {}
        known = tuple((answer,) for answer in given.get(at, ()))
        return Question(f"{identity}.{at}", asked, known, tags={**source_tag, **follows})

    yield Record(identity, story), list(enumerate(items(value, "questions"))), question


def _turn(one: Mapping[str, Any], default: int) -> int:
    """Return the number of a turn."""
    if not isinstance(at := one.get("turn_id", default), int):
        raise Malformed("field 'turn_id' should be a whole number")
    return at


_SIGNS = ('"story"', '"input_text"')
COQA = Format("coqa", __doc__, begins("{", *_SIGNS), stories(partial(elements, key="data"), _conversation))
