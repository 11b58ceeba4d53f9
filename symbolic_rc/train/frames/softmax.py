"""Softmax classifiers and rankers of the frame model: AdaGrad with dropout and an L1 penalty.

A numbered role means little by itself: ARG2 is a recipient for *give* and an instrument for *cut*. The frame
files define it for each roleset (a function tag, a VerbNet role). So the score of a role is the sum of the
column of its label and the columns of its meaning in the roleset: what is learned of recipients generalises
to unseen verbs.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Any

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.kernels import kernel
from symbolic_rc.models.kernels import build_index, find
from symbolic_rc.models.linear import LinearModel
from symbolic_rc.train.frames.rows import RowBatch

logger = logging.getLogger(__name__)

Array = NDArray[Any]
#: Examples whose gold label (or roleset) is more probable are skipped.
_CONFIDENT, _CONFIDENT_LIST = 0.995, 0.999
#: Odd numbers of a hash of a feature's place and of a number drawn for each step.
_BY_PLACE, _BY_STEP, _RANGE = 2654435761, 40503, 1 << 16


@kernel(fastmath=True)
def _classifier_epoch(
    starts: NDArray[np.int64],
    ids: NDArray[np.int32],
    labels: NDArray[np.int32],
    columns: NDArray[np.int32],
    table: NDArray[np.int32],
    importance: NDArray[np.float32],
    order: NDArray[np.int64],
    weights: NDArray[np.float32],
    squares: NDArray[np.float32],
    rate: float,
    l1: float,
    keep: float,
    seed: int,
) -> float:
    """Run one epoch of AdaGrad (a rate per feature) with soft thresholding; return the mean loss."""
    np.random.seed(seed)
    count, width = columns.shape[1], columns.shape[2]
    total_columns = weights.shape[1]
    sums = np.zeros(total_columns, np.float32)
    slope = np.zeros(total_columns, np.float32)
    probability = np.zeros(count, np.float32)
    active = np.zeros(512, np.int32)
    loss = 0.0
    for i in order:
        sums[:] = 0
        n = 0
        for j in range(starts[i], starts[i + 1]):
            if ids[j] >= 0 and (keep >= 1.0 or np.random.random() < keep):
                active[n] = ids[j]
                n += 1
        for a in range(n):
            row = weights[active[a]]
            for c in range(total_columns):
                sums[c] += row[c]
        own = columns[table[i]]
        best = np.float32(-1e30)
        for label in range(count):
            if own[label, 0] == -2:
                probability[label] = -1e30
                continue
            score = np.float32(0.0)
            for w in range(width):
                if own[label, w] >= 0:
                    score += sums[own[label, w]]
            probability[label] = score
            best = max(best, score)
        z = np.float32(0.0)
        for label in range(count):
            probability[label] = np.exp(probability[label] - best)
            z += probability[label]
        slope[:] = 0
        gold = labels[i]
        loss -= np.log(max(probability[gold] / z, np.float32(1e-9)))
        for label in range(count):
            g = probability[label] / z - (np.float32(1.0) if label == gold else np.float32(0.0))
            if g > 1e-4 or g < -1e-4:
                for w in range(width):
                    if own[label, w] >= 0:
                        slope[own[label, w]] += g * importance[i]
        if probability[gold] / z > _CONFIDENT:
            continue
        square = np.float32(0.0)
        for c in range(total_columns):
            square += slope[c] * slope[c]
        for a in range(n):
            row = weights[active[a]]
            squares[active[a]] += square
            step = np.float32(rate) / np.sqrt(squares[active[a]])
            shrink = step * np.float32(l1)
            for c in range(total_columns):
                value = row[c] - step * slope[c]
                size = abs(value) - (shrink if slope[c] != 0.0 else np.float32(0.0))
                row[c] = np.copysign(max(size, np.float32(0.0)), value)
    return loss / max(1, len(order))


@kernel
def _is_kept(place: int, drawn: int, keep: float) -> bool:
    """Whether a step uses the feature at a place: the same for all rolesets of a predicate."""
    return (place * _BY_PLACE + drawn * _BY_STEP) % _RANGE < keep * _RANGE


@kernel(fastmath=True)
def _ranker_epoch(
    starts: NDArray[np.int64],
    ids: NDArray[np.int32],
    groups: NDArray[np.int64],
    right: NDArray[np.bool_],
    order: NDArray[np.int64],
    weights: NDArray[np.float32],
    squares: NDArray[np.float32],
    rate: float,
    l1: float,
    keep: float,
    seed: int,
) -> float:
    """Run one epoch of AdaGrad (a rate per feature) with soft thresholding; return the mean loss."""
    np.random.seed(seed)
    loss = 0.0
    scores = np.zeros(np.diff(groups).max(), np.float64)
    for g in order:
        first, last = groups[g], groups[g + 1]
        drawn = int(np.random.random() * _RANGE)
        most = -np.inf
        for i in range(first, last):
            score = 0.0
            for j in range(starts[i], starts[i + 1]):
                if ids[j] >= 0 and _is_kept(j - starts[i], drawn, keep):
                    score += weights[ids[j]]
            scores[i - first] = score
            most = max(most, score)
        total, known = 0.0, 0.0
        for i in range(first, last):
            scores[i - first] = np.exp(scores[i - first] - most)
            total += scores[i - first]
            if right[i]:
                known += scores[i - first]
        loss -= np.log(max(known / total, 1e-9))
        if known <= 0.0 or known / total > _CONFIDENT_LIST:
            continue
        for i in range(first, last):
            slope = scores[i - first] / total - (scores[i - first] / known if right[i] else 0.0)
            for j in range(starts[i], starts[i + 1]):
                f = ids[j]
                if f < 0 or not _is_kept(j - starts[i], drawn, keep):
                    continue
                squares[f] += slope * slope
                step = rate / np.sqrt(squares[f])
                weight = weights[f] - step * slope
                weights[f] = max(weight - step * l1, 0.0) if weight > 0.0 else min(weight + step * l1, 0.0)
    return loss / len(order)


@kernel
def find_rows(
    table: NDArray[np.uint32], rows: NDArray[np.int32], keys: NDArray[np.uint32], out: NDArray[np.int32]
) -> None:
    """Fill `out` with the row of each key in an index (see `models.kernels.build_index`), or -1."""
    for i in range(len(keys)):
        place = find(table, keys[i])
        out[i] = rows[place] if table[place] == keys[i] else -1


#: An epoch: (order, weights, squares, seed) -> mean loss; weights and squares change in place.
Epoch = Callable[[Array, Array, Array, int], float]


@dataclass(frozen=True, slots=True)
class SoftmaxSettings:
    """Settings of a softmax classifier.

    Attributes
    ----------
    rate : float
        AdaGrad's learning rate.
    l1 : float
        Strength of the L1 penalty.
    keep : float
        Share of features that dropout keeps.
    least : int
        Rarer features are dropped.
    seeds : sequence of int
        Weights are averaged over these seeds.
    prune : float
        Smaller weights are dropped.
    """

    epochs: int
    rate: float = 0.1
    l1: float = 0.0
    keep: float = 0.8
    least: int = 2
    seeds: Sequence[int] = (1,)
    prune: float = 0.0


def fit(batch: RowBatch, columns: Array, names: Sequence[str], settings: SoftmaxSettings) -> LinearModel:
    """Train a softmax classifier on a batch and freeze it."""
    known, ids = numbered(batch.keys, settings.least)

    def run(order: Array, weights: Array, squares: Array, seed: int) -> float:
        return _classifier_epoch(
            batch.starts, ids, batch.labels, columns, batch.sets, batch.importance, order, weights,
            squares, settings.rate, settings.l1, settings.keep, seed,
        )  # fmt: skip

    weights = averaged((len(known), len(names)), len(batch.labels), run, settings)
    if len(names) == 2:  # only the difference matters
        weights[:, 1] -= weights[:, 0]
        weights[:, 0] = 0.0
    return LinearModel.freeze(names, known, weights, settings.prune, 8)


def fit_senses(batch: RowBatch, groups: Array, right: Array, settings: SoftmaxSettings) -> LinearModel:
    """Train a ranker of the rolesets of each group and freeze it."""
    known, ids = numbered(batch.keys, settings.least)

    def run(order: Array, weights: Array, squares: Array, seed: int) -> float:
        return _ranker_epoch(
            batch.starts, ids, groups, right, order, weights, squares,
            settings.rate, settings.l1, settings.keep, seed,
        )  # fmt: skip

    weights = averaged((len(known),), len(groups) - 1, run, settings)
    return LinearModel.freeze(("score",), known, weights[:, None], settings.prune, 8)


def averaged(shape: tuple[int, ...], count: int, run: Epoch, settings: SoftmaxSettings) -> Array:
    """Return the weights for all features after all epochs over `count` examples, averaged over the seeds."""

    def train(seed: int) -> Array:
        weights, squares = np.zeros(shape, np.float32), np.ones(shape[0], np.float32)
        generator = np.random.default_rng(seed)
        for epoch in range(settings.epochs):
            loss = run(generator.permutation(count), weights, squares, 1000 * seed + epoch)
            logger.info("seed %d, epoch %d: loss %.4f", seed, epoch + 1, loss)
        weights *= np.float32(settings.keep / len(settings.seeds))
        return weights

    return reduce(lambda total, weights: np.add(total, weights, out=total), map(train, settings.seeds))


def numbered(keys: Array, least: int) -> tuple[Array, Array]:
    """Return the keys that occur at least `least` times, ascending, and the index of each given key, or -1.

    (Of some hundred million keys, ``np.unique`` with ``return_inverse`` would take three times the memory.)
    """
    known, counts = np.unique(keys, return_counts=True)
    known = known[counts >= least]
    places = 1 << max(4, 2 * len(known)).bit_length()
    table, rows = np.zeros(places, np.uint32), np.zeros(places, np.int32)
    build_index(known, table, rows)
    ids = np.empty(len(keys), np.int32)
    find_rows(table, rows, keys, ids)
    return known, ids
