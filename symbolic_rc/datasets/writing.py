"""Writing a data set in the formats where that makes sense."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from pathlib import Path
from typing import IO, Any

from symbolic_rc.core.errors import DataError
from symbolic_rc.core.question import Question
from symbolic_rc.core.record import Record
from symbolic_rc.datasets.by_format import cnn, jsonl
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
        writers: dict[str, Callable[[Iterable[Record], IO[str]], int]]
        writers = {"jsonl": _write_jsonl, "squad": _write_squad, "quoref": _write_quoref}
        path.parent.mkdir(parents=True, exist_ok=True)
        with open_for_writing(path) as file:
            return writers[format](records, file)
    except OSError as error:
        raise DataError(f"cannot be written ({error.strerror or error})", path) from error


def _write_jsonl(records: Iterable[Record], file: IO[str]) -> int:
    count = 0
    for record in records:
        file.write(jsonl.written(record))
        count += len(record.questions)
    return count


def _write_cnn(records: Iterable[Record], folder: Path) -> int:
    count = 0
    for record in records:
        for question in record.questions:
            if question.placeholder == cnn.PLACEHOLDER:
                name = question.id.replace(os.sep, "_")
                content = cnn.written(record, question)
                (folder / f"{name}.question").write_text(content, encoding="utf-8")
                count += 1
    return count


def _write_squad(records: Iterable[Record], file: IO[str]) -> int:
    return _write_paragraphs(records, file, _squad_answers, ids=False)


def _write_quoref(records: Iterable[Record], file: IO[str]) -> int:
    return _write_paragraphs(records, file, _quoref_answers, ids=True)


def _write_paragraphs(
    records: Iterable[Record],
    file: IO[str],
    answers: Callable[[Record, Question], list[dict[str, Any]] | None],
    ids: bool,
) -> int:
    """Write the SQuAD shape, one article a title, an article at a time."""
    count = 0
    file.write('{"version": "2.0", "data": [' if not ids else '{"data": [')
    for number, (title, group) in enumerate(groupby(records, key=lambda record: record.title)):
        paragraphs = []
        for record in group:
            asked = list(_questions(record, answers, ids))
            count += len(asked)
            paragraph: dict[str, Any] = {"context": record.text, "qas": asked}
            if ids:
                paragraph["context_id"] = record.id
            paragraphs.append(paragraph)
        file.write(",\n" if number else "\n")
        file.write(json.dumps({"title": title, "paragraphs": paragraphs}, ensure_ascii=False))
    file.write("\n]}\n")
    return count


def _questions(
    record: Record, answers: Callable[[Record, Question], list[dict[str, Any]] | None], ids: bool
) -> Iterator[dict[str, Any]]:
    for question in record.questions:
        if question.is_choice or question.is_cloze:
            continue
        entry: dict[str, Any] = {"id": question.id, "question": question.text}
        known = answers(record, question)
        if known is not None:
            entry["answers"] = known
            if not ids and (question.references == ((),) or question.tags.get("version") == "2.0"):
                entry["is_impossible"] = question.references == ((),)
        yield entry


def _squad_answers(record: Record, question: Question) -> list[dict[str, Any]] | None:
    if not question.references:
        return None
    alternatives = [one[0] for one in question.references if len(one) == 1]
    spans = [places[0][0] for places in question.spans if len(places) == 1]
    return _with_starts(record, alternatives, spans)


def _quoref_answers(record: Record, question: Question) -> list[dict[str, Any]] | None:
    if not question.references:
        return None
    spans = [start for start, _ in question.spans[0]] if question.spans else []
    return _with_starts(record, list(question.references[0]), spans)


def _with_starts(record: Record, wordings: list[str], starts: list[int]) -> list[dict[str, Any]]:
    if len(starts) != len(wordings):
        starts = [record.text.find(wording) for wording in wordings]
    return [{"text": wording, "answer_start": start} for wording, start in zip(wordings, starts, strict=True)]
