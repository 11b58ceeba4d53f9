"""The averaged perceptron and the boosted ranker as scikit-learn estimators."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
import scipy.sparse
from numpy.typing import NDArray
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils.multiclass import unique_labels
from sklearn.utils.validation import check_array, check_is_fitted, check_X_y

from symbolic_rc.models.boosting import BoostSettings, boost
from symbolic_rc.models.linear import PerceptronSettings, Rows, train_classifier


@dataclass(eq=False, repr=False)
class PerceptronClassifier(ClassifierMixin, BaseEstimator):  # type: ignore[misc]
    """Averaged multiclass perceptron (Collins 2002), pruned and quantised as the shipped models are.

    Parameters
    ----------
    epochs, seeds, margin, prune, bits
        As `PerceptronSettings` has them.

    Attributes
    ----------
    classes_ : ndarray

    Examples
    --------
    >>> from sklearn.feature_extraction import DictVectorizer
    >>> from sklearn.pipeline import make_pipeline
    >>> words = [{"word": word, "end": word[-1]} for word in ("mill", "wheel", "ran", "sun", "sold", "kept")]
    >>> tagger = make_pipeline(DictVectorizer(), PerceptronClassifier(epochs=5))
    >>> tagger = tagger.fit(words, ["noun", "noun", "verb", "noun", "verb", "verb"])
    >>> tagger.predict([{"word": "bell", "end": "l"}])
    array(['noun'], dtype='<U4')
    """

    epochs: int = 10
    seeds: Sequence[int] = (1,)
    margin: float = 0.0
    prune: float = 0.0
    bits: int = 16

    def fit(self, X: Any, y: Any) -> PerceptronClassifier:
        """Learn from rows of features.

        Parameters
        ----------
        X : array or sparse matrix, shape (n, features)
        y : array of labels, shape (n,)
        """
        X, y = check_X_y(X, y, accept_sparse="csr")
        self.classes_ = unique_labels(y)
        self.n_features_in_ = X.shape[1]
        labels = np.searchsorted(self.classes_, y)
        settings = PerceptronSettings(**self.get_params())
        self.model_ = train_classifier(_rows(X), labels, tuple(map(str, self.classes_)), settings)
        return self

    def decision_function(self, X: Any) -> NDArray[np.float32]:
        """Return the score of each class; of two classes, by how much the second is ahead."""
        scores = self._scores(X)
        return scores[:, 1] - scores[:, 0] if len(self.classes_) == len("01") else scores

    def predict(self, X: Any) -> NDArray[Any]:
        """Return the label with the highest score of each row."""
        return np.asarray(self.classes_[self._scores(X).argmax(axis=1)])

    def _scores(self, X: Any) -> NDArray[np.float32]:
        check_is_fitted(self)
        X = check_array(X, accept_sparse="csr")
        if X.shape[1] != self.n_features_in_:
            raise ValueError(
                f"X has {X.shape[1]} features, but the model was trained on {self.n_features_in_}"
            )
        return self.model_.scores(_rows(X))


def _rows(X: Any) -> Rows:
    """Return a matrix as rows of features; their keys, columns times an odd number, spread over all keys."""
    matrix = scipy.sparse.csr_matrix(X)
    return Rows(
        matrix.indptr.astype(np.int64),
        (matrix.indices.astype(np.uint32) + np.uint32(1)) * np.uint32(0x9E3779B1),
        matrix.data.astype(np.float32),
    )


@dataclass(eq=False, repr=False)
class BoostedRanker(BaseEstimator):  # type: ignore[misc]
    """Trees whose sum ranks the rows of each list: those of a question's candidates, for instance.

    Parameters
    ----------
    rounds, leaves, rate, least, lists, features
        As `BoostSettings` has them.

    Examples
    --------
    >>> import numpy as np
    >>> X = np.random.default_rng(1).random((400, 3))
    >>> ranker = BoostedRanker(rounds=20, leaves=4, least=5, lists=1.0, features=1.0)
    >>> ranker.fit(X, X[:, 1] > 0.8, groups=np.repeat(np.arange(40), 10)).score(X, X[:, 1] > 0.8, X[:, 0] < 2)
    1.0
    """

    rounds: int = 300
    leaves: int = 31
    rate: float = 0.05
    least: int = 60
    lists: float = 0.5
    features: float = 0.35

    def fit(self, X: Any, y: Any, groups: Any = None) -> BoostedRanker:
        """Learn from lists of rows.

        Parameters
        ----------
        X : array, shape (n, features)
        y : array of float, shape (n,)
            How good each row is, 0 to 1.
        groups : array, shape (n,), optional
            The list of each row; rows of a list are adjacent. By default, all rows are one list.
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
        """Return the mean of `y` over the first-ranked row of each list."""
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
        raise ValueError("the rows of a list are not adjacent: sort the rows by `groups`")
    return np.array([0, *starts, rows], np.int64)
