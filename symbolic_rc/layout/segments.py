"""Parts of a text: segments by what they are, and blocks of lines between empty ones."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

#: What is no part of the story.
OUTSIDE = frozenset({"licence", "note", "contents", "page"})


@dataclass(frozen=True, slots=True)
class Segment:
    """A part of a text: characters `start` to `end` (exclusive).

    Attributes
    ----------
    kind : str
        ``licence``, ``note`` (who made the text), ``contents``, ``heading``, ``prose``, ``verse`` of books;
        ``scene``, ``speaker``, ``direction``, ``speech``, ``page`` (page numbers and such) of screenplays.
    name : str
        The heading, the scene's place, or the speaker, of the segments that have one.
    """

    kind: str
    start: int
    end: int
    name: str = ""


_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n|$)")


@dataclass(frozen=True, slots=True)
class Block:
    """Lines without an empty one between them.

    Attributes
    ----------
    start, end : int
        Characters of the text; line ends belong to the block.
    lines : tuple of str
        Without their line ends, white space at the right removed.
    """

    start: int
    end: int
    lines: tuple[str, ...]

    @property
    def words(self) -> str:
        """The block's text on one line."""
        return " ".join(" ".join(self.lines).split())


def blocks(text: str, start: int = 0, end: int | None = None) -> Iterator[Block]:
    """Yield the blocks of a part of the text, in order."""
    stop = len(text) if end is None else end
    first, last = start, start
    lines: list[str] = []
    position = start
    while position < stop:
        match = _LINE.match(text, position, stop)
        assert match is not None
        line, position = match.group().rstrip(), max(match.end(), position + 1)
        if line:
            if not lines:
                first = match.start()
            lines.append(line)
            last = position
        elif lines:
            yield Block(first, last, tuple(lines))
            lines = []
    if lines:
        yield Block(first, last, tuple(lines))
