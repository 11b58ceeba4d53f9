"""Dependencies by beam search: the compiled loops of an arc-hybrid parser that keeps several trees in mind.

Zhang & Clark (2008): the partial trees of a sentence compete step by step, and weights are learned from whole
sequences of actions. A sentence of n words takes 2n actions, whatever its tree, so that partial trees of one
step are comparable. The greedy parser (`arc_hybrid`) sees the same features and labels the arcs here, too.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.annotate.parser.arc_hybrid import (
    LEFT,
    RIGHT,
    SHIFT,
    allowed,
    attach,
    best_label,
    combine_atoms,
    fill_arc,
    fill_state,
    longest_of,
    move_scores,
)
from symbolic_rc.annotate.parser.memo import Memo, new_memo, place_of
from symbolic_rc.annotate.parser.parser_templates import (
    LABEL_NODES,
    LABEL_SIZE,
    STATE_NODES,
    STATE_SIZE,
    Templates,
)
from symbolic_rc.core.kernels import kernel
from symbolic_rc.models.kernels import Frozen, filter_keys

#: The score of an action that cannot be taken.
IMPOSSIBLE = -1e300


class States(NamedTuple):
    """Partial trees of one sentence, one in each row.

    Attributes
    ----------
    heads : ndarray of int64, shape (states, nodes)
    labels : ndarray of int32, shape (states, nodes)
    child : ndarray of int64, shape (states, nodes, 4)
    counts : ndarray of int64, shape (states, nodes, 2)
    stack : ndarray of int64, shape (states, nodes)
    place : ndarray of int64, shape (states, 2)
        How many words are on the stack, and the next word.
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


class Sight(NamedTuple):
    """A sentence, what is seen of its states and arcs, and room to work it out in.

    Attributes
    ----------
    words : ndarray of uint32, shape (nodes, FIELDS)
        The fields of the words, of the root and of absent nodes.
    arcs : Frozen
        The model of relations.
    state, label : Templates
    root_label : int
    moved, labelled : Memo
        The scores of actions by the atoms of a state, and relations by those of an arc.
    """

    words: NDArray[np.uint32]
    arcs: Frozen
    state: Templates
    label: Templates
    root_label: int
    moved: Memo
    labelled: Memo
    nodes: NDArray[np.int64]
    label_nodes: NDArray[np.int64]
    atoms: NDArray[np.uint32]
    label_atoms: NDArray[np.uint32]
    keys: NDArray[np.uint32]
    label_keys: NDArray[np.uint32]
    known: NDArray[np.uint32]
    scores: NDArray[np.int32]


class Trees(NamedTuple):
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


class Choice(NamedTuple):
    """What the states of one step offer, and what is chosen of it.

    Attributes
    ----------
    offers : ndarray of float64, shape (states, actions)
        The score of each state after each action.
    parents, actions : ndarray of int64, shape (states,)
    """

    offers: NDArray[np.float64]
    parents: NDArray[np.int64]
    actions: NDArray[np.int64]


@kernel
def new_states(count: int, longest: int) -> States:
    """Return room for partial trees of sentences of at most `longest` words."""
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
def new_sight(
    longest: int, width: int, arcs: Frozen, state: Templates, label: Templates, classes: int, root_label: int
) -> Sight:
    """Return room for sentences of at most `longest` words with `width` fields."""
    keys, label_keys = np.zeros(len(state.parts), np.uint32), np.zeros(len(label.parts), np.uint32)
    return Sight(
        np.zeros((longest + 2, width), np.uint32),
        arcs,
        state,
        label,
        root_label,
        new_memo(),
        new_memo(),
        np.zeros(STATE_NODES, np.int64),
        np.zeros(LABEL_NODES, np.int64),
        np.zeros(STATE_SIZE, np.uint32),
        np.zeros(LABEL_SIZE, np.uint32),
        keys,
        label_keys,
        np.zeros(max(len(keys), len(label_keys)), np.uint32),
        np.zeros(classes, np.int32),
    )


def new_trees(count: int, words: int, sentences: int) -> Trees:
    """Return room for so many trees of each sentence."""
    return Trees(
        np.zeros((count, words), np.int32),
        np.zeros((count, words), np.int32),
        np.full((count, sentences), IMPOSSIBLE),
    )


@kernel
def new_choice(width: int) -> Choice:
    """Return room for what so many states offer."""
    return Choice(np.zeros((width, 3)), np.zeros(width, np.int64), np.zeros(width, np.int64))


@kernel
def look_at(sight: Sight, fields: NDArray[np.uint32], special: NDArray[np.uint32]) -> None:
    """Take a sentence into view."""
    n = len(fields)
    sight.words[:n] = fields
    sight.words[n], sight.words[n + 1] = special[0], special[1]


@kernel
def begin(states: States, i: int, n: int) -> None:
    """Make row `i` a sentence of `n` words without arcs."""
    states.heads[i, : n + 2] = -9
    states.labels[i, : n + 2] = -1
    states.child[i, : n + 2] = n + 1
    states.counts[i, : n + 2] = 0
    states.place[i] = 0


@kernel
def copy(source: States, i: int, target: States, j: int, n: int, step: int) -> None:
    """Copy row `i` of one set of states, after `step` actions, to row `j` of another."""
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
def begins(states: States, i: int, n: int) -> bool:
    """Tell whether there is nothing to choose: no word is on the stack, and some are left."""
    return bool(states.place[i, 0] == 0 and states.place[i, 1] < n)


@kernel
def look_at_state(sight: Sight, states: States, i: int, n: int) -> None:
    """Fill in the atoms of a state."""
    size, b = states.place[i, 0], states.place[i, 1]
    fill_state(
        sight.words, states.labels[i], states.stack[i], size, b, n, states.child[i], states.counts[i],
        sight.nodes, sight.state.which, sight.state.field, sight.atoms,
    )  # fmt: skip


@kernel
def state_keys(sight: Sight, states: States, i: int, n: int) -> None:
    """Fill in the features of a state."""
    look_at_state(sight, states, i, n)
    combine_atoms(sight.atoms, sight.state.parts, 0, sight.keys)


@kernel
def offers_of(moves: Frozen, sight: Sight, states: States, i: int, n: int) -> tuple[int, int, int]:
    """Return the scores of the actions in a state."""
    look_at_state(sight, states, i, n)
    place, known = place_of(sight.moved, sight.atoms)
    scores = sight.moved.values[place]
    if not known:
        combine_atoms(sight.atoms, sight.state.parts, 0, sight.keys)
        count = filter_keys(moves.filter, sight.keys, sight.known)
        scores[SHIFT], scores[LEFT], scores[RIGHT] = move_scores(moves, sight.known, count)
    return scores[SHIFT], scores[LEFT], scores[RIGHT]


@kernel
def take(sight: Sight, states: States, i: int, n: int, action: int) -> None:
    """Take an action in row `i`; an arc gets its most likely label."""
    size, b = states.place[i, 0], states.place[i, 1]
    if action == SHIFT:
        states.stack[i, size] = b
        states.place[i, 0], states.place[i, 1] = size + 1, b + 1
        return
    word = states.stack[i, size - 1]
    states.place[i, 0] = size - 1
    head = b if action == LEFT else states.stack[i, size - 2]
    top = sight.root_label
    if head != n:
        fill_arc(
            sight.words, states.labels[i], head, word, n, states.child[i], states.counts[i],
            sight.label_nodes, sight.label.which, sight.label.field, sight.label_atoms,
        )  # fmt: skip
        place, known = place_of(sight.labelled, sight.label_atoms)
        if not known:
            combine_atoms(sight.label_atoms, sight.label.parts, 0, sight.label_keys)
            sight.labelled.values[place, 0] = best_label(
                sight.arcs, sight.label_keys, sight.root_label, sight.known, sight.scores
            )
        top = sight.labelled.values[place, 0]
    attach(head, word, states.heads[i], states.child[i], states.counts[i])
    states.labels[i, word] = top


@kernel
def choose(choice: Choice, score: Any, alive: int, behind: float) -> int:
    """Choose the best of what the `alive` states of a step offer, and fill in `score`; return how many.

    Those that are further `behind` the best one are left out. Equal ones go by row, then by action.
    """
    offers, chosen = choice.offers, 0
    while chosen < len(score):
        best, row, action = IMPOSSIBLE, -1, 0
        for i in range(alive):
            for a in range(3):
                if offers[i, a] > best:
                    best, row, action = offers[i, a], i, a
        if row < 0 or (chosen and best < score[0] - behind):
            break
        offers[row, action] = IMPOSSIBLE
        choice.parents[chosen], choice.actions[chosen], score[chosen] = row, action, best
        chosen += 1
    return chosen


@kernel
def advance(sight: Sight, now: States, then: States, n: int, step: int, choice: Choice, chosen: int) -> None:
    """Fill `then` with the states of `now` after the chosen actions."""
    for j in range(chosen):
        copy(now, choice.parents[j], then, j, n, step)
        then.taken[j, step] = choice.actions[j]
        take(sight, then, j, n, choice.actions[j])


@kernel
def beam_sentences(
    moves: Frozen,
    arcs: Frozen,
    fields: NDArray[np.uint32],
    bounds: NDArray[np.int64],
    special: NDArray[np.uint32],
    state: Templates,
    label: Templates,
    classes: int,
    root_label: int,
    width: int,
    behind: float,
    out: Trees,
) -> None:
    """Parse each sentence as `arc_hybrid.parse_sentences` does, with the best `width` partial trees.

    Those whose scores are further `behind` the best one's are given up. `out` takes as many of the whole
    trees as it has room for.
    """
    longest = longest_of(bounds)
    sight = new_sight(longest, fields.shape[1], arcs, state, label, classes, root_label)
    now, then = new_states(width, longest), new_states(width, longest)
    choice, score = new_choice(width), np.zeros(width)
    for s in range(len(bounds) - 1):
        start, end = bounds[s], bounds[s + 1]
        n = end - start
        look_at(sight, fields[start:end], special)
        begin(now, 0, n)
        score[0] = 0.0
        alive = 1
        for step in range(2 * n):
            for i in range(alive):
                choice.offers[i] = IMPOSSIBLE
                if begins(now, i, n):
                    choice.offers[i, SHIFT] = score[i]
                    continue
                found = offers_of(moves, sight, now, i, n)
                for action in range(3):
                    if allowed(now.place[i, 0], now.place[i, 1], n, action):
                        choice.offers[i, action] = score[i] + found[action]
            chosen = choose(choice, score, alive, behind)
            if alive == chosen == 1:  # as most are: nothing is copied, and nobody asks for what was taken
                take(sight, now, 0, n, choice.actions[0])
                continue
            advance(sight, now, then, n, step, choice, chosen)
            now, then, alive = then, now, chosen
        for j in range(len(out.scores)):
            out.scores[j, s] = score[j] if j < alive else IMPOSSIBLE
            for i in range(n if j < alive else 0):
                out.heads[j, start + i] = -1 if now.heads[j, i] == n else start + now.heads[j, i]
                out.labels[j, start + i] = now.labels[j, i]
