"""Dependencies: the compiled loops of a greedy arc-hybrid parser with a dynamic oracle.

Goldberg & Nivre (2013): in training the parser follows its own choices and is taught, in every state, the
actions that lose no arc that can still be reached. Features after Zhang & Nivre (2011). The label of an arc
is chosen once, when the arc is made, by a second classifier.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.annotate.parser.parser_templates import (
    LABEL_NODES,
    LABEL_SIZE,
    STATE_NODES,
    STATE_SIZE,
    Templates,
)
from symbolic_rc.core.jit import kernel
from symbolic_rc.linear.kernels import Frozen, Table, add_frozen, add_scores, filter_seen, find, mix, update

SHIFT, LEFT, RIGHT = 0, 1, 2


@kernel
def _keys(atoms: NDArray[np.uint32], parts: NDArray[np.int64], keys: NDArray[np.uint32]) -> None:
    """Combine atoms into the features of each template (rows of `parts`, -1 ends a row)."""
    for t in range(len(parts)):
        key = np.uint32(t * 104729 + 7)
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
def _node_atoms(
    fields: NDArray[np.uint32],
    labels: NDArray[np.int32],
    nodes: NDArray[np.int64],
    which: NDArray[np.int64],
    field: NDArray[np.int64],
    atoms: NDArray[np.uint32],
) -> None:
    """Fill the first of `atoms` with fields of nodes; field 99 is a node's relation."""
    for k in range(len(which)):
        node = nodes[which[k]]
        if field[k] == 99:
            atoms[k] = np.uint32(labels[node] + 1)
        else:
            atoms[k] = fields[node, field[k]]


@kernel
def _state_atoms(
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
    s2 = stack[size - 3] if size > 2 else none
    nodes[0], nodes[1], nodes[2], nodes[3] = s0, s1, s2, b
    nodes[4] = b + 1 if b + 1 <= n else none
    nodes[5] = b + 2 if b + 2 <= n else none
    nodes[6], nodes[7], nodes[8], nodes[9] = child[s0, 0], child[s0, 1], child[s0, 2], child[s0, 3]
    nodes[10], nodes[11], nodes[12], nodes[13] = child[s1, 0], child[s1, 1], child[s1, 2], child[s1, 3]
    nodes[14], nodes[15] = child[b, 0], child[b, 1]
    nodes[16] = b - 1 if b > 0 else none
    nodes[17] = s0 + 1 if s0 < n else none
    nodes[18] = s0 - 1 if 0 < s0 <= n else none
    _node_atoms(fields, labels, nodes, which, field, atoms)
    base = len(which)
    atoms[base] = _near(b - s0) if s0 != none else np.uint32(9)
    atoms[base + 1] = _near(s0 - s1) if s1 != none else np.uint32(9)
    atoms[base + 2] = np.uint32(min(count[s0, 0], 4))
    atoms[base + 3] = np.uint32(min(count[s0, 1], 4))
    atoms[base + 4] = np.uint32(min(count[s1, 1], 4))
    atoms[base + 5] = np.uint32(min(count[b, 0], 4))
    atoms[base + 6] = np.uint32(min(size, 4))


@kernel
def _label_atoms(
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
    nodes[0], nodes[1] = head, word
    nodes[2] = word - 1 if word > 0 else none
    nodes[3] = word + 1 if word + 1 < n else none
    nodes[4] = head - 1 if head > 0 else none
    nodes[5] = head + 1 if head + 1 < n else none
    nodes[6], nodes[7], nodes[8], nodes[9] = child[word, 0], child[word, 1], child[word, 2], child[word, 3]
    nodes[10], nodes[11], nodes[12], nodes[13] = (
        child[head, 0],
        child[head, 1],
        child[head, 2],
        child[head, 3],
    )
    _node_atoms(fields, labels, nodes, which, field, atoms)
    base = len(which)
    left = head > word
    atoms[base] = np.uint32(left) * np.uint32(16) + _near(head - word if left else word - head)
    atoms[base + 1] = np.uint32(left)
    atoms[base + 2] = np.uint32(min(count[head, 0], 4) * 8 + min(count[head, 1], 4))
    atoms[base + 3] = np.uint32(min(count[word, 0], 4) * 8 + min(count[word, 1], 4))


@kernel
def _attach(
    head: int, word: int, heads: NDArray[np.int64], child: NDArray[np.int64], count: NDArray[np.int64]
) -> None:
    """Make an arc; children are kept as leftmost, second leftmost, rightmost, second rightmost."""
    heads[word] = head
    if word < head:
        child[head, 1] = child[head, 0]
        child[head, 0] = word
        count[head, 0] += 1
    else:
        child[head, 3] = child[head, 2]
        child[head, 2] = word
        count[head, 1] += 1


@kernel
def _costs(
    gold: NDArray[np.int64],
    heads: NDArray[np.int64],
    stack: NDArray[np.int64],
    size: int,
    b: int,
    n: int,
    cost: NDArray[np.int64],
) -> None:
    """Fill `cost` with the number of gold arcs that each action makes unreachable."""
    cost[:] = 0
    s0 = stack[size - 1] if size > 0 else -2
    s1 = stack[size - 2] if size > 1 else -2
    if size > 0:
        waiting = 0
        for d in range(b, n):
            if gold[d] == s0:
                waiting += 1
        cost[LEFT] = waiting + (gold[s0] == s1 or (gold[s0] > b))
        cost[RIGHT] = waiting + (gold[s0] >= b)
    if b < n:
        for k in range(size):
            if gold[stack[k]] == b and heads[stack[k]] == -9:
                cost[SHIFT] += 1
            if k < size - 1 and gold[b] == stack[k]:
                cost[SHIFT] += 1


@kernel
def _reset(n: int, heads: NDArray, labels: NDArray, child: NDArray, count: NDArray) -> None:
    heads[: n + 2] = -9
    labels[: n + 2] = -1
    child[: n + 2] = n + 1
    count[: n + 2] = 0


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
    longest = 0
    for s in range(len(bounds) - 1):
        longest = max(longest, bounds[s + 1] - bounds[s])
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
        _reset(n, heads, labels, child, count)
        size, b = 0, 0
        while b < n or size > 0:
            can_left = size > 0 and (b < n or size == 1)
            can_right = size > 1
            if b < n and size == 0:
                stack[0] = b
                size, b = 1, b + 1
                continue
            _state_atoms(
                view, labels, stack, size, b, n, child, count, nodes, state.which, state.field, atoms
            )
            _keys(atoms, state.parts, keys)
            shift, left, right = 0, 0, 0
            for k in range(filter_seen(moves.seen, keys, known)):
                place = find(moves.keys, known[k])
                if moves.keys[place] != 0:
                    shift += int(moves.dense[place, SHIFT])
                    left += int(moves.dense[place, LEFT])
                    right += int(moves.dense[place, RIGHT])
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
                _attach(head, word, heads, child, count)
                labels[word] = root_label
                continue
            _label_atoms(
                view, labels, head, word, n, child, count, label_nodes, label.which, label.field, label_atoms
            )
            _keys(label_atoms, label.parts, label_keys)
            scores[:] = 0
            for k in range(filter_seen(arcs.seen, label_keys, known)):
                add_frozen(arcs, known[k], scores)
            scores[root_label] = -2147483647
            top = 0
            for c in range(1, classes):
                if scores[c] > scores[top]:
                    top = c
            _attach(head, word, heads, child, count)
            labels[word] = top
        for i in range(n):
            out_heads[start + i] = -1 if heads[i] == n else start + heads[i]
            out_labels[start + i] = labels[i]


@kernel
def train_epoch(
    moves: Table,
    arcs: Table,
    fields: NDArray[np.uint32],
    bounds: NDArray[np.int64],
    gold_heads: NDArray[np.int64],
    gold_labels: NDArray[np.int32],
    special: NDArray[np.uint32],
    state: Templates,
    label: Templates,
    root_label: int,
    order: NDArray[np.int64],
    margin: float,
    label_margin: float,
    explore: float,
    seed: int,
    steps: NDArray[np.float64],
) -> tuple[int, int]:
    """One pass of training; `gold_heads` counts within sentences, n for the root.

    Returns the numbers of arcs with the right head, and with the right head and label.
    """
    np.random.seed(seed)
    longest = 0
    for s in range(len(bounds) - 1):
        longest = max(longest, bounds[s + 1] - bounds[s])
    view = np.zeros((longest + 2, fields.shape[1]), np.uint32)
    heads, labels = np.zeros(longest + 2, np.int64), np.zeros(longest + 2, np.int32)
    child, count = np.zeros((longest + 2, 4), np.int64), np.zeros((longest + 2, 2), np.int64)
    stack = np.zeros(longest + 2, np.int64)
    nodes, label_nodes = np.zeros(STATE_NODES, np.int64), np.zeros(LABEL_NODES, np.int64)
    atoms, label_atoms = np.zeros(STATE_SIZE, np.uint32), np.zeros(LABEL_SIZE, np.uint32)
    keys, label_keys = np.zeros(len(state.parts), np.uint32), np.zeros(len(label.parts), np.uint32)
    scores, label_scores = np.zeros(3, np.float32), np.zeros(arcs.weights.shape[1], np.float32)
    cost, can = np.zeros(3, np.int64), np.zeros(3, np.bool_)
    right_heads, right_labels = 0, 0
    for s in order:
        start = bounds[s]
        n = bounds[s + 1] - start
        view[:n] = fields[start : start + n]
        view[n], view[n + 1] = special[0], special[1]
        gold = gold_heads[start : start + n]
        _reset(n, heads, labels, child, count)
        size, b = 0, 0
        while b < n or size > 0:
            can[SHIFT] = b < n
            can[LEFT] = size > 0 and (b < n or size == 1)
            can[RIGHT] = size > 1
            if b < n and size == 0:
                stack[0] = b
                size, b = 1, b + 1
                continue
            _state_atoms(
                view, labels, stack, size, b, n, child, count, nodes, state.which, state.field, atoms
            )
            _keys(atoms, state.parts, keys)
            scores[:] = 0
            for k in range(len(keys)):
                add_scores(moves, keys[k], 1.0, scores)
            _costs(gold, heads, stack, size, b, n, cost)
            least = 1 << 30
            for a in range(3):
                if can[a]:
                    least = min(least, cost[a])
            good, bad = -1, -1
            for a in range(3):
                if can[a] and cost[a] == least:
                    if good < 0 or scores[a] > scores[good]:
                        good = a
                elif can[a] and (bad < 0 or scores[a] > scores[bad]):
                    bad = a
            steps[0] += 1
            if bad >= 0 and scores[bad] + margin >= scores[good]:
                for k in range(len(keys)):
                    update(moves, keys[k], good, 1.0, steps[0])
                    update(moves, keys[k], bad, -1.0, steps[0])
            action = good
            if bad >= 0 and scores[bad] > scores[good] and np.random.random() < explore:
                action = bad
            if action == SHIFT:
                stack[size] = b
                size, b = size + 1, b + 1
                continue
            word = stack[size - 1]
            size -= 1
            head = b if action == LEFT else stack[size - 1]
            right_heads += head == gold[word]
            if head == n:
                _attach(head, word, heads, child, count)
                labels[word] = root_label
                right_labels += gold[word] == n
                continue
            _label_atoms(
                view, labels, head, word, n, child, count, label_nodes, label.which, label.field, label_atoms
            )
            _keys(label_atoms, label.parts, label_keys)
            label_scores[:] = 0
            for k in range(len(label_keys)):
                add_scores(arcs, label_keys[k], 1.0, label_scores)
            label_scores[root_label] = -1e30
            top = 0
            for c in range(1, len(label_scores)):
                if label_scores[c] > label_scores[top]:
                    top = c
            if head == gold[word]:
                truth = gold_labels[start + word]
                rival = -1
                for c in range(len(label_scores)):
                    if c != truth and (rival < 0 or label_scores[c] > label_scores[rival]):
                        rival = c
                steps[1] += 1
                if label_scores[rival] + label_margin >= label_scores[truth]:
                    for k in range(len(label_keys)):
                        update(arcs, label_keys[k], truth, 1.0, steps[1])
                        update(arcs, label_keys[k], rival, -1.0, steps[1])
                right_labels += top == truth
            _attach(head, word, heads, child, count)
            labels[word] = top
    return right_heads, right_labels
