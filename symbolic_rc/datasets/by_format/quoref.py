"""Quoref: questions that need coreference, with answers of one or more spans.

The shape is that of `squad`, with a ``context_id`` for each paragraph::

    {"data": [{"title": "...", "url": "...", "paragraphs": [{"context": "...", "context_id": "...", "qas": [
        {"id": "...", "question": "...", "answers": [{"text": "...", "answer_start": 17}, ...]}]}]}]}

All answers of a question together are its one reference, of one or several spans.
"""

from __future__ import annotations

from collections.abc import Sequence

from symbolic_rc.datasets.by_format.squad import read_paragraphs
from symbolic_rc.datasets.format import Found, described
from symbolic_rc.datasets.source import DataFile


def recognise(source: DataFile, head: str) -> bool:
    """Return whether a file is Quoref's: the shape of SQuAD, and its paragraphs have ids."""
    parts = ('"data"', '"paragraphs"', '"context"', '"context_id"')
    named = "quoref" in source.name.lower() and '"paragraphs"' in head
    return head.lstrip()[:1] in ("{", "[") and (named or all(part in head for part in parts))


def read(source: DataFile, beside: Sequence[DataFile] = ()) -> Found:
    """Read one file."""
    return read_paragraphs(source, several_spans=True)


QUOREF = described("quoref", __doc__, recognise, read)
