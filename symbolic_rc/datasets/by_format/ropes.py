"""ROPES (Lin et al. 2019): what a background's rule means for a situation.

::

    {"version": "1.0", "data": [{"title": "ropes", "paragraphs": [{"background": "...", "situation": "...",
        "qas": [{"id": "...", "question": "Who ...: Ann or Bob?", "answers": [{"text": "Ann"}]}]}]}]}

The story is the background, an empty line, and the situation. Each answer is one alternative; it may stand in
the question alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from symbolic_rc.core.record import Question, Record
from symbolic_rc.datasets.fields import id_of, items, text
from symbolic_rc.datasets.format import Asked, Found, begins, described, stories
from symbolic_rc.datasets.json_stream import elements
from symbolic_rc.datasets.source import DataFile


def read(source: DataFile, beside: Sequence[DataFile] = ()) -> Found:
    """Read one file."""

    def article(line: int, value: Any) -> Iterator[Asked]:
        title = text(value, "title", default="").strip()
        for number, one in enumerate(items(value, "paragraphs")):
            identity = f"{title or source.stem}.{number}"
            story = text(one, "background").strip() + "\n\n" + text(one, "situation").strip()
            yield Record(identity, story), items(one, "qas"), lambda _, qa: _question(qa)

    return stories(source, elements(source, "data"), article)


def _question(qa: Any) -> Question:
    asked, identity = text(qa, "question"), id_of(qa, "id")
    answers = items(qa, "answers") if "answers" in qa else []
    return Question(identity, asked, tuple((text(one, "text"),) for one in answers))


ROPES = described("ropes", __doc__, begins("{", '"background"', '"situation"'), read)
