"""Kernels of the arc-hybrid transition system (Kuhlmann et al. 2011): states, actions, features of both.

A shift moves the next word onto the stack; an arc gives the word on top of the stack its head, which is the
next word (left) or the word below (right). Features after Zhang & Nivre (2011).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.annotate.parser import parser_templates as T
from symbolic_rc.core.kernels import kernel
from symbolic_rc.models.templates import Templates, combine_atoms

SHIFT, LEFT, RIGHT = range(3)
#: The head of a word that has none yet.
HEADLESS = -9
#: Numbers of children and of stacked words are cut off here.
MOST = 4
#: The class of a distance to a word that is absent.
_NO_DISTANCE = np.uint32(9)


class States(NamedTuple):
    """Partial trees of one sentence, one per row. Node n is the root, node n + 1 stands for absent nodes.

    Attributes
    ----------
    heads : ndarray of int64, shape (states, nodes)
    labels : ndarray of int32, shape (states, nodes)
    child : ndarray of int64, shape (states, nodes, 4)
    counts : ndarray of int64, shape (states, nodes, 2)
    stack : ndarray of int64, shape (states, nodes)
    place : ndarray of int64, shape (states, 2)
        The size of the stack, and the next word.
    taken : ndarray of int8, shape (states, 2 * nodes)
        The actions that led here.
    """

    heads: NDArray[np.int64]
    labels: NDArray[np.int32]
    child: NDArray[np.int64]
    counts: NDArray[np.int64]
    stack: NDArray[np.int64]
    place: NDArray[np.int64]
    taken: NDArray[np.int8]


class ParserWorkspace(NamedTuple):
    """A sentence, the templates of states and arcs, and work space for their features.

    Attributes
    ----------
    words : ndarray of uint32, shape (nodes, FIELDS)
        The fields of the words, of the root and of absent nodes.
    """

    words: NDArray[np.uint32]
    state: Templates
    label: Templates
    nodes: NDArray[np.int64]
    label_nodes: NDArray[np.int64]
    atoms: NDArray[np.uint32]
    label_atoms: NDArray[np.uint32]
    keys: NDArray[np.uint32]
    label_keys: NDArray[np.uint32]


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
def load_sentence(space: ParserWorkspace, fields: NDArray[np.uint32], special: NDArray[np.uint32]) -> None:
    """Set the words of a sentence."""
    n = len(fields)
    for i in range(n):
        for column in range(fields.shape[1]):
            space.words[i, column] = fields[i, column]
    for column in range(fields.shape[1]):
        space.words[n, column], space.words[n + 1, column] = special[0, column], special[1, column]


@kernel
def longest_of(bounds: NDArray[np.int64]) -> int:
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
    if action == LEFT:
        return size > 0 and (b < n or size == 1)
    return size > 1


@kernel
def attach(
    head: int, word: int, heads: NDArray[np.int64], child: NDArray[np.int64], count: NDArray[np.int64]
) -> None:
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
    if distance <= 5:
        return np.uint32(distance)
    return np.uint32(6) if distance <= 10 else np.uint32(7)


@kernel
def _both_sides(count: NDArray[np.int64], node: int) -> np.uint32:
    """Return the numbers of a node's left and right children, as one number."""
    return np.uint32(min(count[node, T.ON_LEFT], MOST) * 8 + min(count[node, T.ON_RIGHT], MOST))


@kernel
def node_atoms(
    fields: NDArray[np.uint32],
    labels: NDArray[np.int32],
    nodes: NDArray[np.int64],
    templates: Templates,
    atoms: NDArray[np.uint32],
) -> None:
    """Fill the first of `atoms` with the fields and labels of nodes."""
    for k in range(len(templates.places)):
        node, column = nodes[templates.places[k]], templates.columns[k]
        if column == T.OWN_LABEL:
            atoms[k] = np.uint32(labels[node] + 1)
        else:
            atoms[k] = fields[node, column]


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
