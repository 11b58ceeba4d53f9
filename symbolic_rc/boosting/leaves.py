"""Which leaf of every boosted tree a row reaches, found without walking the trees.

Every test of every tree clears, in the tree's set of leaves still possible, those on the side that it rules
out; the first leaf left is the one that walking would reach. Tests are taken feature by feature with rising
thresholds, for several rows at a time (QuickScorer; Lucchese et al. 2015, Ye et al. 2018).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.errors import SymbolicRCError
from symbolic_rc.core.jit import kernel

#: Rows that are looked at together: as many as the reranker lists.
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
    threshold : ndarray of float32, shape (tests,)
        Rising for each feature.
    tree : ndarray of int32, shape (tests,)
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


def leaves_of(
    roots: NDArray[np.int32],
    feature: NDArray[np.int16],
    threshold: NDArray[np.float32],
    left: NDArray[np.int32],
    right: NDArray[np.int32],
    value: NDArray[np.float32],
) -> Leaves:
    """Return the tests and leaves of an ensemble, given as `trees.Trees` keeps it.

    Raises
    ------
    SymbolicRCError
        If a tree has more than 64 leaves.
    """
    inner = feature >= 0
    below = np.where(inner, 0, 1)
    for node in range(len(feature) - 1, -1, -1):  # children come after their parents
        if inner[node]:
            below[node] = below[left[node]] + below[right[node]]
    most = int(below.max(initial=1))
    if most > 64:
        raise SymbolicRCError(f"a boosted tree has {most} leaves; at most 64 can be run")
    bits = 32 if most <= 32 else 64
    tree = np.repeat(np.arange(len(roots)), np.diff([*roots.tolist(), len(feature)]))
    first = np.zeros(len(feature), np.int64)
    for node in np.flatnonzero(inner).tolist():
        first[left[node]] = first[node]
        first[right[node]] = first[node] + below[left[node]]
    values = np.zeros((len(roots), bits), np.float32)
    values[tree[~inner], first[~inner]] = value[~inner]
    tests = np.flatnonzero(inner)
    tests = tests[np.lexsort((threshold[tests], feature[tests]))]
    gone = [((1 << int(below[left[t]])) - 1) << int(first[t]) for t in tests.tolist()]
    full = (1 << bits) - 1
    return Leaves(
        np.searchsorted(feature[tests], np.arange(feature.max(initial=-1) + 2)).astype(np.int32),
        threshold[tests],
        tree[tests].astype(np.int32),
        np.array([full & ~bits_gone for bits_gone in gone], np.uint32 if bits == 32 else np.uint64),
        values,
    )


@kernel(often=True)
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


def walk(
    roots: NDArray[np.int32],
    feature: NDArray[np.int16],
    threshold: NDArray[np.float32],
    left: NDArray[np.int32],
    right: NDArray[np.int32],
    value: NDArray[np.float32],
    baseline: float,
    rows: NDArray[np.float32],
) -> NDArray[np.float64]:
    """Return what `predict` does by walking down every tree: its plain twin."""
    out = np.full(len(rows), baseline)
    for i, row in enumerate(rows):
        for root in roots:
            node = root
            while feature[node] >= 0:
                node = left[node] if row[feature[node]] <= threshold[node] else right[node]
            out[i] += value[node]
    return out
