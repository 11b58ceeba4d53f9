"""The mean reciprocal rank, for readers that rank answers."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from symbolic_rc.metrics.metric import Statistics, total


def reciprocal_rank(scores: ArrayLike, correct: Collection[int]) -> float:
    """Return 1 / rank of the best correct candidate.

    Candidates of equal score share their middle rank, so that a reader that cannot tell them apart does not
    gain from their order.

    Parameters
    ----------
    scores : array_like of float, shape (n,)
        Higher is better.
    correct : collection of int
        Positions of the correct candidates; 0 is returned where there is none.

    Examples
    --------
    >>> reciprocal_rank([0.1, 0.9, 0.5], {2})
    0.5
    """
    values = np.asarray(scores, dtype=np.float64)
    if not correct:
        return 0.0
    best = values[list(correct)].max()
    above, equal = int((values > best).sum()), int((values == best).sum())
    return 1.0 / (above + (equal + 1) / 2)


@dataclass(frozen=True, slots=True)
class MRR:
    """Mean reciprocal rank of the correct answer among all answers to the same story's questions.

    Its statistics come from a ranking (`statistics_of`), not from an answer's text.
    """

    @property
    def name(self) -> str:
        """The key in ``metrics.json``."""
        return "mrr"

    @property
    def signature(self) -> str:
        """What is computed."""
        return "MRR|pool:answers-of-the-story|ties:middle-rank|scale:0-1"

    def __str__(self) -> str:
        return self.signature

    def statistics_of(self, scores: ArrayLike, correct: Collection[int]) -> Statistics:
        """Return (reciprocal rank, 1); float64, shape (2,)."""
        return np.array([reciprocal_rank(scores, correct), 1.0])

    def score(self, statistics: ArrayLike) -> float:
        """Return the mean, 0 to 1."""
        return float(self.scores(total(statistics)))

    def scores(self, sums: ArrayLike) -> Statistics:
        """Return the means of many sums: (..., 2) to (...)."""
        array = np.asarray(sums, dtype=np.float64)
        found: Statistics = array[..., 0] / np.maximum(array[..., 1], 1.0)
        return found
