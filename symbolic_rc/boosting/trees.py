"""Boosted trees as arrays: what they predict, and what each feature contributed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.boosting.leaves import Leaves, leaves_of, predict
from symbolic_rc.core.errors import LexiconError


@dataclass(frozen=True, slots=True)
class Trees:
    """An ensemble of regression trees.

    Attributes
    ----------
    roots : ndarray of int32, shape (trees,)
    feature : ndarray of int16, shape (nodes,)
        The feature that a node asks for; -1 at a leaf.
    threshold : ndarray of float32, shape (nodes,)
        Left when the feature is at most this.
    left, right : ndarray of int32, shape (nodes,)
    value : ndarray of float32, shape (nodes,)
        What a node would predict; a leaf's prediction.
    baseline : float
    leaves : Leaves
        The same, as it is run.
    """

    roots: NDArray[np.int32]
    feature: NDArray[np.int16]
    threshold: NDArray[np.float32]
    left: NDArray[np.int32]
    right: NDArray[np.int32]
    value: NDArray[np.float32]
    baseline: float
    leaves: Leaves = field(init=False)

    def __post_init__(self) -> None:
        parts = (self.roots, self.feature, self.threshold, self.left, self.right, self.value)
        object.__setattr__(self, "leaves", leaves_of(*parts))

    def scores(self, rows: NDArray[np.float32]) -> NDArray[np.float64]:
        """Return the prediction of each row; float64."""
        needed = len(self.leaves.bounds) - 1
        if rows.shape[1] < needed:
            raise LexiconError(f"boosted trees of {needed} features got {rows.shape[1]}: train them again")
        out = np.empty(len(rows), np.float64)
        predict(*self.leaves, self.baseline, rows, out)
        return out

    def arrays(self, name: str = "trees") -> dict[str, NDArray[Any]]:
        """Return the arrays, to write them, under names that begin with `name`."""
        return {
            f"{name}.roots": self.roots,
            f"{name}.feature": self.feature,
            f"{name}.threshold": self.threshold,
            f"{name}.left": self.left,
            f"{name}.right": self.right,
            f"{name}.value": self.value,
            f"{name}.baseline": np.array([self.baseline]),
        }

    @classmethod
    def of(cls, arrays: Mapping[str, NDArray[Any]], name: str = "trees") -> Trees:
        """Return the ensemble that `arrays` gave."""
        return cls(
            arrays[f"{name}.roots"],
            arrays[f"{name}.feature"],
            arrays[f"{name}.threshold"],
            arrays[f"{name}.left"],
            arrays[f"{name}.right"],
            arrays[f"{name}.value"],
            float(arrays[f"{name}.baseline"][0]),
        )


def no_trees() -> Trees:
    """Return an ensemble of no trees."""
    none = np.zeros(0, np.int32)
    empty = np.zeros(0, np.float32)
    return Trees(none, np.zeros(0, np.int16), empty, none, none, empty, 0.0)


def contributions(trees: Trees, row: NDArray[np.float32], features: int) -> NDArray[np.float64]:
    """Return what each feature moved the prediction by along the paths of one row (Saabas 2014)."""
    out = np.zeros(features)
    for root in trees.roots.tolist():
        node = root
        while trees.feature[node] >= 0:
            name = int(trees.feature[node])
            then = int(trees.left[node] if row[name] <= trees.threshold[node] else trees.right[node])
            out[name] += float(trees.value[then]) - float(trees.value[node])
            node = then
    return out


def packed(model: Any) -> Trees:
    """Read the trees out of scikit-learn's fitted histogram boosting (binary or regression)."""
    nodes = [predictors[0].nodes for predictors in model._predictors]
    starts = np.cumsum([0, *(len(part) for part in nodes)])
    every = np.concatenate(nodes)
    shift = np.repeat(starts[:-1], [len(part) for part in nodes])
    leaf = every["is_leaf"].astype(bool)
    # node values of inner nodes are not shrunk in all versions: make them the mean of their leaves
    value = np.where(leaf, every["value"], 0.0)
    left = np.where(leaf, 0, every["left"] + shift)
    right = np.where(leaf, 0, every["right"] + shift)
    count = every["count"].astype(np.float64)
    for i in range(len(every) - 1, -1, -1):
        if not leaf[i]:
            a, b = int(left[i]), int(right[i])
            value[i] = (value[a] * count[a] + value[b] * count[b]) / max(1.0, count[a] + count[b])
    # comparisons are made in float32: round thresholds down, so that "at most" stays what it was
    threshold = every["num_threshold"]
    small = threshold.astype(np.float32)
    small = np.where(small > threshold, np.nextafter(small, np.float32(-np.inf)), small)
    return Trees(
        starts[:-1].astype(np.int32),
        np.where(leaf, -1, every["feature_idx"]).astype(np.int16),
        np.where(leaf, 0, small).astype(np.float32),
        left.astype(np.int32),
        right.astype(np.int32),
        value.astype(np.float32),
        float(np.ravel(model._baseline_prediction)[0]),
    )
