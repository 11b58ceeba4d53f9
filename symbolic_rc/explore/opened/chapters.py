"""Long texts in chapters, so that a page never holds more than one of them."""

from __future__ import annotations

import re
from dataclasses import dataclass

#: Characters of a text that is shown whole, and of a part of one without headings.
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


def chapters(text: str) -> list[Chapter]:
    """Cut a long text at its headings, or else where a paragraph or sentence ends; a short one is one.

    Examples
    --------
    >>> chapters("Ada kept the mill.")
    [Chapter(title='', start=0, end=18)]
    """
    if len(text) <= WHOLE:
        return [Chapter("", 0, len(text))]
    heads = list(_HEADING.finditer(text))
    starts = [(match.start(), " ".join(match[1].split())[:_TITLE]) for match in heads]
    if not starts or starts[0][0] > 0:
        starts.insert(0, (0, "Opening"))
    ends = [start for start, _ in starts[1:]] + [len(text)]
    found: list[Chapter] = []
    for (start, title), end in zip(starts, ends, strict=True):
        pieces = _pieces(text, start, end)
        for number, (first, last) in enumerate(pieces, 1):
            name = f"{title}, part {number}" if len(pieces) > 1 else title
            found.append(Chapter(name, first, last))
    return found


def _pieces(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """Cut a chapter that is too long itself."""
    pieces = []
    while end - start > WHOLE:
        cut = _BREAK.search(text, start + PART, min(start + WHOLE, end))
        at = cut.end() if cut else start + PART
        pieces.append((start, at))
        start = at
    return [*pieces, (start, end)]


def chapter_at(found: list[Chapter], place: int) -> int:
    """Return the number of the chapter that holds a character."""
    return max((i for i, one in enumerate(found) if one.start <= place), default=0)
