"""Training of the second look at relations: trees that parsers found of what they had not seen."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.annotate.conllu import Sentence
from symbolic_rc.annotate.parser.parse_model import ParseModel
from symbolic_rc.annotate.parser.relabelling import Parsed, Relabeller, Unsure, unsure_words
from symbolic_rc.annotate.tagger.tagger import bounds_of
from symbolic_rc.annotate.train.beam import BeamSettings, train_beam
from symbolic_rc.annotate.train.parser import ParserSettings, shares_right, train_parser
from symbolic_rc.annotate.train.relation_kernels import learn_epoch
from symbolic_rc.annotate.words import WordTable
from symbolic_rc.models.linear import LinearModel

log = logging.getLogger(__name__)

#: Words with what the parser that did not see them says, and their right relations.
Examples = tuple[Unsure, NDArray[np.int32]]


@dataclass(frozen=True, slots=True)
class RelabellerSettings:
    """How relations are learned from whole trees.

    Attributes
    ----------
    folds : int
        Parsers that each leave out a part of the sentences, and find the trees of these.
    parser, beam
        How they are trained.
    least : int
        Features of fewer words are left out.
    epochs : int
    rate, drop : float
        Of AdaGrad, and the share of features that a word goes without.
    prune : float
        Weights that are smaller are dropped.
    seed : int
    """

    folds: int = 4
    parser: ParserSettings = field(
        default_factory=lambda: ParserSettings(seeds=(1,), epochs=5, rooms=(4_500_000, 1_200_000))
    )
    beam: BeamSettings = field(default_factory=lambda: BeamSettings(epochs=3, room=11_000_000))
    least: int = 15
    epochs: int = 5
    rate: float = 0.1
    drop: float = 0.3
    prune: float = 0.05
    seed: int = 1


def examples_of(arcs: LinearModel, parsed: Parsed, sentences: Sequence[Sentence]) -> Examples:
    """Return the words whose relations are not sure but whose heads are right, and their relations."""
    unsure = unsure_words(arcs, parsed)
    number = {relation: i for i, relation in enumerate(arcs.classes)}
    start = np.repeat(parsed.bounds[:-1], np.diff(parsed.bounds))
    heads = start + np.array([head for sentence in sentences for head in sentence.heads])
    gold = np.array([number.get(relation, -1) for s in sentences for relation in s.relations], np.int32)
    known = (parsed.heads == heads) & (gold >= 0)
    kept = np.flatnonzero(known[unsure.words])
    return _chosen(unsure, kept), gold[unsure.words[kept]]


def _chosen(unsure: Unsure, kept: NDArray[np.int64]) -> Unsure:
    """Return some of the words."""
    starts, sizes = unsure.rows.starts, np.diff(unsure.rows.starts)
    inside = np.zeros(len(sizes), np.bool_)
    inside[kept] = True
    keys = np.repeat(inside, sizes)
    rows = type(unsure.rows)(
        np.concatenate([[0], np.cumsum(sizes[kept])]), unsure.rows.keys[keys], unsure.rows.values[keys]
    )
    assert starts[-1] == len(keys)
    return Unsure(unsure.words[kept], unsure.scores[kept], rows)


def unseen_examples(
    table: WordTable,
    sentences: Sequence[Sentence],
    tags: NDArray[np.int32],
    names: Sequence[str],
    relations: Sequence[str],
    settings: RelabellerSettings = RelabellerSettings(),
) -> Iterator[Examples]:
    """Yield the examples of each fold, by a parser that learned from the others, with its relations.

    Raises
    ------
    ValueError
        If a fold's parser knows other relations than `relations`.
    """
    lengths = np.array([len(sentence.words) for sentence in sentences])
    fold = np.random.default_rng(settings.seed).permutation(len(sentences)) % settings.folds
    for k in range(settings.folds):
        of_word = np.repeat(fold, lengths) == k
        held = [sentence for sentence, other in zip(sentences, fold, strict=True) if other == k]
        rest = [sentence for sentence, other in zip(sentences, fold, strict=True) if other != k]
        arcs = train_parser(table, rest, tags[~of_word], names, settings.parser).arcs
        if arcs.classes != tuple(relations):
            raise ValueError("a relation is in one fold alone")
        parser = train_beam(table, rest, tags[~of_word], names, arcs, settings.beam)
        codes = table.codes([word for sentence in held for word in sentence.words])
        bounds = bounds_of([len(sentence.words) for sentence in held])
        heads, labels = parser.parse(codes, tags[of_word], names, bounds)
        parsed = Parsed(codes, tags[of_word], names, bounds, heads, labels)
        yield examples_of(arcs, parsed, held)


def train_relabeller(
    arcs: LinearModel,
    examples: Sequence[Examples],
    settings: RelabellerSettings = RelabellerSettings(),
) -> Relabeller:
    """Train the second look at the relations of a parser.

    Parameters
    ----------
    arcs : LinearModel
        The parser's choice of relations.
    examples : sequence of Examples
        Those of each fold.
    settings : RelabellerSettings
    """
    gold = np.concatenate([relations for _, relations in examples])
    before = np.concatenate([unsure.scores for unsure, _ in examples])
    sizes = np.concatenate([np.diff(unsure.rows.starts) for unsure, _ in examples])
    starts = np.concatenate([[0], np.cumsum(sizes)])
    found = np.concatenate([unsure.rows.keys for unsure, _ in examples])
    keys, which, often = np.unique(found, return_inverse=True, return_counts=True)
    kept = often >= settings.least
    features = np.where(kept, np.cumsum(kept) - 1, -1)[which].astype(np.int32)
    keys = keys[kept]
    weights = np.zeros((len(keys), len(arcs.classes)), np.float32)
    squares = np.ones(len(keys), np.float32)
    generator = np.random.default_rng(settings.seed)
    for epoch in range(settings.epochs):
        order = generator.permutation(len(gold))
        loss = learn_epoch(
            starts, features, gold, before, order, weights, squares, settings.rate, settings.drop,
            100 * settings.seed + epoch,
        )  # fmt: skip
        log.info("relations, epoch %d: loss %.4f; %d features", epoch + 1, loss, len(keys))
    mean = weights * np.float32(1.0 - settings.drop)
    return Relabeller(arcs, LinearModel.freeze(arcs.classes, keys, mean, settings.prune, 8))


def scores(
    model: Relabeller,
    parser: ParseModel,
    table: WordTable,
    sentences: Sequence[Sentence],
    tags: NDArray[np.int32],
    names: Sequence[str],
) -> tuple[float, float]:
    """Return the shares of words with the right head, and with the right head and relation."""
    codes = table.codes([word for sentence in sentences for word in sentence.words])
    bounds = bounds_of([len(sentence.words) for sentence in sentences])
    heads, labels = parser.parse(codes, tags, names, bounds)
    found = model.relabel(Parsed(codes, tags, names, bounds, heads, labels))
    return shares_right(heads, found, parser.arcs.classes, sentences)
