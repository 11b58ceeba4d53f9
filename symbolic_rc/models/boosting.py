"""Gradient boosting for lists: trees that raise the probability of the good candidates of each list.

Regression trees would fit each candidate's metric on its own, though only the order within a list matters.
Here a candidate's score is the sum of the trees, its probability the softmax over its list (Cao et al. 2007),
and each tree follows the gradient of the logarithm of the expected metric. Features are binned, trees grow
leaf-wise (Ke et al. 2017), each on a sample of the lists and features (Friedman 2002).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.kernels import kernel
from symbolic_rc.models.trees import Trees

#: Columns of a histogram's bin, and of a leaf's sums.
GRADIENT, CURVATURE, COUNT = range(3)
#: Columns of a node; the feature is -1 at a leaf.
FEATURE, LAST_BIN, LEFT, RIGHT = range(4)
#: Columns of a node's best split while a tree grows: the feature's index in the sample, the last bin.
_AT, _LAST = range(2)
#: Bins of a feature, at most.
BINS = 64
#: Number of values that a feature's bin edges are computed from.
_SAMPLE = 60_000
#: Lists whose best candidate's metric is at most this are ignored.
_NO_GOOD = 0.05


def bin_edges(rows: NDArray[np.float32], seed: int = 1) -> list[NDArray[np.float32]]:
    """Return the rising upper edges of each feature's bins but the last; bins hold equally many values."""
    if len(rows) > _SAMPLE:
        rows = rows[np.sort(np.random.default_rng(seed).choice(len(rows), _SAMPLE, replace=False))]
    found = []
    for column in rows.T:
        values = np.unique(column)
        if len(values) > BINS:
            shares = np.linspace(0.0, 1.0, BINS + 1)[1:-1]
            values = np.unique(np.quantile(column, shares, method="lower"))
        else:
            values = values[:-1]
        found.append(values.astype(np.float32))
    return found


def binned(rows: NDArray[np.float32], edges: list[NDArray[np.float32]]) -> NDArray[np.uint8]:
    """Return the number of each value's bin: the first whose upper edge is not below the value."""
    out = np.empty(rows.shape, np.uint8)
    for f, ends in enumerate(edges):
        out[:, f] = np.searchsorted(ends, rows[:, f], side="left")
    return out


@kernel
def list_gradient(scores, gold, bounds, sharp, gradient, curvature):  # type: ignore[no-untyped-def]
    """Fill the gradient of the loss by the scores, and its curvature's diagonal.

    The loss of a list is its best metric times minus the logarithm of the expected metric, where metrics are
    shares of the list's best, to the power of `sharp`, and probabilities are the softmax of the scores.
    """
    for q in range(bounds.shape[0] - 1):
        a, b = bounds[q], bounds[q + 1]
        top = 0.0
        for i in range(a, b):
            top = max(top, gold[i])
        if top <= _NO_GOOD:
            gradient[a:b] = 0.0
            curvature[a:b] = 1e-3
            continue
        most, total, expected = scores[a:b].max(), 0.0, 0.0
        for i in range(a, b):
            curvature[i] = np.exp(scores[i] - most)
            gradient[i] = curvature[i] * (gold[i] / top) ** sharp
            total += curvature[i]
            expected += gradient[i]
        for i in range(a, b):
            probability = curvature[i] / total
            gradient[i] = top * (probability - gradient[i] / max(expected, 1e-9))
            curvature[i] = top * max(probability * (1.0 - probability), 3e-3)


@kernel
def _gather(bins, rows, features, gradient, curvature, out):  # type: ignore[no-untyped-def]
    """Fill a histogram: for each feature and bin the sums of gradient and curvature, and the count."""
    out[:] = 0.0
    for i in rows:
        for x in range(features.shape[0]):
            bin_ = bins[i, features[x]]
            out[x, bin_, GRADIENT] += gradient[i]
            out[x, bin_, CURVATURE] += curvature[i]
            out[x, bin_, COUNT] += 1.0


@kernel
def _best_split(histogram, sums, least, l2):  # type: ignore[no-untyped-def]
    """Return the gain of the best split of a leaf, its feature (-1: none) and the last bin on the left."""
    most, feature, last = 0.0, -1, -1
    whole = sums[GRADIENT] ** 2 / (sums[CURVATURE] + l2)
    for x in range(histogram.shape[0]):
        g, h, n = 0.0, 0.0, 0.0
        for c in range(histogram.shape[1] - 1):
            if histogram[x, c, COUNT] == 0.0:
                continue
            g += histogram[x, c, GRADIENT]
            h += histogram[x, c, CURVATURE]
            n += histogram[x, c, COUNT]
            if n < least:
                continue
            if sums[COUNT] - n < least:
                break
            rest = (sums[GRADIENT] - g) ** 2 / (sums[CURVATURE] - h + l2)
            gain = g * g / (h + l2) + rest - whole
            if gain > most:
                most, feature, last = gain, x, c
    return most, feature, last


@kernel
def grow(bins, inside, features, gradient, curvature, leaves, least, l2, histograms, nodes, value) -> int:  # type: ignore[no-untyped-def]
    """Grow one tree, the leaf with most to gain first; return the number of its nodes.

    Parameters
    ----------
    bins : ndarray of uint8, shape (n, all features)
    inside, features : ndarray of int64
        The rows to learn from, and the features to test.
    gradient, curvature : ndarray of float64, shape (n,)
    leaves, least, l2 : int, int and float
        Leaves of the tree, rows of a leaf, and what is added to its curvature.
    histograms : ndarray of float64, shape (2 * leaves - 1, len(features), BINS, 3)
        Work space.
    nodes, value : ndarray of int64 and of float64, shape (2 * leaves - 1, 4) and (2 * leaves - 1,)
        Filled with the columns of each node, and what it would add to the score.
    """
    rows = inside.copy()
    size = 2 * leaves - 1
    place = np.zeros((size, 2), np.int64)
    gain, split = np.zeros(size), np.full((size, 2), -1)
    sums = np.zeros((size, 3))
    nodes[:, FEATURE] = -1
    place[0, 1] = rows.shape[0]
    _gather(bins, rows, features, gradient, curvature, histograms[0])
    fresh, count = 0, 1
    while True:
        for n in range(fresh, count):
            for k in (GRADIENT, CURVATURE, COUNT):
                sums[n, k] = histograms[n, 0, :, k].sum()
            value[n] = -sums[n, GRADIENT] / (sums[n, CURVATURE] + l2)
            if sums[n, COUNT] >= 2 * least:
                gain[n], split[n, _AT], split[n, _LAST] = _best_split(histograms[n], sums[n], least, l2)
        best = -1
        for n in range(count):
            if nodes[n, FEATURE] < 0 and gain[n] > 1e-9 and (best < 0 or gain[n] > gain[best]):
                best = n
        if best < 0 or count == size:
            return count
        feature, last = features[split[best, _AT]], split[best, _LAST]
        a, b = place[best]
        here = rows[a:b].copy()
        middle = a
        for i in here:
            if bins[i, feature] <= last:
                rows[middle] = i
                middle += 1
        at = middle
        for i in here:
            if bins[i, feature] > last:
                rows[at] = i
                at += 1
        left, right = count, count + 1
        nodes[best, FEATURE], nodes[best, LAST_BIN] = feature, last
        nodes[best, LEFT], nodes[best, RIGHT] = left, right
        place[left, 0], place[left, 1], place[right, 0], place[right, 1] = a, middle, middle, b
        small, large = (left, right) if middle - a <= b - middle else (right, left)
        part = rows[place[small, 0] : place[small, 1]]
        _gather(bins, part, features, gradient, curvature, histograms[small])
        histograms[large] = histograms[best] - histograms[small]
        fresh, count = count, count + 2


@kernel
def _add(bins, nodes, value, scores):  # type: ignore[no-untyped-def]
    """Add a tree's value to each row's score."""
    for i in range(bins.shape[0]):
        n = 0
        while nodes[n, FEATURE] >= 0:
            left = bins[i, nodes[n, FEATURE]] <= nodes[n, LAST_BIN]
            n = nodes[n, LEFT] if left else nodes[n, RIGHT]
        scores[i] += value[n]


@dataclass(frozen=True, slots=True)
class BoostSettings:
    """How trees are boosted.

    Attributes
    ----------
    rounds, leaves, least : int
        Trees, leaves of a tree, and rows of a leaf, at least.
    rate, l2 : float
        The part of a leaf's value that is added, and what is added to its curvature.
    lists, features : float
        The share of lists and of features that each tree sees.
    sharp : float
        As `list_gradient` takes it.
    """

    rounds: int = 300
    leaves: int = 31
    rate: float = 0.05
    least: int = 60
    l2: float = 1.0
    lists: float = 0.5
    features: float = 0.35
    sharp: float = 3.0
    seed: int = 1


def boost(
    rows: NDArray[np.float32],
    gold: NDArray[np.float32],
    bounds: NDArray[np.int64],
    settings: BoostSettings = BoostSettings(),
) -> Trees:
    """Fit trees whose sum ranks the candidates of lists.

    Parameters
    ----------
    rows, gold : ndarray of float32, shape (n, features) and (n,)
        The candidates' features, list after list, and the metric of each.
    bounds : ndarray of int64, shape (lists + 1,)
        Where each list starts.
    """
    random = np.random.default_rng(settings.seed)
    edges = bin_edges(rows, settings.seed)
    bins, known = binned(rows, edges), gold.astype(np.float64)
    n, width = rows.shape
    sizes = np.diff(bounds)
    sampled = max(1, int(settings.features * width))
    scores, gradient, curvature = np.zeros((3, n))
    size = 2 * settings.leaves - 1
    histograms = np.zeros((size, sampled, BINS, 3))
    roots, parts, values = [], [], []
    total = 0
    for _ in range(settings.rounds):
        list_gradient(scores, known, bounds, settings.sharp, gradient, curvature)
        inside = np.flatnonzero(np.repeat(random.random(len(sizes)) < settings.lists, sizes))
        among = np.sort(random.permutation(width)[:sampled])
        nodes, value = np.zeros((size, 4), np.int64), np.zeros(size)
        count = grow(
            bins, inside, among, gradient, curvature, settings.leaves, settings.least, settings.l2,
            histograms, nodes, value,
        )  # fmt: skip
        value *= settings.rate
        _add(bins, nodes, value, scores)
        nodes[:, LEFT:] += total
        roots.append(total)
        parts.append(nodes[:count])
        values.append(value[:count])
        total += count
    every, value = np.concatenate(parts), np.concatenate(values)
    leaf = every[:, FEATURE] < 0
    tests = zip(every[:, FEATURE], every[:, LAST_BIN], leaf, strict=True)
    threshold = [0.0 if last else float(edges[f][c]) for f, c, last in tests]
    return Trees(
        np.array(roots, np.int32),
        every[:, FEATURE].astype(np.int16),
        np.array(threshold, np.float32),
        np.where(leaf, 0, every[:, LEFT]).astype(np.int32),
        np.where(leaf, 0, every[:, RIGHT]).astype(np.int32),
        value.astype(np.float32),
        0.0,
    )


def boost_lists(
    lists: Iterable[tuple[NDArray[np.float32], NDArray[np.float32]]], settings: BoostSettings
) -> Trees:
    """Boost trees over lists: features of shape (candidates, features), and how good each candidate is.

    Lists come from models that were not trained on them.
    """
    features, gold = zip(*lists, strict=True)
    bounds = np.cumsum([0, *map(len, gold)], dtype=np.int64)
    return boost(np.concatenate(features), np.concatenate(gold), bounds, settings)
