"""The boosted trees that rank candidates, as an estimator of scikit-learn's."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator
from sklearn.utils.validation import check_array, check_is_fitted, check_X_y

from symbolic_rc.boosting.boost import BoostSettings, boost


class BoostedRanker(BaseEstimator):  # type: ignore[misc]
    """Trees whose sum ranks the rows of each list: those of a question's candidates, for instance.

    Parameters
    ----------
    rounds, leaves, rate, least, lists, features, sharp, seed
        As `BoostSettings` has them.

    Attributes
    ----------
    trees_ : Trees
    n_features_in_ : int

    Examples
    --------
    >>> import numpy as np
    >>> X = np.random.default_rng(1).random((400, 3))
    >>> ranker = BoostedRanker(rounds=20, leaves=4, least=5, lists=1.0, features=1.0)
    >>> ranker.fit(X, X[:, 1] > 0.8, groups=np.repeat(np.arange(40), 10)).score(X, X[:, 1] > 0.8, X[:, 0] < 2)
    1.0
    """

    def __init__(
        self,
        rounds: int = 300,
        leaves: int = 31,
        rate: float = 0.05,
        least: int = 60,
        lists: float = 0.5,
        features: float = 0.35,
        sharp: float = 3.0,
        seed: int = 1,
    ) -> None:
        self.rounds = rounds
        self.leaves = leaves
        self.rate = rate
        self.least = least
        self.lists = lists
        self.features = features
        self.sharp = sharp
        self.seed = seed

    def fit(self, X: Any, y: Any, groups: Any = None) -> BoostedRanker:
        """Learn from lists of rows.

        Parameters
        ----------
        X : array, shape (n, features)
        y : array of float, shape (n,)
            How good each row is, 0 to 1.
        groups : array, shape (n,), optional
            The list of each row; the rows of a list stand together. One list of all by default.
        """
        X, y = check_X_y(X, y, dtype=np.float32, y_numeric=True)
        self.n_features_in_ = X.shape[1]
        self.trees_ = boost(
            X, y.astype(np.float32), _bounds(groups, len(y)), BoostSettings(**self.get_params())
        )
        return self

    def predict(self, X: Any) -> NDArray[np.float64]:
        """Return the score of each row; higher is better."""
        check_is_fitted(self)
        return self.trees_.scores(check_array(X, dtype=np.float32))

    def score(self, X: Any, y: Any, groups: Any = None) -> float:
        """Return how good the first row of each list is, on average."""
        bounds, scores, gold = _bounds(groups, len(y)), self.predict(X), np.asarray(y, np.float64)
        firsts = [a + int(scores[a:b].argmax()) for a, b in pairwise(bounds)]
        return float(gold[firsts].mean())


def _bounds(groups: Any, rows: int) -> NDArray[np.int64]:
    """Return where each list begins, and the end of all."""
    if groups is None:
        return np.array([0, rows], np.int64)
    groups = np.asarray(groups)
    starts = np.flatnonzero(groups[1:] != groups[:-1]) + 1
    if len(np.unique(groups)) != len(starts) + 1:
        raise ValueError("the rows of a list do not stand together: sort the rows by `groups`")
    return np.array([0, *starts, rows], np.int64)
