"""MultiRC (Khashabi et al. 2018): any number of options may be right; its own layout or SuperGLUE's.

::

    {"idx": 30, "passage": {"text": "...", "questions": [{"question": "Who paid?", "idx": 0,
        "answers": [{"text": "Bob", "idx": 0, "label": 1}, {"text": "Ann", "idx": 1, "label": 0}]}]}}
    {"data": [{"id": "...", "paragraph": {"text": "<b>Sent 1: </b>...<br>", "questions": [{"question": "...",
        "answers": [{"text": "Bob", "isAnswer": true}]}]}]}

A line is a story in SuperGLUE's layout. The reference is all the right options together. Question ids are
``storyid.n``, n from 0.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from symbolic_rc.core.record import Question, Record
from symbolic_rc.datasets.fields import Malformed, decoded_lines, id_of, items, text
from symbolic_rc.datasets.format import Asked, Format, Values, begins, stories
from symbolic_rc.datasets.json_stream import elements
from symbolic_rc.datasets.source import DataFile

_MARKUP = re.compile(r"<b>Sent \d+: ?</b>|<br ?/?>")


def _values(source: DataFile) -> Values:
    whole = re.match(r'\s*\{\s*"data"', source.head())
    return elements(source, "data") if whole else decoded_lines(source)


def _passage(source: DataFile, line: int, value: Any) -> Iterator[Asked]:
    identity = id_of(value, "idx", "id", default=f"{source.stem}.{line}")
    inner = value.get("passage", value.get("paragraph"))
    story = " ".join(_MARKUP.sub(" ", text(inner, "text")).split(" ")).strip()
    yield Record(identity, story), items(inner, "questions"), _question


def _question(one: Any, identity: str) -> Question:
    options = items(one, "answers")
    choices = tuple(text(option, "text").strip() for option in options)
    marks = [option.get("label", option.get("isAnswer")) for option in options]
    if any(mark not in (0, 1, None) for mark in marks):
        raise Malformed("the options should be marked 1 or 0, true or false")
    right = tuple(choice for choice, mark in zip(choices, marks, strict=True) if mark)
    references = () if None in marks else (right,)
    return Question(identity, text(one, "question"), references, choices, tags={"several": "yes"})


_SIGNS = (r'"(passage|paragraph)"', '"questions"', r'"(label"\s*:\s*[01]|isAnswer"\s*:\s*(true|false))\b')
MULTIRC = Format("multirc", __doc__, begins("{", *_SIGNS), stories(_values, _passage))
