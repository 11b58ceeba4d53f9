"""What the kernels of arguments take and work in."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.frames.parser.features import ATOMS, CAPACITY
from symbolic_rc.frames.parser.model import VIEW, FrameModel
from symbolic_rc.frames.parser.roles import RoleSpace
from symbolic_rc.frames.parser.spans import CUT_FEATURES
from symbolic_rc.models.kernels import Frozen
from symbolic_rc.models.trees import Leaves

MAX_CANDIDATES = 160
#: Room for views; trees are asked when so many are there, of as many predicates as it takes.
MAX_VIEWS, FULL = 1600, 400
#: Columns of what may be an argument: its predicate's number, role, span and head; behind them, in
#: `Bench.source`, the candidate that it is.
NUMBER, ROLE, BEGIN, END, HEAD, CANDIDATE = range(6)


class Roles(NamedTuple):
    """The models of roles and spans as kernels take them.

    Attributes
    ----------
    table : ndarray of int32, shape (sets, labels, width)
        Columns whose scores add up to a label's: see `RoleSpace.table`.
    core : ndarray of int64, shape (labels,)
        The bit of each label that a frame has at most once, else 0.
    single : ndarray of bool, shape (labels,)
        Labels whose argument is one word.
    traits : ndarray of int32, shape (labels, 3)
        See `RoleSpace.traits`.
    model : Frozen
        Of roles, with the `scale` of its scores.
    cut : Frozen
        Of spans, with the scale of its scores.
    trees : Leaves
    """

    table: NDArray[np.int32]
    core: NDArray[np.int64]
    single: NDArray[np.bool_]
    traits: NDArray[np.int32]
    model: Frozen
    scale: float
    cut: Frozen
    cut_scale: float
    trees: Leaves


class Bench(NamedTuple):
    """What the kernels of one predicate's arguments work in.

    Attributes
    ----------
    candidates : ndarray of int32, shape (candidates, 3)
        See `context.candidates`.
    spans : ndarray of int32, shape (candidates, 2)
    others : ndarray of int32, shape (candidates, 2, 4)
        Other spans of each: see `spans.cut_span`.
    scores : ndarray of float32, shape (candidates, labels)
        Log probabilities, of the linear model.
    best, chosen, order : ndarray of int32, shape (candidates,)
        The likeliest role of each, its role in the best frame (0: none), and the candidates by their spans.
    top : ndarray of float32, shape (labels, 2)
        The two highest scores of each role, and `holder`, who has the highest; int32, shape (labels,).
    atoms, features : ndarray of uint64
    sums, scaled : ndarray of int32 and of float32
        Of the columns of weights.
    margins : ndarray of int32, shape (2,)
        The sums of a decision on spans.
    tried : ndarray of int32, shape (labels,)
        The likeliest roles of a candidate.
    shared : ndarray of float32, shape (columns,)
        What the views of a candidate have in common.
    views : ndarray of float32, shape (views, columns)
    source : ndarray of int32, shape (views, 6)
        What each view is of.
    """

    candidates: NDArray[np.int32]
    spans: NDArray[np.int32]
    others: NDArray[np.int32]
    scores: NDArray[np.float32]
    best: NDArray[np.int32]
    chosen: NDArray[np.int32]
    order: NDArray[np.int32]
    top: NDArray[np.float32]
    holder: NDArray[np.int32]
    atoms: NDArray[np.uint64]
    features: NDArray[np.uint64]
    sums: NDArray[np.int32]
    scaled: NDArray[np.float32]
    margins: NDArray[np.int32]
    tried: NDArray[np.int32]
    shared: NDArray[np.float32]
    views: NDArray[np.float32]
    source: NDArray[np.int32]


def new_bench(space: RoleSpace) -> Bench:
    """Return room for one predicate after another."""
    n, labels, columns = MAX_CANDIDATES, len(space.labels), len(space.columns)

    def whole(*shape: int) -> NDArray[np.int32]:
        return np.zeros(shape, np.int32)

    def real(*shape: int) -> NDArray[np.float32]:
        return np.zeros(shape, np.float32)

    return Bench(
        whole(n, 3), whole(n, 2), whole(n, 2, 4), real(n, labels), whole(n), whole(n), whole(n),
        real(labels, 2), whole(labels), np.zeros(len(ATOMS), np.uint64),
        np.zeros(max(CAPACITY, CUT_FEATURES), np.uint64), whole(columns), real(columns), whole(2),
        whole(labels), real(VIEW), real(MAX_VIEWS, VIEW), whole(MAX_VIEWS, CANDIDATE + 1),
    )  # fmt: skip


def roles_of(model: FrameModel) -> Roles:
    """Return what kernels take of a model, for the rolesets that its space has been asked for."""
    space, role, cut = model.space, model.models["role"], model.models["cut"]
    return Roles(
        space.table, space.core, space.single, space.traits, role.frozen, role.scale, cut.frozen, cut.scale,
        model.trees.leaves,
    )  # fmt: skip
