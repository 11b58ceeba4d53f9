"""Decoding a JSON list or object element by element, so that one story at a time is in memory."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from symbolic_rc.datasets.fields import DECODER, why_not_json
from symbolic_rc.datasets.source import DataFile, Problem

_SPACE = re.compile(r"[ \t\n\r]*")
#: The longest element (an article with all its paragraphs), as a multiple of the longest text.
_TEXTS = 4
#: Where a decoder stops in what is well formed but cut: so near to its end.
_NEAR = 16


def members(source: DataFile) -> Iterator[tuple[int, tuple[str, Any]] | Problem]:
    """Decode a JSON object, as `elements` does a list: yield each name and value, with the name's line."""
    return elements(source, opening="{")


def elements(
    source: DataFile, key: str | None = None, opening: str = "["
) -> Iterator[tuple[int, Any] | Problem]:
    """Decode a JSON list, or the list under `key` of an object, element by element.

    Yields each element with the line where it starts. After a `Problem` nothing more can be decoded; the file
    is damaged unless it is of another shape.
    """
    stream, is_object = _Stream(source), opening == "{"
    what, closing = ("an object", "}") if is_object else ("a JSON list", "]")
    try:
        if stream.next() == "{" and key is not None and not stream.enter(key):
            yield stream.problem(f"field {key!r} with a list is missing", stream.start, not stream.next())
            return
        if stream.next() != opening:
            found = f"{what} was expected" if stream.next() else "the file ends before the list"
            yield stream.problem(found, stream.at, not stream.next())
            return
        stream.at += 1
        while stream.next() != closing:
            line = stream.line()
            yield line, (stream.name(), stream.value()) if is_object else stream.value()
            if stream.next() == ",":
                stream.at += 1
                stream.next()
            elif stream.next() != closing:
                yield stream.problem("not valid JSON (a comma or the list's end was expected)", stream.at)
                return
        stream.at += 1
        stream.leave(key)
        if stream.next():
            yield stream.problem("more follows the end, and is not read", stream.at, damaged=False)
    except json.JSONDecodeError as error:
        yield stream.problem(f"not valid JSON ({error.msg})", error.pos)
    except (ValueError, RecursionError) as error:
        yield stream.problem(why_not_json(error), stream.at)
    except _TooLong:
        yield stream.problem(source.limits.too_long("an element of the list"), stream.at)


class _TooLong(Exception):
    """An element is longer than it may be."""


class _Stream:
    """What is read of a document and not yet decoded."""

    def __init__(self, source: DataFile) -> None:
        self._pieces = source.pieces()
        self._place, self._most = source.place, _TEXTS * source.limits.text
        self._text, self._ended = "", False
        self._lines = self._counted = 0  # line ends in what was dropped; how far they are counted in the text
        self.at = self.start = 0

    def _more(self, size: int) -> bool:
        """Read at least `size` further characters; return whether there are any."""
        if self._ended:
            return False
        if self.at > 1 << 20:
            self._lines += self._text.count("\n", self._counted, self.at)
            self._text, self.at, self._counted = self._text[self.at :], 0, 0
        pieces = [self._text]
        while size > 0 and (piece := next(self._pieces, "")):
            pieces.append(piece)
            size -= len(piece)
        self._ended = size > 0
        self._text = "".join(pieces)
        return len(pieces) > 1

    def next(self) -> str:
        """Move to the next character that is no space, and return it; nothing at the end."""
        while True:
            match = _SPACE.match(self._text, self.at)
            self.at = match.end() if match else self.at
            if self.at < len(self._text):
                return self._text[self.at]
            if not self._more(1):
                return ""

    def line(self) -> int:
        """Return the line of the place where it is."""
        self._lines += self._text.count("\n", self._counted, self.at)
        self._counted = self.at
        return self._lines + 1

    def problem(self, reason: str, at: int, damaged: bool = True) -> Problem:
        """Return a problem at a place in what is held."""
        line = self._lines + self._text.count("\n", self._counted, at) + 1
        return Problem(self._place, line, reason, damaged)

    def value(self) -> Any:
        """Decode the value at the place where it is, and move behind it."""
        while True:
            try:
                value, end = DECODER.raw_decode(self._text, self.at)
                if end < len(self._text) or not self._more(1):
                    self.at = end
                    return value
            except json.JSONDecodeError as error:
                cut = error.pos > len(self._text) - _NEAR or error.msg.startswith("Unterminated string")
                if not cut or not self._more(len(self._text) - self.at):
                    raise
            if len(self._text) - self.at > self._most:
                raise _TooLong

    def name(self) -> Any:
        """Decode the name of an object's member, and move to its value."""
        name = self.value()
        if self.next() != ":":
            raise json.JSONDecodeError("a colon was expected", self._text, self.at)
        self.at += 1
        self.next()
        return name

    def enter(self, key: str) -> bool:
        """Move to the value under a key of the object at this place; return whether there is one."""
        self.at += 1
        while self.next() == '"':
            if self.name() == key:
                return True
            self.value()
            if self.next() != ",":
                return False
            self.at += 1
        return False

    def leave(self, key: str | None) -> None:
        """Move behind the object that was entered, past its other members."""
        while key is not None and self.next() == ",":
            self.at += 1
            self.next()
            if self.name() == key:
                raise json.JSONDecodeError(f"a second field {key!r}", self._text, self.at)
            self.value()
        self.at += key is not None and self.next() == "}"
