"""Linear models over hashed features: averaged perceptron, pruned, quantised, stored in containers."""

from __future__ import annotations

import logging
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.errors import LexiconError
from symbolic_rc.core.files.container import Container, pack_strings
from symbolic_rc.core.forks import cached_property
from symbolic_rc.models import kernels as K
from symbolic_rc.models.kernels import Frozen, WeightTable

log = logging.getLogger(__name__)

#: Bits of a small weight, and classes that a byte can number.
_SMALL_BITS, _BYTE = 8, 256

#: A feature with weights for a larger share of the classes keeps one for each.
MANY = 1 / 6
_CHUNK = 1 << 16


def feature_key(feature: str) -> int:
    """Return the key of a feature's name: its CRC-32, never 0 (which marks an empty place).

    Examples
    --------
    >>> feature_key("head=mill") == feature_key("head=mill") != feature_key("head=wheel")
    True
    """
    return zlib.crc32(feature.encode("utf-8", "surrogatepass")) or 1


def combine(template: int, *parts: NDArray[np.uint32]) -> NDArray[np.uint32]:
    """Return the keys of conjunctions of features, one per position of the parallel arrays `parts`; uint32.

    The template, 0 to 2**31, distinguishes conjunctions of the same parts.
    """
    keys = np.full(len(parts[0]), template, dtype=np.uint32)
    for part in parts:
        K.combine_keys(keys, np.ascontiguousarray(part, dtype=np.uint32))
    return keys


def numbered(keys: NDArray[np.uint32], least: int) -> tuple[NDArray[np.uint32], NDArray[np.int32]]:
    """Return the keys that occur at least `least` times, ascending, and each given key's index, or -1."""
    known, counts = np.unique(keys, return_counts=True)
    known = known[counts >= least]
    found = np.full(keys.shape, -1, np.int32)
    for start in range(0, len(keys) if len(known) else 0, _CHUNK):  # there may be some hundred million
        part = keys[start : start + _CHUNK]
        at = np.minimum(np.searchsorted(known, part), len(known) - 1)
        found[start : start + _CHUNK] = np.where(known[at] == part, at, -1)
    return known, found


@dataclass(frozen=True, slots=True)
class Rows:
    """Rows of sparse features, in compressed form.

    Attributes
    ----------
    starts : ndarray of int64, shape (n + 1,)
        Row i has the features ``starts[i]`` to ``starts[i + 1]``.
    values : ndarray of float32
        Parallel to `keys`; 1 for plain features.
    """

    starts: NDArray[np.int64]
    keys: NDArray[np.uint32]
    values: NDArray[np.float32]

    def __len__(self) -> int:
        return len(self.starts) - 1

    @classmethod
    def stacked(cls, keys: NDArray[np.uint32]) -> Rows:
        """Return rows of equally many features; `keys` is of shape (rows, features)."""
        n, width = keys.shape
        starts = np.arange(n + 1, dtype=np.int64) * width
        return cls(starts, np.ascontiguousarray(keys).ravel(), np.ones(n * width, np.float32))


@dataclass(frozen=True)
class LinearModel:
    """A linear model over hashed features, for inference.

    Attributes
    ----------
    classes : tuple of str
        Names of the classes; a ranker has one.
    keys : ndarray of uint32, shape (f,)
        The features' keys, ascending.
    counts : ndarray of unsigned integers, shape (f,)
        The number of weights of each feature.
    columns : ndarray of uint8 or uint16, shape (n,)
        The class of each weight.
    values : ndarray of int8 or int16, shape (n,)
        The weights, divided by `scale` and rounded.
    """

    classes: tuple[str, ...]
    keys: NDArray[np.uint32]
    counts: NDArray[np.unsignedinteger]
    columns: NDArray[np.uint16]
    values: NDArray[np.int16]
    scale: float

    @classmethod
    def freeze(
        cls,
        classes: Sequence[str],
        keys: NDArray[np.uint32],
        weights: NDArray[np.floating],
        prune: float = 0.0,
        bits: int = 16,
    ) -> LinearModel:
        """Prune, quantise and freeze weights.

        Parameters
        ----------
        classes : sequence of str, length c
        keys : ndarray of uint32, shape (f,)
        weights : ndarray of float, shape (f, c)
        prune : float
            Weights of at most this size are dropped.
        bits : {8, 16}
            The largest weight takes the largest number; nothing is clipped.
        """
        top = max(float(weights.max()), -float(weights.min())) if weights.size else 0.0
        scale = (top or 1.0) / (2 ** (bits - 1) - 1)
        quantised = np.empty(weights.shape, np.int8 if bits == _SMALL_BITS else np.int16)
        for start in range(0, len(weights), _CHUNK):  # a copy of all weights would be the peak of training
            part = weights[start : start + _CHUNK]
            quantised[start : start + _CHUNK] = np.where(np.abs(part) <= prune, 0, np.rint(part / scale))
        keep = quantised.any(axis=1)
        order = np.argsort(keys[keep], kind="stable")
        rows, kept = quantised[keep][order], keys[keep][order]
        row, column = np.nonzero(rows)
        counts = np.bincount(row, minlength=len(kept)).astype(np.uint32)
        small = np.uint8 if len(classes) <= _BYTE else np.uint16
        return cls(tuple(classes), kept, counts, column.astype(small), rows[row, column], scale)

    @property
    def starts(self) -> NDArray[np.uint32]:
        """Where the weights of each feature begin, with the end of the last one's; uint32, shape (f + 1,)."""
        found = np.zeros(len(self.counts) + 1, np.uint32)
        np.cumsum(self.counts, out=found[1:])
        return found

    @cached_property
    def frozen(self) -> Frozen:
        """The index that kernels take."""
        counts, most = self.counts, MANY * len(self.classes)
        many = counts > most
        size = 1 << int(len(self.keys) // 2).bit_length()
        found = Frozen(
            np.zeros(len(self.keys) * 7 // 4 + 2, np.uint64),
            np.zeros(int(counts[~many].sum()), np.uint32),
            np.zeros((int(many.sum()), len(self.classes)), np.int16),
            np.zeros(max(16, size), np.uint8),
        )
        keys, classes, values = self.keys.copy(), self.columns.astype(np.uint16), self.values.astype(np.int16)
        K.fill_frozen(found, keys, self.starts, classes, values, most)
        return found

    def scores(self, rows: Rows) -> NDArray[np.float32]:
        """Return the score of each class for each row; float32, shape (rows, classes)."""
        out = np.zeros((len(rows), len(self.classes)), np.float32)
        K.frozen_scores(self.frozen, rows.starts, rows.keys, rows.values, out)
        return out * np.float32(self.scale)

    def arrays(self, prefix: str = "") -> dict[str, NDArray[Any]]:
        """Return what a container stores; several models in one file differ in their prefix."""
        small = np.uint8 if len(self.classes) < _BYTE else np.uint16
        return {
            f"{prefix}keys": self.keys,
            f"{prefix}counts": self.counts.astype(small),
            f"{prefix}columns": self.columns,
            f"{prefix}values": self.values,
            f"{prefix}scale": np.array([self.scale], np.float64),
            **pack_strings(f"{prefix}classes", self.classes),
        }

    @classmethod
    def of(cls, container: Container, prefix: str = "") -> LinearModel:
        """Return the model that was stored with `arrays` under that prefix."""
        stored = container.arrays
        if f"{prefix}keys" not in stored:
            raise LexiconError(f"the file holds no linear model {prefix!r}; it is of another version")
        names = ("keys", "counts", "columns", "values", "scale")
        keys, counts, columns, values, scale = (stored[f"{prefix}{name}"] for name in names)
        classes = tuple(container.strings(f"{prefix}classes"))
        return cls(classes, keys, counts, columns, values, float(scale[0]))


@dataclass(frozen=True, slots=True)
class Epoch:
    """One pass over the training examples; it adds its own steps to those that each table was trained for."""

    tables: list[WeightTable]
    steps: NDArray[np.float64]
    seed: int
    epoch: int
    generator: np.random.Generator

    def log(self, name: str, result: str) -> None:
        """Log the result of the pass."""
        features = ", ".join(str(table.used[0]) for table in self.tables)
        log.info("%s, seed %d, epoch %d: %s; %s features", name, self.seed, self.epoch + 1, result, features)


def train_averaged(
    sizes: Sequence[tuple[int, int]], seeds: Sequence[int], epochs: int, run: Callable[[Epoch], None]
) -> list[tuple[NDArray[np.uint32], NDArray[np.float32]]]:
    """Return the keys and averaged weights of perceptrons (Collins 2002), for each of their tables.

    `sizes` are classes and maximum number of features of each table, which `run` trains for one pass. The
    weights of one training per seed are averaged.
    """
    parts: list[list[tuple[NDArray[np.uint32], NDArray[np.float32]]]] = [[] for _ in sizes]
    for seed in seeds:
        tables, steps = [K.new_table(*size) for size in sizes], np.zeros(len(sizes))
        generator = np.random.default_rng(seed)
        for epoch in range(epochs):
            run(Epoch(tables, steps, seed, epoch, generator))
        for part, table, step in zip(parts, tables, steps.tolist(), strict=True):
            filled = np.flatnonzero(table.keys)
            rows = table.rows[filled]
            mean = table.weights[rows] - (table.totals[rows] / max(step, 1.0)).astype(np.float32)
            part.append((table.keys[filled], mean))
        del tables, table  # they are large
    return [_average(part) for part in parts]


def _average(
    parts: Sequence[tuple[NDArray[np.uint32], NDArray[np.float32]]],
) -> tuple[NDArray[np.uint32], NDArray[np.float32]]:
    """Return the mean of several trainings' weights over the union of their features."""
    keys = np.unique(np.concatenate([keys for keys, _ in parts]))
    total = np.zeros((len(keys), parts[0][1].shape[1]), np.float32)
    for own, weights in parts:
        total[np.searchsorted(keys, own)] += weights
    return keys, total / np.float32(len(parts))


@dataclass(frozen=True, slots=True)
class PerceptronSettings:
    """How an averaged perceptron is trained: seeds (of the examples' order) and `freeze`'s prune and bits.

    Weights change also where the right class wins by less than the margin.
    """

    epochs: int = 10
    seeds: Sequence[int] = (1,)
    margin: float = 0.0
    prune: float = 0.0
    bits: int = 16


def train_classifier(
    rows: Rows,
    labels: NDArray[np.integer],
    classes: Sequence[str],
    settings: PerceptronSettings = PerceptronSettings(),
) -> LinearModel:
    """Train an averaged multiclass perceptron (Collins 2002).

    Parameters
    ----------
    labels : ndarray of int, shape (rows,)
        Index into `classes`.

    Examples
    --------
    >>> keys = [["word=" + word, "end=" + word[-1]] for word in ("mill", "wheel", "ran", "sold")]
    >>> rows = Rows.stacked(np.array([[feature_key(feature) for feature in row] for row in keys], np.uint32))
    >>> model = train_classifier(rows, np.array([0, 0, 1, 1]), ("noun", "verb"))
    >>> [model.classes[i] for i in model.scores(rows).argmax(axis=1)]
    ['noun', 'noun', 'verb', 'verb']
    """
    if len(labels) != len(rows):
        raise ValueError(f"{len(rows)} rows, but {len(labels)} labels")
    gold = np.ascontiguousarray(labels, dtype=np.int32)

    def run(this: Epoch) -> None:
        order = this.generator.permutation(len(rows))
        this.steps[0], mistakes = K.epoch_classifier(
            this.tables[0], rows.starts, rows.keys, rows.values, gold, order, settings.margin, this.steps[0]
        )
        this.log("classifier", f"{mistakes} mistakes in {len(rows)}")

    sizes = [(len(classes), len(np.unique(rows.keys)) + 1)]
    ((keys, weights),) = train_averaged(sizes, settings.seeds, settings.epochs, run)
    return LinearModel.freeze(classes, keys, weights, settings.prune, settings.bits)
