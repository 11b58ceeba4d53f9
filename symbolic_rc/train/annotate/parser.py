"""Training of the parser."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.annotate.conllu import Sentence
from symbolic_rc.annotate.parser import parser_templates
from symbolic_rc.annotate.parser.arc_hybrid import (
    LEFT,
    RIGHT,
    SHIFT,
    allowed,
    attach,
    combine_atoms,
    fill_arc,
    fill_state,
    longest_of,
    reset,
)
from symbolic_rc.annotate.parser.parse_model import ParseModel, fields_of
from symbolic_rc.annotate.parser.parser_templates import (
    LABEL_NODES,
    LABEL_SIZE,
    STATE_NODES,
    STATE_SIZE,
    Templates,
)
from symbolic_rc.annotate.tagger.tagger import bounds_of
from symbolic_rc.annotate.words import WordTable
from symbolic_rc.core.kernels import kernel
from symbolic_rc.models.kernels import Table, add_scores, new_table, update
from symbolic_rc.models.linear import LinearModel, average_models, averaged

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class ParserSettings:
    """How a parser is trained.

    Attributes
    ----------
    seeds : sequence of int
        A model is trained with each; their weights are averaged.
    epochs : int
    margin, label_margin : float
        How far the right action, and the right label, must be ahead of all others.
    explore : float
        How often the parser's own mistakes are followed, from the second epoch on.
    prune : tuple of float
        Weights of actions and of labels that are smaller are dropped.
    rooms : tuple of int
        Features of actions and of labels, at most.
    """

    seeds: Sequence[int] = (1, 2)
    epochs: int = 7
    margin: float = 20.0
    label_margin: float = 5.0
    explore: float = 0.9
    prune: tuple[float, float] = (2.0, 0.6)
    rooms: tuple[int, int] = (6_000_000, 1_500_000)


def train_parser(
    table: WordTable,
    sentences: Sequence[Sentence],
    tags: NDArray[np.int32],
    tag_names: Sequence[str],
    settings: ParserSettings = ParserSettings(),
) -> ParseModel:
    """Train the parser on sentences with their (predicted) tags.

    Parameters
    ----------
    table : WordTable
    sentences : sequence of Sentence
        Relations may be ``"_"`` where they are not known.
    tags : ndarray of int32, shape (words,)
    tag_names : sequence of str
    settings : ParserSettings
    """
    forms = [word for sentence in sentences for word in sentence.words]
    relations = sorted({relation for sentence in sentences for relation in sentence.relations} - {"_"})
    number = {"_": -1, **{relation: i for i, relation in enumerate(relations)}}
    fields, special = fields_of(table.codes(forms), tags, tag_names)
    bounds = bounds_of([len(sentence.words) for sentence in sentences])
    heads = np.array([len(s.words) if h < 0 else h for s in sentences for h in s.heads], np.int64)
    labels = np.array([number[r] for s in sentences for r in s.relations], np.int32)
    moves_parts, arcs_parts = [], []
    for seed in settings.seeds:
        moves, arcs = new_table(3, settings.rooms[0]), new_table(len(relations), settings.rooms[1])
        steps = np.zeros(2)
        generator = np.random.default_rng(seed)
        for epoch in range(settings.epochs):
            generator.random(
                len(sentences)
            )  # keeps the order of sentences that shipped weights were trained in
            order = generator.permutation(len(sentences))
            total = int(np.diff(bounds)[order].sum())
            good = train_epoch(
                moves, arcs, fields, bounds, heads, labels, special,
                parser_templates.STATE_COMPILED, parser_templates.LABEL_COMPILED, number["root"], order,
                settings.margin, settings.label_margin, 0.0 if epoch == 0 else settings.explore,
                seed * 1000 + epoch, steps,
            )  # fmt: skip
            log.info(
                "parser, seed %d, epoch %d: heads %.4f, labels %.4f; %d and %d features",
                seed, epoch + 1, good[0] / total, good[1] / total, moves.used[0], arcs.used[0],
            )  # fmt: skip
        moves_parts.append(averaged(moves, steps[0]))
        arcs_parts.append(averaged(arcs, steps[1]))
    del moves, arcs
    keys, weights = average_models(moves_parts)
    move_model = LinearModel.freeze(("shift", "left", "right"), keys, weights, settings.prune[0], 8)
    keys, weights = average_models(arcs_parts)
    return ParseModel(move_model, LinearModel.freeze(relations, keys, weights, settings.prune[1], 8))


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


def shares_right(
    heads: NDArray[np.int32],
    labels: NDArray[np.int32],
    relations: Sequence[str],
    sentences: Sequence[Sentence],
) -> tuple[float, float]:
    """Return the shares of words with the right head, and with the right head and relation."""
    bounds = bounds_of([len(sentence.words) for sentence in sentences])
    start = np.repeat(bounds[:-1], np.diff(bounds))
    gold = np.array([h for s in sentences for h in s.heads])
    gold = np.where(gold < 0, -1, gold + start)
    names = np.array(relations, dtype=object)[labels]
    relation = np.array([r for s in sentences for r in s.relations], dtype=object)
    good = heads == gold
    return float(good.mean()), float((good & (names == relation)).mean())


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
            if gold[stack[k]] == b and heads[stack[k]] == -9:
                cost[SHIFT] += 1
            if k < size - 1 and gold[b] == stack[k]:
                cost[SHIFT] += 1


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
    longest = longest_of(bounds)
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
        reset(n, heads, labels, child, count)
        size, b = 0, 0
        while b < n or size > 0:
            for a in range(3):
                can[a] = allowed(size, b, n, a)
            if b < n and size == 0:
                stack[0] = b
                size, b = 1, b + 1
                continue
            fill_state(view, labels, stack, size, b, n, child, count, nodes, state.which, state.field, atoms)
            combine_atoms(atoms, state.parts, 0, keys)
            scores[:] = 0
            for k in range(len(keys)):
                add_scores(moves, keys[k], 1.0, scores)
            costs(gold, heads, stack, size, b, n, cost)
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
                attach(head, word, heads, child, count)
                labels[word] = root_label
                right_labels += gold[word] == n
                continue
            fill_arc(
                view, labels, head, word, n, child, count, label_nodes, label.which, label.field, label_atoms
            )
            combine_atoms(label_atoms, label.parts, 0, label_keys)
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
            attach(head, word, heads, child, count)
            labels[word] = top
    return right_heads, right_labels
