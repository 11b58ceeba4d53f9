"""Boosted trees as arrays: prediction, and each feature's contribution.

Prediction does not walk the trees (QuickScorer; Lucchese et al. 2015, Ye et al. 2018). Every test clears, in
its tree's set of reachable leaves, those on the side that it rules out; the first leaf left is the one that
walking would reach. Tests are taken feature by feature with rising thresholds, for several rows at a time.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from symbolic_rc.core.errors import LexiconError, SymbolicRCError
from symbolic_rc.core.forks import cached_property
from symbolic_rc.core.kernels import kernel

#: Rows per block: as many as the ranker's shortlist has.
_ROWS = 24
#: The number of a set's lowest bit by the highest six bits of this product (Leiserson et al. 1998).
_BRUIJN = np.uint64(0x03F79D71B4CB0A89)
_LOWEST = np.zeros(64, np.int64)
_LOWEST[[((int(_BRUIJN) << i) & ((1 << 64) - 1)) >> 58 for i in range(64)]] = np.arange(64)


class Leaves(NamedTuple):
    """The tests of an ensemble by feature, and its leaves.

    Attributes
    ----------
    bounds : ndarray of int32, shape (features + 1,)
        Where the tests of each feature begin.
    threshold, tree : ndarray of float32 and of int32, shape (tests,)
        Thresholds rise for each feature.
    kept : ndarray of uint32 or uint64, shape (tests,)
        The leaves, as bits, that a row above the threshold can still reach.
    value : ndarray of float32, shape (trees, 32 or 64)
        What the leaves predict, from left to right.
    """

    bounds: NDArray[np.int32]
    threshold: NDArray[np.float32]
    tree: NDArray[np.int32]
    kept: NDArray[np.uint32]
    value: NDArray[np.float32]


def _build_leaves(
    roots: NDArray[np.int32],
    feature: NDArray[np.int16],
    threshold: NDArray[np.float32],
    left: NDArray[np.int32],
    right: NDArray[np.int32],
    value: NDArray[np.float32],
) -> Leaves:
    """Return the tests and leaves of an ensemble whose arrays are those of `Trees`."""
    inner = feature >= 0
    tests = np.flatnonzero(inner)
    below, first = [1] * len(feature), [0] * len(feature)
    children = list(zip(tests.tolist(), left[tests].tolist(), right[tests].tolist(), strict=True))
    for node, lower, upper in reversed(children):  # children come after their parents
        below[node] = below[lower] + below[upper]
    if (most := max(below, default=1)) > 64:
        raise SymbolicRCError(f"a boosted tree has {most} leaves; at most 64 can be run")
    bits = 32 if most <= 32 else 64
    tree = np.repeat(np.arange(len(roots)), np.diff([*roots.tolist(), len(feature)]))
    for node, lower, upper in children:
        first[lower], first[upper] = first[node], first[node] + below[lower]
    values = np.zeros((len(roots), bits), np.float32)
    values[tree[~inner], np.array(first, np.int64)[~inner]] = value[~inner]
    tests = tests[np.lexsort((threshold[tests], feature[tests]))]
    ruled_out = zip(tests.tolist(), left[tests].tolist(), strict=True)
    gone = [((1 << below[lower]) - 1) << first[test] for test, lower in ruled_out]
    full = (1 << bits) - 1
    return Leaves(
        np.searchsorted(feature[tests], np.arange(feature.max(initial=-1) + 2)).astype(np.int32),
        threshold[tests],
        tree[tests].astype(np.int32),
        np.array([full & ~bits_gone for bits_gone in gone], np.uint32 if bits == 32 else np.uint64),
        values,
    )


@kernel
def predict(bounds, threshold, tree, kept, value, baseline, rows, out):  # type: ignore[no-untyped-def]
    """Fill `out` (float64) with the sum of the trees' leaves for each row of features; see `Leaves`."""
    n, count = rows.shape[0], value.shape[0]
    left = np.empty((count, _ROWS), kept.dtype)
    x = np.empty(_ROWS, np.float32)
    every = left.dtype.type(~np.uint64(0))
    for first in range(0, n, _ROWS):
        size = min(_ROWS, n - first)
        left[:] = every
        for f in range(bounds.shape[0] - 1):
            if bounds[f] == bounds[f + 1]:
                continue
            top = rows[first, f]
            for i in range(size):
                x[i] = rows[first + i, f]
                top = max(top, x[i])
            for k in range(bounds[f], bounds[f + 1]):
                limit = threshold[k]
                if limit >= top:
                    break
                own, possible = left[tree[k]], kept[k]
                for i in range(size):
                    own[i] &= every if x[i] <= limit else possible
        total = out[first : first + size]
        total[:] = baseline
        for t in range(count):
            own = left[t]
            for i in range(size):
                some = np.uint64(own[i])
                lowest = some & (~some + np.uint64(1))
                total[i] += value[t, _LOWEST[np.int64((lowest * _BRUIJN) >> np.uint64(58))]]


#: The arrays of an ensemble, in order.
_PARTS = ("roots", "feature", "threshold", "left", "right", "value")


@dataclass(frozen=True)
class Trees:
    """An ensemble of regression trees.

    Attributes
    ----------
    roots : ndarray of int32, shape (trees,)
    feature, threshold : ndarray of int16 and of float32, shape (nodes,)
        The feature that a node tests, -1 at a leaf; left when it is at most the threshold.
    left, right : ndarray of int32, shape (nodes,)
    value : ndarray of float32, shape (nodes,)
        What a node would predict; a leaf's prediction.
    """

    roots: NDArray[np.int32]
    feature: NDArray[np.int16]
    threshold: NDArray[np.float32]
    left: NDArray[np.int32]
    right: NDArray[np.int32]
    value: NDArray[np.float32]
    baseline: float

    @cached_property
    def leaves(self) -> Leaves:
        """The same, in the form that `predict` takes."""
        return _build_leaves(*(getattr(self, part) for part in _PARTS))

    def scores(self, rows: NDArray[np.float32]) -> NDArray[np.float64]:
        """Return the prediction of each row; float64."""
        needed = len(self.leaves.bounds) - 1
        if rows.shape[1] < needed:
            raise LexiconError(f"boosted trees of {needed} features got {rows.shape[1]}: train them again")
        out = np.empty(len(rows), np.float64)
        predict(*self.leaves, self.baseline, rows, out)
        return out

    def arrays(self, name: str = "trees") -> dict[str, NDArray[Any]]:
        """Return what a container stores, under names that begin with `name`."""
        arrays = {f"{name}.{part}": getattr(self, part) for part in _PARTS}
        return {**arrays, f"{name}.baseline": np.array([self.baseline])}

    @classmethod
    def of(cls, arrays: Mapping[str, NDArray[Any]], name: str = "trees") -> Trees:
        """Return the ensemble that was stored with `arrays` under that name."""
        parts = {part: arrays[f"{name}.{part}"] for part in _PARTS}
        return cls(**parts, baseline=float(arrays[f"{name}.baseline"][0]))


def no_trees() -> Trees:
    """Return an ensemble of no trees."""
    none = np.zeros(0, np.int32)
    empty = np.zeros(0, np.float32)
    return Trees(none, np.zeros(0, np.int16), empty, none, none, empty, 0.0)


def contributions(trees: Trees, row: NDArray[np.float32], features: int) -> NDArray[np.float64]:
    """Return by how much each feature moved the prediction along the paths of one row (Saabas 2014)."""
    out = np.zeros(features)
    for root in trees.roots.tolist():
        node = root
        while trees.feature[node] >= 0:
            name = int(trees.feature[node])
            then = int(trees.left[node] if row[name] <= trees.threshold[node] else trees.right[node])
            out[name] += float(trees.value[then]) - float(trees.value[node])
            node = then
    return out


def fit_trees(
    rows: NDArray[np.float32],
    targets: ArrayLike,
    weights: NDArray[np.float64] | None = None,
    regression: bool = False,
    **settings: Any,
) -> Trees:
    """Fit scikit-learn's histogram boosting, with rows' weights; scores of a classifier are log-odds.

    Settings are scikit-learn's, where they differ from what most of this project's models have.
    """
    from sklearn.ensemble import HistGradientBoostingClassifier, HistGradientBoostingRegressor

    kind = HistGradientBoostingRegressor if regression else HistGradientBoostingClassifier
    usual = {"l2_regularization": 5.0, "early_stopping": False, "random_state": 1}
    return trees_of_sklearn(kind(**{**usual, **settings}).fit(rows, targets, weights))


def trees_of_sklearn(model: Any) -> Trees:
    """Return the trees of a fitted histogram boosting of scikit-learn (binary or regression)."""
    nodes = [predictors[0].nodes for predictors in model._predictors]
    starts = np.cumsum([0, *(len(part) for part in nodes)])
    every = np.concatenate(nodes)
    shift = np.repeat(starts[:-1], [len(part) for part in nodes])
    leaf = every["is_leaf"].astype(bool)
    # some versions do not shrink the values of inner nodes: use the mean of their leaves
    value = np.where(leaf, every["value"], 0.0)
    left = np.where(leaf, 0, every["left"] + shift)
    right = np.where(leaf, 0, every["right"] + shift)
    count = every["count"].astype(np.float64)
    for i in range(len(every) - 1, -1, -1):
        if not leaf[i]:
            a, b = int(left[i]), int(right[i])
            value[i] = (value[a] * count[a] + value[b] * count[b]) / max(1.0, count[a] + count[b])
    # comparisons are in float32: round thresholds down, so that "at most" keeps its meaning
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


def softmax(scores: NDArray[np.floating], axis: int = -1, temperature: float = 1.0) -> NDArray[np.float64]:
    """Return the probabilities of the candidates along an axis; 0 where the score is -inf.

    Examples
    --------
    >>> softmax(np.log([1.0, 3.0])).tolist()
    [0.25, 0.75]
    """
    weights = np.exp((scores - scores.max(axis, keepdims=True)) / temperature)
    return weights / weights.sum(axis, keepdims=True)
