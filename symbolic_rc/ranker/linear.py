"""The linear scorer: the weights of a candidate's hashed features, summed; and a step of learning them."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple, TypeAlias

import numpy as np

from symbolic_rc.core.arrays import Hashes, Ints, Singles
from symbolic_rc.core.kernels import kernel
from symbolic_rc.index import columns as C
from symbolic_rc.index.hashing import mix
from symbolic_rc.index.shape_features import SHAPES
from symbolic_rc.ranker.arrays import LinearInput

#: The columns of `linear_parts`.
FeaturePart = IntEnum("FeaturePart", "HEAD SPAN SHAPE_BY_KIND SHAPE_BY_CLASS CUES", start=0)
Float: TypeAlias = float | np.floating
#: Keeps kinds of question apart from classes, in the hashes of shape features.
KIND_SALT = 1000
#: Of a question whose best candidate is no better than this nothing is learned.
_NO_GOOD = 0.05
#: Candidates with so much of the best metric are learned from as right.
_RIGHT = 0.5
#: Smaller gradients are left out.
_LEAST_STEP = 2e-4


class Learner(NamedTuple):
    """The state of AdaGrad; each of the table's shape."""

    table: Singles  # the weights
    squares: Singles  # the sums of the squares of their gradients
    drift: Singles  # the sums of each weight's changes times the clock of their step


def linear_parts(x: LinearInput, table: Singles, by_kind: Singles, by_class: Singles) -> Singles:
    """Return the linear score of every selected candidate in parts, (m, len(FeaturePart)).

    `table` has the weights, a power of two of them, `by_kind` and `by_class` (candidates of the story,) the
    weight of each candidate's shape for the question's kind and class, NaN where it is not known yet; what is
    needed is filled in.
    """
    parts = np.empty((x.selected.shape[0], len(FeaturePart)), np.float32)
    _fill_parts(x, table, by_kind, by_class, parts)
    return parts


@kernel
def _fill_parts(x: LinearInput, table: Singles, by_kind: Singles, by_class: Singles, parts: Singles) -> None:
    mask = np.uint32(table.shape[0] - 1)
    heads = np.full(x.head_ids.shape[0], np.nan, np.float32)
    for t in x.head_row:
        if not np.isnan(heads[t]):
            continue
        s = np.float32(0.0)
        for f in range(x.head_ids.shape[1]):
            s += table[x.head_ids[t, f] & mask]
        heads[t] = s
    cues = np.zeros(x.cue_ids.shape[0], np.float32)
    for r in range(x.cue_ids.shape[0]):
        cues[r] = table[x.cue_ids[r, 0] & mask] + table[x.cue_ids[r, 1] & mask]
    fill_shapes(x.shapes, x.selected, x.info[C.KIND] + KIND_SALT, table, by_kind)
    fill_shapes(x.shapes, x.selected, x.info[C.QCLASS], table, by_class)
    for k in range(x.selected.shape[0]):
        s = np.float32(0.0)
        for f in range(x.span_ids.shape[1]):
            s += table[x.span_ids[k, f] & mask]
        c = np.float32(0.0)
        for r in range(cues.shape[0]):
            if x.cues[k, r]:
                c += cues[r]
        parts[k, FeaturePart.HEAD], parts[k, FeaturePart.SPAN] = heads[x.head_row[k]], s
        parts[k, FeaturePart.CUES] = c
        parts[k, FeaturePart.SHAPE_BY_KIND] = by_kind[x.selected[k]]
        parts[k, FeaturePart.SHAPE_BY_CLASS] = by_class[x.selected[k]]


@kernel
def fill_shapes(shapes: Hashes, selected: Ints, salt: int, table: Singles, known: Singles) -> None:
    """Fill the weight of the shape, mixed with `salt`, of the selected candidates that have none yet."""
    mask = np.uint32(table.shape[0] - 1)
    for row in selected:
        if not np.isnan(known[row]):
            continue
        s = np.float32(0.0)
        for f in range(SHAPES):
            s += table[mix(shapes[row, f], salt) & mask]
        known[row] = s


def no_shapes(shapes: Hashes) -> Singles:
    """Return the part of a shape for candidates of which none is known: see `linear_parts`."""
    return np.full(len(shapes), np.nan, np.float32)


def linear_scores(x: LinearInput, table: Singles) -> Singles:
    """Return the linear score of every selected candidate; float32, shape (m,)."""
    return linear_parts(x, table, no_shapes(x.shapes), no_shapes(x.shapes)).sum(axis=1)


@kernel
def loss_gradient(scores: Singles, gold: Singles, sharp: Float, latent: Float, out: Singles) -> None:
    """Fill `out` with the gradient of the cross entropy by the scores: their softmax less the target.

    The target is the `sharp`-th power of each candidate's metric times the `latent`-th power of its
    probability, normalised, over those with at least half of the best; a question is weighed by its best.
    With a latent power of one, the scorer chooses for itself which of several occurrences of an answer it
    learns from (the marginal likelihood); with zero it learns from all alike. Zeros when no candidate is any
    good.
    """
    top = gold.max()
    if top <= _NO_GOOD:
        out[:] = 0.0
        return
    probability = np.exp(scores - scores.max())
    probability /= probability.sum()
    target = np.zeros(scores.shape[0], np.float32)
    for k in range(scores.shape[0]):
        if gold[k] >= _RIGHT * top:
            target[k] = (gold[k] / top) ** sharp * (probability[k] + np.float32(1e-6)) ** latent
    target /= target.sum()
    for k in range(scores.shape[0]):
        out[k] = (probability[k] - target[k]) * top


@kernel
def learn(x: LinearInput, wrong: Singles, learner: Learner, clock: Float, rate: Float) -> None:
    """Take one step of AdaGrad along the gradient `wrong` of the scores.

    Less its share of `drift`, the table is the mean of what it was after every step.
    """
    mask = np.uint32(learner.table.shape[0] - 1)
    kind, qclass = x.info[C.KIND] + KIND_SALT, x.info[C.QCLASS]
    by_head = np.zeros(x.head_ids.shape[0], np.float32)
    by_cue = np.zeros(x.cue_ids.shape[0], np.float32)
    for k in range(x.selected.shape[0]):
        g = wrong[k]
        if abs(g) < _LEAST_STEP:
            continue
        by_head[x.head_row[k]] += g
        for r in range(by_cue.shape[0]):
            if x.cues[k, r]:
                by_cue[r] += g
        for f in range(x.span_ids.shape[1]):
            _step(learner, clock, x.span_ids[k, f] & mask, g, rate)
        row = x.selected[k]
        for f in range(SHAPES):
            _step(learner, clock, mix(x.shapes[row, f], kind) & mask, g, rate)
            _step(learner, clock, mix(x.shapes[row, f], qclass) & mask, g, rate)
    for r in range(by_cue.shape[0]):
        if by_cue[r] != 0.0:
            _step(learner, clock, x.cue_ids[r, 0] & mask, by_cue[r], rate)
            _step(learner, clock, x.cue_ids[r, 1] & mask, by_cue[r], rate)
    for t in range(x.head_ids.shape[0]):
        if by_head[t] != 0.0:
            for f in range(x.head_ids.shape[1]):
                _step(learner, clock, x.head_ids[t, f] & mask, by_head[t], rate)


@kernel
def _step(learner: Learner, clock: Float, i: int | np.integer, g: Float, rate: Float) -> None:
    learner.squares[i] += g * g
    change = rate * g / np.sqrt(learner.squares[i] + np.float32(1e-4))
    learner.table[i] -= change
    learner.drift[i] -= clock * change
