"""Checking decoded JSON and CSV: each function returns the field or raises `Malformed` naming it."""

from __future__ import annotations

import ast
import csv
import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from symbolic_rc.core.plain_text import GUESS
from symbolic_rc.datasets.problem import Problem
from symbolic_rc.datasets.source import Source

#: What pandas and datasets write of an array in a table.
_ARRAY = re.compile(r"\barray\((\[[^\]]*\])(?:, dtype=\w+)?\)")


class Malformed(ValueError):
    """A record that does not have the form it should have; caught by every format's reader."""


def text(record: Any, *names: str, default: str | None = None) -> str:
    """Return the first of the named fields that is there, a string that can be written as UTF-8."""
    if not isinstance(record, Mapping):
        raise Malformed(f"an object was expected, not {_kind(record)}")
    for name in names:
        value = record.get(name)
        if value is None:
            continue
        if not isinstance(value, str):
            raise Malformed(f"field {name!r} should be text, not {_kind(value)}")
        return clean(value, name)
    if default is None:
        raise Malformed(f"field {' or '.join(map(repr, names))} is missing")
    return default


def clean(value: str, name: str) -> str:
    """Return a string after making sure that it can be written as UTF-8."""
    try:
        value.encode()
    except UnicodeEncodeError as error:
        raise Malformed(f"field {name!r} holds half a surrogate pair") from error
    return value


def items(record: Any, name: str) -> list[Any]:
    """Return a field that is a list."""
    if not isinstance(record, Mapping):
        raise Malformed(f"an object was expected, not {_kind(record)}")
    value = record.get(name)
    if not isinstance(value, list):
        raise Malformed(f"field {name!r} " + ("is missing" if value is None else "should be a list"))
    return value


def texts(values: list[Any], name: str) -> tuple[str, ...]:
    """Return a list of strings as a tuple."""
    if not all(isinstance(value, str) for value in values):
        raise Malformed(f"field {name!r} should hold texts only")
    return tuple(clean(value, name) for value in values)


def _kind(value: Any) -> str:
    names = {dict: "an object", list: "a list", str: "text", bool: "true or false", type(None): "null"}
    return names.get(type(value), "a number")


def decoded_lines(source: Source) -> Iterator[tuple[int, Any] | Problem]:
    """Decode JSON lines; a bad line is a `Problem`, and the next line is read."""
    for number, line in source.numbered_lines():
        if line is None:
            yield Problem(source.place, number, source.limits.too_long("the line"))
        elif line.strip():
            try:
                yield number, json.loads(line)
            except json.JSONDecodeError as error:
                yield Problem(source.place, number, f"not valid JSON ({error.msg}, column {error.colno})")
            except (ValueError, RecursionError) as error:
                yield Problem(source.place, number, f"not valid JSON ({type(error).__name__})")


def rows(
    source: Source, *needed: str, delimiter: str = ","
) -> Iterator[tuple[int, dict[str, str]] | Problem]:
    """Decode a CSV file with a header line.

    Parameters
    ----------
    source : Source
    *needed : str
        The columns that must be there.
    delimiter : str

    Yields
    ------
    (int, dict) or Problem
        The row with the line on which it ends. After a `Problem` about the header nothing follows.
    """
    csv.field_size_limit(max(csv.field_size_limit(), source.limits.text))
    reader = csv.DictReader(_with_ends(source), restval="", delimiter=delimiter)
    try:
        missing = [name for name in needed if name not in (reader.fieldnames or ())]
        if missing:
            yield Problem(source.place, 1, f"column {', '.join(map(repr, missing))} is missing")
            return
        for row in reader:
            if None in row:
                reason = f"the row has more cells than the header's {len(reader.fieldnames or ())}"
                yield Problem(source.place, reader.line_num, reason)
            else:
                yield reader.line_num, row
    except csv.Error as error:
        yield Problem(source.place, reader.line_num, f"not valid CSV ({error})")


def _with_ends(source: Source) -> Iterator[str]:
    for line in source.lines(GUESS):
        yield line + "\n"


def parsed_cell(cell: str) -> Any:
    """Return what a table's cell holds: an object or a list, as JSON or as Python writes it, or text."""
    if cell.strip()[:1] not in ("{", "["):
        return cell
    for read in (json.loads, ast.literal_eval):
        try:
            return read(_ARRAY.sub(r"\1", cell) if read is ast.literal_eval else cell)
        except (ValueError, SyntaxError, RecursionError, MemoryError, TypeError):
            continue
    return cell
