"""Reranking of parses: over several tag sequences, several trees, by features of the whole tree.

The beam search scores a tree piece by piece, under one tag sequence. Here the trees that it ends with, also
under sequences in which one low-confidence tag is the runner-up, are compared by features of the whole tree
(Collins & Koo 2005; Charniak & Johnson 2005), so that syntax decides tags, too (Bohnet & Nivre 2012). The
result is the tree of minimum Bayes risk (Goodman 1996).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.annotate.parser import tree_features as F
from symbolic_rc.annotate.parser import tree_templates
from symbolic_rc.annotate.parser.beam import IMPOSSIBLE, KBest, longest_of, new_trees
from symbolic_rc.annotate.parser.parse_model import ParseModel, fields_of, parse_model, tag_codes
from symbolic_rc.annotate.parser.parser_templates import JOINT_TAG
from symbolic_rc.annotate.words import REBUILD
from symbolic_rc.core.arrays import Bytes, Floats, Hashes, Ints, Longs
from symbolic_rc.core.files.container import Part, linear_model, read_container
from symbolic_rc.core.files.resources import lexicon_path
from symbolic_rc.core.kernels import kernel
from symbolic_rc.lexicon.files import once
from symbolic_rc.models.kernels import Frozen, filter_keys, full_row
from symbolic_rc.models.linear import LinearModel
from symbolic_rc.models.trees import softmax

#: Tags that lead their runner-up by this margin are not varied.
MARGIN = 40.0
#: Weights of the search's score and of a varied tag's margin.
SEARCH_WEIGHT, MARGIN_WEIGHT = 0.005, 0.1
#: Divides trees' scores before the softmax.
TEMPERATURE = 1.2

_ROLES = {
    F.CASE: ("case",),
    F.INTRODUCES: ("mark",),
    F.COORDINATES: ("cc",),
    F.JOINS: ("conj",),
    F.ARGUMENT: (
        "nsubj", "nsubj:pass", "obj", "iobj", "ccomp", "xcomp", "csubj", "aux:pass", "expl", "mark", "cop",
        "case", "conj",
    ),
}  # fmt: skip
_KINDS = {"VERB": F.VERB, "AUX": F.VERB, "PUNCT": F.MARK, "CCONJ": F.JOINT, "SCONJ": F.JOINT}


class Effort(NamedTuple):
    """How many trees are searched for and compared."""

    width: int  #: Trees of one tag sequence
    behind: float  #: The beam drops partial trees that are further behind the best one
    sequences: int  #: Tag sequences of a sentence: the tagger's, and others that have one runner-up
    others: int  #: Trees of a sentence that are kept beside the chosen one


#: Of the usual pipeline, and of ``classical:best``, which takes twice the time.
USUAL, THOROUGH = Effort(4, 400.0, 3, 0), Effort(8, 600.0, 4, 5)


class TreeCandidates(NamedTuple):
    """Trees of each sentence, by tag sequence."""

    tags: Ints  #: (sequences, words)
    margins: Floats  #: (sequences, sentences): by how much the varied tag loses
    trees: KBest  #: Those of the first sequence come first


class Parse(NamedTuple):
    """The chosen trees and alternatives."""

    tags: Ints  #: (words,)
    #: (1 + others, words): heads (index in the text, -1 at roots) and relations of the chosen tree, then of
    #: others, the most probable first
    heads: Ints
    labels: Ints
    shares: Floats  #: (1 + others, sentences): the probability of each tree; 0 where there is none


class Sentences(NamedTuple):
    """What features of sentences need, whatever the tags."""

    fields: Hashes  #: (words, FIELDS)
    special: Hashes  #: (2, FIELDS)
    bounds: Longs  #: (sentences + 1,)
    codes: Hashes  #: (labels, 2): the codes of each joint label
    kinds: NDArray[np.int8]  #: (labels,): the kind of word of each joint label
    roles: Bytes  #: (relations,)


def tag_sequences(
    tags: Ints, second: Ints, margins: Floats, bounds: Longs, effort: Effort = THOROUGH
) -> tuple[Ints, Floats]:
    """Return tag sequences, and by how much each one's varied tag loses in each sentence, inf without one.

    `second` and `margins`, of shape (words,), are those of `TagModel.runners_up`.
    """
    sentence = np.repeat(np.arange(len(bounds) - 1), np.diff(bounds))
    order = np.lexsort((margins, sentence))
    rank = np.empty(len(tags), np.int64)
    rank[order] = np.arange(len(tags))
    rank -= bounds[sentence]
    out = np.repeat(tags[None], effort.sequences, 0)
    lost = np.full((effort.sequences, len(bounds) - 1), np.inf)
    lost[0] = 0.0
    for k in range(1, effort.sequences):
        words = np.flatnonzero((rank == k - 1) & (margins < MARGIN))
        out[k, words] = second[words]
        lost[k, sentence[words]] = margins[words]
    return out, lost


def candidates(
    parser: ParseModel,
    codes: Hashes,
    sequences: tuple[Ints, Floats],
    names: Sequence[str],
    bounds: Longs,
    effort: Effort = THOROUGH,
) -> TreeCandidates:
    """Return the trees that the search finds for each tag sequence."""
    tags, margins = sequences
    width = effort.width
    searching = replace(parser, width=width, behind=effort.behind)
    out = new_trees(len(tags) * width, len(codes), len(bounds) - 1)
    # the sequences of a sentence follow one another: they share most of their features
    sentences, sequence = np.nonzero(np.isfinite(margins).T)
    sizes = np.diff(bounds)[sentences]
    ends = np.cumsum(sizes)
    moved = np.repeat(bounds[sentences] - (ends - sizes), sizes)
    words, of = np.arange(len(moved)) + moved, np.repeat(sequence, sizes)
    own = np.concatenate([[0], ends]).astype(np.int64)
    found = searching.trees(codes[words], tags[of, words], names, own, width)
    for j in range(width):
        out.heads[of * width + j, words] = np.where(found.heads[j] < 0, -1, found.heads[j] + moved)
        out.labels[of * width + j, words] = found.labels[j]
        out.scores[sequence * width + j, sentences] = np.where(
            found.scores[j] > IMPOSSIBLE, found.scores[j] * parser.moves.scale, IMPOSSIBLE
        )
    return TreeCandidates(tags, margins, out)


@lru_cache(maxsize=8)
def _kinds_of(names: tuple[str, ...]) -> NDArray[np.int8]:
    return np.array([_KINDS.get(name.split("|")[1], F.PLAIN) for name in names], np.int8)


@lru_cache(maxsize=8)
def _roles_of(relations: tuple[str, ...]) -> Bytes:
    bits = [sum(bit for bit, names in _ROLES.items() if relation in names) for relation in relations]
    return np.array(bits, np.uint8)


def sentences_of(codes: Hashes, names: Sequence[str], relations: Sequence[str], bounds: Longs) -> Sentences:
    """Return what features of sentences need."""
    fields, special = fields_of(codes, np.zeros(len(codes), np.int32), names)
    labels = tuple(names)
    return Sentences(
        fields, special, bounds, tag_codes(labels), _kinds_of(labels), _roles_of(tuple(relations))
    )


def prior_scores(found: TreeCandidates) -> Floats:
    """Return each tree's score by the search and the tagger; float64, shape (trees, sentences)."""
    margins = np.repeat(found.margins, len(found.trees.scores) // len(found.margins), 0)
    scores = SEARCH_WEIGHT * found.trees.scores - MARGIN_WEIGHT * margins
    return np.where(found.trees.scores > IMPOSSIBLE, scores, -np.inf)


@kernel
def load_words(view: F.TreeView, sentences: Sentences, tags: Ints, start: int, end: int) -> None:
    """Set the words of a sentence, and their tags."""
    n, special = end - start, sentences.special
    for column in range(special.shape[1]):
        for i in range(n):
            view.words[i, column] = sentences.fields[start + i, column]
        view.words[n, column], view.words[n + 1, column] = special[0, column], special[1, column]
    for i in range(n):
        tag = tags[start + i]
        view.kinds[i] = sentences.kinds[tag]
        for k in range(sentences.codes.shape[1]):
            view.words[i, JOINT_TAG + k] = sentences.codes[tag, k]


@kernel
def score_trees(
    weights: Frozen,
    sentences: Sentences,
    tags: Ints,
    trees: KBest,
    scores: Floats,
    templates: tree_templates.TreeTemplates,
) -> None:
    """Add the weights of whole-tree features to the scores of trees, of shape (trees, sentences).

    Scores are -inf where there is no tree; a sentence's only tree is skipped.
    """
    longest, width = longest_of(sentences.bounds), len(trees.heads) // len(tags)
    view = F.new_tree_view(longest, sentences.fields.shape[1], sentences.roles, templates)
    keys = np.zeros(longest * tree_templates.MOST, np.uint32)
    known = np.zeros(len(keys), np.uint32)
    for s in range(len(sentences.bounds) - 1):
        start, end, count = sentences.bounds[s], sentences.bounds[s + 1], 0
        for t in range(len(scores)):
            count += scores[t, s] > -np.inf
        for t in range(len(scores) if count > 1 else 0):
            if t % width == 0:
                load_words(view, sentences, tags[t // width], start, end)
            if scores[t, s] > -np.inf:
                F.load_tree(view, trees.heads[t, start:end], trees.labels[t, start:end], start)
                features = keys[: F.tree_keys(view, end - start, keys)]
                total = 0
                for k in range(filter_keys(weights.filter, features, known)):
                    row = full_row(weights, known[k])
                    if row >= 0:
                        total += int(weights.full[row, 0])
                scores[t, s] += total


@kernel
def _agreement(tags: Ints, trees: KBest, t: int, u: int, start: int, end: int) -> int:
    """Return how many labels, heads and relations of a sentence two trees have in common."""
    width = len(trees.heads) // len(tags)
    common = 0
    for i in range(start, end):
        common += tags[t // width, i] == tags[u // width, i]
        if trees.heads[t, i] == trees.heads[u, i]:
            common += 1 + (trees.labels[t, i] == trees.labels[u, i])
    return common


@kernel
def mbr_tree(tags: Ints, trees: KBest, probabilities: Floats, start: int, end: int) -> int:
    """Return the tree with the highest expected agreement, by the trees' probabilities; the first of equals.

    Where there is no tree, the probability is 0.
    """
    expected = np.zeros(len(probabilities))
    for t in range(len(probabilities)):
        if probabilities[t] <= 0.0:
            expected[t] = -1.0
        for u in range(t if probabilities[t] > 0.0 else 0):
            if probabilities[u] > 0.0:
                common = _agreement(tags, trees, t, u, start, end)
                expected[t] += probabilities[u] * common
                expected[u] += probabilities[t] * common
        if probabilities[t] > 0.0:
            expected[t] += probabilities[t] * 3 * (end - start)
    return int(np.argmax(expected))


@kernel
def _same(trees: KBest, t: int, u: int, start: int, end: int) -> bool:
    """Whether two trees of a sentence have the same heads and relations."""
    for i in range(start, end):
        if trees.heads[t, i] != trees.heads[u, i] or trees.labels[t, i] != trees.labels[u, i]:
            return False
    return True


@kernel
def select_trees(
    tags: Ints, trees: KBest, bounds: Longs, probabilities: Floats, kept: Longs, shares: Floats
) -> None:
    """Fill in the trees to keep of each sentence and their probabilities; the first is the minimum-risk one.

    Equal trees over other tags add up; `kept` and `shares` are of shape (trees, sentences).
    """
    for s in range(kept.shape[1]):
        start, end, left = bounds[s], bounds[s + 1], probabilities[:, s].copy()
        kept[:, s] = mbr_tree(tags, trees, left, start, end)
        for k in range(len(kept)):
            t = kept[0, s] if k == 0 else int(np.argmax(left))
            if left[t] <= 0.0:
                break
            kept[k, s] = t
            for u in range(len(left)):
                if left[u] > 0.0 and _same(trees, t, u, start, end):
                    shares[k, s] += left[u]
                    left[u] = 0.0


@dataclass(frozen=True, slots=True)
class Reranker:
    """The reranker of parses."""

    parser: ParseModel  #: Finds the trees
    weights: LinearModel  #: Of one class
    temperature: float = TEMPERATURE  #: The lower, the more the most probable tree counts

    def parse(
        self,
        codes: Hashes,
        sequences: tuple[Ints, Floats],
        names: Sequence[str],
        bounds: Longs,
        effort: Effort = THOROUGH,
    ) -> Parse:
        """Return each word's label, head and relation, and alternative trees, over the `tag_sequences`."""
        found = candidates(self.parser, codes, sequences, names, bounds, effort)
        scores = prior_scores(found) / self.weights.scale
        score_trees(
            self.weights.frozen, sentences_of(codes, names, self.parser.arcs.classes, bounds), found.tags,
            found.trees, scores, tree_templates.COMPILED,
        )  # fmt: skip
        probabilities = softmax(scores * self.weights.scale, 0, self.temperature)
        kept = np.zeros((1 + effort.others, len(bounds) - 1), np.int64)
        shares = np.zeros(kept.shape)
        select_trees(found.tags, found.trees, bounds, probabilities, kept, shares)
        words, rows = np.arange(len(codes)), np.repeat(kept, np.diff(bounds), axis=1)
        return Parse(
            found.tags[rows[0] // effort.width, words],
            found.trees.heads[rows, words],
            found.trees.labels[rows, words],
            shares,
        )


_SCHEMA: tuple[Part, ...] = (*linear_model("", ("tree",)),)


@once
def reranker() -> Reranker:
    """Return the shipped reranker; loaded once."""
    container = read_container(lexicon_path("annotate_reranker.lex"), REBUILD, _SCHEMA)
    return Reranker(parse_model(best=True), LinearModel.of(container))
