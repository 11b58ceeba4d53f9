"""From whatever holds a data set in memory to records: dicts, frames, Hugging Face's data sets, records."""

from __future__ import annotations

import io
import json
from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import chain
from pathlib import Path
from typing import Any

from symbolic_rc.core.errors import DataError, check_name
from symbolic_rc.core.record import Record
from symbolic_rc.datasets import Problem, formats, read, recognised
from symbolic_rc.datasets.by_format.hf import CONTEXTS
from symbolic_rc.datasets.fields import why_not_json
from symbolic_rc.datasets.source import DataFile

_EXPECTED = (
    "a list of dicts with 'context' and 'question', or with 'text' and 'questions'; records; a pandas or "
    "Polars frame; a Hugging Face Dataset; or a path"
)


def records_of(data: Any, format: str = "auto") -> tuple[tuple[Record, ...], str]:
    """Return the stories of a data set with their questions, and the name of its format.

    Parameters
    ----------
    data : iterable of dict or Record, pandas or Polars DataFrame, Hugging Face Dataset, str or Path
        Rows as Hugging Face's question answering sets have them (``context``, ``question``, ``answers``; see
        ``symbolic-rc formats hf``), or stories with their questions (``text``, ``questions``; see
        ``symbolic-rc formats jsonl``). A text names a file, as `datasets.read` takes it.
    format : str
        Whose metrics are wanted, such as ``quoref``; ``auto`` for those of what the rows look like.

    Raises
    ------
    DataError
        If it is none of these, holds no question, or a row does not have the form it should have; names the
        row, counted from 1.

    Examples
    --------
    >>> rows = [{"context": "Ann sold it to Bob.", "question": "Who bought it?", "answers": ["Bob"]}]
    >>> (record,), name = records_of(rows)
    >>> record.questions[0].references, name
    ((('Bob',),), 'hf')
    """
    check_name("format", format, ("auto", *formats()), error=DataError)
    if isinstance(data, str | Path):
        found = _checked(read(data, format, strict=True))
        return found, format if format != "auto" else ",".join(recognised(data))
    rows = iter(rows_in(data))
    if (first := next(rows, None)) is None:
        raise DataError(f"holds no row; expected {_EXPECTED}", "data")
    every = chain([first], rows)
    if isinstance(first, Record):
        return _checked(every), "jsonl" if format == "auto" else format
    if not isinstance(first, Mapping):
        raise DataError(f"a row is of type {type(first).__name__}; expected {_EXPECTED}", "data")
    shape = "hf" if not set(CONTEXTS).isdisjoint(first) else "jsonl"
    if shape == "jsonl" and "text" not in first:
        names = ", ".join(map(str, first)) or "none"
        raise DataError(f"a row has the fields {names}; expected {_EXPECTED}", "data", 1)
    try:
        lines = "".join(json.dumps(plain_row(row)) + "\n" for row in every).encode()
    except (ValueError, RecursionError) as error:
        raise DataError(why_not_json(error), "data") from error
    source = DataFile("data", "data.jsonl", lambda: io.BytesIO(lines))
    return _checked(formats()[shape].read(source, ())), shape if format == "auto" else format


def rows_in(data: Any) -> Iterable[Any]:
    """Return the rows of a frame or of anything iterable; raise DataError for anything else."""
    if isinstance(data, Mapping):
        parts = ", ".join(map(repr, data))
        raise DataError(f"a mapping of {parts} was given: choose one of its parts", "data")
    rows = [data] if isinstance(data, Record) else rows_of(data)
    if isinstance(rows, Iterable):
        return rows
    raise DataError(f"{type(data).__name__} is no data set; expected {_EXPECTED}", "data")


def rows_of(data: Any) -> Any:
    """Return the rows of a pandas or Polars frame as dicts; anything else as it is."""
    if hasattr(data, "iter_rows"):  # Polars
        return data.iter_rows(named=True)
    return data.to_dict("records") if hasattr(data, "to_dict") and hasattr(data, "columns") else data


def plain_row(value: Any) -> Any:
    """Return a value as JSON has it: arrays as lists, what is not there as null."""
    try:
        return _plain(value)
    except RecursionError:
        raise DataError("a row is nested too deep", "data") from None


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {str(key): _plain(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(one) for one in value]
    if hasattr(value, "tolist"):  # NumPy's arrays and numbers
        return _plain(value.tolist())
    if value is None or isinstance(value, str | int) or (isinstance(value, float) and value == value):
        return value
    return None if isinstance(value, float) or str(value) in ("NaT", "<NA>") else str(value)


def _checked(found: Iterable[Any]) -> tuple[Record, ...]:
    """Return the records; the first problem is an error, as is what holds no question."""
    records: list[Record] = []
    for one in found:
        if isinstance(one, Problem):
            raise DataError(one.reason, one.path, one.line)
        if not isinstance(one, Record):
            raise DataError(f"a {type(one).__name__} among the records; expected {_EXPECTED}", "data")
        if why := one.refused or next(filter(None, (asked.refused for asked in one.questions)), ""):
            raise DataError(why, f"data: {one.id[:80]!r}")
        records.append(one)
    uses = Counter(question.id for record in records for question in record.questions)
    if twice := next((identity for identity, count in uses.items() if count > 1), None):
        raise DataError(f"the question id {twice!r} is used twice", "data")
    if not uses:
        raise DataError("holds no question", "data")
    return tuple(records)
