"""Kernels of the parser: the arc-hybrid transition system (Kuhlmann et al. 2011), and a beam search over it.

A shift moves the next word onto the stack; an arc gives the word on top of the stack its head, which is the
next word (left) or the word below (right). Features after Zhang & Nivre (2011). A sentence of n words takes
2n actions, whatever its tree, so that partial trees after as many steps can be compared (Zhang & Clark 2008).
A second classifier labels each arc when it is made. With one partial tree, the search is greedy.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.annotate.parser import parser_templates as T
from symbolic_rc.core.arrays import Floats, Hashes, Ints, Longs
from symbolic_rc.core.kernels import kernel
from symbolic_rc.models.kernels import Frozen, add_known, filter_keys, full_row
from symbolic_rc.models.templates import Templates, combine_atoms

SHIFT, LEFT, RIGHT = range(3)
#: The head of a word that has none yet.
HEADLESS = -9
#: Numbers of children and of stacked words are cut off here.
MOST = 4
#: The class of a distance to a word that is absent.
_NO_DISTANCE = np.uint32(9)


class States(NamedTuple):
    """Partial trees of one sentence, one per row. Node n is the root, node n + 1 stands for absent nodes."""

    heads: Longs  #: (states, nodes)
    labels: Ints  #: (states, nodes)
    child: Longs  #: (states, nodes, 4)
    counts: Longs  #: (states, nodes, 2)
    stack: Longs  #: (states, nodes)
    place: Longs  #: (states, 2): the size of the stack, and the next word
    taken: NDArray[np.int8]  #: (states, 2 * nodes): the actions that led here


class ParserWorkspace(NamedTuple):
    """A sentence, the templates of states and arcs, and work space for their features."""

    words: Hashes  #: (nodes, FIELDS): the fields of the words, of the root and of absent nodes
    state: Templates
    label: Templates
    nodes: Longs
    label_nodes: Longs
    atoms: Hashes
    label_atoms: Hashes
    keys: Hashes
    label_keys: Hashes


@kernel
def new_states(count: int, longest: int) -> States:
    """Return empty states of sentences of at most `longest` words."""
    nodes = longest + 2
    return States(
        np.zeros((count, nodes), np.int64),
        np.zeros((count, nodes), np.int32),
        np.zeros((count, nodes, 4), np.int64),
        np.zeros((count, nodes, 2), np.int64),
        np.zeros((count, nodes), np.int64),
        np.zeros((count, 2), np.int64),
        np.zeros((count, 2 * nodes), np.int8),
    )


@kernel
def new_workspace(longest: int, width: int, state: Templates, label: Templates) -> ParserWorkspace:
    """Return work space for sentences of at most `longest` words with `width` fields."""
    return ParserWorkspace(
        np.zeros((longest + 2, width), np.uint32),
        state,
        label,
        np.zeros(T.STATE_NODES, np.int64),
        np.zeros(T.LABEL_NODES, np.int64),
        np.zeros(T.STATE_SIZE, np.uint32),
        np.zeros(T.LABEL_SIZE, np.uint32),
        np.zeros(len(state.parts), np.uint32),
        np.zeros(len(label.parts), np.uint32),
    )


@kernel
def load_sentence(space: ParserWorkspace, fields: Hashes, special: Hashes) -> None:
    """Set the words of a sentence."""
    n = len(fields)
    for i in range(n):
        for column in range(fields.shape[1]):
            space.words[i, column] = fields[i, column]
    for column in range(fields.shape[1]):
        space.words[n, column], space.words[n + 1, column] = special[0, column], special[1, column]


@kernel
def longest_of(bounds: Longs) -> int:
    """Return how many words the longest sentence has."""
    longest = 0
    for s in range(len(bounds) - 1):
        longest = max(longest, bounds[s + 1] - bounds[s])
    return longest


@kernel
def start(states: States, i: int, n: int) -> None:
    """Make row `i` the state of a sentence of `n` words without arcs."""
    states.heads[i, : n + 2] = HEADLESS
    states.labels[i, : n + 2] = -1
    states.child[i, : n + 2] = n + 1
    states.counts[i, : n + 2] = 0
    states.place[i] = 0


@kernel
def must_shift(states: States, i: int, n: int) -> bool:
    """Whether a shift is the only action: the stack is empty, and words are left."""
    return bool(states.place[i, 0] == 0 and states.place[i, 1] < n)


@kernel
def allowed(size: int, b: int, n: int, action: int) -> bool:
    """Whether an action is possible with `size` words on the stack and `b` next."""
    if action == SHIFT:
        return b < n
    return size > 0 and (b < n or size == 1) if action == LEFT else size > 1


@kernel
def attach(head: int, word: int, heads: Longs, child: Longs, count: Longs) -> None:
    """Make an arc; children are kept as leftmost, second leftmost, rightmost, second rightmost."""
    heads[word] = head
    if word < head:
        child[head, T.SECOND_LEFT] = child[head, T.LEFTMOST]
        child[head, T.LEFTMOST] = word
        count[head, T.ON_LEFT] += 1
    else:
        child[head, T.SECOND_RIGHT] = child[head, T.RIGHTMOST]
        child[head, T.RIGHTMOST] = word
        count[head, T.ON_RIGHT] += 1


@kernel
def shift(states: States, i: int) -> None:
    """Push the next word."""
    size, b = states.place[i, 0], states.place[i, 1]
    states.stack[i, size] = b
    states.place[i, 0], states.place[i, 1] = size + 1, b + 1


@kernel
def pop(states: States, i: int, action: int) -> tuple[int, int]:
    """Take the top word off the stack for an arc; return its head and itself."""
    size = states.place[i, 0] - 1
    states.place[i, 0] = size
    head = states.place[i, 1] if action == LEFT else states.stack[i, size - 1]
    return head, states.stack[i, size]


@kernel
def _near(distance: int) -> np.uint32:
    """Return a class of distances: 1 to 5, up to 10, more."""
    return np.uint32(distance) if distance <= 5 else np.uint32(6) if distance <= 10 else np.uint32(7)


@kernel
def _both_sides(count: Longs, node: int) -> np.uint32:
    """Return the numbers of a node's left and right children, as one number."""
    return np.uint32(min(count[node, T.ON_LEFT], MOST) * 8 + min(count[node, T.ON_RIGHT], MOST))


@kernel
def node_atoms(fields: Hashes, labels: Ints, nodes: Longs, templates: Templates, atoms: Hashes) -> None:
    """Fill the first of `atoms` with the fields and labels of nodes."""
    for k in range(len(templates.places)):
        node, column = nodes[templates.places[k]], templates.columns[k]
        atoms[k] = np.uint32(labels[node] + 1) if column == T.OWN_LABEL else fields[node, column]


@kernel
def state_atoms(space: ParserWorkspace, states: States, i: int, n: int) -> None:
    """Fill in the atoms of a state: fields of its nodes, then distances and counts."""
    stack, child, count = states.stack[i], states.child[i], states.counts[i]
    size, b, none, nodes = states.place[i, 0], states.place[i, 1], n + 1, space.nodes
    s0 = stack[size - 1] if size > 0 else none
    s1 = stack[size - 2] if size > 1 else none
    nodes[T.S0], nodes[T.S1] = s0, s1
    nodes[T.S2] = stack[size - 3] if size > 2 else none
    nodes[T.B0] = b
    nodes[T.B1] = b + 1 if b + 1 <= n else none
    nodes[T.B2] = b + 2 if b + 2 <= n else none
    nodes[T.S0_LEFT], nodes[T.S0_LEFT2] = child[s0, T.LEFTMOST], child[s0, T.SECOND_LEFT]
    nodes[T.S0_RIGHT], nodes[T.S0_RIGHT2] = child[s0, T.RIGHTMOST], child[s0, T.SECOND_RIGHT]
    nodes[T.S1_LEFT], nodes[T.S1_LEFT2] = child[s1, T.LEFTMOST], child[s1, T.SECOND_LEFT]
    nodes[T.S1_RIGHT], nodes[T.S1_RIGHT2] = child[s1, T.RIGHTMOST], child[s1, T.SECOND_RIGHT]
    nodes[T.B0_LEFT], nodes[T.B0_LEFT2] = child[b, T.LEFTMOST], child[b, T.SECOND_LEFT]
    nodes[T.BEFORE_B0] = b - 1 if b > 0 else none
    nodes[T.AFTER_S0] = s0 + 1 if s0 < n else none
    nodes[T.BEFORE_S0] = s0 - 1 if 0 < s0 <= n else none
    node_atoms(space.words, states.labels[i], nodes, space.state, space.atoms)
    counts = space.atoms[len(space.state.places) :]
    counts[T.TO_B0] = _near(b - s0) if s0 != none else _NO_DISTANCE
    counts[T.TO_S1] = _near(s0 - s1) if s1 != none else _NO_DISTANCE
    counts[T.S0_LEFTS] = np.uint32(min(count[s0, T.ON_LEFT], MOST))
    counts[T.S0_RIGHTS] = np.uint32(min(count[s0, T.ON_RIGHT], MOST))
    counts[T.S1_RIGHTS] = np.uint32(min(count[s1, T.ON_RIGHT], MOST))
    counts[T.B0_LEFTS] = np.uint32(min(count[b, T.ON_LEFT], MOST))
    counts[T.STACKED] = np.uint32(min(size, MOST))


@kernel
def state_keys(space: ParserWorkspace, states: States, i: int, n: int) -> None:
    """Fill in the features of a state."""
    state_atoms(space, states, i, n)
    combine_atoms(space.atoms, space.state.parts, space.state.seeds, space.keys)


@kernel
def arc_atoms(space: ParserWorkspace, states: States, i: int, n: int, head: int, word: int) -> None:
    """Fill in the atoms of an arc that is about to be made."""
    child, count, none, nodes = states.child[i], states.counts[i], n + 1, space.label_nodes
    nodes[T.HEAD], nodes[T.WORD] = head, word
    nodes[T.BEFORE_WORD] = word - 1 if word > 0 else none
    nodes[T.AFTER_WORD] = word + 1 if word + 1 < n else none
    nodes[T.BEFORE_HEAD] = head - 1 if head > 0 else none
    nodes[T.AFTER_HEAD] = head + 1 if head + 1 < n else none
    nodes[T.WORD_LEFT], nodes[T.WORD_LEFT2] = child[word, T.LEFTMOST], child[word, T.SECOND_LEFT]
    nodes[T.WORD_RIGHT], nodes[T.WORD_RIGHT2] = child[word, T.RIGHTMOST], child[word, T.SECOND_RIGHT]
    nodes[T.HEAD_LEFT], nodes[T.HEAD_LEFT2] = child[head, T.LEFTMOST], child[head, T.SECOND_LEFT]
    nodes[T.HEAD_RIGHT], nodes[T.HEAD_RIGHT2] = child[head, T.RIGHTMOST], child[head, T.SECOND_RIGHT]
    node_atoms(space.words, states.labels[i], nodes, space.label, space.label_atoms)
    counts = space.label_atoms[len(space.label.places) :]
    left = head > word
    counts[T.FAR] = np.uint32(left) * np.uint32(16) + _near(head - word if left else word - head)
    counts[T.SIDE] = np.uint32(left)
    counts[T.HEAD_CHILDREN] = _both_sides(count, head)
    counts[T.WORD_CHILDREN] = _both_sides(count, word)


@kernel
def arc_keys(space: ParserWorkspace, states: States, i: int, n: int, head: int, word: int) -> None:
    """Fill in the features of an arc that is about to be made."""
    arc_atoms(space, states, i, n, head, word)
    combine_atoms(space.label_atoms, space.label.parts, space.label.seeds, space.label_keys)


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
    """

    prints: NDArray[np.uint64]  #: (slots, 2)
    values: Ints  #: (slots, 3)


@kernel
def new_memo() -> Memo:
    """Return an empty memo."""
    return Memo(np.zeros((1 << _BITS, 2), np.uint64), np.zeros((1 << _BITS, 3), np.int32))


@kernel
def slot_of(memo: Memo, atoms: Hashes) -> tuple[int, bool]:
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
    known: Hashes
    scores: Ints


class KBest(NamedTuple):
    """The best trees of each sentence, best first."""

    heads: Ints  #: (trees, words): indices in the text, -1 at roots
    labels: Ints  #: (trees, words)
    scores: Floats  #: (trees, sentences): `IMPOSSIBLE` where a sentence has no such tree


class Expansion(NamedTuple):
    """The actions possible in the states of a step, and those chosen."""

    scores: Floats  #: (states, actions): the score of each state after each action
    #: (states,)
    parents: Longs
    actions: Longs


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
def action_scores(
    moves: Frozen, space: ParserWorkspace, memo: Memo, known: Hashes, states: States, i: int, n: int
) -> tuple[int, int, int]:
    """Return the scores of the actions in a state."""
    state_atoms(space, states, i, n)
    slot, found = slot_of(memo, space.atoms)
    scores = memo.values[slot]
    if not found:
        combine_atoms(space.atoms, space.state.parts, space.state.seeds, space.keys)
        shifting, left, right = 0, 0, 0
        for k in range(filter_keys(moves.filter, space.keys, known)):
            row = full_row(moves, known[k])
            if row >= 0:
                shifting += int(moves.full[row, SHIFT])
                left += int(moves.full[row, LEFT])
                right += int(moves.full[row, RIGHT])
        scores[SHIFT], scores[LEFT], scores[RIGHT] = shifting, left, right
    return scores[SHIFT], scores[LEFT], scores[RIGHT]


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
            arcs, keys, scores = labeller.arcs, labeller.known, labeller.scores
            scores[:] = 0
            add_known(arcs, keys[: filter_keys(arcs.filter, space.label_keys, keys)], scores)
            scores[labeller.root] = -2147483647
            top = 0  # the best but the root's
            for c in range(1, len(scores)):
                if scores[c] > scores[top]:
                    top = c
            labeller.memo.values[slot, 0] = top
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
    expansion: Expansion, chosen: int
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
    fields: Hashes,
    bounds: Longs,
    special: Hashes,
    state: Templates,
    label: Templates,
    classes: int,
    root: int,
    width: int,
    behind: float,
    out: KBest,
) -> None:
    """Fill `out` with the best trees of each sentence.

    `moves` and `arcs` classify actions and arcs; `fields` is of shape (words, FIELDS), `special`, the fields
    of the root and of absent nodes, (2, FIELDS). There are `classes` relations, `root` among them. The beam
    is `width` wide; partial trees with scores further `behind` the best one's are dropped.
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
