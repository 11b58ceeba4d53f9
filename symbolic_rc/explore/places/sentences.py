"""A part of a story as HTML, sentence by sentence, with marks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from markupsafe import Markup

from symbolic_rc.show.markup import Mark, marked
from symbolic_rc.story import Story

_SENTENCE = Markup('<span class="sentence" id="s{}">{}</span>')


def sentences_html(story: Story, marks: Sequence[Mark], start: int, end: int) -> Markup:
    """Return the sentences that begin within some characters, each in an element of its own.

    Parameters
    ----------
    story : Story
    marks : sequence of Mark
        Over the whole story; those that cross a sentence's end are cut there.
    start, end : int
    """
    text, bounds = story.text, _bounds(story)
    inside = [(i, first, last) for i, (first, last) in enumerate(bounds) if start <= first < end]
    if not inside:
        return Markup("")
    here = [mark for mark in marks if mark.start < inside[-1][2] and inside[0][1] < mark.end]
    ordered = sorted(here, key=lambda mark: (mark.start, -mark.end))
    pieces = []
    for number, first, last in inside:
        own = [_within(mark, first, last) for mark in ordered if mark.start < last and first < mark.end]
        pieces.append(_SENTENCE.format(number + 1, marked(text[first:last], own)))
    return Markup("").join(pieces)


def _bounds(story: Story) -> list[tuple[int, int]]:
    """Return where sentences begin and end; the space behind one is its own."""
    starts = [sent.start_char for sent in story.doc.sents]
    if not starts:
        return [(0, len(story.text))]
    starts[0] = 0
    return list(zip(starts, [*starts[1:], len(story.text)], strict=True))


def _within(mark: Mark, first: int, last: int) -> Mark:
    """Return a mark as the sentence has it: cut at its ends, with its label where it ends."""
    ends = mark.end <= last
    start, end = max(mark.start, first) - first, min(mark.end, last) - first
    return replace(mark, start=start, end=end, label=mark.label if ends else "")
