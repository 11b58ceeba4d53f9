"""Spans with their scores, as the all-span kernels return them."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple

import numpy as np

from symbolic_rc.core.arrays import Floats, Ints
from symbolic_rc.core.errors import DataError


class Best(NamedTuple):
    """The best spans of each question as kernels keep them, best first; arrays of shape (questions, top)."""

    scores: Floats
    starts: Ints
    lengths: Ints


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

    starts: Ints
    ends: Ints
    scores: Floats

    def __len__(self) -> int:
        return self.starts.shape[0]

    @property
    def room(self) -> Best:
        """Where a kernel writes; `ends` holds lengths until `finished`."""
        return Best(self.scores, self.starts, self.ends)


def merged(spans: Spans, groups: Ints, top: int) -> Spans:
    """Return the best spans of groups of rows: a span's score is its best in any row of its group.

    The k best of the group are among the k best of its rows, since both are ordered alike.
    """
    result = empty_spans(groups.size - 1, top)
    result.ends[:] = -1
    for i, rows in enumerate(map(slice, groups[:-1], groups[1:])):
        starts, ends, scores = (part[rows].ravel() for part in (spans.starts, spans.ends, spans.scores))
        order = np.lexsort((ends, starts, -scores))
        best: dict[tuple[int, int], float] = {}
        for j in order[starts[order] >= 0].tolist():
            best.setdefault((int(starts[j]), int(ends[j])), scores[j])
        for place, ((start, end), score) in enumerate(islice(best.items(), top)):
            result.starts[i, place], result.ends[i, place], result.scores[i, place] = start, end, score
    return result


def empty_spans(questions: int, top: int) -> Spans:
    """Return room for the `top` best spans of each question; `ends` holds lengths until `finished`."""
    if top < 1:
        raise DataError(f"top: expected at least 1, not {top}")
    shape = (questions, int(top))
    return Spans(np.full(shape, -1, np.int32), np.zeros(shape, np.int32), np.full(shape, -np.inf))


def finished(found: Spans, groups: Ints | None = None) -> Spans:
    """Turn lengths into ends, and merge the rows of alternatives, if there are any."""
    np.add(found.ends, found.starts, out=found.ends)
    return found if groups is None else merged(found, groups, found.starts.shape[1])


def best_alternative(values: Floats, groups: Ints | None) -> Floats:
    """Return, for each group of rows, the elementwise maximum; 0 for a group without rows."""
    if groups is None:
        return values
    result = np.zeros((groups.size - 1, values.shape[1]))
    for i in range(groups.size - 1):
        if groups[i] < groups[i + 1]:
            values[groups[i] : groups[i + 1]].max(axis=0, out=result[i])
    return result
