"""DREAM (Sun et al. 2019): multiple choice on dialogues.

::

    [[["W: The mill is sold.", "M: Who bought it?"],
      [{"question": "What is sold?", "choice": ["A mill.", "A cow."], "answer": "A mill."}], "5-716"]]

The story is the turns, one a line; *M:* and *W:* are read as *Man:* and *Woman:*, as the questions call them.
Question ids are ``dialogueid.n``, n from 0.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from symbolic_rc.core.record import Question, Record
from symbolic_rc.datasets.choices import choice_question
from symbolic_rc.datasets.fields import Malformed, required, text, texts
from symbolic_rc.datasets.format import Asked, Format, begins, stories
from symbolic_rc.datasets.json_stream import elements
from symbolic_rc.datasets.source import DataFile

#: Who speaks, in the words of the questions.
_SPEAKERS = {"M": "Man", "W": "Woman", "F": "Woman"}
_LABEL = re.compile(r"\A([MWF])(?=:)")


def _dialogue(source: DataFile, line: int, value: Any) -> Iterator[Asked]:
    if not isinstance(value, list) or len(value) != 3 or not all(isinstance(one, list) for one in value[:2]):
        raise Malformed("a dialogue should be a list of turns, a list of questions, and an id")
    turns, asked, identity = value
    lines = (_LABEL.sub(lambda label: _SPEAKERS[label.group(1)], line) for line in texts(turns, "turns"))
    yield Record(str(identity), "\n".join(lines)), asked, _question


def _question(one: Any, identity: str) -> Question:
    asked, row = text(one, "question"), {"choices": one.get("choice"), "answer": one.get("answer")}
    return required(choice_question(identity, asked, row), "field 'choice' is missing")


_SIGNS = (r'\A\s*\[\s*\[\s*\[\s*"', '"choice"')
DREAM = Format("dream", __doc__, begins("[", *_SIGNS), stories(elements, _dialogue))
