"""What a file that cannot be read looks like, which format is nearest, and what that lacks."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import islice
from typing import Any

from symbolic_rc.core.errors import DataError
from symbolic_rc.datasets.fields import decoded_lines, delimiter_of
from symbolic_rc.datasets.json_stream import elements
from symbolic_rc.datasets.source import DataFile, Problem

#: What one record of a format has: the fields that are needed, by the format's name.
_FIELDS: dict[str, tuple[str, ...]] = {
    "jsonl": ("id", "text", "questions"),
    "hf": ("context", "question", "answers"),
    "narrativeqa": ("document_id", "summary_tokenized", "qas"),
    "duorc": ("plot", "title", "qa"),
    "squad": ("title", "paragraphs"),
    "fairytaleqa": ("question_id", "question", "answer1", "answer4"),
}
#: What a table has, by the format's name.
_COLUMNS = {
    "hf": ("context", "question", "answers"),
    "narrativeqa": ("document_id", "question", "answer1", "answer2"),
    "fairytaleqa": ("question_id", "question", "answer1", "answer4"),
}
_MAGIC = {
    "%PDF": "a PDF file",
    "PK\x03\x04": "a zip archive or an office document under another name",
    "SQLite": "an SQLite database",
    "PAR1": "a Parquet file",
}
_LOOKED_AT = 3


def diagnosis(files: Sequence[DataFile], reads: Callable[[DataFile, str], bool]) -> str:
    """Say in one line what files look like of which none is of a known format.

    Parameters
    ----------
    reads : callable (DataFile, str) -> bool
        Whether a format, by its name, can read a file: no other is recommended.
    """
    if not files:
        return "there is no file in it"
    said = []
    for file in islice(files, _LOOKED_AT):
        try:
            found = _of_file(file, partial(reads, file))
        except DataError as error:
            found = error.message
        said.append(found if len(files) == 1 else f"{file.name}: {found}")
    more = f"; and {len(files) - _LOOKED_AT} more files" if len(files) > _LOOKED_AT else ""
    return "; ".join(said) + more


def _of_file(source: DataFile, reads: Callable[[str], bool]) -> str:
    head = source.head()
    if not head.strip():
        return "it is empty"
    for magic, name in _MAGIC.items():
        if head.startswith(magic):
            return f"it looks like {name}"
    if head.count("\ufffd") + head.count("\x00") > len(head) // 50:
        return "it is no text in UTF-8; convert it, such as by: iconv -f cp1252 -t utf-8"
    if head.lstrip()[0] in "[{":
        return _of_json(source, head, reads)
    if source.suffix in (".csv", ".tsv") or _is_table(head):
        return _of_table(source, head, reads)
    return "it looks like plain text; to ask about it: symbolic-rc ask FILE QUESTION"


def _of_json(source: DataFile, head: str, reads: Callable[[str], bool]) -> str:
    listed = head.lstrip()[0] == "["
    lines = not listed and _begins_with_line(head)
    kind = "a JSON list" if listed else "JSON lines" if lines else "a JSON object"
    found = decoded_lines(source) if lines else elements(source, None if listed else "data")
    first = next(found, None)
    if first is None:
        return f"it looks like {kind}, which is empty"
    if isinstance(first, Problem):
        return f"it looks like {kind}; line {first.line}: {first.reason}"
    line, value = first
    if not isinstance(value, Mapping):
        return f"it looks like {kind}; line {line} holds no object"
    return f"it looks like {kind}; line {line} {_compared(value, reads)}"


def _begins_with_line(head: str) -> bool:
    """Return whether the first line is a whole JSON value, or one that is too long to see."""
    first, end, _ = head.lstrip().partition("\n")
    try:
        json.loads(first)
    except (ValueError, RecursionError):
        return not end or ('"data"' not in head and not re.match(r"\{\s*$", first))
    return True


def _compared(record: Mapping[str, Any], reads: Callable[[str], bool]) -> str:
    nearest, missing = _nearest(record, _FIELDS)
    named = ", ".join(f"{str(name)[:30]!r}" for name in islice(record, 8))
    if not nearest:
        return f"has the fields {named or 'of nothing'}, which are those of no format"
    if missing:
        return f"has no {', '.join(map(repr, missing))}; see `symbolic-rc formats {nearest}`"
    return f"has the fields of the format {nearest}{_advice(nearest, reads)}"


def _advice(format: str, reads: Callable[[str], bool]) -> str:
    return (
        f": use --format {format}"
        if reads(format)
        else f", but not its layout; see `symbolic-rc formats {format}`"
    )


def _nearest(
    found: Mapping[str, Any] | Sequence[str], known: Mapping[str, tuple[str, ...]]
) -> tuple[str, list[str]]:
    """Return the format that most fields are of, and those that are missing."""
    shares = {name: sum(field in found for field in fields) / len(fields) for name, fields in known.items()}
    best = max(shares, key=lambda name: shares[name])
    if not shares[best]:
        return "", []
    return best, [
        field for field in known[best] if field not in found and field not in ("answers", "questions")
    ]


def _is_table(head: str) -> bool:
    lines = [line for line in head.split("\n")[:3] if line.strip()]
    return len(lines) > 1 and any(
        lines[0].count(mark) and all(line.count(mark) >= lines[0].count(mark) for line in lines)
        for mark in ",\t"
    )


def _of_table(source: DataFile, head: str, reads: Callable[[str], bool]) -> str:
    first = next(iter(head.splitlines()), "")
    mark = delimiter_of(head)
    columns = next(csv.reader([first[:2000]], delimiter=mark), [])
    kind = "TSV" if mark == "\t" else "CSV"
    nearest, missing = _nearest(columns, _COLUMNS)
    named = ", ".join(repr(name[:30]) for name in columns[:8])
    if not nearest:
        return f"it looks like {kind} with the columns {named}, which are those of no format"
    if not missing:
        return f"it looks like {kind} of the format {nearest}{_advice(nearest, reads)}"
    return (
        f"it looks like {kind}; line 1 has no column {', '.join(map(repr, missing))}; "
        f"see `symbolic-rc formats {nearest}`"
    )
