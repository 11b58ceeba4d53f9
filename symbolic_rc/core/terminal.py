r"""Text from data for a terminal: control characters are escaped.

>>> escaped("red \x1b[31m alert \x07")
'red \\x1b[31m alert \\x07'
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import IO, Any

#: Control characters except tab and newline, and marks of text direction.
_STEERING = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


def escaped(text: str) -> str:
    """Return a text with control characters escaped as in a Python string."""
    return _STEERING.sub(lambda match: match.group().encode("unicode_escape").decode(), text)


def one_line(text: str) -> str:
    """Return a text, escaped, in one line."""
    return escaped(text).replace("\n", "\\n")


class Escaping:
    """A text stream that escapes what is written to another stream."""

    def __init__(self, stream: IO[str]) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        """Write a text, escaped."""
        self._stream.write(escaped(text))
        return len(text)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


def aligned(rows: Sequence[Sequence[str]], numbers: bool = False) -> Iterator[str]:
    """Yield rows of cells as lines with aligned columns; of `numbers`, all but the first to the right.

    Examples
    --------
    >>> list(aligned([("rule", "right"), ("stated", "3")]))
    ['rule    right', 'stated  3']
    """
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = enumerate(zip(row, widths, strict=True))
        padded = (cell.rjust(width) if i and numbers else cell.ljust(width) for i, (cell, width) in cells)
        yield "  ".join(padded).rstrip()
