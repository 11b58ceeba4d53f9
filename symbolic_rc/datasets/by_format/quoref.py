"""Quoref: questions that need coreference, with answers of one or more spans.

The shape is that of `squad`, with a ``context_id`` for each paragraph::

    {"data": [{"title": "...", "url": "...", "paragraphs": [{"context": "...", "context_id": "...", "qas": [
        {"id": "...", "question": "...", "answers": [{"text": "...", "answer_start": 17}, ...]}]}]}]}

All answers of a question together are its one reference, of one or several spans.
"""

from __future__ import annotations

from functools import partial

from symbolic_rc.datasets.by_format.squad import article, articles
from symbolic_rc.datasets.format import Format, stories
from symbolic_rc.datasets.source import DataFile


def _recognise(source: DataFile, head: str) -> bool:
    """Return whether a file has the shape of SQuAD, and its paragraphs have ids."""
    parts = ('"data"', '"paragraphs"', '"context"', '"context_id"')
    named = "quoref" in source.name.lower() and '"paragraphs"' in head
    return head.lstrip()[:1] in ("{", "[") and (named or all(part in head for part in parts))


QUOREF = Format("quoref", __doc__, _recognise, stories(articles, partial(article, together=True)))
