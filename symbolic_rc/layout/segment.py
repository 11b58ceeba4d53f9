"""Segments of a text."""

from __future__ import annotations

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
