"""Writing a data set in the formats where that makes sense."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path
from typing import IO, Any

from symbolic_rc.core.errors import DataError
from symbolic_rc.core.record import Question, Record
from symbolic_rc.datasets.by_format import cnn, jsonl
from symbolic_rc.datasets.choices import PLACEHOLDER
from symbolic_rc.datasets.source import open_for_writing

#: The formats that can be written.
WRITABLE = ("jsonl", "cnn", "squad", "quoref")


def write(records: Iterable[Record], path: str | Path, format: str = "jsonl") -> int:
    """Write stories with their questions; `read` gives them back, as far as the format can say them.

    Parameters
    ----------
    records : iterable of Record
    path : str or Path
        A file, compressed if its name ends in ``.gz`` or ``.xz``; for ``cnn`` a folder.
    format : {"jsonl", "cnn", "squad", "quoref"}

    Returns
    -------
    int
        How many questions were written. What the format cannot say (free questions in ``cnn``, choices in
        ``squad``) is left out.

    Raises
    ------
    DataError
        If the format cannot be written, or the path.
    """
    if format not in WRITABLE:
        raise DataError(f"the format {format!r} cannot be written; these can: {', '.join(WRITABLE)}")
    path = Path(path)
    try:
        if format == "cnn":
            path.mkdir(parents=True, exist_ok=True)
            return _write_cnn(records, path)
        path.parent.mkdir(parents=True, exist_ok=True)
        with open_for_writing(path) as file:
            if format != "jsonl":
                return _write_paragraphs(records, file, format == "quoref")
            count = 0
            for record in records:
                file.write(jsonl.written(record))
                count += len(record.questions)
            return count
    except OSError as error:
        raise DataError(f"cannot be written ({error.strerror or error})", path) from error


def _write_cnn(records: Iterable[Record], folder: Path) -> int:
    count = 0
    for record in records:
        for question in record.questions:
            if question.placeholder == PLACEHOLDER:
                name = question.id.replace(os.sep, "_")
                content = cnn.written(record, question)
                (folder / f"{name}.question").write_text(content, encoding="utf-8")
                count += 1
    return count


def _write_paragraphs(records: Iterable[Record], file: IO[str], quoref: bool) -> int:
    """Write the SQuAD shape, one article a title, an article at a time."""
    count = 0
    file.write('{"data": [' if quoref else '{"version": "2.0", "data": [')
    for number, (title, group) in enumerate(groupby(records, key=lambda record: record.title)):
        paragraphs = []
        for record in group:
            asked = list(_questions(record, quoref))
            count += len(asked)
            paragraph: dict[str, Any] = {"context": record.text, "qas": asked}
            if quoref:
                paragraph["context_id"] = record.id
            paragraphs.append(paragraph)
        file.write(",\n" if number else "\n")
        file.write(json.dumps({"title": title, "paragraphs": paragraphs}, ensure_ascii=False))
    file.write("\n]}\n")
    return count


def _questions(record: Record, quoref: bool) -> Iterator[dict[str, Any]]:
    for question in record.questions:
        if question.is_choice or question.is_cloze:
            continue
        entry: dict[str, Any] = {"id": question.id, "question": question.text}
        if question.references:
            entry["answers"] = _answers(record, question, quoref)
            if not quoref and (question.references == ((),) or question.tags.get("version") == "2.0"):
                entry["is_impossible"] = question.references == ((),)
        yield entry


def _answers(record: Record, question: Question, several_spans: bool) -> list[dict[str, Any]]:
    """Return the alternatives of one span, or the spans of the first, each with its start in the story."""
    if several_spans:
        wordings = list(question.references[0])
        starts = [start for start, _ in question.spans[0]] if question.spans else []
    else:
        wordings = [one[0] for one in question.references if len(one) == 1]
        starts = [places[0][0] for places in question.spans if len(places) == 1]
    if len(starts) != len(wordings):
        starts = [record.text.find(wording) for wording in wordings]
    return [{"text": wording, "answer_start": start} for wording, start in zip(wordings, starts, strict=True)]
