"""Which layout a text has, and its segments."""

from __future__ import annotations

from symbolic_rc.layout.gutenberg import gutenberg_segments, is_gutenberg
from symbolic_rc.layout.screenplay import is_screenplay, screenplay_segments
from symbolic_rc.layout.segment import Segment

__all__ = ["Segment", "layout_of", "segments"]


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
