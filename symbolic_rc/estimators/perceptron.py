"""The averaged perceptron that tags, parses and finds names, as a classifier of scikit-learn's."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import scipy.sparse
from numpy.typing import NDArray
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils.multiclass import unique_labels
from sklearn.utils.validation import check_array, check_is_fitted, check_X_y

from symbolic_rc.linear import Rows, train_classifier


class PerceptronClassifier(ClassifierMixin, BaseEstimator):  # type: ignore[misc]
    """Averaged multiclass perceptron (Collins 2002), pruned and quantised as the shipped models are.

    Parameters
    ----------
    epochs : int
    seeds : sequence of int
        One training per seed (order of the examples); their weights are averaged.
    margin : float
        Update also where the right class wins by less than this.
    prune : float
        Weights of at most this size are dropped.
    bits : {8, 16}
        The size of a stored weight.

    Attributes
    ----------
    classes_ : ndarray
    model_ : LinearModel
    n_features_in_ : int

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

    def __init__(
        self,
        epochs: int = 10,
        seeds: Sequence[int] = (1,),
        margin: float = 0.0,
        prune: float = 0.0,
        bits: int = 16,
    ) -> None:
        self.epochs = epochs
        self.seeds = seeds
        self.margin = margin
        self.prune = prune
        self.bits = bits

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
        self.model_ = train_classifier(
            _rows(X),
            labels,
            tuple(map(str, self.classes_)),
            epochs=self.epochs,
            seeds=tuple(self.seeds),
            margin=self.margin,
            prune=self.prune,
            bits=self.bits,
        )
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
            raise ValueError(f"X has {X.shape[1]} features, but this learned from {self.n_features_in_}")
        return self.model_.scores(_rows(X))


def _rows(X: Any) -> Rows:
    """Return a matrix as rows of features; a column's key is its number, counted from one."""
    matrix = scipy.sparse.csr_matrix(X)
    return Rows(
        matrix.indptr.astype(np.int64),
        matrix.indices.astype(np.uint32) + np.uint32(1),
        matrix.data.astype(np.float32),
    )
