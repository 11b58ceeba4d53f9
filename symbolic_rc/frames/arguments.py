"""The arguments of predicates: the probability of each role of each span."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.arrays import Floats, Ints, Singles
from symbolic_rc.core.kernels import kernel
from symbolic_rc.frames import context as C
from symbolic_rc.frames import decoding as D
from symbolic_rc.frames import features as F
from symbolic_rc.frames.arrays import POS, Forest
from symbolic_rc.frames.features import PredicateContext, argument_features
from symbolic_rc.frames.model import COLUMNS, FrameModel, RoleSpace
from symbolic_rc.frames.predicates import kind_of
from symbolic_rc.frames.shortlist import ArgumentModel, ArgumentWorkspace, shortlist
from symbolic_rc.frames.spans import CERTAIN, CUT_ATOMS, CUT_FEATURES, MARGIN, SAME, START, cut_span
from symbolic_rc.frames.templates import add_features
from symbolic_rc.models.trees import predict

MAX_CANDIDATES = 160
#: Room for shortlisted roles and spans, and the number at which trees score those of several predicates.
MAX_ROWS, FULL = 1600, 400
#: Subtracted from the log probability of no role, and more for a shared subject: the linear model, trained on
#: jackknifed syntax with errors, underestimates arguments.
EASE, SHARED = 0.2, 1.0
#: Less probable arguments are dropped.
LEAST = 0.05


def new_workspace(space: RoleSpace) -> ArgumentWorkspace:
    """Return buffers for the predicates of a document."""
    n, labels, columns = MAX_CANDIDATES, len(space.labels), len(space.columns)

    def ints(*shape: int) -> Ints:
        return np.zeros(shape, np.int32)

    def floats(*shape: int) -> Singles:
        return np.zeros(shape, np.float32)

    return ArgumentWorkspace(
        ints(n, 3), ints(n, 2), ints(n, 2, 4), floats(n, labels), ints(n), ints(n), ints(n),
        floats(labels, 2), ints(labels), np.zeros(max(F.ARGUMENT_ATOMS, CUT_ATOMS), np.uint64),
        np.zeros(max(F.ARGUMENT_FEATURES, CUT_FEATURES), np.uint64), ints(columns), floats(columns), ints(2),
        ints(labels), floats(COLUMNS), floats(MAX_ROWS, COLUMNS), ints(MAX_ROWS, D.CANDIDATE + 1),
    )  # fmt: skip


def argument_model(model: FrameModel) -> ArgumentModel:
    """Return a model's arrays for kernels, with the rolesets that its space has described."""
    space, role, cut = model.space, model.models["role"], model.models["cut"]
    return ArgumentModel(
        space.table, space.core, space.single, space.traits, role.frozen, role.scale, cut.frozen, cut.scale,
        model.trees.leaves,
    )  # fmt: skip


@kernel
def _score_candidate(
    t: Forest, predicate: PredicateContext, c: int, model: ArgumentModel, columns: Ints, w: ArgumentWorkspace
) -> None:
    """Fill in candidate c's log probability of each role, and its span under the best."""
    h, scores = w.candidates[c, C.TOKEN], w.scores[c]
    m = argument_features(
        t, predicate, h, w.candidates[c, C.UP], w.candidates[c, C.DOWN], w.atoms, w.features
    )
    add_features(model.roles, w.features, m, w.sums)
    for j in range(len(w.sums)):
        w.scaled[j] = w.sums[j] * model.scale
        w.sums[j] = 0
    D.normalise(w.scaled, columns, len(scores), columns.shape[1], scores)
    best = w.best[c] = D.next_label(scores, w.tried[:0])
    if model.single[best] or scores[best] < scores[0] - D.SLACK:
        start, end = h, h + 1
        for side in range(2):
            w.others[c, side, START], w.others[c, side, MARGIN] = SAME, CERTAIN
    else:
        start, end = cut_span(
            t, model.cut, predicate.token, h, best, w.atoms, w.features, w.margins, w.others[c]
        )
    w.spans[c, 0], w.spans[c, 1] = start, end
    facts = predicate.facts
    shared = facts[C.SUBJECT] == np.uint64(h + 1) and facts[C.SUBJECT_WAY] > np.uint64(0)
    scores[0] -= EASE + SHARED if shared else EASE


@kernel
def list_arguments(
    t: Forest,
    p: int,
    key: NDArray[np.uint64],
    columns: Ints,
    model: ArgumentModel,
    w: ArgumentWorkspace,
    rows: int = 0,
) -> int:
    """Add the shortlist of predicate p's arguments (see `shortlist`); return the number of rows.

    `key` holds the numbers of its roleset, and `columns` its columns of weights.
    """
    n = C.candidates(t, p, w.candidates)
    facts = np.zeros(C.FACTS, np.uint64)
    C.describe(t, p, facts)
    kind = kind_of(t.words[p, POS], t.ids)
    predicate = PredicateContext(p, key[F.ID], key[F.CLASS], key[F.WIDE], kind, facts)
    for c in range(n):
        _score_candidate(t, predicate, c, model, columns, w)
    D.by_start(w.spans, n, w.order)
    total = D.decode(w.scores, w.spans, n, w.order, model.core, w.chosen)
    return shortlist(t, predicate, n, total, model, columns, w, rows)


@kernel
def _probabilities(model: ArgumentModel, w: ArgumentWorkspace, rows: int) -> Floats:
    """Return the probability of each row among those of its candidate."""
    trees, first = model.trees, 0
    scores, features = np.empty(rows, np.float64), w.rows[:rows]
    predict(trees.bounds, trees.threshold, trees.tree, trees.kept, trees.value, 0.0, features, scores)
    while first < rows:
        last, own = first, w.source[first]
        while (
            last < rows
            and w.source[last, D.CANDIDATE] == own[D.CANDIDATE]
            and w.source[last, D.NUMBER] == own[D.NUMBER]
        ):
            last += 1
        most, total = -np.inf, 0.0
        for i in range(first, last):
            most = max(most, scores[i])
        for i in range(first, last):
            scores[i] = np.exp(scores[i] - most)
            total += scores[i]
        for i in range(first, last):
            scores[i] /= total
        first = last
    return scores


def likely_arguments(
    t: Forest, places: Ints, keys: NDArray[np.uint64], sets: Ints, model: ArgumentModel, w: ArgumentWorkspace
) -> tuple[Ints, Singles]:
    """Return the probable arguments of predicates, of shape (n, 6), and their probabilities.

    Columns: predicate's number, role, start, end, head, candidate. The probabilities of a candidate's roles
    and spans, and of none, sum to one. `keys`, of shape (predicates, 3), are the numbers of the predicates'
    rolesets, `sets` their rows of `ArgumentModel.table`.
    """
    found, likely = [np.zeros((0, D.CANDIDATE + 1), np.int32)], [np.zeros(0, np.float32)]
    probabilities, number = np.empty(MAX_ROWS, np.float32), 0
    while number < len(places):
        number, count = _batch(t, places, keys, sets, model, w, number, probabilities)
        found.append(w.source[:count].copy())
        likely.append(probabilities[:count].copy())
    return np.concatenate(found), np.concatenate(likely)


@kernel
def _batch(
    t: Forest,
    places: Ints,
    keys: NDArray[np.uint64],
    sets: Ints,
    model: ArgumentModel,
    w: ArgumentWorkspace,
    number: int,
    probabilities: Singles,
) -> tuple[int, int]:
    """Leave arguments of predicates from `number` on in `w.source` until it is full; return the next."""
    rows, count = 0, 0
    while number < len(places) and rows < FULL:
        before = rows
        rows = list_arguments(t, places[number], keys[number], model.table[sets[number]], model, w, rows)
        w.source[before:rows, D.NUMBER] = number
        number += 1
    scores = _probabilities(model, w, rows)
    for i in range(rows):
        if w.source[i, D.ROLE] != 0 and scores[i] >= LEAST:
            for column in range(w.source.shape[1]):
                w.source[count, column] = w.source[i, column]
            probabilities[count] = scores[i]
            count += 1
    return number, count
