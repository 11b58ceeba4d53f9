"""Spans with their scores, as the all-span kernels return them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.errors import DataError


class Best(NamedTuple):
    """The best spans of each question as kernels keep them, best first; arrays of shape (questions, top)."""

    scores: NDArray[np.float64]
    starts: NDArray[np.int32]
    lengths: NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class Spans:
    """The best spans of a story for each question, best first.

    Of equal scores the span that starts first comes first, then the shorter one. Where a story has fewer
    spans than were asked for, the rest of a row is -1 with a score of minus infinity.

    Attributes
    ----------
    starts, ends : ndarray of int32, shape (questions, top)
        Tokens of the story, ends exclusive.
    scores : ndarray of float64, shape (questions, top)
    """

    starts: NDArray[np.int32]
    ends: NDArray[np.int32]
    scores: NDArray[np.float64]

    def __len__(self) -> int:
        return self.starts.shape[0]

    @property
    def room(self) -> Best:
        """Where a kernel writes; `ends` holds lengths until `finished`."""
        return Best(self.scores, self.starts, self.ends)


def merged(spans: Spans, groups: NDArray[np.int32], top: int) -> Spans:
    """Return the best spans of groups of rows: a span's score is its best in any row of its group.

    The k best of the group are among the k best of its rows, since both are ordered alike.
    """
    count = groups.size - 1
    result = empty_spans(count, top)
    result.ends[:] = -1
    for i in range(count):
        rows = slice(groups[i], groups[i + 1])
        starts, ends = spans.starts[rows].ravel(), spans.ends[rows].ravel()
        scores = spans.scores[rows].ravel()
        order = np.lexsort((ends, starts, -scores))
        taken: set[tuple[int, int]] = set()
        for j in order[starts[order] >= 0].tolist():
            span = (int(starts[j]), int(ends[j]))
            if span not in taken:
                result.starts[i, len(taken)], result.ends[i, len(taken)] = span
                result.scores[i, len(taken)] = scores[j]
                taken.add(span)
                if len(taken) == top:
                    break
    return result


def empty_spans(questions: int, top: int) -> Spans:
    """Return room for the `top` best spans of each question; `ends` holds lengths until `finished`."""
    if top < 1:
        raise DataError(f"top: expected at least 1, not {top}")
    shape = (questions, int(top))
    return Spans(np.full(shape, -1, np.int32), np.zeros(shape, np.int32), np.full(shape, -np.inf))


def finished(found: Spans, groups: NDArray[np.int32] | None = None) -> Spans:
    """Turn lengths into ends, and merge the rows of alternatives, if there are any."""
    np.add(found.ends, found.starts, out=found.ends)
    if groups is None:
        return found
    return merged(found, groups, found.starts.shape[1])


def best_alternative(values: NDArray[np.float64], groups: NDArray[np.int32] | None) -> NDArray[np.float64]:
    """Return, for each group of rows, the elementwise maximum; 0 for a group without rows."""
    if groups is None:
        return values
    result = np.zeros((groups.size - 1, values.shape[1]))
    for i in range(groups.size - 1):
        if groups[i] < groups[i + 1]:
            values[groups[i] : groups[i + 1]].max(axis=0, out=result[i])
    return result
