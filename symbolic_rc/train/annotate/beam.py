"""Training of the parser that searches with a beam."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.annotate.conllu import Sentence
from symbolic_rc.annotate.parser import parser_templates
from symbolic_rc.annotate.parser.arc_hybrid import LEFT, RIGHT, SHIFT, allowed, longest_of
from symbolic_rc.annotate.parser.beam import (
    IMPOSSIBLE,
    Sight,
    States,
    advance,
    begin,
    begins,
    choose,
    look_at,
    new_choice,
    new_sight,
    new_states,
    state_keys,
    take,
)
from symbolic_rc.annotate.parser.parse_model import WIDTH, ParseModel, fields_of
from symbolic_rc.annotate.parser.parser_templates import Templates
from symbolic_rc.annotate.tagger.tagger import bounds_of
from symbolic_rc.annotate.words import WordTable
from symbolic_rc.core.kernels import kernel
from symbolic_rc.models.kernels import Frozen, Table, add_scores, new_table, update
from symbolic_rc.models.linear import LinearModel, average_models, averaged
from symbolic_rc.train.annotate.parser import costs

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class BeamSettings:
    """How a parser with a beam is trained.

    Attributes
    ----------
    seeds : sequence of int
        A model is trained with each; their weights are averaged.
    epochs : int
    width : int
        Partial trees kept in mind; more than when it reads.
    margin : float
        What an action that loses an arc is given in advance.
    prune : float
        Weights that are smaller are dropped.
    room : int
        Features, at most.
    """

    seeds: Sequence[int] = (1,)
    epochs: int = 5
    width: int = 8
    margin: float = 200.0
    prune: float = 2.5
    room: int = 14_000_000


def train_beam(
    table: WordTable,
    sentences: Sequence[Sentence],
    tags: NDArray[np.int32],
    tag_names: Sequence[str],
    arcs: LinearModel,
    settings: BeamSettings = BeamSettings(),
) -> ParseModel:
    """Train the choice of actions on sentences with their (predicted) tags.

    Relations are those that the greedy parser's model `arcs` gives.
    """
    forms = [word for sentence in sentences for word in sentence.words]
    fields, special = fields_of(table.codes(forms), tags, tag_names)
    bounds = bounds_of([len(sentence.words) for sentence in sentences])
    heads = np.array([len(s.words) if h < 0 else h for s in sentences for h in s.heads], np.int64)
    parts = []
    for seed in settings.seeds:
        moves, steps = new_table(3, settings.room), np.zeros(1)
        generator = np.random.default_rng(seed)
        for epoch in range(settings.epochs):
            order = generator.permutation(len(sentences))
            total = int(np.diff(bounds)[order].sum())
            good = train_beam_epoch(
                moves, arcs.frozen, fields, bounds, heads, special,
                parser_templates.STATE_COMPILED, parser_templates.LABEL_COMPILED, len(arcs.classes),
                arcs.classes.index("root"), order, settings.width,
                settings.margin, steps,
            )  # fmt: skip
            log.info(
                "parser with a beam, seed %d, epoch %d: heads %.4f against the margin; %d features",
                seed, epoch + 1, good / total, moves.used[0],
            )  # fmt: skip
        parts.append(averaged(moves, steps[0]))
    del moves
    keys, weights = average_models(parts)
    return ParseModel(
        LinearModel.freeze(("shift", "left", "right"), keys, weights, settings.prune, 8), arcs, WIDTH
    )


@kernel
def _right_action(states: States, i: int, n: int, gold: NDArray[np.int64], cost: NDArray[np.int64]) -> int:
    """Return the action that loses fewest arcs, arcs before shifts; `cost` holds how many each loses."""
    size, b = states.place[i, 0], states.place[i, 1]
    costs(gold, states.heads[i], states.stack[i], size, b, n, cost)
    best = -1
    for action in (LEFT, RIGHT, SHIFT):
        if allowed(size, b, n, action) and (best < 0 or cost[action] < cost[best]):
            best = action
    return best


@kernel
def _scores(moves: Table, sight: Sight, states: States, i: int, n: int, scores: NDArray[np.float32]) -> None:
    """Fill in the scores of the actions in a state."""
    state_keys(sight, states, i, n)
    scores[:] = 0
    for k in range(len(sight.keys)):
        add_scores(moves, sight.keys[k], 1.0, scores)


@kernel
def _teach(
    moves: Table, sight: Sight, states: States, n: int, taken: NDArray[np.int8], parts: tuple[int, int],
    change: float, time: float,
) -> None:  # fmt: skip
    """Go through actions again; add `change` to the weights of those from `parts[0]` to `parts[1]`."""
    begin(states, 0, n)
    for step in range(parts[1] + 1):
        if step >= parts[0] and not begins(states, 0, n):
            state_keys(sight, states, 0, n)
            for k in range(len(sight.keys)):
                update(moves, sight.keys[k], taken[step], change, time)
        take(sight, states, 0, n, taken[step])


@kernel
def train_beam_epoch(
    moves: Table,
    arcs: Frozen,
    fields: NDArray[np.uint32],
    bounds: NDArray[np.int64],
    gold_heads: NDArray[np.int64],
    special: NDArray[np.uint32],
    state: Templates,
    label: Templates,
    classes: int,
    root_label: int,
    order: NDArray[np.int64],
    width: int,
    margin: float,
    steps: NDArray[np.float64],
) -> int:
    """One pass of training; `gold_heads` counts within sentences, n for the root; return the right heads.

    An action that loses an arc is given `margin` in advance, so that the right tree must be ahead by it.
    """
    longest = longest_of(bounds)
    sight = new_sight(longest, fields.shape[1], arcs, state, label, classes, root_label)
    now, then = new_states(width, longest), new_states(width, longest)
    right, again = new_states(1, longest), new_states(1, longest)
    choice, score = new_choice(width), np.zeros(width)
    scores, cost = np.zeros(3, np.float32), np.zeros(3, np.int64)
    worst = np.zeros(2 * longest + 4, np.int8)
    good = 0
    for s in order:
        start, end = bounds[s], bounds[s + 1]
        n = end - start
        gold = gold_heads[start:end]
        look_at(sight, fields[start:end], special)
        begin(now, 0, n)
        begin(right, 0, n)
        score[0], right_score = 0.0, 0.0
        alive, most, last = 1, 0.0, -1
        for step in range(2 * n):
            for i in range(alive):
                choice.offers[i] = IMPOSSIBLE
                if begins(now, i, n):
                    choice.offers[i, SHIFT] = score[i]
                    continue
                _scores(moves, sight, now, i, n, scores)
                best = _right_action(now, i, n, gold, cost)
                for action in range(3):
                    if allowed(now.place[i, 0], now.place[i, 1], n, action):
                        wrong = cost[action] > cost[best]
                        choice.offers[i, action] = score[i] + scores[action] + margin * wrong
            alive = choose(choice, score, alive, np.inf)
            advance(sight, now, then, n, step, choice, alive)
            now, then = then, now
            action = _right_action(right, 0, n, gold, cost)
            if not begins(right, 0, n):
                _scores(moves, sight, right, 0, n, scores)
                right_score += scores[action]
            right.taken[0, step] = action
            take(sight, right, 0, n, action)
            ahead = score[0] - right_score
            if ahead >= most and _parted(now.taken[0], right.taken[0], step + 1) <= step:
                most, last = ahead, step
                worst[: step + 1] = now.taken[0, : step + 1]
        for i in range(n):
            good += now.heads[0, i] == gold[i]
        steps[0] += 1
        if last >= 0:
            parts = (_parted(worst, right.taken[0], last + 1), last)
            _teach(moves, sight, again, n, right.taken[0], parts, 1.0, steps[0])
            _teach(moves, sight, again, n, worst, parts, -1.0, steps[0])
    return good


@kernel
def _parted(one: NDArray[np.int8], other: NDArray[np.int8], count: int) -> int:
    """Return the first of so many actions that differ, or `count`."""
    for t in range(count):
        if one[t] != other[t]:
            return t
    return count
