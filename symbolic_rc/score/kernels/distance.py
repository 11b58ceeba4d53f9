"""Word distance: how far the question's words lie from each position of the story."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.jit import kernel

Ints = NDArray[np.int32]
Singles = NDArray[np.float32]


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
) -> None:
    """Write the distance at every mention and the least of every candidate, for each question.

    Question q has the relation's rows ``questions[q]`` to ``questions[q + 1]`` and the candidates
    ``groups[q]`` to ``groups[q + 1]``. A match saves up to `cap`, less with its distance and weight; each
    word keeps its largest saving at each position, so the work is a few steps a match.
    """
    pad = (cap + 7) // 8 * 8
    triangle = np.zeros(2 * pad, np.float32)
    for i in range(2 * pad):
        triangle[i] = max(0, cap - abs(i - pad))
    saved = np.zeros(tokens + 2 * pad, np.float32)
    word = np.zeros(tokens + 2 * pad, np.float32)
    for q in range(questions.size - 1):
        saved[:] = 0.0
        full = np.float32(0.0)
        for row in range(questions[q], questions[q + 1]):
            cost = costs[row]
            full += cost * cap
            for i in range(indptr[row], indptr[row + 1]):
                low = positions[i] - shifts[row]
                if low <= -cap or low >= tokens + cap:
                    continue
                weight = weights[i] * cost
                for j in range(max(0, -low), min(2 * pad, saved.size - low)):
                    word[low + j] = max(word[low + j], weight * triangle[j])
            for i in range(indptr[row], indptr[row + 1]):
                low = positions[i] - shifts[row]
                if low <= -cap or low >= tokens + cap:
                    continue
                for j in range(max(0, -low), min(2 * pad, saved.size - low)):
                    saved[low + j] += word[low + j]
                    word[low + j] = 0.0
        for c in range(groups[q], groups[q + 1]):
            best[c] = np.inf
            where[c] = -1
            for i in range(candidates[c], candidates[c + 1]):
                at[i] = full - saved[mentions[i] + pad]
                if at[i] < best[c]:
                    best[c] = at[i]
                    where[c] = mentions[i]
