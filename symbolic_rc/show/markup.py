"""Marks over a text, as HTML: entities, frames, evidence, answers, freely overlapping.

An entity has one colour, the same on every page: its hue as ``style="--hue:137"`` and the class ``entity``;
the style sheet makes a pale background with dark letters of it, or a dark one with pale letters, with a
contrast of at least 4.5 to 1.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup, escape

_GOLDEN_ANGLE = 137.508


def hue(entity: int) -> int:
    """Return an entity's hue in degrees; consecutive entities get distant hues.

    Examples
    --------
    >>> [hue(entity) for entity in range(4)]
    [0, 138, 275, 53]
    """
    return round(entity * _GOLDEN_ANGLE) % 360


_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ufffe\uffff]")


@dataclass(frozen=True, slots=True)
class Mark:
    """One mark: characters `start` to `end` (exclusive), small text after it, a tooltip.

    Its kind is one of those of evidence, ``entity``, ``answer``, ``gold``, ``quotation``, or a verdict on a
    statement: ``supported``, ``contradicted``, ``not-found``. It has the colour of an entity, or -1 for none.
    """

    start: int
    end: int
    kind: str
    label: str = ""
    title: str = ""
    entity: int = -1


def plain(text: str) -> str:
    """Replace control characters, which HTML does not allow."""
    return _CONTROL.sub("�", text)


def marked(text: str, marks: Sequence[Mark]) -> Markup:
    """Return the text as HTML with its marks; everything else is escaped.

    Overlapping marks are split where they cross, so that elements nest. Empty marks and marks beyond the
    text are left out.

    Examples
    --------
    >>> print(marked("Ann <3 Bob", [Mark(0, 3, "entity", entity=0), Mark(0, 6, "evidence")]))
    <span class="evidence"><mark class="entity" style="--hue:0">Ann</mark> &lt;3</span> Bob
    """
    valid = [mark for mark in marks if 0 <= mark.start < mark.end <= len(text)]
    # Longer marks open first and so lie outside; ties keep the caller's order.
    valid.sort(key=lambda mark: (mark.start, -mark.end))
    pieces: list[Markup] = []
    open_marks: list[Mark] = []
    position = 0

    def write(to: int) -> None:
        nonlocal position
        pieces.append(escape(plain(text[position:to])))
        position = to

    def close(at: int) -> None:
        """Close the marks that end by `at`, and reopen those that cross them."""
        while any(mark.end <= at for mark in open_marks):
            end = min(mark.end for mark in open_marks)
            write(end)
            reopened: list[Mark] = []
            while any(mark.end == end for mark in open_marks):
                mark = open_marks.pop()
                pieces.append(_closing(mark, done=mark.end == end))
                if mark.end > end:
                    reopened.append(mark)
            for mark in reversed(reopened):
                pieces.append(_opening(mark))
                open_marks.append(mark)

    for mark in valid:
        close(mark.start)
        write(mark.start)
        pieces.append(_opening(mark))
        open_marks.append(mark)
    close(len(text))
    write(len(text))
    return Markup("").join(pieces)


def _tag(mark: Mark) -> str:
    return "span" if mark.kind in ("evidence", "argument", "quotation") else "mark"


def _opening(mark: Mark) -> Markup:
    style = Markup(' style="--hue:{}"').format(hue(mark.entity)) if mark.entity >= 0 else ""
    title = Markup(' title="{}"').format(plain(mark.title)) if mark.title else ""
    return Markup('<{} class="{}"{}{}>').format(_tag(mark), mark.kind, style, title)


def _closing(mark: Mark, done: bool) -> Markup:
    label = Markup("<sub>{}</sub>").format(plain(mark.label)) if mark.label and done else ""
    return Markup("{}</{}>").format(label, _tag(mark))
