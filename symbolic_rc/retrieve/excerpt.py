"""Parts of a story put together as a story of their own, with the way back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.answer import Answer
from symbolic_rc.core.record import Record
from symbolic_rc.story import Story

#: What stands between two parts that are not neighbours in the story.
MARK = "\n\n* * *\n\n"


@dataclass(frozen=True, slots=True)
class Excerpt:
    """Parts of a story in its order, marks between them.

    Attributes
    ----------
    record : Record
        The excerpt's text, without questions.
    starts, origins, lengths : ndarray of int64, shape (parts,)
        Where each part starts in the excerpt and in the story, and how long it is, in characters.
    """

    record: Record
    starts: NDArray[np.int64]
    origins: NDArray[np.int64]
    lengths: NDArray[np.int64]

    def back(self, answer: Answer) -> Answer:
        """Return an answer about the excerpt with its spans in the story; spans over a mark are left out."""
        spans = tuple(span for start, end in answer.spans if (span := self._origin(start, end)) is not None)
        kept = spans if len(spans) == len(answer.spans) else ()
        return Answer(answer.texts, kept, answer.score, answer.rule, answer.trace)

    def _origin(self, start: int, end: int) -> tuple[int, int] | None:
        part = int(np.searchsorted(self.starts, start, side="right")) - 1
        if part < 0 or end > self.starts[part] + self.lengths[part]:
            return None
        shift = int(self.origins[part] - self.starts[part])
        return start + shift, end + shift


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
    pieces, starts, origins, length = [], [], [], 0
    for start, end in joined:
        left, right = int(story.tokens.starts[start]), int(story.tokens.ends[end - 1])
        pieces.append(story.text[left:right])
        starts.append(length)
        origins.append(left)
        length += right - left + len(MARK)
    record = Record(story.id, MARK.join(pieces), (), story.title, story.tokenised)
    lengths = np.array([len(piece) for piece in pieces], np.int64)
    return Excerpt(record, np.array(starts, np.int64), np.array(origins, np.int64), lengths)
