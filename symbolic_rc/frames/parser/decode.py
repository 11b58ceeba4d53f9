"""The arguments of a frame, chosen together: no overlap, numbered roles once."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.kernels import kernel

#: Partial frames kept, roles tried for each candidate, and how much worse than none a role may be.
WIDTH, TRIED, SLACK = 12, 4, 5.0


@kernel
def by_start(spans: NDArray[np.int32], n: int, order: NDArray[np.int32]) -> None:
    """Fill `order` with the first `n` spans by their start, longer ones first, equal ones as they come."""
    for i in range(n):
        place = i
        while place > 0:
            other = order[place - 1]
            later = spans[other, 0] > spans[i, 0]
            if not later and not (spans[other, 0] == spans[i, 0] and spans[other, 1] < spans[i, 1]):
                break
            order[place] = other
            place -= 1
        order[place] = i


@kernel
def likely(scores: NDArray[np.float32], best: NDArray[np.int32]) -> int:
    """Fill `best` with the most likely labels, none of them much less than no label; return how many."""
    tried = 0
    while tried < len(best):
        top = -1
        for label in range(1, len(scores)):
            repeated = False
            for q in range(tried):
                if best[q] == label:
                    repeated = True
            if not repeated and (top < 0 or scores[label] > scores[top]):
                top = label
        if top < 0 or scores[top] < scores[0] - SLACK:
            break
        best[tried] = top
        tried += 1
    return tried


@kernel
def best_first(
    score: NDArray[np.float64], taken: NDArray[np.int64], end: NDArray[np.int32], kept: NDArray[np.int32]
) -> int:
    """Fill `kept` with the best partial frames, of equal scores the older ones; return how many there are.

    What is equal but for its score is beaten.
    """
    left = np.ones(len(score), np.bool_)
    alive = 0
    while alive < len(kept):  # numba would compile a sort for this
        m = -1
        for q in range(len(score)):
            if left[q] and (m < 0 or score[q] > score[m]):
                m = q
        if m < 0:
            break
        for q in range(len(score)):
            if taken[q] == taken[m] and end[q] == end[m]:
                left[q] = False
        kept[alive] = m
        alive += 1
    return alive


@kernel
def choose(
    scores: NDArray[np.float32],
    spans: NDArray[np.int32],
    n: int,
    order: NDArray[np.int32],
    core: NDArray[np.int64],
    out: NDArray[np.int32],
) -> float:
    """Fill `out` with the label of each of n candidates (0: none) in the best frame found; return its score.

    Parameters
    ----------
    scores : ndarray of float32, shape (n, labels)
        Log probabilities.
    spans : ndarray of int32, shape (n, 2)
    order : ndarray of int32, shape (n,)
        The candidates by start of their spans. Partial frames grow in this order, so that it is enough to
        know where the last argument ended and which numbered roles are taken; frames equal in both compete.
    core : ndarray of int64, shape (labels,)
        The bit of a role that is given once, or 0.
    """
    score, taken = np.zeros(WIDTH), np.zeros(WIDTH, np.int64)
    end, past = np.zeros(WIDTH, np.int32), np.zeros((WIDTH, n), np.int32)
    new_score, new_taken = np.zeros(WIDTH * (TRIED + 1)), np.zeros(WIDTH * (TRIED + 1), np.int64)
    new_end, source = np.zeros(WIDTH * (TRIED + 1), np.int32), np.zeros(WIDTH * (TRIED + 1), np.int32)
    given = np.zeros(WIDTH * (TRIED + 1), np.int32)
    best, kept = np.zeros(TRIED, np.int32), np.zeros(WIDTH, np.int32)
    alive = 1
    for step in range(n):
        i = order[step]
        tried = likely(scores[i], best)
        if tried == 0:
            for s in range(alive):
                score[s] += scores[i, 0]
            continue
        made = 0
        for s in range(alive):
            new_score[made], new_taken[made], new_end[made] = score[s] + scores[i, 0], taken[s], end[s]
            source[made], given[made] = s, 0
            made += 1
            if spans[i, 0] < end[s]:
                continue
            for q in range(tried):
                label = best[q]
                if core[label] & taken[s]:
                    continue
                new_score[made], new_taken[made] = score[s] + scores[i, label], taken[s] | core[label]
                new_end[made], source[made], given[made] = spans[i, 1], s, label
                made += 1
        alive = best_first(new_score[:made], new_taken, new_end, kept)
        history = np.zeros((WIDTH, n), np.int32)
        for s in range(alive):
            m = kept[s]
            history[s] = past[source[m]]
            history[s, i] = given[m]
            score[s], taken[s], end[s] = new_score[m], new_taken[m], new_end[m]
        past = history
    for i in range(n):
        out[i] = past[0, i]
    return score[0]


@kernel
def normalise(
    sums: NDArray[np.float32], own: NDArray[np.int32], count: int, width: int, out: NDArray[np.float32]
) -> None:
    """Turn the sums of columns into log probabilities of the labels."""
    best = np.float32(-1e30)
    for label in range(count):
        score = np.float32(-1e30)
        if own[label, 0] != -2:
            score = np.float32(0.0)
            for w in range(width):
                if own[label, w] >= 0:
                    score += sums[own[label, w]]
        out[label] = score
        best = max(best, score)
    z = np.float32(0.0)
    for label in range(count):
        z += np.exp(out[label] - best)
    z = best + np.log(z)
    for label in range(count):
        out[label] -= z
