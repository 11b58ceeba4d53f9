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
from symbolic_rc.annotate.tagger.tag_model import bounds_of
from symbolic_rc.annotate.words import WordTable
from symbolic_rc.core.kernels import kernel
from symbolic_rc.models.linear import LinearModel
from symbolic_rc.train.annotate.beam import BeamSettings, train_beam
from symbolic_rc.train.annotate.parser import ParserSettings, shares_right, train_parser

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


#: Slopes and their squares that are smaller teach nothing.
_FLAT, _FLAT_SQUARES = 1e-3, 1e-5


@kernel
def learn_epoch(
    starts: NDArray[np.int64],
    features: NDArray[np.int32],
    gold: NDArray[np.int32],
    before: NDArray[np.float32],
    order: NDArray[np.int64],
    weights: NDArray[np.float32],
    squares: NDArray[np.float32],
    rate: float,
    drop: float,
    seed: int,
) -> float:
    """Step up the likelihood of the right relations, word by word (AdaGrad); return the mean loss.

    Parameters
    ----------
    starts, features : arrays
        The rows of `weights` that each word has, -1 for none.
    gold : ndarray of int32, shape (words,)
    before : ndarray of float32, shape (words, relations)
        What speaks for each relation already.
    order : ndarray of int64
    weights : ndarray of float32, shape (features, relations)
        Changed in place.
    squares : ndarray of float32, shape (features,)
        Sums of squared gradients; changed in place.
    rate : float
    drop : float
        The share of a word's features that a step does not see.
    seed : int
    """
    np.random.seed(seed)
    chance, slope = np.zeros(weights.shape[1]), np.zeros(weights.shape[1])
    active, loss = np.zeros(int(np.max(starts[1:] - starts[:-1])), np.int64), 0.0
    for i in order:
        count = 0
        chance[:] = before[i]
        for j in range(starts[i], starts[i + 1]):
            if features[j] >= 0 and np.random.random() >= drop:
                active[count] = features[j]
                chance += weights[features[j]]
                count += 1
        chance[:] = np.exp(chance - np.max(chance))
        chance /= np.sum(chance)
        loss -= np.log(max(chance[gold[i]], 1e-9))
        square = 0.0
        for c in range(len(chance)):
            slope[c] = chance[c] - (c == gold[i])
            slope[c] = 0.0 if abs(slope[c]) < _FLAT else slope[c]
            square += slope[c] * slope[c]
        for a in range(count if square > _FLAT_SQUARES else 0):
            squares[active[a]] += square
            step = rate / np.sqrt(squares[active[a]])
            for c in range(len(slope)):
                weights[active[a], c] -= step * slope[c]
    return loss / len(order)
