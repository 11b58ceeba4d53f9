"""Sparse linear scores, and the best of each question."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.jit import kernel

Ints = NDArray[np.int32]
Floats = NDArray[np.float64]
Singles = NDArray[np.float32]


@kernel
def sparse_scores(indptr: Ints, indices: Ints, values: Singles, weights: Singles, scores: Floats) -> None:
    """Write the dot product of each sparse row with the weights, summed from left to right."""
    for row in range(indptr.size - 1):
        total = 0.0
        for i in range(indptr[row], indptr[row + 1]):
            total += np.float64(values[i]) * np.float64(weights[indices[i]])
        scores[row] = total


@kernel
def group_best(scores: Floats, groups: Ints, chosen: Ints) -> None:
    """Write ``chosen[group, rank]``, best first; of equal scores the first position wins; -1 for no more."""
    top = chosen.shape[1]
    for g in range(groups.size - 1):
        filled = 0
        for i in range(groups[g], groups[g + 1]):
            if filled == top and not scores[i] > scores[chosen[g, top - 1]]:
                continue
            place = min(filled, top - 1)
            filled = min(filled + 1, top)
            while place > 0 and scores[i] > scores[chosen[g, place - 1]]:
                chosen[g, place] = chosen[g, place - 1]
                place -= 1
            chosen[g, place] = i
        for rank in range(filled, top):
            chosen[g, rank] = -1
