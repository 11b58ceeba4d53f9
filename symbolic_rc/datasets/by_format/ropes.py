"""ROPES (Lin et al. 2019): what a background's rule means for a situation.

::

    {"version": "1.0", "data": [{"title": "ropes", "paragraphs": [{"background": "...", "situation": "...",
        "qas": [{"id": "...", "question": "Who ...: Ann or Bob?", "answers": [{"text": "Ann"}]}]}]}]}

The story is the background, an empty line, and the situation. Each answer is one alternative; it may stand in
the question alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from symbolic_rc.core.record import Question, Record
from symbolic_rc.datasets.fields import id_of, items, text
from symbolic_rc.datasets.format import Asked, Format, begins, stories
from symbolic_rc.datasets.json_stream import elements
from symbolic_rc.datasets.source import DataFile


def _article(source: DataFile, line: int, value: Any) -> Iterator[Asked]:
    title = text(value, "title", default="").strip()
    for number, one in enumerate(items(value, "paragraphs")):
        story = text(one, "background").strip() + "\n\n" + text(one, "situation").strip()
        yield Record(f"{title or source.stem}.{number}", story), items(one, "qas"), _question


def _question(qa: Any, default_id: str) -> Question:
    asked, identity = text(qa, "question"), id_of(qa, "id")
    answers = items(qa, "answers") if "answers" in qa else []
    return Question(identity, asked, tuple((text(one, "text"),) for one in answers))


_SIGNS = ('"background"', '"situation"')
ROPES = Format("ropes", __doc__, begins("{", *_SIGNS), stories(partial(elements, key="data"), _article))
