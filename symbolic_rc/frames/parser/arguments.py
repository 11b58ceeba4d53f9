"""The arguments of predicates: how likely each role of each span is."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.kernels import kernel
from symbolic_rc.frames.parser.arrays import POS, TreeArrays
from symbolic_rc.frames.parser.bench import CANDIDATE, FULL, NUMBER, ROLE, Bench, Roles
from symbolic_rc.frames.parser.context import (
    DOWN,
    FACTS,
    SUBJECT,
    SUBJECT_WAY,
    TOKEN,
    UP,
    candidates,
    describe,
)
from symbolic_rc.frames.parser.decode import SLACK, by_start, choose, normalise
from symbolic_rc.frames.parser.features import CLASS, ID, WIDE, Predicate, argument_features
from symbolic_rc.frames.parser.hashing import add_features
from symbolic_rc.frames.parser.predicates import kind_of
from symbolic_rc.frames.parser.shortlist import shortlist
from symbolic_rc.frames.parser.spans import MARGIN, SAME, START, SURE, cut_span
from symbolic_rc.models.trees import predict

#: So much is taken from the log probability of no role in the first look: training errs on its side, since
#: syntax that a jackknifed parser got wrong teaches that arguments are none; more for a shared subject.
EASE, SHARED = 0.2, 1.0
#: What is less likely is not kept.
KEPT = 0.05


@kernel
def _scale(sums: NDArray[np.int32], scale: float, scaled: NDArray[np.float32]) -> None:
    """Fill in the scaled sums, and begin anew with the sums."""
    for j in range(len(sums)):
        scaled[j] = sums[j] * scale
        sums[j] = 0


@kernel
def _weigh(
    t: TreeArrays, predicate: Predicate, c: int, roles: Roles, columns: NDArray[np.int32], b: Bench
) -> None:
    """Fill in candidate c's log probability of each role, and its span under the best."""
    h, scores = b.candidates[c, TOKEN], b.scores[c]
    m = argument_features(t, predicate, h, b.candidates[c, UP], b.candidates[c, DOWN], b.atoms, b.features)
    add_features(roles.model, b.features, m, b.sums)
    _scale(b.sums, roles.scale, b.scaled)
    normalise(b.scaled, columns, len(scores), columns.shape[1], scores)
    best = 1
    for label in range(2, len(scores)):
        if scores[label] > scores[best]:
            best = label
    if roles.single[best] or scores[best] < scores[0] - SLACK:
        start, end = h, h + 1
        for side in range(2):
            b.others[c, side, START], b.others[c, side, MARGIN] = SAME, SURE
    else:
        start, end = cut_span(t, roles.cut, predicate.token, h, best, b.features, b.margins, b.others[c])
    b.spans[c, 0], b.spans[c, 1] = start, end
    facts = predicate.facts
    shared = facts[SUBJECT] == np.uint64(h + 1) and facts[SUBJECT_WAY] > np.uint64(0)
    scores[0] -= EASE + SHARED if shared else EASE


@kernel
def look(
    t: TreeArrays,
    p: int,
    key: NDArray[np.uint64],
    columns: NDArray[np.int32],
    roles: Roles,
    b: Bench,
    rows: int = 0,
) -> int:
    """Add the views of what may be arguments of predicate p (see `shortlist`); return the rows then.

    `key` holds the numbers of its roleset, and `columns` its columns of weights.
    """
    n = candidates(t, p, b.candidates)
    facts = np.zeros(FACTS, np.uint64)
    describe(t, p, facts)
    kind = kind_of(t.words[p, POS], t.ids)
    predicate = Predicate(p, key[ID], key[CLASS], key[WIDE], kind, facts)
    for c in range(n):
        _weigh(t, predicate, c, roles, columns, b)
    by_start(b.spans, n, b.order)
    total = choose(b.scores, b.spans, n, b.order, roles.core, b.chosen)
    return shortlist(t, predicate, n, total, roles, columns, b, rows)


@kernel
def _shares(roles: Roles, b: Bench, rows: int) -> NDArray[np.float64]:
    """Return each view's probability, of those of its candidate."""
    trees, first = roles.trees, 0
    scores, views = np.empty(rows, np.float64), b.views[:rows]
    predict(trees.bounds, trees.threshold, trees.tree, trees.kept, trees.value, 0.0, views, scores)
    while first < rows:
        last, own = first, b.source[first]
        while (
            last < rows
            and b.source[last, CANDIDATE] == own[CANDIDATE]
            and b.source[last, NUMBER] == own[NUMBER]
        ):
            last += 1
        part = scores[first:last]
        part[:] = np.exp(part - part.max())
        part /= part.sum()
        first = last
    return scores


def likely_arguments(
    t: TreeArrays,
    places: NDArray[np.int32],
    keys: NDArray[np.uint64],
    sets: NDArray[np.int32],
    roles: Roles,
    b: Bench,
) -> tuple[NDArray[np.int32], NDArray[np.float32]]:
    """Return what may be arguments of predicates, and how likely each is.

    Parameters
    ----------
    t : TreeArrays
    places : ndarray of int32, shape (predicates,)
    keys : ndarray of uint64, shape (predicates, 3)
        The numbers of their rolesets.
    sets : ndarray of int32, shape (predicates,)
        Their rows of `Roles.table`.
    roles : Roles
    b : Bench

    Returns
    -------
    found : ndarray of int32, shape (n, 6)
        Predicate's number, role, start, end, head, candidate.
    likely : ndarray of float32, shape (n,)
        The probabilities of a candidate's roles and spans, and of none, add up to one.
    """
    found, likely = [np.zeros((0, CANDIDATE + 1), np.int32)], [np.zeros(0, np.float32)]
    shares, number = np.empty(len(b.views), np.float32), 0
    while number < len(places):
        number, count = _batch(t, places, keys, sets, roles, b, number, shares)
        found.append(b.source[:count].copy())
        likely.append(shares[:count].copy())
    return np.concatenate(found), np.concatenate(likely)


@kernel
def _batch(
    t: TreeArrays,
    places: NDArray[np.int32],
    keys: NDArray[np.uint64],
    sets: NDArray[np.int32],
    roles: Roles,
    b: Bench,
    number: int,
    likely: NDArray[np.float32],
) -> tuple[int, int]:
    """Leave likely arguments in `b.source` and `likely`, of predicates from `number` on, until it is full.

    Returns the number of the next predicate, and how many arguments there are.
    """
    rows, count = 0, 0
    while number < len(places) and rows < FULL:
        before = rows
        rows = look(t, places[number], keys[number], roles.table[sets[number]], roles, b, rows)
        b.source[before:rows, NUMBER] = number
        number += 1
    shares = _shares(roles, b, rows)
    for i in range(rows):
        if b.source[i, ROLE] != 0 and shares[i] >= KEPT:
            b.source[count], likely[count] = b.source[i], shares[i]
            count += 1
    return number, count
