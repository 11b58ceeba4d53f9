"""Training of the parser."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.annotate.conllu import Sentence
from symbolic_rc.annotate.parser import arc_hybrid, parser_templates
from symbolic_rc.annotate.parser.parse_model import ParseModel, fields_of
from symbolic_rc.annotate.tagger.tagger import bounds_of
from symbolic_rc.annotate.words import WordTable
from symbolic_rc.models.kernels import new_table
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
    repeats: Sequence[float] | None = None,
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
    repeats : sequence of float, optional
        How often each sentence is seen in a pass, on average; once, by default.
    """
    forms = [word for sentence in sentences for word in sentence.words]
    relations = sorted({relation for sentence in sentences for relation in sentence.relations} - {"_"})
    number = {"_": -1, **{relation: i for i, relation in enumerate(relations)}}
    fields, special = fields_of(table.codes(forms), tags, tag_names)
    bounds = bounds_of([len(sentence.words) for sentence in sentences])
    heads = np.array([len(s.words) if h < 0 else h for s in sentences for h in s.heads], np.int64)
    labels = np.array([number[r] for s in sentences for r in s.relations], np.int32)
    often = np.ones(len(sentences)) if repeats is None else np.asarray(repeats, dtype=np.float64)
    moves_parts, arcs_parts = [], []
    for seed in settings.seeds:
        moves, arcs = new_table(3, settings.rooms[0]), new_table(len(relations), settings.rooms[1])
        steps = np.zeros(2)
        generator = np.random.default_rng(seed)
        for epoch in range(settings.epochs):
            times = np.floor(often + generator.random(len(sentences))).astype(np.int64)
            order = generator.permutation(np.repeat(np.arange(len(sentences)), times))
            total = int(np.diff(bounds)[order].sum())
            good = arc_hybrid.train_epoch(
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
