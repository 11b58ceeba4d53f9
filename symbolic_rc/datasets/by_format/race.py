"""RACE (Lai et al. 2017): multiple choice on texts of school examinations, one file a text, or one line.

::

    {"id": "high1.txt", "article": "...", "questions": ["Who sold the mill?"],
     "options": [["Ann", "Bob", "Carl", "Dora"]], "answers": ["A"]}

Question ids are ``id.n``, n from 0. A question that ends in a gap (``_``) keeps it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from symbolic_rc.core.record import Question, Record
from symbolic_rc.datasets.choices import choice_question
from symbolic_rc.datasets.fields import Malformed, decoded_lines, id_of, items, required, text
from symbolic_rc.datasets.format import Asked, Format, begins, stories
from symbolic_rc.datasets.source import DataFile


def _article(source: DataFile, line: int, value: Any) -> Iterator[Asked]:
    story, identity = text(value, "article"), id_of(value, "id", default=f"{source.stem}.{line}")
    asked, options = items(value, "questions"), items(value, "options")
    answers = items(value, "answers", optional=True)
    if len(options) != len(asked) or (value.get("answers") is not None and len(answers) != len(asked)):
        raise Malformed("fields 'questions', 'options' and 'answers' should be of one length")
    rows = [
        {"question": one, "options": options[n], "answer": answers[n] if answers else None}
        for n, one in enumerate(asked)
    ]
    yield Record(identity, story), rows, _question


def _question(row: Any, identity: str) -> Question:
    return required(choice_question(identity, text(row, "question"), row), "field 'options' is empty")


_SIGNS = ('"article"', r'"options"\s*:\s*\[\s*\[')
RACE = Format("race", __doc__, begins("{", *_SIGNS), stories(decoded_lines, _article))
