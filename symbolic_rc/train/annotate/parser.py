"""Training of parsers: greedily by a dynamic oracle (Goldberg & Nivre 2013), with a beam by max violation.

The greedy parser follows its own choices; in every state it learns the actions that lose no arc that can
still be reached. With a beam, the weights change where the best wrong partial tree leads the right one by
most (Huang et al. 2012): the actions of both since they diverged are compared.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from symbolic_rc.annotate.conllu import Sentence
from symbolic_rc.annotate.parser import beam as B
from symbolic_rc.annotate.parser.parse_model import WIDTH, ParseModel, fields_of
from symbolic_rc.annotate.parser.parser_templates import LABEL_TEMPLATES, STATE_TEMPLATES
from symbolic_rc.annotate.words import WordTable
from symbolic_rc.core.arrays import Floats, Hashes, Int8s, Ints, Longs, Singles
from symbolic_rc.core.kernels import kernel
from symbolic_rc.models.kernels import Frozen, WeightTable, best_but, fill_scores, learn, update
from symbolic_rc.models.linear import Epoch, LinearModel, train_averaged
from symbolic_rc.models.templates import Templates
from symbolic_rc.train.annotate.tagger import forms_of

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class ParserSettings:
    """How a parser is trained; weights are averaged over the seeds.

    The right action must win by `margin`, the right label by `label_margin`. From the second epoch on it
    follows the share `explore` of its own mistakes. Smaller weights than `prune`, of actions and of labels,
    are dropped; `rooms` are maximum numbers of features of either.
    """

    seeds: Sequence[int] = (1, 2)
    epochs: int = 7
    margin: float = 20.0
    label_margin: float = 5.0
    explore: float = 0.9
    prune: tuple[float, float] = (2.0, 0.6)
    rooms: tuple[int, int] = (6_000_000, 1_500_000)


def heads_of(sentences: Sequence[Sentence]) -> Longs:
    """Return each word's head within its sentence; the root's number is that of the words."""
    return np.array([len(s.words) if h < 0 else h for s in sentences for h in s.heads], np.int64)


def train_parser(
    table: WordTable,
    sentences: Sequence[Sentence],
    tags: Ints,
    tag_names: Sequence[str],
    settings: ParserSettings = ParserSettings(),
) -> ParseModel:
    """Train the parser on sentences with their (predicted) tags."""
    relations = sorted({relation for sentence in sentences for relation in sentence.relations})
    number = {relation: i for i, relation in enumerate(relations)}
    forms, bounds = forms_of(sentences)
    fields, special = fields_of(table.codes(forms), tags, tag_names)
    heads = heads_of(sentences)
    labels = np.array([number[r] for s in sentences for r in s.relations], np.int32)

    def run(this: Epoch) -> None:
        # drawn when the shipped weights were trained: keeps their order
        this.generator.random(len(sentences))
        order = this.generator.permutation(len(sentences))
        good = _train_epoch(
            this.tables[0], this.tables[1], fields, bounds, heads, labels, special,
            STATE_TEMPLATES, LABEL_TEMPLATES, number["root"], order, settings.margin, settings.label_margin,
            0.0 if this.epoch == 0 else settings.explore, this.seed * 1000 + this.epoch, this.steps,
        )  # fmt: skip
        this.log("parser", f"heads {good[0] / len(forms):.4f}, labels {good[1] / len(forms):.4f}")

    sizes = [(3, settings.rooms[0]), (len(relations), settings.rooms[1])]
    moves, arcs = train_averaged(sizes, settings.seeds, settings.epochs, run)
    return ParseModel(
        LinearModel.freeze(("shift", "left", "right"), *moves, settings.prune[0], 8),
        LinearModel.freeze(relations, *arcs, settings.prune[1], 8),
    )


def scores(
    model: ParseModel,
    table: WordTable,
    sentences: Sequence[Sentence],
    tags: Ints,
    tag_names: Sequence[str],
) -> tuple[float, float]:
    """Return the shares of words with the right head, and with the right head and relation."""
    forms, bounds = forms_of(sentences)
    heads, labels = model.parse(table.codes(forms), tags, tag_names, bounds)
    return shares_right(heads, labels, model.arcs.classes, sentences)


def tree_heads(sentences: Sequence[Sentence]) -> Longs:
    """Return the place of each word's head among the words of all sentences; -1 at roots."""
    _, bounds = forms_of(sentences)
    heads = np.array([head for sentence in sentences for head in sentence.heads])
    return np.where(heads < 0, -1, heads + np.repeat(bounds[:-1], np.diff(bounds)))


def shares_right(
    heads: Ints,
    labels: Ints,
    relations: Sequence[str],
    sentences: Sequence[Sentence],
) -> tuple[float, float]:
    """Return the shares of words with the right head, and with the right head and relation."""
    good = heads == tree_heads(sentences)
    gold = np.array([relation for sentence in sentences for relation in sentence.relations])
    return float(good.mean()), float((good & (np.array(relations)[labels] == gold)).mean())


@kernel
def costs(
    gold: Longs,
    heads: Longs,
    stack: Longs,
    size: int,
    b: int,
    n: int,
    cost: Longs,
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
        cost[B.LEFT] = waiting + (gold[s0] == s1 or (gold[s0] > b))
        cost[B.RIGHT] = waiting + (gold[s0] >= b)
    if b < n:
        for k in range(size):
            if gold[stack[k]] == b and heads[stack[k]] == B.HEADLESS:
                cost[B.SHIFT] += 1
            if k < size - 1 and gold[b] == stack[k]:
                cost[B.SHIFT] += 1


@kernel
def _best_actions(states: B.States, n: int, cost: Longs, scores: Singles) -> tuple[int, int]:
    """Return the best of the cheapest actions, and of the others, -1 without any."""
    least, good, bad = 1 << 30, -1, -1
    size, b = states.place[0, 0], states.place[0, 1]
    for a in range(3):
        if B.allowed(size, b, n, a):
            least = min(least, cost[a])
    for a in range(3):
        if B.allowed(size, b, n, a):
            if cost[a] == least:
                if good < 0 or scores[a] > scores[good]:
                    good = a
            elif bad < 0 or scores[a] > scores[bad]:
                bad = a
    return good, bad


@kernel
def _train_epoch(
    moves: WeightTable,
    arcs: WeightTable,
    fields: Hashes,
    bounds: Longs,
    gold_heads: Longs,
    gold_labels: Ints,
    special: Hashes,
    state: Templates,
    label: Templates,
    root_label: int,
    order: Longs,
    margin: float,
    label_margin: float,
    explore: float,
    seed: int,
    steps: Floats,
) -> tuple[int, int]:
    """Train for one pass; return how many heads, and how many heads with their labels, are right."""
    np.random.seed(seed)
    longest = B.longest_of(bounds)
    space, states = B.new_workspace(longest, fields.shape[1], state, label), B.new_states(1, longest)
    scores, label_scores = np.zeros(3, np.float32), np.zeros(arcs.weights.shape[1], np.float32)
    cost = np.zeros(3, np.int64)
    right_heads, right_labels = 0, 0
    for s in order:
        first, end = bounds[s], bounds[s + 1]
        n, gold = end - first, gold_heads[first:end]
        B.load_sentence(space, fields[first:end], special)
        B.start(states, 0, n)
        while states.place[0, 1] < n or states.place[0, 0] > 0:
            if B.must_shift(states, 0, n):
                B.shift(states, 0)
                continue
            B.state_keys(space, states, 0, n)
            fill_scores(moves, space.keys, scores)
            costs(gold, states.heads[0], states.stack[0], states.place[0, 0], states.place[0, 1], n, cost)
            good, bad = _best_actions(states, n, cost, scores)
            steps[0] += 1
            if bad >= 0 and scores[bad] + margin >= scores[good]:
                learn(moves, space.keys, good, bad, steps[0])
            action = good
            if bad >= 0 and scores[bad] > scores[good] and np.random.random() < explore:
                action = bad
            if action == B.SHIFT:
                B.shift(states, 0)
                continue
            head, word = B.pop(states, 0, action)
            right_heads += head == gold[word]
            top = root_label
            if head == n:
                right_labels += gold[word] == n
            else:
                B.arc_keys(space, states, 0, n, head, word)
                fill_scores(arcs, space.label_keys, label_scores)
                label_scores[root_label] = -1e30
                top = best_but(label_scores, -1)
                if head == gold[word]:
                    truth = gold_labels[first + word]
                    rival = best_but(label_scores, truth)
                    steps[1] += 1
                    if label_scores[rival] + label_margin >= label_scores[truth]:
                        learn(arcs, space.label_keys, truth, rival, steps[1])
                    right_labels += top == truth
            B.attach(head, word, states.heads[0], states.child[0], states.counts[0])
            states.labels[0, word] = top
    return right_heads, right_labels


@dataclass(frozen=True, slots=True)
class BeamSettings:
    """How the parser with a beam is trained; weights are averaged over the seeds.

    The beam is wider than when it parses. The margin is added to the score of an action that loses an arc.
    Smaller weights than `prune` are dropped; `room` is the maximum number of features.
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
    tags: Ints,
    tag_names: Sequence[str],
    arcs: LinearModel,
    settings: BeamSettings = BeamSettings(),
) -> ParseModel:
    """Train the choice of actions on sentences with their (predicted) tags; `arcs` label the arcs."""
    forms, bounds = forms_of(sentences)
    fields, special = fields_of(table.codes(forms), tags, tag_names)
    heads = heads_of(sentences)

    def run(this: Epoch) -> None:
        good = _train_beam_epoch(
            this.tables[0], arcs.frozen, fields, bounds, heads, special, STATE_TEMPLATES, LABEL_TEMPLATES,
            len(arcs.classes), arcs.classes.index("root"), this.generator.permutation(len(sentences)),
            settings.width, settings.margin, this.steps,
        )  # fmt: skip
        this.log("parser with a beam", f"heads {good / len(forms):.4f} against the margin")

    (moves,) = train_averaged([(3, settings.room)], settings.seeds, settings.epochs, run)
    return ParseModel(LinearModel.freeze(("shift", "left", "right"), *moves, settings.prune, 8), arcs, WIDTH)


@kernel
def _right_action(states: B.States, i: int, n: int, gold: Longs, cost: Longs) -> int:
    """Return the action that loses fewest arcs, arcs before shifts; `cost` holds how many each loses."""
    size, b = states.place[i, 0], states.place[i, 1]
    costs(gold, states.heads[i], states.stack[i], size, b, n, cost)
    best = -1
    for action in (B.LEFT, B.RIGHT, B.SHIFT):
        if B.allowed(size, b, n, action) and (best < 0 or cost[action] < cost[best]):
            best = action
    return best


@kernel
def _learn(
    moves: WeightTable, space: B.ParserWorkspace, labeller: B.Labeller, states: B.States, n: int,
    taken: Int8s, parts: tuple[int, int], change: float, step_count: float,
) -> None:  # fmt: skip
    """Replay actions; add `change` to the weights of those from `parts[0]` to `parts[1]`."""
    B.start(states, 0, n)
    for step in range(parts[1] + 1):
        if step >= parts[0] and not B.must_shift(states, 0, n):
            B.state_keys(space, states, 0, n)
            for k in range(len(space.keys)):
                update(moves, space.keys[k], taken[step], change, step_count)
        B.apply(space, labeller, states, 0, n, taken[step])


@kernel
def _train_beam_epoch(
    moves: WeightTable,
    arcs: Frozen,
    fields: Hashes,
    bounds: Longs,
    gold_heads: Longs,
    special: Hashes,
    state: Templates,
    label: Templates,
    classes: int,
    root_label: int,
    order: Longs,
    width: int,
    margin: float,
    steps: Floats,
) -> int:
    """Train for one pass; return how many heads are right."""
    longest = B.longest_of(bounds)
    space = B.new_workspace(longest, fields.shape[1], state, label)
    labeller = B.new_labeller(arcs, label, classes, root_label)
    now, then = B.new_states(width, longest), B.new_states(width, longest)
    right, replay = B.new_states(1, longest), B.new_states(1, longest)
    expansion, score = B.new_expansion(width), np.zeros(width)
    scores, cost = np.zeros(3, np.float32), np.zeros(3, np.int64)
    worst = np.zeros(2 * longest + 4, np.int8)
    good = 0
    for s in order:
        first, end = bounds[s], bounds[s + 1]
        n = end - first
        gold = gold_heads[first:end]
        B.load_sentence(space, fields[first:end], special)
        B.start(now, 0, n)
        B.start(right, 0, n)
        score[0], right_score = 0.0, 0.0
        alive, most, last = 1, 0.0, -1
        for step in range(2 * n):
            for i in range(alive):
                expansion.scores[i] = B.IMPOSSIBLE
                if B.must_shift(now, i, n):
                    expansion.scores[i, B.SHIFT] = score[i]
                    continue
                B.state_keys(space, now, i, n)
                fill_scores(moves, space.keys, scores)
                best = _right_action(now, i, n, gold, cost)
                for action in range(3):
                    if B.allowed(now.place[i, 0], now.place[i, 1], n, action):
                        wrong = cost[action] > cost[best]
                        expansion.scores[i, action] = score[i] + scores[action] + margin * wrong
            alive = B.prune(expansion, score, alive, np.inf)
            B.advance(space, labeller, now, then, n, step, expansion, alive)
            now, then = then, now
            action = _right_action(right, 0, n, gold, cost)
            if not B.must_shift(right, 0, n):
                B.state_keys(space, right, 0, n)
                fill_scores(moves, space.keys, scores)
                right_score += scores[action]
            right.taken[0, step] = action
            B.apply(space, labeller, right, 0, n, action)
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
def _first_difference(one: Int8s, other: Int8s, count: int) -> int:
    """Return the first of `count` actions that differs, or `count`."""
    for t in range(count):
        if one[t] != other[t]:
            return t
    return count
