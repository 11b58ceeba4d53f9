"""RACE (Lai et al. 2017): multiple choice on texts of school examinations, one file a text, or one line.

::

    {"id": "high1.txt", "article": "...", "questions": ["Who sold the mill?"],
     "options": [["Ann", "Bob", "Carl", "Dora"]], "answers": ["A"]}

Question ids are ``id.n``, n from 0. A question that ends in a gap (``_``) keeps it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from symbolic_rc.core.record import Question, Record
from symbolic_rc.datasets.choices import choice_question
from symbolic_rc.datasets.fields import Malformed, decoded_lines, id_of, items, text
from symbolic_rc.datasets.format import Asked, Found, begins, described, stories
from symbolic_rc.datasets.source import DataFile


def read(source: DataFile, beside: Sequence[DataFile] = ()) -> Found:
    """Read one file."""

    def article(line: int, value: Any) -> Iterator[Asked]:
        story, identity = text(value, "article"), id_of(value, "id", default=f"{source.stem}.{line}")
        asked, options = items(value, "questions"), items(value, "options")
        answers = items(value, "answers", optional=True)
        if len(options) != len(asked) or (value.get("answers") is not None and len(answers) != len(asked)):
            raise Malformed("fields 'questions', 'options' and 'answers' should be of one length")
        rows = [
            {"question": one, "options": options[n], "answer": answers[n] if answers else None}
            for n, one in enumerate(asked)
        ]
        yield Record(identity, story), rows, lambda number, row: _question(row, f"{identity}.{number}")

    return stories(source, decoded_lines(source), article)


def _question(row: dict[str, Any], identity: str) -> Question:
    if (found := choice_question(identity, text(row, "question"), row)) is None:
        raise Malformed("field 'options' is empty")
    return found


RACE = described("race", __doc__, begins("{", '"article"', r'"options"\s*:\s*\[\s*\['), read)
