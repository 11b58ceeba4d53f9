"""The compiled loop that trains the second look at tags."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.jit import kernel

#: A word whose label is that likely teaches nothing more; gradients below the second are none.
_LIKELY, _SLIGHT = 0.998, 1e-4


@kernel(exact=False)
def learn_epoch(
    features: NDArray[np.int32],
    likely: NDArray[np.int32],
    gold: NDArray[np.int64],
    order: NDArray[np.int64],
    drop: float,
    rate: float,
    seed: int,
    weights: NDArray[np.float32],
) -> float:
    """One pass of AdaGrad over words, whose labels' probabilities are a softmax; returns the loss.

    Parameters
    ----------
    features : ndarray of int32, shape (words, templates)
        Rows of `weights`; -1 where there is none.
    likely : ndarray of int32, shape (words, tried)
        The labels that a word may have.
    gold : ndarray of int64, shape (words,)
        Which of these is right, or -1.
    order : ndarray of int64
    drop : float
        The share of features that a word goes without.
    rate : float
    seed : int
    weights : ndarray of float32, shape (2, features, labels)
        The weights, and the sums of squared gradients.
    """
    np.random.seed(seed)
    width = likely.shape[1]
    scores = np.zeros(width)
    kept = np.zeros(features.shape[1], np.bool_)
    loss = 0.0
    for i in order:
        if gold[i] < 0:
            continue
        scores[:] = 0.0
        for f in range(features.shape[1]):
            kept[f] = features[i, f] >= 0 and np.random.random() >= drop
            if kept[f]:
                for c in range(width):
                    scores[c] += weights[0, features[i, f], likely[i, c]]
        scores = np.exp(scores - scores.max())
        scores /= scores.sum()
        loss -= np.log(max(scores[gold[i]], 1e-12))
        if scores[gold[i]] > _LIKELY:
            continue
        scores[gold[i]] -= 1.0
        for f in range(features.shape[1]):
            if not kept[f]:
                continue
            k = features[i, f]
            for c in range(width):
                g = scores[c]
                if abs(g) > _SLIGHT:
                    label = likely[i, c]
                    weights[1, k, label] += g * g
                    weights[0, k, label] -= rate * g / np.sqrt(weights[1, k, label])
    return loss / max(len(order), 1)
