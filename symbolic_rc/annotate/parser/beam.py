"""Kernels of the parser: a beam search over arc-hybrid transitions (Zhang & Clark 2008).

A sentence of n words takes 2n actions, whatever its tree, so that partial trees after as many steps can be
compared. A second classifier labels each arc when it is made. With one partial tree, the search is greedy.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.annotate.parser.transitions import (
    LEFT,
    RIGHT,
    SHIFT,
    ParserWorkspace,
    States,
    allowed,
    arc_atoms,
    attach,
    load_sentence,
    longest_of,
    must_shift,
    new_states,
    new_workspace,
    pop,
    shift,
    start,
    state_atoms,
)
from symbolic_rc.core.kernels import kernel
from symbolic_rc.models.kernels import Frozen, add_known, filter_keys, full_row
from symbolic_rc.models.templates import Templates, combine_atoms

#: The score of an action that is not allowed.
IMPOSSIBLE = -1e300
#: Slots of a memo, as a power of two: few enough for the processor's cache.
_BITS = 12
_SHIFT = np.uint64(64 - _BITS)
#: Odd multipliers of atoms, for both halves of a fingerprint; there are at most 128 atoms.
_DRAWN = np.random.default_rng(1).integers(1 << 63, size=(2, 128), dtype=np.uint64)
_FIRST, _SECOND = _DRAWN * np.uint64(2) + np.uint64(1)


class Memo(NamedTuple):
    """Scores by the fingerprint of their atoms; later entries replace earlier ones.

    Partial trees that compete, and tag sequences that differ in one tag, share most of their states and arcs.

    Attributes
    ----------
    prints : ndarray of uint64, shape (slots, 2)
    values : ndarray of int32, shape (slots, 3)
    """

    prints: NDArray[np.uint64]
    values: NDArray[np.int32]


@kernel
def new_memo() -> Memo:
    """Return an empty memo."""
    return Memo(np.zeros((1 << _BITS, 2), np.uint64), np.zeros((1 << _BITS, 3), np.int32))


@kernel
def slot_of(memo: Memo, atoms: NDArray[np.uint32]) -> tuple[int, bool]:
    """Return the slot of a list of atoms, which it claims, and whether its values are there.

    A fingerprint is two sums of products (multilinear hashing; Carter & Wegman 1979): two lists collide with
    a probability below 2 ** -64.
    """
    one = two = np.uint64(len(atoms))
    for i in range(len(atoms)):
        atom = np.uint64(atoms[i])
        one += atom * _FIRST[i]
        two += atom * _SECOND[i]
    slot = int(one >> _SHIFT)
    known = bool(memo.prints[slot, 0] == one and memo.prints[slot, 1] == two)
    memo.prints[slot, 0], memo.prints[slot, 1] = one, two
    return slot, known


class Labeller(NamedTuple):
    """The classifier of arcs, with its memo and work space."""

    arcs: Frozen
    root: int
    memo: Memo
    known: NDArray[np.uint32]
    scores: NDArray[np.int32]


class KBest(NamedTuple):
    """The best trees of each sentence, best first.

    Attributes
    ----------
    heads : ndarray of int32, shape (trees, words)
        Indices in the text, -1 at roots.
    labels : ndarray of int32, shape (trees, words)
    scores : ndarray of float64, shape (trees, sentences)
        `IMPOSSIBLE` where a sentence has no such tree.
    """

    heads: NDArray[np.int32]
    labels: NDArray[np.int32]
    scores: NDArray[np.float64]


class Expansion(NamedTuple):
    """The actions possible in the states of a step, and those chosen.

    Attributes
    ----------
    scores : ndarray of float64, shape (states, actions)
        The score of each state after each action.
    parents, actions : ndarray of int64, shape (states,)
    """

    scores: NDArray[np.float64]
    parents: NDArray[np.int64]
    actions: NDArray[np.int64]


def new_trees(count: int, words: int, sentences: int) -> KBest:
    """Return room for `count` trees of each sentence."""
    return KBest(
        np.zeros((count, words), np.int32),
        np.zeros((count, words), np.int32),
        np.full((count, sentences), IMPOSSIBLE),
    )


@kernel
def new_labeller(arcs: Frozen, label: Templates, classes: int, root: int) -> Labeller:
    """Return a classifier of arcs with an empty memo."""
    return Labeller(
        arcs, root, new_memo(), np.zeros(len(label.parts), np.uint32), np.zeros(classes, np.int32)
    )


@kernel
def new_expansion(width: int) -> Expansion:
    """Return an expansion of `width` states."""
    return Expansion(np.zeros((width, 3)), np.zeros(width, np.int64), np.zeros(width, np.int64))


@kernel
def copy(source: States, i: int, target: States, j: int, n: int, step: int) -> None:
    """Copy row `i` of some states, after `step` actions, to row `j` of others."""
    for node in range(n + 2):
        target.heads[j, node] = source.heads[i, node]
        target.labels[j, node] = source.labels[i, node]
        target.stack[j, node] = source.stack[i, node]
        for side in range(4):
            target.child[j, node, side] = source.child[i, node, side]
        for side in range(2):
            target.counts[j, node, side] = source.counts[i, node, side]
    for k in range(2):
        target.place[j, k] = source.place[i, k]
    for k in range(step):
        target.taken[j, k] = source.taken[i, k]


@kernel
def _move_scores(moves: Frozen, known: NDArray[np.uint32], count: int) -> tuple[int, int, int]:
    """Return the scores of the actions by the first `count` features."""
    shifting, left, right = 0, 0, 0
    for k in range(count):
        row = full_row(moves, known[k])
        if row >= 0:
            shifting += int(moves.full[row, SHIFT])
            left += int(moves.full[row, LEFT])
            right += int(moves.full[row, RIGHT])
    return shifting, left, right


@kernel
def action_scores(
    moves: Frozen,
    space: ParserWorkspace,
    memo: Memo,
    known: NDArray[np.uint32],
    states: States,
    i: int,
    n: int,
) -> tuple[int, int, int]:
    """Return the scores of the actions in a state."""
    state_atoms(space, states, i, n)
    slot, found = slot_of(memo, space.atoms)
    scores = memo.values[slot]
    if not found:
        combine_atoms(space.atoms, space.state.parts, space.state.seeds, space.keys)
        count = filter_keys(moves.filter, space.keys, known)
        scores[SHIFT], scores[LEFT], scores[RIGHT] = _move_scores(moves, known, count)
    return scores[SHIFT], scores[LEFT], scores[RIGHT]


@kernel
def best_label(labeller: Labeller, keys: NDArray[np.uint32], scores: NDArray[np.int32]) -> int:
    """Fill in the scores of the relations; return the best but the root's."""
    scores[:] = 0
    known = labeller.known
    add_known(labeller.arcs, known[: filter_keys(labeller.arcs.filter, keys, known)], scores)
    scores[labeller.root] = -2147483647
    top = 0
    for c in range(1, len(scores)):
        if scores[c] > scores[top]:
            top = c
    return top


@kernel
def apply(space: ParserWorkspace, labeller: Labeller, states: States, i: int, n: int, action: int) -> None:
    """Apply an action to row `i`; an arc gets its best label."""
    if action == SHIFT:
        shift(states, i)
        return
    head, word = pop(states, i, action)
    label = labeller.root
    if head != n:
        arc_atoms(space, states, i, n, head, word)
        slot, known = slot_of(labeller.memo, space.label_atoms)
        if not known:
            combine_atoms(space.label_atoms, space.label.parts, space.label.seeds, space.label_keys)
            labeller.memo.values[slot, 0] = best_label(labeller, space.label_keys, labeller.scores)
        label = labeller.memo.values[slot, 0]
    attach(head, word, states.heads[i], states.child[i], states.counts[i])
    states.labels[i, word] = label


@kernel
def prune(expansion: Expansion, score: Any, alive: int, behind: float) -> int:
    """Choose the best expansions of the `alive` states of a step and fill in `score`; return how many.

    Those further `behind` the best one are left out. Ties go to the first row, then the first action.
    """
    offers, chosen = expansion.scores, 0
    while chosen < len(score):
        best, row, action = IMPOSSIBLE, -1, 0
        for i in range(alive):
            for a in range(3):
                if offers[i, a] > best:
                    best, row, action = offers[i, a], i, a
        if row < 0 or (chosen and best < score[0] - behind):
            break
        offers[row, action] = IMPOSSIBLE
        expansion.parents[chosen], expansion.actions[chosen], score[chosen] = row, action, best
        chosen += 1
    return chosen


@kernel
def advance(
    space: ParserWorkspace, labeller: Labeller, now: States, then: States, n: int, step: int,
    expansion: Expansion, chosen: int,
) -> None:  # fmt: skip
    """Fill `then` with the states of `now` after the chosen actions."""
    for j in range(chosen):
        copy(now, expansion.parents[j], then, j, n, step)
        then.taken[j, step] = expansion.actions[j]
        apply(space, labeller, then, j, n, expansion.actions[j])


@kernel
def search(
    moves: Frozen,
    arcs: Frozen,
    fields: NDArray[np.uint32],
    bounds: NDArray[np.int64],
    special: NDArray[np.uint32],
    state: Templates,
    label: Templates,
    classes: int,
    root: int,
    width: int,
    behind: float,
    out: KBest,
) -> None:
    """Fill `out` with the best trees of each sentence.

    Parameters
    ----------
    moves, arcs : Frozen
        The classifiers of actions and of arcs.
    fields : ndarray of uint32, shape (words, FIELDS)
    bounds : ndarray of int64, shape (sentences + 1,)
    special : ndarray of uint32, shape (2, FIELDS)
        The fields of the root and of absent nodes.
    state, label : Templates
    classes, root : int
        The number of relations, and that of the root.
    width : int
        The size of the beam.
    behind : float
        Partial trees whose scores are further behind the best one's are dropped.
    out : KBest
    """
    longest = longest_of(bounds)
    space = new_workspace(longest, fields.shape[1], state, label)
    labeller, memo = new_labeller(arcs, label, classes, root), new_memo()
    now, then = new_states(width, longest), new_states(width, longest)
    expansion, score, known = new_expansion(width), np.zeros(width), np.zeros(len(space.keys), np.uint32)
    for s in range(len(bounds) - 1):
        first, end = bounds[s], bounds[s + 1]
        n = end - first
        load_sentence(space, fields[first:end], special)
        start(now, 0, n)
        score[0] = 0.0
        alive = 1
        for step in range(2 * n):
            for i in range(alive):
                expansion.scores[i] = IMPOSSIBLE
                if must_shift(now, i, n):
                    expansion.scores[i, SHIFT] = score[i]
                    continue
                found = action_scores(moves, space, memo, known, now, i, n)
                for action in range(3):
                    if allowed(now.place[i, 0], now.place[i, 1], n, action):
                        expansion.scores[i, action] = score[i] + found[action]
            chosen = prune(expansion, score, alive, behind)
            if alive == chosen == 1:  # the usual case: nothing need be copied or recorded
                apply(space, labeller, now, 0, n, expansion.actions[0])
                continue
            advance(space, labeller, now, then, n, step, expansion, chosen)
            now, then, alive = then, now, chosen
        for j in range(len(out.scores)):
            out.scores[j, s] = score[j] if j < alive else IMPOSSIBLE
            for i in range(n if j < alive else 0):
                out.heads[j, first + i] = -1 if now.heads[j, i] == n else first + now.heads[j, i]
                out.labels[j, first + i] = now.labels[j, i]
