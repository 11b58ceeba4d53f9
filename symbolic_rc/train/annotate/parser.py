"""Training of the greedy parser: averaged perceptrons with a dynamic oracle (Goldberg & Nivre 2013).

The parser follows its own choices; in every state it learns the actions that lose no arc that can still be
reached.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.annotate.conllu import Sentence
from symbolic_rc.annotate.parser.parse_model import ParseModel, fields_of
from symbolic_rc.annotate.parser.parser_templates import LABEL_TEMPLATES, STATE_TEMPLATES
from symbolic_rc.annotate.parser.transitions import (
    HEADLESS,
    LEFT,
    RIGHT,
    SHIFT,
    States,
    allowed,
    arc_keys,
    attach,
    load_sentence,
    longest_of,
    must_shift,
    new_states,
    new_workspace,
    pop,
    shift,
    start,
    state_keys,
)
from symbolic_rc.annotate.tagger.tag_model import bounds_of
from symbolic_rc.annotate.words import WordTable
from symbolic_rc.core.kernels import kernel
from symbolic_rc.models.kernels import WeightTable, best_but, fill_scores, learn
from symbolic_rc.models.linear import Epoch, LinearModel, train_averaged
from symbolic_rc.models.templates import Templates

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class ParserSettings:
    """How a parser is trained.

    Attributes
    ----------
    seeds : sequence of int
        The weights of one training per seed are averaged.
    margin, label_margin : float
        By how much the right action, and the right label, must win.
    explore : float
        Share of the parser's own mistakes that it follows, from the second epoch on.
    prune : tuple of float
        Smaller weights of actions and of labels are dropped.
    rooms : tuple of int
        Maximum numbers of features of actions and of labels.
    """

    seeds: Sequence[int] = (1, 2)
    epochs: int = 7
    margin: float = 20.0
    label_margin: float = 5.0
    explore: float = 0.9
    prune: tuple[float, float] = (2.0, 0.6)
    rooms: tuple[int, int] = (6_000_000, 1_500_000)


def heads_of(sentences: Sequence[Sentence]) -> NDArray[np.int64]:
    """Return each word's head within its sentence; the root's number is that of the words."""
    return np.array([len(s.words) if h < 0 else h for s in sentences for h in s.heads], np.int64)


def train_parser(
    table: WordTable,
    sentences: Sequence[Sentence],
    tags: NDArray[np.int32],
    tag_names: Sequence[str],
    settings: ParserSettings = ParserSettings(),
) -> ParseModel:
    """Train the parser on sentences with their (predicted) tags."""
    relations = sorted({relation for sentence in sentences for relation in sentence.relations})
    number = {relation: i for i, relation in enumerate(relations)}
    forms = [word for sentence in sentences for word in sentence.words]
    fields, special = fields_of(table.codes(forms), tags, tag_names)
    bounds = bounds_of([len(sentence.words) for sentence in sentences])
    heads = heads_of(sentences)
    labels = np.array([number[r] for s in sentences for r in s.relations], np.int32)

    def run(this: Epoch) -> None:
        this.generator.random(
            len(sentences)
        )  # drawn when the shipped weights were trained: keeps their order
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
    tags: NDArray[np.int32],
    tag_names: Sequence[str],
) -> tuple[float, float]:
    """Return the shares of words with the right head, and with the right head and relation."""
    forms = [word for sentence in sentences for word in sentence.words]
    bounds = bounds_of([len(sentence.words) for sentence in sentences])
    heads, labels = model.parse(table.codes(forms), tags, tag_names, bounds)
    return shares_right(heads, labels, model.arcs.classes, sentences)


def tree_heads(sentences: Sequence[Sentence]) -> NDArray[np.int64]:
    """Return the place of each word's head among the words of all sentences; -1 at roots."""
    bounds = bounds_of([len(sentence.words) for sentence in sentences])
    heads = np.array([head for sentence in sentences for head in sentence.heads])
    return np.where(heads < 0, -1, heads + np.repeat(bounds[:-1], np.diff(bounds)))


def shares_right(
    heads: NDArray[np.int32],
    labels: NDArray[np.int32],
    relations: Sequence[str],
    sentences: Sequence[Sentence],
) -> tuple[float, float]:
    """Return the shares of words with the right head, and with the right head and relation."""
    good = heads == tree_heads(sentences)
    gold = np.array([relation for sentence in sentences for relation in sentence.relations])
    return float(good.mean()), float((good & (np.array(relations)[labels] == gold)).mean())


@kernel
def costs(
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
            if gold[stack[k]] == b and heads[stack[k]] == HEADLESS:
                cost[SHIFT] += 1
            if k < size - 1 and gold[b] == stack[k]:
                cost[SHIFT] += 1


@kernel
def _best_actions(
    states: States, n: int, cost: NDArray[np.int64], scores: NDArray[np.float32]
) -> tuple[int, int]:
    """Return the best of the cheapest actions, and of the others, -1 without any."""
    least, good, bad = 1 << 30, -1, -1
    size, b = states.place[0, 0], states.place[0, 1]
    for a in range(3):
        if allowed(size, b, n, a):
            least = min(least, cost[a])
    for a in range(3):
        if allowed(size, b, n, a):
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
    """Train for one pass; return how many heads, and how many heads with their labels, are right."""
    np.random.seed(seed)
    longest = longest_of(bounds)
    space, states = new_workspace(longest, fields.shape[1], state, label), new_states(1, longest)
    scores, label_scores = np.zeros(3, np.float32), np.zeros(arcs.weights.shape[1], np.float32)
    cost = np.zeros(3, np.int64)
    right_heads, right_labels = 0, 0
    for s in order:
        first, end = bounds[s], bounds[s + 1]
        n, gold = end - first, gold_heads[first:end]
        load_sentence(space, fields[first:end], special)
        start(states, 0, n)
        while states.place[0, 1] < n or states.place[0, 0] > 0:
            if must_shift(states, 0, n):
                shift(states, 0)
                continue
            state_keys(space, states, 0, n)
            fill_scores(moves, space.keys, scores)
            costs(gold, states.heads[0], states.stack[0], states.place[0, 0], states.place[0, 1], n, cost)
            good, bad = _best_actions(states, n, cost, scores)
            steps[0] += 1
            if bad >= 0 and scores[bad] + margin >= scores[good]:
                learn(moves, space.keys, good, bad, steps[0])
            action = good
            if bad >= 0 and scores[bad] > scores[good] and np.random.random() < explore:
                action = bad
            if action == SHIFT:
                shift(states, 0)
                continue
            head, word = pop(states, 0, action)
            right_heads += head == gold[word]
            top = root_label
            if head == n:
                right_labels += gold[word] == n
            else:
                arc_keys(space, states, 0, n, head, word)
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
            attach(head, word, states.heads[0], states.child[0], states.counts[0])
            states.labels[0, word] = top
    return right_heads, right_labels
