"""Training of the reranker of parses, on the trees that parsers find for held-out sentences."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.annotate.conllu import Sentence
from symbolic_rc.annotate.parser import reranking as R
from symbolic_rc.annotate.parser.beam import IMPOSSIBLE, KBest, longest_of, new_trees
from symbolic_rc.annotate.parser.parse_model import ParseModel
from symbolic_rc.annotate.parser.reranking import Reranker, Sentences, TreeCandidates
from symbolic_rc.annotate.parser.tree_features import TreeView, load_tree, new_tree_view, tree_keys
from symbolic_rc.annotate.parser.tree_templates import COMPILED, MOST, TreeTemplates
from symbolic_rc.annotate.tagger.tag_model import TagModel
from symbolic_rc.annotate.words import WordTable
from symbolic_rc.core.arrays import Floats, Hashes, Ints, Longs
from symbolic_rc.core.kernels import kernel
from symbolic_rc.models.kernels import build_index, find, mix
from symbolic_rc.models.linear import LinearModel
from symbolic_rc.train.annotate.parser import BeamSettings, shares_right, train_beam, tree_heads
from symbolic_rc.train.annotate.tagger import forms_of
from symbolic_rc.train.shared import leaving_out

log = logging.getLogger(__name__)

Sequences = tuple[Ints, Floats]


@dataclass(frozen=True, slots=True)
class RerankerSettings:
    """How the reranker is trained.

    Each of the folds is parsed by a parser trained, as `beam` says, on the others. Features that distinguish
    the trees of fewer than `least` sentences are left out, and the share `drop` of a sentence's at random;
    weights are averaged over the second half of the epochs. A right tag gains `tag`, a right head and a right
    relation 1.
    """

    folds: int = 4
    beam: BeamSettings = field(default_factory=lambda: BeamSettings(epochs=4))
    least: int = 10
    epochs: int = 4
    rate: float = 0.1
    drop: float = 0.4
    tag: float = 2.0
    seed: int = 1


def tag_sentences(tagger: TagModel, table: WordTable, sentences: Sequence[Sentence]) -> Sequences:
    """Return the tag sequences of sentences."""
    words, bounds = forms_of(sentences)
    forms, fixed = table.both(words)
    places = np.arange(len(words))
    tags = tagger.run(forms, places, fixed, bounds)
    return R.tag_sequences(tags, *tagger.runners_up(forms, places, fixed, bounds, tags), bounds)


def joined(parts: Sequence[Sequences]) -> Sequences:
    """Join the tag sequences of sentences one after another."""
    return np.concatenate([tags for tags, _ in parts], 1), np.concatenate([lost for _, lost in parts], 1)


def held_out_trees(
    table: WordTable,
    sentences: Sequence[Sentence],
    sequences: Sequences,
    names: Sequence[str],
    arcs: LinearModel,
    settings: RerankerSettings = RerankerSettings(),
) -> TreeCandidates:
    """Return the trees of sentences by parsers trained on others; `arcs` label the arcs."""
    lengths = np.array([len(sentence.words) for sentence in sentences])
    tags, margins = sequences
    out = new_trees(R.THOROUGH.sequences * R.THOROUGH.width, int(lengths.sum()), len(sentences))
    fold = np.random.default_rng(settings.seed).permutation(len(sentences)) % settings.folds
    starts = np.cumsum(lengths) - lengths
    for k, others, own in leaving_out(fold, settings.folds):
        of_word = np.repeat(fold, lengths) == k
        rest = [sentences[i] for i in others]
        parser = train_beam(table, rest, tags[0, ~of_word], names, arcs, settings.beam)
        forms, bounds = forms_of([sentences[i] for i in own])
        parts = (tags[:, of_word], margins[:, own])
        found = R.candidates(parser, table.codes(forms), parts, names, bounds).trees
        moved = np.repeat(starts[own] - bounds[:-1], lengths[own])
        out.heads[:, of_word] = np.where(found.heads < 0, -1, found.heads + moved)
        out.labels[:, of_word] = found.labels
        out.scores[:, own] = found.scores
    return TreeCandidates(tags, margins, out)


def right_of(
    found: TreeCandidates,
    sentences: Sequence[Sentence],
    names: Sequence[str],
    relations: Sequence[str],
    tag: float,
) -> Floats:
    """Return how much of each tree is right; float64, shape (trees, sentences)."""
    (_, bounds), gold = forms_of(sentences), tree_heads(sentences)
    number = {relation: i for i, relation in enumerate(relations)}
    labels = np.array([number.get(relation, -1) for s in sentences for relation in s.relations])
    upos = np.array([name.partition("|")[2] for name in names])
    right_tags = upos[found.tags] == np.array([own for sentence in sentences for own in sentence.tags])
    out = np.zeros((len(found.trees.heads), len(sentences)))
    for t in range(len(out)):
        head = found.trees.heads[t] == gold
        both = head & (found.trees.labels[t] == labels)
        out[t] = np.add.reduceat(1.0 * head + both + tag * right_tags[t // R.THOROUGH.width], bounds[:-1])
    return out


def _features(inputs: Sentences, found: TreeCandidates, least: int) -> tuple[Hashes, CandidateRows]:
    """Return the ascending keys of frequent features that distinguish trees, and the trees that have them."""

    def rows(kept: Hashes, room: int) -> CandidateRows:
        starts = np.zeros(len(inputs.bounds), np.int64)
        out = CandidateRows(np.zeros(room, np.uint32), np.zeros(room, np.int16), starts)
        used = _telling_features(inputs, found.tags, found.trees, COMPILED, kept, out)
        if used > room:
            return rows(kept, used)
        return CandidateRows(out.features[:used], out.trees[:used], starts)

    room = 100 * len(found.tags[0])
    keys, often = np.unique(rows(np.zeros(0, np.uint32), room).features, return_counts=True)
    keys = keys[often >= least]
    places = 1 << int(len(keys) * 2).bit_length()
    index = np.zeros(places, np.uint32)
    build_index(keys, index, np.zeros(places, np.int32))
    pairs = rows(index, 4 * room)
    return keys, pairs._replace(features=np.searchsorted(keys, pairs.features).astype(np.uint32))


def train_reranker(
    table: WordTable,
    sentences: Sequence[Sentence],
    found: TreeCandidates,
    names: Sequence[str],
    parser: ParseModel,
    settings: RerankerSettings = RerankerSettings(),
) -> Reranker:
    """Train the choice among the trees of a parser, on those `found` by others (`held_out_trees`).

    The sentences' tags may be ``"_"``, unknown.
    """
    forms, bounds = forms_of(sentences)
    codes = table.codes(forms)
    relations = parser.arcs.classes
    keys, rows = _features(R.sentences_of(codes, names, relations, bounds), found, settings.least)
    before = np.ascontiguousarray(R.prior_scores(found).T)
    right = np.ascontiguousarray(right_of(found, sentences, names, relations, settings.tag).T)
    weights, total = np.zeros((len(keys), 2)), np.zeros(len(keys))
    generator = np.random.default_rng(settings.seed)
    for epoch in range(settings.epochs):
        salts = generator.integers(1, 1 << 32, len(sentences), np.uint32)
        order = generator.permutation(len(sentences))
        loss = learn_epoch(rows, before, right, order, salts, settings.drop, settings.rate, weights)
        log.info("reranker, epoch %d: loss %.4f; %d features", epoch + 1, loss / len(sentences), len(keys))
        if epoch >= settings.epochs // 2:
            total += weights[:, 0]
    mean = total / (settings.epochs - settings.epochs // 2) * (1.0 - settings.drop)
    return Reranker(parser, LinearModel.freeze(("tree",), keys, mean[:, None], bits=8))


def scores(
    model: Reranker,
    table: WordTable,
    sentences: Sequence[Sentence],
    sequences: Sequences,
    names: Sequence[str],
) -> tuple[float, float, float]:
    """Return the shares of words with the right UD tag, the right head, the right head and relation."""
    forms, bounds = forms_of(sentences)
    parse = model.parse(table.codes(forms), sequences, names, bounds)
    upos = np.array([name.partition("|")[2] for name in names])[parse.tags]
    tagged = upos == np.array([own for sentence in sentences for own in sentence.tags])
    relations = model.parser.arcs.classes
    return float(tagged.mean()), *shares_right(parse.heads[0], parse.labels[0], relations, sentences)


#: Features are dropped by a hash modulo this.
_DRAWN = 1 << 16


class CandidateRows(NamedTuple):
    """Features that distinguish trees: keys or numbers, which of the sentence's trees has each.

    A sentence s has those from ``starts[s]`` to ``starts[s + 1]``.
    """

    features: Hashes
    trees: NDArray[np.int16]
    starts: Longs


@kernel
def _sorted_pairs(
    view: TreeView, inputs: Sentences, tags: Ints, trees: KBest, s: int, keys: Hashes
) -> NDArray[np.uint64]:
    """Return (feature, tree) of all trees of a sentence, each pair as one number, ascending."""
    start, end = inputs.bounds[s], inputs.bounds[s + 1]
    width = len(trees.heads) // len(tags)
    alive = np.sum(trees.scores[:, s] > IMPOSSIBLE)
    pairs = np.zeros(alive * (end - start) * MOST, np.uint64)
    used = 0
    for t in range(len(trees.heads)):
        if t % width == 0:
            R.load_words(view, inputs, tags[t // width], start, end)
        if trees.scores[t, s] == IMPOSSIBLE:
            continue
        load_tree(view, trees.heads[t, start:end], trees.labels[t, start:end], start)
        for k in range(tree_keys(view, end - start, keys)):
            pairs[used] = (np.uint64(keys[k]) << np.uint64(32)) | np.uint64(t)
            used += 1
    return np.sort(pairs[:used])


@kernel
def _run(pairs: NDArray[np.uint64], first: int, alive: int) -> tuple[int, bool]:
    """Return where a feature's pairs end, and whether it distinguishes the `alive` trees."""
    key, last, trees = pairs[first] >> np.uint64(32), first, 0
    while last < len(pairs) and pairs[last] >> np.uint64(32) == key:
        trees += last == first or pairs[last] != pairs[last - 1]
        last += 1
    return last, not (trees == alive and last - first == alive)


@kernel
def _telling_features(
    inputs: Sentences,
    tags: Ints,
    trees: KBest,
    templates: TreeTemplates,
    kept: Hashes,
    out: CandidateRows,
) -> int:
    """Fill in the features that distinguish trees, and where each sentence's start; return their number."""
    longest = longest_of(inputs.bounds)
    view = new_tree_view(longest, inputs.fields.shape[1], inputs.roles, templates)
    keys = np.zeros(longest * MOST, np.uint32)
    used = 0
    for s in range(len(inputs.bounds) - 1):
        out.starts[s] = used
        alive = int(np.sum(trees.scores[:, s] > IMPOSSIBLE))
        if alive < 2:
            continue
        pairs = _sorted_pairs(view, inputs, tags, trees, s, keys)
        first = 0
        while first < len(pairs):
            last, telling = _run(pairs, first, alive)
            key = np.uint32(pairs[first] >> np.uint64(32))
            wanted = telling and (len(kept) == 0 or kept[find(kept, key)] == key)
            for k in range(first, (last if len(kept) else first + 1) if wanted else first):
                if used < len(out.features):
                    out.features[used], out.trees[used] = key, np.int16(pairs[k] & np.uint64(0xFFFF))
                used += 1
            first = last
    out.starts[-1] = used
    return used


@kernel
def learn_epoch(
    rows: CandidateRows,
    before: Floats,
    right: Floats,
    order: Longs,
    salts: Hashes,
    drop: float,
    rate: float,
    weights: Floats,
) -> float:
    """Train for one pass of AdaGrad on the likelihood of the best trees; return the loss.

    Parameters
    ----------
    before, right : ndarray of float64, shape (sentences, trees)
        Each tree's prior score, ``-inf`` where there is none; and its correct parts: it counts
        the less, the fewer it has than the best one.
    salts : ndarray of uint32, shape (sentences,)
        Seeds of each sentence's dropped features, the share `drop` of all.
    weights : ndarray of float64, shape (features, 2)
        The weights, and the sums of squares of their gradients.
    """
    count, loss = before.shape[1], 0.0
    score, found, wanted = np.zeros(count), np.zeros(count), np.zeros(count)
    limit = np.uint32(drop * _DRAWN)
    for x in order:
        score[:] = before[x]
        for i in range(rows.starts[x], rows.starts[x + 1]):
            if mix(salts[x], np.uint32(rows.features[i])) % np.uint32(_DRAWN) >= limit:
                score[rows.trees[i]] += weights[rows.features[i], 0]
        found[:] = np.exp(score - np.max(score))
        wanted[:] = found * np.exp(right[x] - np.max(np.where(before[x] > -np.inf, right[x], -np.inf)))
        whole, good = np.sum(found), np.sum(wanted)
        loss -= np.log(good / whole)
        for i in range(rows.starts[x], rows.starts[x + 1]):
            if mix(salts[x], np.uint32(rows.features[i])) % np.uint32(_DRAWN) >= limit:
                t, f = rows.trees[i], rows.features[i]
                slope = found[t] / whole - wanted[t] / good
                weights[f, 1] += slope * slope
                weights[f, 0] -= rate * slope / np.sqrt(weights[f, 1] + 1.0)
    return loss
