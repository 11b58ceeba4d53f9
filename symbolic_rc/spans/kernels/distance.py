"""Word distance: how far the question's words lie from each position of the story."""

from __future__ import annotations

from typing import Any

import numpy as np

from symbolic_rc.core.arrays import Ints, Singles
from symbolic_rc.core.kernels import kernel


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
    shifts: Ints,
    cap: int,
    groups: Ints,
    candidates: Ints,
    mentions: Ints,
    at: Singles,
    best: Singles,
    where: Ints,
) -> int:
    """Write the distance at every mention and the least of every candidate, for each question.

    Question q has the relation's rows ``questions[q]`` to ``questions[q + 1]`` and the candidates
    ``groups[q]`` to ``groups[q + 1]``. A match saves up to `cap`, less with its distance and weight; each
    word keeps its largest saving at each position, so the work is a few steps a match. Returns `first_fault`,
    and writes nothing if there is one.
    """
    fault = first_fault(indptr, positions, tokens, questions, groups, candidates, mentions)
    if fault:
        return fault
    triangle = np.zeros(2 * cap, np.float32)
    for i in range(2 * cap):
        triangle[i] = max(0, cap - abs(i - cap))
    # Position x has its savings at x + 2 * cap: matches up to `cap` outside the story still lie inside.
    size = tokens + 4 * cap
    saved, word = np.zeros(size, np.float32), np.zeros(size, np.float32)
    for q in range(questions.size - 1):
        saved[:] = 0.0
        full = np.float32(0.0)
        for row in range(questions[q], questions[q + 1]):
            full += np.float32(cap)
            low, high, shift = indptr[row], indptr[row + 1], shifts[row]
            # Rising positions: drop those whose windows miss the story.
            while low < high and positions[low] - shift <= -cap:
                low += 1
            while low < high and positions[high - 1] - shift >= tokens + cap:
                high -= 1
            for i in range(low, high):
                window = word[positions[i] - shift + cap : positions[i] - shift + 3 * cap]
                weight = weights[i]
                for k in range(window.size):
                    saving = triangle[k] * weight
                    window[k] = saving if saving > window[k] else window[k]
            taken = 0
            for i in range(low, high):
                left = positions[i] - shift + cap
                fresh = max(taken, left)
                taken = left + 2 * cap
                total, own = saved[fresh:taken], word[fresh:taken]
                for k in range(own.size):
                    total[k] += own[k]
                    own[k] = 0.0
        for i in range(candidates[groups[q]], candidates[groups[q + 1]]):
            at[i] = full - saved[np.uint64(mentions[i] + 2 * cap)]
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
