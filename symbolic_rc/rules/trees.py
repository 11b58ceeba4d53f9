"""Boosted trees as arrays: a kernel that runs them, and what each feature contributed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.jit import kernel


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
    asks : ndarray of int32, shape (nodes,)
        `feature`, with any feature at a leaf.
    child : ndarray of int32, shape (2 * nodes,)
        Left and right of every node side by side; a leaf's are itself.
    depth : ndarray of int32, shape (trees,)
        The steps from a root to its lowest leaf.
    """

    roots: NDArray[np.int32]
    feature: NDArray[np.int16]
    threshold: NDArray[np.float32]
    left: NDArray[np.int32]
    right: NDArray[np.int32]
    value: NDArray[np.float32]
    baseline: float
    asks: NDArray[np.int32] = field(init=False)
    child: NDArray[np.int32] = field(init=False)
    depth: NDArray[np.int32] = field(init=False)

    def __post_init__(self) -> None:
        own = np.arange(len(self.feature), dtype=np.int32)
        sides = np.stack([self.left, self.right], axis=1)
        child = np.where((self.feature < 0)[:, None], own[:, None], sides).astype(np.int32).ravel()
        object.__setattr__(self, "asks", np.maximum(self.feature, 0).astype(np.int32))
        object.__setattr__(self, "child", child)
        object.__setattr__(self, "depth", _depths(self.roots, child))

    def scores(self, rows: NDArray[np.float32]) -> NDArray[np.float64]:
        """Return the prediction of each row; float64."""
        return run(
            self.roots, self.asks, self.threshold, self.child, self.depth, self.value, self.baseline, rows
        )

    def scaled(self, factor: float) -> Trees:
        """Return the ensemble that predicts so many times as much."""
        value = (self.value * factor).astype(np.float32)
        return replace(self, value=value, baseline=self.baseline * factor)

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


@kernel
def run(roots, asks, threshold, child, depth, value, baseline, rows):  # type: ignore[no-untyped-def]
    """Return the sum of the trees' leaves for each row of features.

    All rows go down a tree together, one level at a time, and wait at their leaves: no branch depends on the
    data, and the steps of different rows overlap.
    """
    out = np.full(rows.shape[0], baseline, np.float64)
    nodes = np.empty(rows.shape[0], np.int32)
    for t in range(roots.shape[0]):
        nodes[:] = roots[t]
        for _ in range(depth[t]):
            for i in range(rows.shape[0]):
                node = nodes[i]
                nodes[i] = child[2 * node + np.int32(not (rows[i, asks[node]] <= threshold[node]))]
        for i in range(rows.shape[0]):
            out[i] += value[nodes[i]]
    return out


def _depths(roots: NDArray[np.int32], child: NDArray[np.int32]) -> NDArray[np.int32]:
    """Return how many steps lead from each root to its lowest leaf."""
    below = child.reshape(-1, 2)
    inner = below[:, 0] != np.arange(len(below))
    depth = np.zeros(len(below), np.int32)
    for _ in range(len(below)):
        deeper = np.where(inner, 1 + np.maximum(depth[below[:, 0]], depth[below[:, 1]]), 0)
        if np.array_equal(deeper, depth):
            break
        depth = deeper.astype(np.int32)
    return depth[roots]


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
