"""Decoding and checking JSON and CSV: a field is returned, or `Malformed` is raised with its name."""

from __future__ import annotations

import ast
import csv
import io
import itertools
import json
import logging
import math
import re
import sys
import tokenize
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from symbolic_rc.core.errors import DataError
from symbolic_rc.core.files.plain_text import GUESS
from symbolic_rc.core.record import Question, Record
from symbolic_rc.datasets.source import DataFile, Problem

#: What pandas and datasets write of an array in a table.
_ARRAY = re.compile(r"\barray\((\[[^\]]*\])(?:, dtype=[^)]+)?\)")


_LOG = logging.getLogger(__name__)
_T = TypeVar("_T")

#: Decodes JSON; NaN, which pandas writes where nothing is, is null.
DECODER = json.JSONDecoder(
    parse_constant={"NaN": None, "Infinity": math.inf, "-Infinity": -math.inf}.__getitem__
)

#: Appended to a table, to see whether its last row is complete.
_END = "\x1aend of table"


class Malformed(ValueError):
    """A record of the wrong form; caught by every format's reader."""


def text(record: Any, *names: str, default: str | None = None) -> str:
    """Return the first of the named fields that is present, as text that can be encoded as UTF-8."""
    if not isinstance(record, Mapping):
        raise Malformed(f"an object was expected, not {_kind(record)}")
    for name in names:
        if (value := record.get(name)) is None:
            continue
        if not isinstance(value, str):
            raise Malformed(f"field {name!r} should be text, not {_kind(value)}")
        return clean(value, name)
    if default is None:
        raise Malformed(f"field {' or '.join(map(repr, names))} is missing")
    return default


def id_of(record: Any, *names: str, default: str | None = None) -> str:
    """Return the first of the named fields that is present, as `text` does; whole numbers are taken, too."""
    if isinstance(record, Mapping):
        given = next((record[name] for name in names if record.get(name) not in (None, "")), None)
        if type(given) is int or (isinstance(given, float) and given.is_integer()):
            return str(int(given))
        if given is None and default is not None:
            return default
    if not (found := text(record, *names, default=default)).strip():
        raise Malformed(f"field {names[0]!r} is empty")
    return found


def clean(value: str, name: str) -> str:
    """Return a text; `Malformed` if it cannot be encoded as UTF-8."""
    try:
        value.encode()
    except UnicodeEncodeError as error:
        raise Malformed(f"field {name!r} holds half a surrogate pair") from error
    return value


def required(value: _T | None, reason: str) -> _T:
    """Return a value that is not None; raise `Malformed` for the reason given if it is."""
    if value is None:
        raise Malformed(reason)
    return value


def items(record: Any, name: str, optional: bool = False) -> list[Any]:
    """Return a field that is a list; an optional one may be missing."""
    if not isinstance(record, Mapping):
        raise Malformed(f"an object was expected, not {_kind(record)}")
    value = record.get(name)
    if optional and value is None:
        return []
    if not isinstance(value, list):
        raise Malformed(f"field {name!r} " + ("is missing" if value is None else "should be a list"))
    return value


def texts(values: list[Any], name: str) -> tuple[str, ...]:
    """Return a list of strings as a tuple."""
    if not all(isinstance(value, str) for value in values):
        raise Malformed(f"field {name!r} should hold texts only")
    return tuple(clean(value, name) for value in values)


def each(
    place: str,
    values: Iterable[tuple[int, Any] | Problem],
    read: Callable[[int, Any], Iterable[Record | Problem]],
) -> Iterator[Record | Problem]:
    """Yield what `read` makes of each line and value; what is malformed becomes a `Problem`."""
    for found in values:
        if isinstance(found, Problem):
            yield found
            continue
        try:
            yield from read(*found)
        except Malformed as error:
            yield Problem(place, found[0], str(error))


def questions_of(
    place: str,
    line: int,
    asked: list[Any],
    make: Callable[[Any, str], Question],
    where: Callable[[int], str],
    story: str = "",
) -> Generator[Problem, None, tuple[Question, ...]]:
    """Return the questions that `make` gives, each with its default id; malformed ones become problems."""
    found = []
    for number, one in enumerate(asked):
        try:
            found.append(make(one, f"{story}.{number}"))
        except Malformed as error:
            yield Problem(place, line, f"{where(number)}: {error}")
    return tuple(found)


def _kind(value: Any) -> str:
    names = {dict: "an object", list: "a list", str: "text", bool: "true or false", type(None): "null"}
    return names.get(type(value), "a number")


def why_not_json(error: Exception) -> str:
    """Say what is wrong with JSON, by what decoding it raised."""
    if isinstance(error, json.JSONDecodeError):
        return f"not valid JSON ({error.msg}, column {error.colno})"
    if isinstance(error, RecursionError):
        return f"not valid JSON that can be read ({type(error).__name__}: nested too deep)"
    return f"not valid JSON that can be read (a number has more than {sys.get_int_max_str_digits():,} digits)"


def decoded_lines(source: DataFile) -> Iterator[tuple[int, Any] | Problem]:
    """Decode JSON lines; a bad line is a `Problem`, and the next line is read."""
    good = False
    for number, line, ended in source.ended_lines():
        if line is None:
            yield Problem(source.place, number, source.limits.too_long("the line"))
        elif line.strip():
            try:
                yield number, DECODER.decode(line)
                good = True
            except (ValueError, RecursionError) as error:
                cut = isinstance(error, json.JSONDecodeError) and good and not ended
                yield Problem(source.place, number, why_not_json(error), damaged=cut)


def delimiter_of(head: str) -> str:
    """Return what separates the cells of a table, by its header or the line ``sep=;`` that Excel writes."""
    header = head.lstrip("\r\n").partition("\n")[0]
    said = re.match('"?sep=([,;\t|])', header)
    return said[1] if said else max(",;\t|", key=header.count)


def columns_of(head: str) -> list[str]:
    """Return the names of a table's columns, by how it begins; none where it is no table."""
    try:
        return _header(csv.reader(head.splitlines(keepends=True), delimiter=delimiter_of(head)))
    except csv.Error:
        return []


def _header(rows: Iterable[list[str]]) -> list[str]:
    """Return the first row that is neither empty nor ``sep=;``."""
    found = (row for row in rows if any(row) and not row[0].startswith("sep="))
    return [name.strip() for name in next(found, ())]


def rows(source: DataFile, *needed: str) -> Iterator[tuple[int, dict[str, str]] | Problem]:
    """Decode a CSV file with a header line: yield each row with the line on which it ends, or a problem.

    Cells are separated as `delimiter_of` finds. After a `Problem` about the header, such as for columns that
    are needed and missing, nothing follows.
    """
    csv.field_size_limit(max(csv.field_size_limit(), source.limits.text))
    line, delimiter = 1, delimiter_of(source.head())
    if delimiter != {".csv": ",", ".tsv": "\t"}.get(source.suffix, delimiter):
        _LOG.warning("%s: its cells are separated by %r", source.place, delimiter)
    try:
        for line, row in table_rows(_with_ends(source), delimiter, needed):
            if row.pop(None, None):  # type: ignore[call-overload]
                reason = f"the row has more cells than the header's {len(row)}"
                yield Problem(source.place, line, reason)
            elif any(map(str.strip, row.values())):
                yield line, row
    except csv.Error as error:
        yield Problem(source.place, line, f"not valid CSV ({error})", damaged=isinstance(error, CutTable))
    except Malformed as error:
        yield Problem(source.place, 1, str(error))


def _with_ends(source: DataFile) -> Iterator[str]:
    for _, line, ended in source.ended_lines(GUESS):
        if line is None:
            raise DataError(source.limits.too_long("the line"), source.place)
        yield line + "\n" * ended


class CutTable(csv.Error):
    """A table that ends in the middle of a row."""


def table_rows(
    lines: Iterable[str], delimiter: str = ",", needed: Sequence[str] = ()
) -> Iterator[tuple[int, dict[str, str]]]:
    """Yield the rows of a table with a header, each with the line on which it ends.

    Cells that are not there are empty; under the key None are those for which the header has no name, unless
    all of them are empty. `csv.Error` is raised if it is no table (`CutTable` if it ends within quotes, or
    without all cells and the line's end), `Malformed` if the header lacks columns that are needed.
    """
    last_line = [""]
    reader = csv.DictReader(_marked_lines(lines, last_line), delimiter=delimiter)
    reader.fieldnames = _header(reader.reader)
    names = [name for name in reader.fieldnames if name != _END]
    _check_columns(names, needed)
    before: tuple[int, dict[str, Any]] | None = None
    filled: bool | None = None  # whether the last column has a value in every row before the last one
    for row in reader:
        cells = list(row.values())
        if cells[0] == _END:
            break
        if before is not None:
            filled = filled is not False and bool(before[1].get(names[-1]))
            yield before[0], _filled(before[1])
        if any(str(cell).endswith(_END) for cell in cells):
            raise CutTable("it ends within quotes")
        before = reader.line_num, row
    if before is not None:
        last, whole = before[1], last_line[0].endswith(("\n", "\r"))
        if not whole and (None in last.values() or (filled and not last.get(names[-1]))):
            raise CutTable("it ends within a row")
        yield before[0], _filled(last)


def _check_columns(names: Sequence[str], needed: Sequence[str]) -> None:
    if not names:
        raise Malformed("the table has no header")
    missing = [name for name in needed if name not in names]
    if missing:
        raise Malformed(f"column {', '.join(map(repr, missing))} is missing")
    if twice := [name for name, times in Counter(names).items() if name and times > 1]:
        raise Malformed(f"column {', '.join(map(repr, twice))} occurs twice")


def _marked_lines(lines: Iterable[str], last: list[str]) -> Iterator[str]:
    """Yield lines, kept in `last` as they come, and the mark of a table's end."""
    for last[0] in lines:
        yield last[0]
    yield "\n"  # so that the mark is never all of a cell that was open
    yield _END


def _filled(row: dict[str, Any]) -> dict[str, str]:
    return {
        name: "" if cell is None else cell
        for name, cell in row.items()
        if name is not None or any(one.strip() for one in cell)
    }


def parsed_cell(cell: Any) -> Any:
    """Return what a table's cell holds: an object or a list, as JSON or as Python writes it, or text."""
    if not isinstance(cell, str) or cell.strip()[:1] not in ("{", "["):
        return cell
    for read in (json.loads, lambda text: ast.literal_eval(_with_commas(_ARRAY.sub(r"\1", text)))):
        try:
            return read(cell)
        except (ValueError, SyntaxError, RecursionError, MemoryError, TypeError, tokenize.TokenError):
            continue
    return cell


def _with_commas(text: str) -> str:
    """Put a comma between values that follow each other: so numpy writes arrays."""
    found, before = "", 0
    for token in tokenize.generate_tokens(io.StringIO(text.strip()).readline):
        values = (tokenize.STRING, tokenize.NUMBER)
        found += ", " * (before in values and token.type in values) + token.string
        before = before if token.type == tokenize.NL else token.type
    return found.strip()


def answers_of(given: Any) -> tuple[tuple[str, ...], list[Any]]:
    """Return the alternatives of an answer, and where they start in the context, where that is known.

    The answer is a text, a number, or true and false for ``yes`` and ``no``; an object with ``text`` and
    ``answer_start``, each one or a list; a list of these. A table's cell may hold it as text.
    """
    given = parsed_cell(given)
    answers, places = list[str](), list[Any]()
    for one in given if isinstance(given, list) else [given]:
        found, starts = one, None
        if isinstance(one, Mapping):
            found, starts = one.get("text"), one.get("answer_start")
        if found is one or not isinstance(found, list):
            found, starts = [found], [starts]
        starts = starts if isinstance(starts, list) else []
        for value, start in itertools.zip_longest(found, starts[: len(found)]):
            if isinstance(value, bool):
                value = "yes" if value else "no"
            elif not isinstance(value, str | int | float):
                what = f"field 'answers' should hold texts or objects with 'text', not {_kind(value)}"
                raise Malformed(what)
            if str(value).strip():
                answers.append(clean(str(value), "answers"))
                places.append(start)
    return tuple(answers), places


def _places(answers: Sequence[str], starts: Sequence[Any], context: str) -> tuple[tuple[int, int], ...]:
    """Return where answers stand; nothing unless all stand where the file says."""
    found = [
        (start, start + len(one)) for one, start in zip(answers, starts, strict=True) if type(start) is int
    ]
    texts = [context[start:end] if start >= 0 else None for start, end in found]
    return tuple(found) if texts == list(answers) else ()


def with_gold(
    question: Question, record: Mapping[str, Any], context: str, together: bool = False
) -> Question:
    """Return a question with what its record says of its answer, in the fields of SQuAD.

    Parameters
    ----------
    record : mapping
        ``answers`` or ``answer``, see `answers_of`; ``is_impossible``. Without any, the answer is unknown.
    context : str
        The story: the places of answers are kept where all are as the record says.
    together : bool
        Whether the answers are the spans of one answer, or each an alternative.
    """
    impossible, given = flag(record, "is_impossible"), record.get("answers", record.get("answer"))
    tags = {**question.tags} if impossible is None else {**question.tags, "version": "2.0"}
    if given is None and not impossible:
        return replace(question, tags=tags)
    answers, starts = answers_of([] if impossible else given)
    if not answers:
        return replace(question, references=((),), spans=((),), tags=tags)
    places = _places(answers, starts, context)
    parts = [answers] if together else [(one,) for one in answers]
    spans = [places] if together and places else [(one,) for one in places]
    return replace(question, references=tuple(parts), spans=tuple(spans), tags=tags)


def flag(record: Mapping[str, Any], name: str) -> bool | None:
    """Return a field that is true or false, also as text or as 1 and 0; None where it is missing or empty."""
    value = record.get(name)
    said = str(value).strip().lower().removesuffix(".0")
    found = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}.get(said)
    if value is not None and said and found is None:
        raise Malformed(f"field {name!r} should be true or false, not {str(value)[:40]!r}")
    return found
