"""Word distance: how far the question's words lie from each position of the story."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.jit import kernel

Ints = NDArray[np.int32]
Singles = NDArray[np.float32]


#: Windows are widened to a multiple of this: eight floats are one register.
_LANES = 8


@kernel
def larger(a: float, b: float) -> Any:
    """Return the larger of two numbers."""
    return a if a > b else b


@kernel
def raise_eight(word: Singles, at: Any, triangle: Singles, k: Any, weight: Any) -> None:
    """Raise eight savings around a match to what it saves there.

    Written out, all reads before all writes, since the compiler's own loops begin at thirty-two. Indices are
    unsigned, so that none counts from the end.
    """
    new0 = larger(weight * triangle[k + np.uint64(0)], word[at + np.uint64(0)])
    new1 = larger(weight * triangle[k + np.uint64(1)], word[at + np.uint64(1)])
    new2 = larger(weight * triangle[k + np.uint64(2)], word[at + np.uint64(2)])
    new3 = larger(weight * triangle[k + np.uint64(3)], word[at + np.uint64(3)])
    new4 = larger(weight * triangle[k + np.uint64(4)], word[at + np.uint64(4)])
    new5 = larger(weight * triangle[k + np.uint64(5)], word[at + np.uint64(5)])
    new6 = larger(weight * triangle[k + np.uint64(6)], word[at + np.uint64(6)])
    new7 = larger(weight * triangle[k + np.uint64(7)], word[at + np.uint64(7)])
    word[at + np.uint64(0)] = new0
    word[at + np.uint64(1)] = new1
    word[at + np.uint64(2)] = new2
    word[at + np.uint64(3)] = new3
    word[at + np.uint64(4)] = new4
    word[at + np.uint64(5)] = new5
    word[at + np.uint64(6)] = new6
    word[at + np.uint64(7)] = new7


@kernel
def take_eight(word: Singles, at: Any, saved: Singles) -> None:
    """Add eight savings of one word to those of all, and clear them, so that none is added twice."""
    new0 = saved[at + np.uint64(0)] + word[at + np.uint64(0)]
    new1 = saved[at + np.uint64(1)] + word[at + np.uint64(1)]
    new2 = saved[at + np.uint64(2)] + word[at + np.uint64(2)]
    new3 = saved[at + np.uint64(3)] + word[at + np.uint64(3)]
    new4 = saved[at + np.uint64(4)] + word[at + np.uint64(4)]
    new5 = saved[at + np.uint64(5)] + word[at + np.uint64(5)]
    new6 = saved[at + np.uint64(6)] + word[at + np.uint64(6)]
    new7 = saved[at + np.uint64(7)] + word[at + np.uint64(7)]
    saved[at + np.uint64(0)] = new0
    saved[at + np.uint64(1)] = new1
    saved[at + np.uint64(2)] = new2
    saved[at + np.uint64(3)] = new3
    saved[at + np.uint64(4)] = new4
    saved[at + np.uint64(5)] = new5
    saved[at + np.uint64(6)] = new6
    saved[at + np.uint64(7)] = new7
    zero = np.float32(0.0)
    word[at + np.uint64(0)] = zero
    word[at + np.uint64(1)] = zero
    word[at + np.uint64(2)] = zero
    word[at + np.uint64(3)] = zero
    word[at + np.uint64(4)] = zero
    word[at + np.uint64(5)] = zero
    word[at + np.uint64(6)] = zero
    word[at + np.uint64(7)] = zero


@kernel
def rising(offsets: Ints, total: int) -> Any:
    """Whether offsets go from 0 to `total` and never fall."""
    good = offsets.size > 0 and offsets[0] == 0 and offsets[offsets.size - 1] == total
    for i in range(1, offsets.size):
        good &= offsets[i] >= offsets[i - 1]
    return good


@kernel
def inside(places: Ints, size: int) -> Any:
    """Whether all places lie from 0 to `size`, exclusive."""
    good = True
    for i in range(places.size):
        good &= 0 <= places[i] < size
    return good


@kernel
def first_fault(
    indptr: Ints,
    positions: Ints,
    tokens: int,
    questions: Ints,
    groups: Ints,
    candidates: Ints,
    mentions: Ints,
) -> Any:
    """Return which of the input's conditions does not hold, counted from 1, or 0; see `word_distance`."""
    if not rising(indptr, positions.size):
        return 1
    if not inside(positions, tokens):
        return 2
    if not rising(candidates, mentions.size):
        return 3
    if not inside(mentions, tokens):
        return 4
    if not rising(questions, indptr.size - 1):
        return 5
    if not rising(groups, candidates.size - 1) or groups.size != questions.size:
        return 6
    for row in range(indptr.size - 1):
        for i in range(indptr[row] + 1, indptr[row + 1]):
            if positions[i] <= positions[i - 1]:
                return 7
    return 0


@kernel
def word_distances(
    indptr: Ints,
    positions: Ints,
    weights: Singles,
    tokens: int,
    questions: Ints,
    costs: Singles,
    shifts: Ints,
    cap: int,
    groups: Ints,
    candidates: Ints,
    mentions: Ints,
    at: Singles,
    best: Singles,
    where: Ints,
) -> Any:
    """Write the distance at every mention and the least of every candidate, for each question.

    Question q has the relation's rows ``questions[q]`` to ``questions[q + 1]`` and the candidates
    ``groups[q]`` to ``groups[q + 1]``. A match saves up to `cap`, less with its distance and weight; each
    word keeps its largest saving at each position, so the work is a few steps a match. Returns `first_fault`,
    and writes nothing if there is one.
    """
    fault = first_fault(indptr, positions, tokens, questions, groups, candidates, mentions)
    if fault:
        return fault
    reach = (cap + _LANES - 1) // _LANES * _LANES
    triangle = np.zeros(2 * reach, np.float32)
    for i in range(2 * reach):
        triangle[i] = max(0, cap - abs(i - reach))
    # Position x has its savings at x + 2 * reach: matches up to `reach` outside the story still lie inside.
    saved = np.zeros(tokens + 4 * reach, np.float32)
    word = np.zeros(tokens + 4 * reach, np.float32)
    for q in range(questions.size - 1):
        saved[:] = 0.0
        full = np.float32(0.0)
        for row in range(questions[q], questions[q + 1]):
            full += costs[row] * np.float32(cap)
            low, high, shift = indptr[row], indptr[row + 1], shifts[row]
            # Rising positions: drop those whose windows miss the story.
            while low < high and positions[low] - shift <= -cap:
                low += 1
            while low < high and positions[high - 1] - shift >= tokens + cap:
                high -= 1
            for i in range(low, high):
                for k in range(0, 2 * reach, _LANES):
                    at_k = np.uint64(positions[i] - shift + reach + k)
                    raise_eight(word, at_k, triangle, np.uint64(k), weights[i] * costs[row])
            for i in range(low, high):
                for k in range(0, 2 * reach, _LANES):
                    take_eight(word, np.uint64(positions[i] - shift + reach + k), saved)
        for i in range(candidates[groups[q]], candidates[groups[q + 1]]):
            at[i] = full - saved[np.uint64(mentions[i] + 2 * reach)]
        for c in range(groups[q], groups[q + 1]):
            least, place = np.float32(np.inf), -1
            for i in range(candidates[c], candidates[c + 1]):
                # No branch: which mention is nearest cannot be foreseen.
                nearer = at[i] < least
                least = at[i] if nearer else least
                place = mentions[i] if nearer else place
            best[c] = least
            where[c] = place
    return 0
