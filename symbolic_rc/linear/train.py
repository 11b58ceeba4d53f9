"""Training of classifiers and rankers on rows of features."""

from __future__ import annotations

import logging
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.linear.features import Rows
from symbolic_rc.linear.kernels import epoch_classifier, epoch_ranker, new_table
from symbolic_rc.linear.model import LinearModel, average_models, averaged

log = logging.getLogger(__name__)


def train_classifier(
    rows: Rows,
    labels: NDArray[np.integer],
    classes: Sequence[str],
    *,
    epochs: int = 10,
    seeds: Sequence[int] = (1,),
    margin: float = 0.0,
    prune: float = 0.0,
    bits: int = 16,
) -> LinearModel:
    """Train an averaged multiclass perceptron (Collins 2002).

    Parameters
    ----------
    rows : Rows
    labels : ndarray of int, shape (rows,)
        Index into `classes`.
    classes : sequence of str
    epochs : int
    seeds : sequence of int
        One training per seed (order of the examples); their weights are averaged.
    margin : float
        Update also where the right class wins by less than this.
    prune, bits
        See `LinearModel.freeze`.

    Examples
    --------
    >>> from symbolic_rc.linear import RowsBuilder
    >>> builder = RowsBuilder()
    >>> for word in ("mill", "wheel", "ran", "sold"):
    ...     builder.add(["word=" + word, "end=" + word[-1]])
    >>> rows = builder.rows()
    >>> model = train_classifier(rows, np.array([0, 0, 1, 1]), ("noun", "verb"))
    >>> [model.classes[i] for i in model.predict(rows)]
    ['noun', 'noun', 'verb', 'verb']
    """
    if len(labels) != len(rows):
        raise ValueError(f"{len(rows)} rows, but {len(labels)} labels")
    gold = np.ascontiguousarray(labels, dtype=np.int32)
    parts = []
    room = len(np.unique(rows.keys)) + 1
    for seed in seeds:
        table, step, generator = new_table(len(classes), room), 0.0, np.random.default_rng(seed)
        for epoch in range(epochs):
            order = generator.permutation(len(rows))
            step, mistakes = epoch_classifier(
                table, rows.starts, rows.keys, rows.values, gold, order, margin, step
            )
            log.info("seed %d, epoch %d: %d mistakes in %d", seed, epoch + 1, mistakes, len(rows))
        parts.append(averaged(table, step))
    keys, weights = average_models(parts)
    return LinearModel.freeze(classes, keys, weights, prune, bits)


def train_ranker(
    rows: Rows,
    groups: NDArray[np.integer],
    gold: NDArray[np.bool_],
    costs: NDArray[np.floating] | None = None,
    *,
    epochs: int = 10,
    seeds: Sequence[int] = (1,),
    prune: float = 0.0,
    bits: int = 16,
) -> LinearModel:
    """Train an averaged ranking perceptron: of each group of rows, a gold one shall score highest.

    Several rows of a group may be gold: the one that scores best now is taught (latent antecedents,
    Fernandes et al. 2012). Groups without a gold row, or without another, teach nothing.

    Parameters
    ----------
    rows : Rows
    groups : ndarray of int, shape (g + 1,)
        Group i holds rows ``groups[i]`` to ``groups[i + 1]``.
    gold : ndarray of bool, shape (rows,)
    costs : ndarray of float, shape (rows,), optional
        By how much a wrong row must lose (cost-augmented margin); 1 for all by default.
    epochs, seeds, prune, bits
        As in `train_classifier`.

    Returns
    -------
    LinearModel
        With the one class ``"score"``.
    """
    wrong = np.ones(len(rows), np.float32) if costs is None else np.asarray(costs, dtype=np.float32)
    bounds = np.ascontiguousarray(groups, dtype=np.int64)
    parts = []
    room = len(np.unique(rows.keys)) + 1
    right = np.ascontiguousarray(gold, dtype=np.bool_)
    for seed in seeds:
        table, step, generator = new_table(1, room), 0.0, np.random.default_rng(seed)
        for epoch in range(epochs):
            order = generator.permutation(len(bounds) - 1)
            step, mistakes = epoch_ranker(
                table, rows.starts, rows.keys, rows.values, bounds, right, wrong, order, step
            )
            log.info("seed %d, epoch %d: %d mistakes in %d groups", seed, epoch + 1, mistakes, len(order))
        parts.append(averaged(table, step))
    keys, weights = average_models(parts)
    return LinearModel.freeze(("score",), keys, weights, prune, bits)
