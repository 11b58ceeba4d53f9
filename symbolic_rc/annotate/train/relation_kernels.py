"""Learning what whole trees add to the parser's scores of relations: the compiled loop."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.jit import kernel

#: Slopes and their squares that are smaller teach nothing.
_FLAT, _FLAT_SQUARES = 1e-3, 1e-5


@kernel(large=True, exact=False)
def learn_epoch(
    starts: NDArray[np.int64],
    features: NDArray[np.int32],
    gold: NDArray[np.int32],
    before: NDArray[np.float32],
    order: NDArray[np.int64],
    weights: NDArray[np.float32],
    squares: NDArray[np.float32],
    rate: float,
    drop: float,
    seed: int,
) -> float:
    """Step up the likelihood of the right relations, word by word (AdaGrad); return the mean loss.

    Parameters
    ----------
    starts, features : arrays
        The rows of `weights` that each word has, -1 for none.
    gold : ndarray of int32, shape (words,)
    before : ndarray of float32, shape (words, relations)
        What speaks for each relation already.
    order : ndarray of int64
    weights : ndarray of float32, shape (features, relations)
        Changed in place.
    squares : ndarray of float32, shape (features,)
        Sums of squared gradients; changed in place.
    rate : float
    drop : float
        The share of a word's features that a step does not see.
    seed : int
    """
    np.random.seed(seed)
    chance, slope = np.zeros(weights.shape[1]), np.zeros(weights.shape[1])
    active, loss = np.zeros(int(np.max(starts[1:] - starts[:-1])), np.int64), 0.0
    for i in order:
        count = 0
        chance[:] = before[i]
        for j in range(starts[i], starts[i + 1]):
            if features[j] >= 0 and np.random.random() >= drop:
                active[count] = features[j]
                chance += weights[features[j]]
                count += 1
        chance[:] = np.exp(chance - np.max(chance))
        chance /= np.sum(chance)
        loss -= np.log(max(chance[gold[i]], 1e-9))
        square = 0.0
        for c in range(len(chance)):
            slope[c] = chance[c] - (c == gold[i])
            slope[c] = 0.0 if abs(slope[c]) < _FLAT else slope[c]
            square += slope[c] * slope[c]
        for a in range(count if square > _FLAT_SQUARES else 0):
            squares[active[a]] += square
            step = rate / np.sqrt(squares[active[a]])
            for c in range(len(slope)):
                weights[active[a], c] -= step * slope[c]
    return loss / len(order)
