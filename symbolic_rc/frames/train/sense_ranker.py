"""Training of the ranker of rolesets: the softmax over those that a predicate may have."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.kernels import kernel

#: A predicate whose roleset has this probability already teaches nothing more in this pass.
SURE = 0.999
#: Odd numbers that make a hash of a feature's place and of a number drawn for each step.
_BY_PLACE, _BY_STEP, _RANGE = 2654435761, 40503, 1 << 16


@kernel
def _is_kept(place: int, drawn: int, keep: float) -> bool:
    """Whether a step sees the feature at a place: the same for all rolesets of a predicate."""
    return (place * _BY_PLACE + drawn * _BY_STEP) % _RANGE < keep * _RANGE


@kernel(fastmath=True)
def epoch_of_lists(
    starts: NDArray[np.int64],
    ids: NDArray[np.int32],
    groups: NDArray[np.int64],
    right: NDArray[np.bool_],
    order: NDArray[np.int64],
    weights: NDArray[np.float32],
    squares: NDArray[np.float32],
    rate: float,
    l1: float,
    keep: float,
    seed: int,
) -> float:
    """One pass of AdaGrad (one rate a feature) with soft thresholding; returns the mean loss.

    Parameters
    ----------
    starts, ids : arrays
        Features (places in `weights`; -1 for unknown) of each roleset, compressed.
    groups : ndarray of int64, shape (predicates + 1,)
        Where the rolesets of each predicate begin.
    right : ndarray of bool, shape (rolesets,)
    order : ndarray of int64
        The predicates, as they are taken.
    weights, squares : ndarray of float32, shape (features,)
        Weights and sums of squared gradients; changed in place.
    keep : float
        Share of a roleset's features that a step sees.
    """
    np.random.seed(seed)
    loss = 0.0
    scores = np.zeros(np.diff(groups).max(), np.float64)
    for g in order:
        first, last = groups[g], groups[g + 1]
        drawn = int(np.random.random() * _RANGE)
        most = -np.inf
        for i in range(first, last):
            score = 0.0
            for j in range(starts[i], starts[i + 1]):
                if ids[j] >= 0 and _is_kept(j - starts[i], drawn, keep):
                    score += weights[ids[j]]
            scores[i - first] = score
            most = max(most, score)
        total, known = 0.0, 0.0
        for i in range(first, last):
            scores[i - first] = np.exp(scores[i - first] - most)
            total += scores[i - first]
            if right[i]:
                known += scores[i - first]
        loss -= np.log(max(known / total, 1e-9))
        if known <= 0.0 or known / total > SURE:
            continue
        for i in range(first, last):
            slope = scores[i - first] / total - (scores[i - first] / known if right[i] else 0.0)
            for j in range(starts[i], starts[i + 1]):
                f = ids[j]
                if f < 0 or not _is_kept(j - starts[i], drawn, keep):
                    continue
                squares[f] += slope * slope
                step = rate / np.sqrt(squares[f])
                weight = weights[f] - step * slope
                weights[f] = max(weight - step * l1, 0.0) if weight > 0.0 else min(weight + step * l1, 0.0)
    return loss / len(order)
