"""Training of the parser with a beam: a structured perceptron with max-violation updates (Huang et al. 2012).

The weights change where the best wrong partial tree in the beam leads the right one by most: the actions of
both since they diverged are compared.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.annotate.conllu import Sentence
from symbolic_rc.annotate.parser.beam import (
    IMPOSSIBLE,
    Labeller,
    advance,
    apply,
    new_expansion,
    new_labeller,
    prune,
)
from symbolic_rc.annotate.parser.parse_model import WIDTH, ParseModel, fields_of
from symbolic_rc.annotate.parser.parser_templates import LABEL_TEMPLATES, STATE_TEMPLATES
from symbolic_rc.annotate.parser.transitions import (
    LEFT,
    RIGHT,
    SHIFT,
    ParserWorkspace,
    States,
    allowed,
    load_sentence,
    longest_of,
    must_shift,
    new_states,
    new_workspace,
    start,
    state_keys,
)
from symbolic_rc.annotate.tagger.tag_model import bounds_of
from symbolic_rc.annotate.words import WordTable
from symbolic_rc.core.kernels import kernel
from symbolic_rc.models.kernels import Frozen, WeightTable, fill_scores, update
from symbolic_rc.models.linear import Epoch, LinearModel, train_averaged
from symbolic_rc.models.templates import Templates
from symbolic_rc.train.annotate.parser import costs, heads_of


@dataclass(frozen=True, slots=True)
class BeamSettings:
    """How the parser with a beam is trained.

    Attributes
    ----------
    seeds : sequence of int
        The weights of one training per seed are averaged.
    width : int
        The size of the beam; larger than when it parses.
    margin : float
        Added to the score of an action that loses an arc.
    prune : float
        Smaller weights are dropped.
    room : int
        Maximum number of features.
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
    """Train the choice of actions on sentences with their (predicted) tags; `arcs` label the arcs."""
    forms = [word for sentence in sentences for word in sentence.words]
    fields, special = fields_of(table.codes(forms), tags, tag_names)
    bounds, heads = bounds_of([len(sentence.words) for sentence in sentences]), heads_of(sentences)

    def run(this: Epoch) -> None:
        good = _train_epoch(
            this.tables[0], arcs.frozen, fields, bounds, heads, special, STATE_TEMPLATES, LABEL_TEMPLATES,
            len(arcs.classes), arcs.classes.index("root"), this.generator.permutation(len(sentences)),
            settings.width, settings.margin, this.steps,
        )  # fmt: skip
        this.log("parser with a beam", f"heads {good / len(forms):.4f} against the margin")

    (moves,) = train_averaged([(3, settings.room)], settings.seeds, settings.epochs, run)
    return ParseModel(LinearModel.freeze(("shift", "left", "right"), *moves, settings.prune, 8), arcs, WIDTH)


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
def _learn(
    moves: WeightTable, space: ParserWorkspace, labeller: Labeller, states: States, n: int,
    taken: NDArray[np.int8], parts: tuple[int, int], change: float, step_count: float,
) -> None:  # fmt: skip
    """Replay actions; add `change` to the weights of those from `parts[0]` to `parts[1]`."""
    start(states, 0, n)
    for step in range(parts[1] + 1):
        if step >= parts[0] and not must_shift(states, 0, n):
            state_keys(space, states, 0, n)
            for k in range(len(space.keys)):
                update(moves, space.keys[k], taken[step], change, step_count)
        apply(space, labeller, states, 0, n, taken[step])


@kernel
def _train_epoch(
    moves: WeightTable,
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
    """Train for one pass; return how many heads are right."""
    longest = longest_of(bounds)
    space = new_workspace(longest, fields.shape[1], state, label)
    labeller = new_labeller(arcs, label, classes, root_label)
    now, then = new_states(width, longest), new_states(width, longest)
    right, replay = new_states(1, longest), new_states(1, longest)
    expansion, score = new_expansion(width), np.zeros(width)
    scores, cost = np.zeros(3, np.float32), np.zeros(3, np.int64)
    worst = np.zeros(2 * longest + 4, np.int8)
    good = 0
    for s in order:
        first, end = bounds[s], bounds[s + 1]
        n = end - first
        gold = gold_heads[first:end]
        load_sentence(space, fields[first:end], special)
        start(now, 0, n)
        start(right, 0, n)
        score[0], right_score = 0.0, 0.0
        alive, most, last = 1, 0.0, -1
        for step in range(2 * n):
            for i in range(alive):
                expansion.scores[i] = IMPOSSIBLE
                if must_shift(now, i, n):
                    expansion.scores[i, SHIFT] = score[i]
                    continue
                state_keys(space, now, i, n)
                fill_scores(moves, space.keys, scores)
                best = _right_action(now, i, n, gold, cost)
                for action in range(3):
                    if allowed(now.place[i, 0], now.place[i, 1], n, action):
                        wrong = cost[action] > cost[best]
                        expansion.scores[i, action] = score[i] + scores[action] + margin * wrong
            alive = prune(expansion, score, alive, np.inf)
            advance(space, labeller, now, then, n, step, expansion, alive)
            now, then = then, now
            action = _right_action(right, 0, n, gold, cost)
            if not must_shift(right, 0, n):
                state_keys(space, right, 0, n)
                fill_scores(moves, space.keys, scores)
                right_score += scores[action]
            right.taken[0, step] = action
            apply(space, labeller, right, 0, n, action)
            ahead = score[0] - right_score
            if ahead >= most and _first_difference(now.taken[0], right.taken[0], step + 1) <= step:
                most, last = ahead, step
                worst[: step + 1] = now.taken[0, : step + 1]
        for i in range(n):
            good += now.heads[0, i] == gold[i]
        steps[0] += 1
        if last >= 0:
            parts = (_first_difference(worst, right.taken[0], last + 1), last)
            _learn(moves, space, labeller, replay, n, right.taken[0], parts, 1.0, steps[0])
            _learn(moves, space, labeller, replay, n, worst, parts, -1.0, steps[0])
    return good


@kernel
def _first_difference(one: NDArray[np.int8], other: NDArray[np.int8], count: int) -> int:
    """Return the first of `count` actions that differs, or `count`."""
    for t in range(count):
        if one[t] != other[t]:
            return t
    return count
