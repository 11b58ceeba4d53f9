"""Reranking of shortlists: a linear model lists the best candidates, boosted trees compare them.

Every reranker of the project has this shape, and shares what follows: tags, frames, coreference, answers.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.models.boosting import BoostSettings, boost
from symbolic_rc.models.trees import Trees


def softmax(scores: NDArray[np.floating], axis: int = -1, temperature: float = 1.0) -> NDArray[np.float64]:
    """Return the probabilities of the candidates along an axis; 0 where the score is -inf.

    Examples
    --------
    >>> softmax(np.log([1.0, 3.0])).tolist()
    [0.25, 0.75]
    """
    weights = np.exp((scores - scores.max(axis, keepdims=True)) / temperature)
    result: NDArray[np.float64] = weights / weights.sum(axis, keepdims=True)
    return result


def boost_lists(
    lists: Iterable[tuple[NDArray[np.float32], NDArray[np.float32]]], settings: BoostSettings
) -> Trees:
    """Boost trees over lists of candidates.

    Parameters
    ----------
    lists : iterable of (ndarray of float32, ndarray of float32)
        Features, of shape (candidates, features), and how good each candidate is. Lists come from models that
        were not trained on them.
    settings : BoostSettings
    """
    features, gold = zip(*lists, strict=True)
    bounds = np.cumsum([0, *map(len, gold)], dtype=np.int64)
    return boost(np.concatenate(features), np.concatenate(gold), bounds, settings)
