"""Conversations as chains of turns: the probability of each candidate of each turn.

A chain is a conditional random field (Lafferty et al. 2001) of second order: who speaks depends on what is
seen of him, on who speaks in the turn before, and in the turn before that. All sums run in logarithms.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
#: Features of a pair of candidates: each feature's number, and its value for every pair.
Pairs = list[tuple[int, Floats]]

#: The logarithm of a probability that is as good as none.
NEVER = -1e9


@dataclass(frozen=True, slots=True)
class Chain:
    """The turns of one conversation.

    Attributes
    ----------
    turns : list of int
        The turns' numbers in their document.
    candidates : list of ndarray of int64
        Who may speak in each turn, as mentions; one alone where it is sure.
    views : list of ndarray of float64, shape (candidates, features)
        What is seen of each.
    steps, leaps : list of Pairs
        Features of each turn's candidates beside those of the turn before, and of the turn before that.
    """

    turns: list[int]
    candidates: list[NDArray[np.int64]]
    views: list[Floats]
    steps: list[Pairs]
    leaps: list[Pairs]


def _total(values: Floats, axis: int) -> Floats:
    """Return the logarithm of the sum of exponentials along an axis."""
    most = values.max(axis=axis, keepdims=True)
    summed: Floats = np.log(np.exp(values - most).sum(axis=axis)) + most.squeeze(axis)
    return summed


def _scores(pairs: Pairs, weights: Floats, shape: tuple[int, int]) -> Floats:
    scores = np.zeros(shape)
    for feature, values in pairs:
        scores += weights[feature] * values
    return scores


def expect(
    chain: Chain, weights: Floats, allowed: list[NDArray[np.bool_] | None] | None = None
) -> tuple[float, Floats, list[Floats]]:
    """Sum over all ways to give the turns of a chain their speakers.

    Parameters
    ----------
    chain : Chain
    weights : ndarray of float64
        By feature.
    allowed : list of ndarray of bool, optional
        Of each turn the candidates that are counted, or None for all.

    Returns
    -------
    total : float
        The logarithm of the sum.
    expected : ndarray of float64
        The expected value of each feature.
    probabilities : list of ndarray of float64
        Of each turn's candidates.
    """
    count = len(chain.turns)
    own = [view @ weights for view in chain.views]
    for scores, mask in zip(own, allowed or [None] * count, strict=True):
        if mask is not None:
            scores[~mask] = NEVER
    # forward[n][b, c]: the turn before is spoken by b, turn n by c; before the first turn stands one nobody
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
        expected += probabilities[n] @ chain.views[n]
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
