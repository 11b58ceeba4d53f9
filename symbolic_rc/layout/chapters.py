"""The chapters of a text, by their headings."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

#: Maximum characters of a text shown whole, and minimum of a part of one without headings.
WHOLE, PART = 24_000, 12_000
_HEADING = re.compile(
    r"^[ \t]*((?:chapter|book|part|act|scene|canto|letter)\s+(?:[ivxlc]+|\d+|[a-z-]+)\b[^\n]{0,60})[ \t]*$",
    re.IGNORECASE | re.MULTILINE,
)
_BREAK = re.compile(r"\n[ \t]*\n|(?<=[.!?])\s")
_TITLE = 40


@dataclass(frozen=True, slots=True)
class Chapter:
    """A part of a text: characters `start` to `end` (exclusive)."""

    title: str
    start: int
    end: int


def chapters(text: str, longest: int = 0) -> list[Chapter]:
    """Split a text at its headings; a part of more than `longest` characters at paragraphs or sentences.

    A text of no more characters stays whole; 0: chapters are of any length.

    Examples
    --------
    >>> chapters("Ada kept the mill.")
    [Chapter(title='', start=0, end=18)]
    >>> [one.title for one in chapters("Chapter I\\n\\nAda kept the mill.\\n\\nChapter II\\n\\nShe sold it.")]
    ['Chapter I', 'Chapter II']
    """
    heads = list(_HEADING.finditer(text)) if len(text) > longest else []
    starts = [(match.start(), " ".join(match[1].split())[:_TITLE]) for match in heads]
    if not starts or starts[0][0] > 0:
        starts.insert(0, (0, "Opening" if len(text) > longest > 0 or starts else ""))
    ends = [start for start, _ in starts[1:]] + [len(text)]
    found: list[Chapter] = []
    for (start, title), end in zip(starts, ends, strict=True):
        pieces = _pieces(text, start, end) if longest else [(start, end)]
        for number, (first, last) in enumerate(pieces, 1):
            name = f"{title}, part {number}" if len(pieces) > 1 else title
            found.append(Chapter(name, first, last))
    return found


def _pieces(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """Split a chapter that is too long itself."""
    pieces = []
    while end - start > WHOLE:
        cut = _BREAK.search(text, start + PART, min(start + WHOLE, end))
        at = cut.end() if cut else start + PART
        pieces.append((start, at))
        start = at
    return [*pieces, (start, end)]


def chapter_at(found: Sequence[Chapter], place: int) -> int:
    """Return the number of the chapter of a character."""
    return max((i for i, one in enumerate(found) if one.start <= place), default=0)
