"""The layout of a text, and the part of it that is the story, as running text."""

from __future__ import annotations

import re
from dataclasses import replace

from symbolic_rc.core.excerpt import Excerpt, join_parts
from symbolic_rc.core.record import Record
from symbolic_rc.layout.segments import (
    OUTSIDE,
    Segment,
    gutenberg_segments,
    is_gutenberg,
    is_screenplay,
    screenplay_segments,
)


def layout_of(text: str) -> str:
    """Return ``gutenberg``, ``screenplay`` or ``plain``.

    Parameters
    ----------
    text : str
        A whole book or screenplay.

    Examples
    --------
    >>> layout_of("Ada sold the mill. Brack bought it.")
    'plain'
    """
    if is_screenplay(text):
        return "screenplay"
    return "gutenberg" if is_gutenberg(text) else "plain"


def segments(text: str) -> list[Segment]:
    """Return the segments of a text in order; of a plain one, the whole.

    Parameters
    ----------
    text : str
        A whole book or screenplay.
    """
    layout = layout_of(text)
    if layout == "screenplay":
        return screenplay_segments(text)
    if layout == "gutenberg":
        return gutenberg_segments(text)
    return [Segment("prose", 0, len(text))] if text else []


_BREAK = re.compile(r"[ \t]*(?:\r\n|\r|\n)\s*")


def story_ranges(text: str) -> list[tuple[int, int]]:
    """Return the parts of a text that belong to the story, in characters, in order.

    Parameters
    ----------
    text : str
        A whole book or screenplay.
    """
    ranges: list[tuple[int, int]] = []
    gap = True
    for segment in segments(text):
        if segment.kind in OUTSIDE:
            gap = True
        elif gap or not ranges:
            ranges.append((segment.start, segment.end))
            gap = False
        else:
            ranges[-1] = (ranges[-1][0], segment.end)
    return ranges


def readable(record: Record) -> tuple[Record, Excerpt | None]:
    """Return the record with the story alone as running text, and the way back; None if nothing was done.

    Only texts of a known layout are touched. A line end within a paragraph becomes blanks, so that sentences
    run on over it; empty lines still divide paragraphs.

    Parameters
    ----------
    record : Record
        A story as it was read.
    """
    if record.tokenised or layout_of(record.text) == "plain":
        return record, None
    ranges = story_ranges(record.text)
    if not ranges:
        return record, None
    part = join_parts(record, ranges, "\n\n")
    unwrapped = replace(part.record, text=unwrap(part.record.text))
    return unwrapped, replace(part, record=unwrapped)


def unwrap(text: str) -> str:
    """Return a text of the same length whose lines run on; empty lines stay, as two line ends.

    Examples
    --------
    >>> unwrap("The old\\r\\nmill.\\r\\n\\r\\nIt burnt.")
    'The old  mill.\\n\\n  It burnt.'
    """
    return _BREAK.sub(_blanks, text)


def _blanks(match: re.Match[str]) -> str:
    found = match.group()
    lines = max(found.count("\n"), found.count("\r"))
    return ("\n\n" if lines > 1 else "").ljust(len(found))
