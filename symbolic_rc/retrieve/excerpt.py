"""Parts of a story, chosen by their tokens, as a story of their own."""

from __future__ import annotations

from collections.abc import Sequence

from symbolic_rc.core.excerpt import Excerpt, join_parts
from symbolic_rc.core.record import Record
from symbolic_rc.story import Story

#: What stands between two parts that are not neighbours in the story.
MARK = "\n\n* * *\n\n"


def excerpt(story: Story, ranges: Sequence[tuple[int, int]]) -> Excerpt:
    """Put parts of a story together.

    Parameters
    ----------
    story : Story
    ranges : sequence of (int, int)
        Parts in tokens of ``story.tokens``, ends exclusive, in order, not empty; neighbours become one part.
    """
    joined: list[tuple[int, int]] = []
    for start, end in ranges:
        if joined and joined[-1][1] == start:
            joined[-1] = (joined[-1][0], end)
        else:
            joined.append((start, end))
    starts, ends = story.tokens.starts, story.tokens.ends
    characters = [(int(starts[start]), int(ends[end - 1])) for start, end in joined]
    whole = Record(story.id, story.text, (), story.title, story.tokenised)
    return join_parts(whole, characters, MARK)
