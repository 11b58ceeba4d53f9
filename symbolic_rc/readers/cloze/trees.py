"""Boosted regression trees as arrays: grown by scikit-learn, kept in a container, read without it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

_ARRAYS = ("roots", "feature", "threshold", "left", "right", "value")


@dataclass(frozen=True, slots=True)
class Trees:
    """Trees laid end to end.

    Attributes
    ----------
    roots : ndarray of int32, shape (trees,)
        Where each tree's root stands.
    feature : ndarray of int16, shape (nodes,)
        The column that a node asks about; -1 for leaves.
    threshold : ndarray of float32
        Values up to it go left.
    left, right : ndarray of int32
        The next nodes; a leaf leads to itself.
    value : ndarray of float32
        What a leaf adds.
    """

    roots: NDArray[np.int32]
    feature: NDArray[np.int16]
    threshold: NDArray[np.float32]
    left: NDArray[np.int32]
    right: NDArray[np.int32]
    value: NDArray[np.float32]

    def scores(self, features: NDArray[np.float32]) -> NDArray[np.float64]:
        """Return the summed values of the leaves that rows reach: (n, columns) to float64 (n,)."""
        nodes = np.broadcast_to(self.roots, (len(features), len(self.roots)))
        rows = np.arange(len(features))[:, None]
        while True:
            asked = self.feature[nodes]
            if (asked < 0).all():
                found: NDArray[np.float64] = self.value[nodes].astype(np.float64).sum(axis=1)
                return found
            goes_left = features[rows, np.maximum(asked, 0)] <= self.threshold[nodes]
            nodes = np.where(goes_left, self.left[nodes], self.right[nodes])

    def arrays(self) -> dict[str, NDArray[Any]]:
        """Return the arrays by name, for a container."""
        return {f"trees.{name}": getattr(self, name) for name in _ARRAYS}

    @classmethod
    def of_arrays(cls, arrays: dict[str, NDArray[Any]]) -> Trees:
        """Make trees of a container's arrays."""
        return cls(*(arrays[f"trees.{name}"] for name in _ARRAYS))


def of_boosting(model: Any) -> Trees:
    """Read the trees out of scikit-learn's fitted histogram boosting (binary or regression).

    The constant that the model starts from is left out: it changes no ranking.
    """
    nodes = [predictors[0].nodes for predictors in model._predictors]
    sizes = np.array([len(each) for each in nodes])
    roots = np.concatenate([[0], np.cumsum(sizes)[:-1]]).astype(np.int32)
    whole = np.concatenate(nodes)
    base = np.repeat(roots, sizes)
    own = np.arange(len(whole), dtype=np.int32)
    leaf = whole["is_leaf"].astype(bool)
    return Trees(
        roots,
        np.where(leaf, -1, whole["feature_idx"]).astype(np.int16),
        whole["num_threshold"].astype(np.float32),
        np.where(leaf, own, whole["left"] + base).astype(np.int32),
        np.where(leaf, own, whole["right"] + base).astype(np.int32),
        whole["value"].astype(np.float32),
    )
