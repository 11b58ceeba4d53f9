"""Conversations as chains of turns: the probability of each candidate speaker of each turn.

A chain is a conditional random field (Lafferty et al. 2001) of second order: a turn's speaker depends on his
features, on the speaker of the turn before, and on that of the turn before it. All sums are in log space.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
#: Features of a pair of candidates: each feature's number, and its value for every pair.
PairFeatures = list[tuple[int, Floats]]

#: The log score of a candidate that is not allowed.
IMPOSSIBLE = -1e9


@dataclass(frozen=True, slots=True)
class Chain:
    """The turns of one conversation.

    Attributes
    ----------
    turns : list of int
        The turns' numbers in their document.
    candidates : list of ndarray of int64
        The possible speakers of each turn, as mentions; one alone where a precise rule found him.
    features : list of ndarray of float64, shape (candidates, features)
    steps, leaps : list of PairFeatures
        Features of each turn's candidates and those of the turn before, and of the turn before that.
    """

    turns: list[int] = field(default_factory=list)
    candidates: list[NDArray[np.int64]] = field(default_factory=list)
    features: list[Floats] = field(default_factory=list)
    steps: list[PairFeatures] = field(default_factory=list)
    leaps: list[PairFeatures] = field(default_factory=list)


def _total(values: Floats, axis: int) -> Floats:
    """Return the log of the sum of exponentials along an axis (that of scipy differs in the last bits)."""
    most = values.max(axis=axis, keepdims=True)
    return np.log(np.exp(values - most).sum(axis=axis)) + most.squeeze(axis)


def _scores(pairs: PairFeatures, weights: Floats, shape: tuple[int, int]) -> Floats:
    scores = np.zeros(shape)
    for feature, values in pairs:
        scores += weights[feature] * values
    return scores


def expect(
    chain: Chain, weights: Floats, allowed: list[NDArray[np.bool_] | None] | None = None
) -> tuple[float, Floats, list[Floats]]:
    """Sum over all assignments of speakers to the turns of a chain (forward-backward algorithm).

    Parameters
    ----------
    chain : Chain
    weights : ndarray of float64
        By feature.
    allowed : list of ndarray of bool, optional
        Of each turn, the candidates that are summed over; None for all.

    Returns
    -------
    total : float
        The log partition function.
    expected : ndarray of float64
        The expected value of each feature.
    probabilities : list of ndarray of float64
        Of each turn's candidates.
    """
    count = len(chain.turns)
    own = [features @ weights for features in chain.features]
    for scores, mask in zip(own, allowed or [None] * count, strict=True):
        if mask is not None:
            scores[~mask] = IMPOSSIBLE
    # forward[n][b, c]: turn n - 1 is spoken by b, turn n by c; one dummy candidate precedes the first turn
    forward, steps, leaps = [own[0][None]], [np.zeros((1, len(own[0])))], [np.zeros((1, len(own[0])))]
    for n in range(1, count):
        last = forward[-1]
        steps.append(_scores(chain.steps[n], weights, (last.shape[1], len(own[n]))))
        leaps.append(_scores(chain.leaps[n], weights, (last.shape[0], len(own[n]))))
        forward.append(_total(last[:, :, None] + leaps[n][:, None], 0) + steps[n] + own[n])
    total = float(_total(forward[-1].ravel(), 0))
    expected = np.zeros(len(weights))
    probabilities: list[Floats] = [np.zeros(0)] * count
    backward = np.zeros_like(forward[-1])
    for n in range(count - 1, -1, -1):
        pair = np.exp(forward[n] + backward - total)
        probabilities[n] = pair.sum(0)
        expected += probabilities[n] @ chain.features[n]
        if not n:
            break
        for feature, values in chain.steps[n]:
            expected[feature] += (pair * values).sum()
        triple = leaps[n][:, None] + (steps[n] + own[n] + backward)[None]
        if chain.leaps[n]:
            apart = np.exp(forward[n - 1][:, :, None] + triple - total).sum(1)
            for feature, values in chain.leaps[n]:
                expected[feature] += (apart * values).sum()
        backward = _total(triple, 2)
    return total, expected, probabilities
