"""Kernels of whole-tree features, word by word."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.annotate.parser import tree_templates as T
from symbolic_rc.annotate.parser.beam import node_atoms
from symbolic_rc.annotate.parser.parser_templates import JOINT_TAG
from symbolic_rc.annotate.parser.tree_templates import TreeTemplates
from symbolic_rc.core.arrays import Bytes, Hashes, Ints, Longs
from symbolic_rc.core.kernels import kernel
from symbolic_rc.models.kernels import mix
from symbolic_rc.models.templates import combine_atoms

#: Kinds of words: between a word and its head they are counted.
PLAIN, VERB, MARK, JOINT = range(4)
#: Bits of a relation.
CASE, INTRODUCES, COORDINATES, JOINS, ARGUMENT = 1, 2, 4, 8, 16
#: A distance to a word that is absent.
_NOWHERE = 11
#: Numbers of children on one side, and of words of a kind in between, are cut off here.
_CHILDREN, _BETWEEN = 5, 3

#: Columns of a node's facts.
(
    NEAREST, NEAREST2, LATEST, FROM, UP_TO, ON_LEFT, ON_RIGHT, PREPOSITION, CONJUNCTION, COORDINATOR,
    FIRST_LEFT, LAST_RIGHT, RELATIONS, ARGUMENTS, COLUMNS,
) = range(15)  # fmt: skip


class TreeView(NamedTuple):
    """A sentence, a tree of it, and work space for its features."""

    words: Hashes  #: (nodes, FIELDS): the fields of the words, of the root and of absent nodes
    kinds: NDArray[np.int8]  #: (nodes,)
    heads: Longs  #: (nodes,): the root's number is that of the words
    labels: Ints  #: (nodes,): -1 where there is none
    facts: Longs  #: (nodes, COLUMNS)
    roles: Bytes  #: (relations,): the bits of each relation
    templates: TreeTemplates
    nodes: Longs  #: (NODES,)
    atoms: Hashes


@kernel
def new_tree_view(longest: int, width: int, roles: Bytes, templates: TreeTemplates) -> TreeView:
    """Return room for sentences of at most `longest` words with `width` fields."""
    nodes = longest + 2
    return TreeView(
        np.zeros((nodes, width), np.uint32),
        np.zeros(nodes, np.int8),
        np.zeros(nodes, np.int64),
        np.zeros(nodes, np.int32),
        np.zeros((nodes, COLUMNS), np.int64),
        roles,
        templates,
        np.zeros(T.LAST + 1, np.int64),
        np.zeros(len(templates.all.places) + T.COUNTS, np.uint32),
    )


@kernel
def load_tree(view: TreeView, heads: Ints, labels: Ints, start: int) -> None:
    """Set the tree of a sentence; `heads` count within the text, where it begins at `start`."""
    n = len(heads)
    for i in range(n):
        view.heads[i] = n if heads[i] < 0 else heads[i] - start
        view.labels[i] = labels[i]
    view.heads[n] = view.heads[n + 1] = n + 1
    view.labels[n] = view.labels[n + 1] = -1
    for i in range(n + 2):
        view.facts[i] = n + 1
        view.facts[i, FROM] = view.facts[i, UP_TO] = i
        for column in (ON_LEFT, ON_RIGHT, RELATIONS, ARGUMENTS):
            view.facts[i, column] = 0
    for i in range(n):
        _add_child(view, i, n)
    for i in range(n - 1, -1, -1):
        if i < view.heads[i] < n:
            _set_sibling(view.facts, view.heads[i], i)


@kernel
def _set_sibling(facts: Longs, head: int, i: int) -> None:
    """Set the siblings of the next child of a head, going away from it."""
    near = facts[head, LATEST]
    facts[i, NEAREST], facts[i, NEAREST2] = near, facts[near, NEAREST]
    facts[head, LATEST] = i


@kernel
def _add_child(view: TreeView, i: int, n: int) -> None:
    """Add a word to the facts of the nodes above it; words come from left to right."""
    facts, head, label = view.facts, view.heads[i], view.labels[i]
    if head < i:
        _set_sibling(facts, head, i)
        facts[head, ON_RIGHT] += 1
        facts[head, LAST_RIGHT] = i
    elif head < n:
        facts[head, ON_LEFT] += 1
        if facts[head, FIRST_LEFT] > n:
            facts[head, FIRST_LEFT] = i
    value, role = np.uint32(label * 2 + (i > head) + 1), view.roles[label]
    facts[head, RELATIONS] = np.int64(mix(np.uint32(facts[head, RELATIONS]), value))
    if role & ARGUMENT:
        facts[head, ARGUMENTS] = np.int64(mix(np.uint32(facts[head, ARGUMENTS]), value))
    if role & CASE and facts[head, PREPOSITION] > n:
        facts[head, PREPOSITION] = i
    if role & INTRODUCES and facts[head, CONJUNCTION] > n:
        facts[head, CONJUNCTION] = i
    if role & COORDINATES:
        facts[head, COORDINATOR] = i
    while head < n:
        facts[head, FROM], facts[head, UP_TO] = min(facts[head, FROM], i), max(facts[head, UP_TO], i)
        head = view.heads[head]


@kernel
def _step(distance: int) -> int:
    """Return a class of distances: 1 to 5, up to 7, 10, 15, 25, more."""
    if distance <= 5:
        return distance
    if distance <= 7:
        return 6
    if distance <= 10:
        return 7
    return 8 if distance <= 15 else 9 if distance <= 25 else 10


@kernel
def _beside(i: int, step: int, n: int) -> int:
    """Return the word before or after a node, the absent one where there is none."""
    return i + step if i < n and 0 <= i + step < n else n + 1


@kernel
def _side(head: int, i: int, n: int) -> int:
    """Return on which side of its head a node hangs: 1 the right, 2 the left, 3 under the root."""
    return 3 if head >= n else 1 if i > head else 2


@kernel
def _fill_nodes(view: TreeView, i: int, n: int) -> None:
    """Fill in the nodes around a word, except its marker."""
    nodes, facts, head = view.nodes, view.facts, view.heads[i]
    nodes[T.WORD], nodes[T.HEAD], nodes[T.GRAND] = i, head, view.heads[head]
    nodes[T.SIBLING], nodes[T.SIBLING2] = facts[i, NEAREST], facts[i, NEAREST2]
    nodes[T.BEFORE_WORD], nodes[T.AFTER_WORD] = _beside(i, -1, n), _beside(i, 1, n)
    nodes[T.BEFORE_HEAD], nodes[T.AFTER_HEAD] = _beside(head, -1, n), _beside(head, 1, n)
    nodes[T.START], nodes[T.END] = facts[i, FROM], facts[i, UP_TO]
    nodes[T.BEFORE_START], nodes[T.AFTER_END] = _beside(facts[i, FROM], -1, n), _beside(facts[i, UP_TO], 1, n)
    nodes[T.LEFT_CHILD], nodes[T.RIGHT_CHILD] = facts[i, FIRST_LEFT], facts[i, LAST_RIGHT]
    nodes[T.COORDINATOR] = facts[i, COORDINATOR]
    nodes[T.FIRST], nodes[T.LAST] = 0, n - 1


@kernel
def _fill_counts(view: TreeView, counts: Hashes, i: int, n: int) -> None:
    facts, head = view.facts, view.heads[i]
    sibling, coordinator = facts[i, NEAREST], facts[i, COORDINATOR]
    side = _side(head, i, n)
    counts[T.SIDE], counts[T.SIDES] = side, 4 * _side(view.heads[head], head, n) + side
    counts[T.FAR] = _step(abs(head - i)) if head < n else _NOWHERE
    counts[T.NEAR] = _step(abs(sibling - i)) if sibling < n else _NOWHERE
    counts[T.OFF] = _step(abs(coordinator - head)) if coordinator < n else _NOWHERE
    counts[T.AT], counts[T.TO] = _step(i), _step(n - i)
    verbs = marks = joints = 0
    for j in range(min(i, head) + 1, max(i, head) if head < n else 0):
        verbs += view.kinds[j] == VERB
        marks += view.kinds[j] == MARK
        joints += view.kinds[j] == JOINT
    marks = min(marks, _BETWEEN)
    counts[T.VERBS_MARKS] = min(verbs, _BETWEEN) * 4 + marks
    counts[T.JOINTS_MARKS] = min(joints, 2) * 4 + marks
    counts[T.SIZE] = _step(facts[i, UP_TO] - facts[i, FROM] + 1)
    counts[T.HEAD_SIZE] = _step(head - facts[head, FROM] + 1)
    counts[T.LEFTS] = min(facts[i, ON_LEFT], _CHILDREN)
    counts[T.HEAD_LEFTS] = min(facts[head, ON_LEFT], _CHILDREN)
    counts[T.RIGHTS] = min(facts[i, ON_RIGHT], _CHILDREN + 1)
    counts[T.ALL], counts[T.CORE] = facts[i, RELATIONS], facts[i, ARGUMENTS]
    counts[T.BOTH] = (
        8 * (facts[head, PREPOSITION] < n)
        + 4 * (facts[i, PREPOSITION] < n)
        + 2 * (facts[head, ARGUMENTS] != 0)
        + (facts[i, ARGUMENTS] != 0)
    )
    counts[T.SAME] = view.words[i, JOINT_TAG] == view.words[head, JOINT_TAG]


@kernel
def _combine(view: TreeView, kind: int, keys: Hashes, count: int) -> int:
    """Append the features of the templates of a kind; return how many there are then."""
    ends = view.templates.ends
    first, templates = ends[kind - 1] if kind > 0 else 0, view.templates.all
    parts, seeds = templates.parts[first : ends[kind]], templates.seeds[first : ends[kind]]
    combine_atoms(view.atoms, parts, seeds, keys[count:])
    return int(count + ends[kind] - first)


@kernel
def word_keys(view: TreeView, i: int, n: int, keys: Hashes) -> int:
    """Fill in the features of a word of the tree in view; return how many."""
    templates, facts, count = view.templates, view.facts, 0
    view.nodes[T.MARKER] = n + 1
    _fill_nodes(view, i, n)
    node_atoms(view.words, view.labels, view.nodes, templates.all, view.atoms)
    _fill_counts(view, view.atoms[len(templates.all.places) :], i, n)
    count = _combine(view, T.EVERY, keys, count)
    if view.roles[view.labels[i]] & JOINS:
        count = _combine(view, T.JOINED, keys, count)
    if view.heads[i] == n:
        count = _combine(view, T.ROOT, keys, count)
    for marker in (facts[i, PREPOSITION], facts[i, CONJUNCTION]):
        if marker < n:
            view.nodes[T.MARKER] = marker
            node_atoms(view.words, view.labels, view.nodes, templates.all, view.atoms)
            count = _combine(view, T.MARKED, keys, count)
    return count


@kernel
def tree_keys(view: TreeView, n: int, keys: Hashes) -> int:
    """Fill in the features of the tree in view; return how many."""
    count = 0
    for i in range(n):
        count += word_keys(view, i, n, keys[count:])
    return count
