"""Dependencies: the compiled loops of a greedy arc-hybrid parser with a dynamic oracle.

Goldberg & Nivre (2013): in training the parser follows its own choices and is taught, in every state, the
actions that lose no arc that can still be reached. Features after Zhang & Nivre (2011). The label of an arc
is chosen once, when the arc is made, by a second classifier.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.annotate.parser import parser_templates as T
from symbolic_rc.annotate.parser.parser_templates import (
    LABEL_NODES,
    LABEL_SIZE,
    STATE_NODES,
    STATE_SIZE,
    Templates,
)
from symbolic_rc.core.kernels import kernel
from symbolic_rc.models.kernels import Frozen, add_known, filter_keys, look_up, mix

SHIFT, LEFT, RIGHT = range(3)
#: Counts of children and of stacked words are told apart up to this.
MOST = 4
#: The class of a distance to a word that is not there.
NOT_NEAR = np.uint32(9)


@kernel
def combine_atoms(
    atoms: NDArray[np.uint32], parts: NDArray[np.int64], first: int, keys: NDArray[np.uint32]
) -> None:
    """Combine atoms into the features of templates (rows of `parts`, -1 ends one), numbered from `first`."""
    for t in range(len(parts)):
        key = np.uint32((first + t) * 104729 + 7)
        for j in range(parts.shape[1]):
            part = parts[t, j]
            if part < 0:
                break
            key = mix(key, atoms[part])
        keys[t] = key


@kernel
def _near(distance: int) -> np.uint32:
    """Return a class of distances: 1 to 5, up to 10, more."""
    if distance <= 5:
        return np.uint32(distance)
    return np.uint32(6) if distance <= 10 else np.uint32(7)


@kernel
def node_atoms(
    fields: NDArray[np.uint32],
    labels: NDArray[np.int32],
    nodes: NDArray[np.int64],
    which: NDArray[np.int64],
    field: NDArray[np.int64],
    atoms: NDArray[np.uint32],
) -> None:
    """Fill the first of `atoms` with fields of nodes."""
    for k in range(len(which)):
        node = nodes[which[k]]
        if field[k] == T.OWN_LABEL:
            atoms[k] = np.uint32(labels[node] + 1)
        else:
            atoms[k] = fields[node, field[k]]


@kernel
def fill_state(
    fields: NDArray[np.uint32],
    labels: NDArray[np.int32],
    stack: NDArray[np.int64],
    size: int,
    b: int,
    n: int,
    child: NDArray[np.int64],
    count: NDArray[np.int64],
    nodes: NDArray[np.int64],
    which: NDArray[np.int64],
    field: NDArray[np.int64],
    atoms: NDArray[np.uint32],
) -> None:
    """Fill `atoms` with what a state shows: fields of its nodes, then distances and counts."""
    none = n + 1
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
    node_atoms(fields, labels, nodes, which, field, atoms)
    counts = atoms[len(which) :]
    counts[T.TO_B0] = _near(b - s0) if s0 != none else NOT_NEAR
    counts[T.TO_S1] = _near(s0 - s1) if s1 != none else NOT_NEAR
    counts[T.S0_LEFTS] = np.uint32(min(count[s0, T.ON_LEFT], MOST))
    counts[T.S0_RIGHTS] = np.uint32(min(count[s0, T.ON_RIGHT], MOST))
    counts[T.S1_RIGHTS] = np.uint32(min(count[s1, T.ON_RIGHT], MOST))
    counts[T.B0_LEFTS] = np.uint32(min(count[b, T.ON_LEFT], MOST))
    counts[T.STACKED] = np.uint32(min(size, MOST))


@kernel
def fill_arc(
    fields: NDArray[np.uint32],
    labels: NDArray[np.int32],
    head: int,
    word: int,
    n: int,
    child: NDArray[np.int64],
    count: NDArray[np.int64],
    nodes: NDArray[np.int64],
    which: NDArray[np.int64],
    field: NDArray[np.int64],
    atoms: NDArray[np.uint32],
) -> None:
    """Fill `atoms` with what an arc shows when it is made."""
    none = n + 1
    nodes[T.HEAD], nodes[T.WORD] = head, word
    nodes[T.BEFORE_WORD] = word - 1 if word > 0 else none
    nodes[T.AFTER_WORD] = word + 1 if word + 1 < n else none
    nodes[T.BEFORE_HEAD] = head - 1 if head > 0 else none
    nodes[T.AFTER_HEAD] = head + 1 if head + 1 < n else none
    nodes[T.WORD_LEFT], nodes[T.WORD_LEFT2] = child[word, T.LEFTMOST], child[word, T.SECOND_LEFT]
    nodes[T.WORD_RIGHT], nodes[T.WORD_RIGHT2] = child[word, T.RIGHTMOST], child[word, T.SECOND_RIGHT]
    nodes[T.HEAD_LEFT], nodes[T.HEAD_LEFT2] = child[head, T.LEFTMOST], child[head, T.SECOND_LEFT]
    nodes[T.HEAD_RIGHT], nodes[T.HEAD_RIGHT2] = child[head, T.RIGHTMOST], child[head, T.SECOND_RIGHT]
    node_atoms(fields, labels, nodes, which, field, atoms)
    counts = atoms[len(which) :]
    left = head > word
    counts[T.FAR] = np.uint32(left) * np.uint32(16) + _near(head - word if left else word - head)
    counts[T.SIDE] = np.uint32(left)
    counts[T.HEAD_CHILDREN] = _both_sides(count, head)
    counts[T.WORD_CHILDREN] = _both_sides(count, word)


@kernel
def _both_sides(count: NDArray[np.int64], node: int) -> np.uint32:
    """Return the numbers of a node's children on the left and the right, as one."""
    return np.uint32(min(count[node, T.ON_LEFT], MOST) * 8 + min(count[node, T.ON_RIGHT], MOST))


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
def allowed(size: int, b: int, n: int, action: int) -> bool:
    """Whether an action can be taken with so many words on the stack and `b` next."""
    if action == SHIFT:
        return b < n
    if action == LEFT:
        return size > 0 and (b < n or size == 1)
    return size > 1


@kernel
def reset(
    n: int,
    heads: NDArray[np.int64],
    labels: NDArray[np.int32],
    child: NDArray[np.int64],
    count: NDArray[np.int64],
) -> None:
    """Forget the arcs of the sentence before."""
    heads[: n + 2] = -9
    labels[: n + 2] = -1
    child[: n + 2] = n + 1
    count[: n + 2] = 0


@kernel
def move_scores(moves: Frozen, known: NDArray[np.uint32], count: int) -> tuple[int, int, int]:
    """Return the scores of a shift and of an arc to the left and right by the first `count` features."""
    shift, left, right = 0, 0, 0
    for k in range(count):
        place = look_up(moves.entries, known[k])
        if moves.entries[place] != 0:
            shift += int(moves.dense[place, SHIFT])
            left += int(moves.dense[place, LEFT])
            right += int(moves.dense[place, RIGHT])
    return shift, left, right


@kernel
def best_label(
    arcs: Frozen,
    keys: NDArray[np.uint32],
    root_label: int,
    known: NDArray[np.uint32],
    scores: NDArray[np.int32],
) -> int:
    """Return the relation with the highest score, but the root's; `known` and `scores` are room for it."""
    scores[:] = 0
    add_known(arcs, known[: filter_keys(arcs.filter, keys, known)], scores)
    scores[root_label] = -2147483647
    top = 0
    for c in range(1, len(scores)):
        if scores[c] > scores[top]:
            top = c
    return top


@kernel
def longest_of(bounds: NDArray[np.int64]) -> int:
    """Return how many words the longest sentence has."""
    longest = 0
    for s in range(len(bounds) - 1):
        longest = max(longest, bounds[s + 1] - bounds[s])
    return longest


@kernel
def parse_sentences(
    moves: Frozen,
    arcs: Frozen,
    fields: NDArray[np.uint32],
    bounds: NDArray[np.int64],
    special: NDArray[np.uint32],
    state: Templates,
    label: Templates,
    classes: int,
    root_label: int,
    out_heads: NDArray[np.int32],
    out_labels: NDArray[np.int32],
) -> None:
    """Parse each sentence; `out_heads` counts within the text, -1 at roots.

    Parameters
    ----------
    fields : ndarray of uint32, shape (words, FIELDS)
    special : ndarray of uint32, shape (2, FIELDS)
        The fields of the root and of absent nodes.
    """
    longest = longest_of(bounds)
    view = np.zeros((longest + 2, fields.shape[1]), np.uint32)
    heads, labels = np.zeros(longest + 2, np.int64), np.zeros(longest + 2, np.int32)
    child, count = np.zeros((longest + 2, 4), np.int64), np.zeros((longest + 2, 2), np.int64)
    stack = np.zeros(longest + 2, np.int64)
    nodes, label_nodes = np.zeros(STATE_NODES, np.int64), np.zeros(LABEL_NODES, np.int64)
    atoms, label_atoms = np.zeros(STATE_SIZE, np.uint32), np.zeros(LABEL_SIZE, np.uint32)
    keys, label_keys = np.zeros(len(state.parts), np.uint32), np.zeros(len(label.parts), np.uint32)
    known = np.zeros(max(len(keys), len(label_keys)), np.uint32)
    scores = np.zeros(classes, np.int32)
    for s in range(len(bounds) - 1):
        start = bounds[s]
        n = bounds[s + 1] - start
        view[:n] = fields[start : start + n]
        view[n], view[n + 1] = special[0], special[1]
        reset(n, heads, labels, child, count)
        size, b = 0, 0
        while b < n or size > 0:
            can_left, can_right = allowed(size, b, n, LEFT), allowed(size, b, n, RIGHT)
            if b < n and size == 0:
                stack[0] = b
                size, b = 1, b + 1
                continue
            fill_state(view, labels, stack, size, b, n, child, count, nodes, state.which, state.field, atoms)
            combine_atoms(atoms, state.parts, 0, keys)
            shift, left, right = move_scores(moves, known, filter_keys(moves.filter, keys, known))
            action = SHIFT
            best = shift
            if b >= n or (can_left and left > best):
                if can_left:
                    action, best = LEFT, left
                else:
                    action, best = RIGHT, right
            if can_right and right > best:
                action = RIGHT
            if action == SHIFT:
                stack[size] = b
                size, b = size + 1, b + 1
                continue
            word = stack[size - 1]
            size -= 1
            head = b if action == LEFT else stack[size - 1]
            if head == n:
                attach(head, word, heads, child, count)
                labels[word] = root_label
                continue
            fill_arc(
                view, labels, head, word, n, child, count, label_nodes, label.which, label.field, label_atoms
            )
            combine_atoms(label_atoms, label.parts, 0, label_keys)
            top = best_label(arcs, label_keys, root_label, known, scores)
            attach(head, word, heads, child, count)
            labels[word] = top
        for i in range(n):
            out_heads[start + i] = -1 if heads[i] == n else start + heads[i]
            out_labels[start + i] = labels[i]
