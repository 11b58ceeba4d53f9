"""The parser that reads twice: of several trees, with several tags, the one that is best as a whole.

A search with a beam scores a tree piece by piece, with the tags that it was given. Here its last trees, and
those that it finds where one of the least sure tags is another, are compared by what whole trees show
(Collins & Koo 2005; Charniak & Johnson 2005), so that syntax has a say in tags (Bohnet & Nivre 2012). What
is taken is not the likeliest tree but the one that most of the others' probability agrees with (minimum Bayes
risk; Goodman 1996).
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.annotate.parser import tree_features as F
from symbolic_rc.annotate.parser import tree_templates
from symbolic_rc.annotate.parser.arc_hybrid import longest_of
from symbolic_rc.annotate.parser.beam import IMPOSSIBLE, Trees, new_trees
from symbolic_rc.annotate.parser.effort import THOROUGH, Effort
from symbolic_rc.annotate.parser.parse_model import ParseModel, fields_of, parse_model, tag_codes
from symbolic_rc.annotate.parser.parser_templates import JOINT_TAG, UD_TAG
from symbolic_rc.annotate.parser.safest import chances_of, choose_trees, keep_trees
from symbolic_rc.annotate.words import REBUILD
from symbolic_rc.core.files.container import read_container
from symbolic_rc.core.files.resources import lexicon_path
from symbolic_rc.core.files.schema import Part, linear_model
from symbolic_rc.core.kernels import kernel
from symbolic_rc.models.kernels import Frozen, filter_keys, look_up
from symbolic_rc.models.linear import LinearModel

#: Labels that are further ahead of the second best are sure.
SURE = 40.0
#: What a point of the search's score is worth, and what a point that a label was behind costs.
TRUST, DOUBT = 0.005, 0.1
#: By which trees' scores are divided before they become probabilities.
TEMPERATURE = 1.2

_ROLES = {
    F.CASE: ("case",),
    F.INTRODUCES: ("mark",),
    F.COORDINATES: ("cc",),
    F.JOINS: ("conj",),
    F.ASKED: (
        "nsubj", "nsubj:pass", "obj", "iobj", "ccomp", "xcomp", "csubj", "aux:pass", "expl", "mark", "cop",
        "case", "conj",
    ),
}  # fmt: skip
_KINDS = {"VERB": F.VERB, "AUX": F.VERB, "PUNCT": F.MARK, "CCONJ": F.JOINT, "SCONJ": F.JOINT}


class Candidates(NamedTuple):
    """Trees of each sentence, by reading of its tags.

    Attributes
    ----------
    tags : ndarray of int32, shape (readings, words)
    lost : ndarray of float64, shape (readings, sentences)
        How far the label that was changed is behind.
    trees : Trees
        First those of the first reading.
    """

    tags: NDArray[np.int32]
    lost: NDArray[np.float64]
    trees: Trees


class Reading(NamedTuple):
    """What was read, and what else it may be.

    Attributes
    ----------
    tags : ndarray of int32, shape (words,)
    heads, labels : ndarray of int32, shape (1 + others, words)
        Heads (index in the text, -1 at roots) and relations: of the tree that is taken, then of others, the
        likeliest first.
    shares : ndarray of float64, shape (1 + others, sentences)
        The probability of each tree; 0 where there are not so many.
    """

    tags: NDArray[np.int32]
    heads: NDArray[np.int32]
    labels: NDArray[np.int32]
    shares: NDArray[np.float64]


class Seen(NamedTuple):
    """What is seen of sentences, whatever their tags.

    Attributes
    ----------
    fields : ndarray of uint32, shape (words, FIELDS)
    special : ndarray of uint32, shape (2, FIELDS)
    bounds : ndarray of int64, shape (sentences + 1,)
    codes : ndarray of uint32, shape (labels, 2)
        The codes of each joint label.
    kinds : ndarray of int8, shape (labels,)
        The kind of word of each joint label.
    roles : ndarray of uint8, shape (relations,)
    """

    fields: NDArray[np.uint32]
    special: NDArray[np.uint32]
    bounds: NDArray[np.int64]
    codes: NDArray[np.uint32]
    kinds: NDArray[np.int8]
    roles: NDArray[np.uint8]


def readings_of(
    tags: NDArray[np.int32],
    second: NDArray[np.int32],
    ahead: NDArray[np.float64],
    bounds: NDArray[np.int64],
    effort: Effort = THOROUGH,
) -> tuple[NDArray[np.int32], NDArray[np.float64]]:
    """Return readings of the tags, and how far each one's changed label is behind, infinitely without one.

    Parameters
    ----------
    tags : ndarray of int32, shape (words,)
    second, ahead : ndarray of int32 and of float64, shape (words,)
        See `TagModel.doubts`.
    bounds : ndarray of int64, shape (sentences + 1,)
    effort : Effort
    """
    sentence = np.repeat(np.arange(len(bounds) - 1), np.diff(bounds))
    order = np.lexsort((ahead, sentence))
    rank = np.empty(len(tags), np.int64)
    rank[order] = np.arange(len(tags))
    rank -= bounds[sentence]
    out = np.repeat(tags[None], effort.readings, 0)
    lost = np.full((effort.readings, len(bounds) - 1), np.inf)
    lost[0] = 0.0
    for reading in range(1, effort.readings):
        words = np.flatnonzero((rank == reading - 1) & (ahead < SURE))
        out[reading, words] = second[words]
        lost[reading, sentence[words]] = ahead[words]
    return out, lost


def candidates(
    parser: ParseModel,
    codes: NDArray[np.uint32],
    readings: tuple[NDArray[np.int32], NDArray[np.float64]],
    names: Sequence[str],
    bounds: NDArray[np.int64],
    effort: Effort = THOROUGH,
) -> Candidates:
    """Return the trees that a search finds for each reading of the tags."""
    tags, lost = readings
    width = effort.width
    searching = replace(parser, width=width, behind=effort.behind)
    out = new_trees(len(tags) * width, len(codes), len(bounds) - 1)
    # the readings of a sentence one after the other, as they share most of what the parser sees
    sentences, reading = np.nonzero(np.isfinite(lost).T)
    sizes = np.diff(bounds)[sentences]
    ends = np.cumsum(sizes)
    moved = np.repeat(bounds[sentences] - (ends - sizes), sizes)
    words, of = np.arange(len(moved)) + moved, np.repeat(reading, sizes)
    own = np.concatenate([[0], ends]).astype(np.int64)
    found = searching.trees(codes[words], tags[of, words], names, own, width)
    for j in range(width):
        out.heads[of * width + j, words] = np.where(found.heads[j] < 0, -1, found.heads[j] + moved)
        out.labels[of * width + j, words] = found.labels[j]
        out.scores[reading * width + j, sentences] = np.where(
            found.scores[j] > IMPOSSIBLE, found.scores[j] * parser.moves.scale, IMPOSSIBLE
        )
    return Candidates(tags, lost, out)


@lru_cache(maxsize=8)
def _kinds_of(names: tuple[str, ...]) -> NDArray[np.int8]:
    return np.array([_KINDS.get(name.split("|")[1], F.PLAIN) for name in names], np.int8)


@lru_cache(maxsize=8)
def _roles_of(relations: tuple[str, ...]) -> NDArray[np.uint8]:
    bits = [sum(bit for bit, names in _ROLES.items() if relation in names) for relation in relations]
    return np.array(bits, np.uint8)


def seen_of(
    codes: NDArray[np.uint32], names: Sequence[str], relations: Sequence[str], bounds: NDArray[np.int64]
) -> Seen:
    """Return what is seen of sentences."""
    fields, special = fields_of(codes, np.zeros(len(codes), np.int32), names)
    labels = tuple(names)
    return Seen(fields, special, bounds, tag_codes(labels), _kinds_of(labels), _roles_of(tuple(relations)))


def beforehand(found: Candidates) -> NDArray[np.float64]:
    """Return what speaks for each tree beforehand; float64, shape (trees, sentences)."""
    lost = np.repeat(found.lost, len(found.trees.scores) // len(found.lost), 0)
    return np.where(found.trees.scores > IMPOSSIBLE, TRUST * found.trees.scores - DOUBT * lost, -np.inf)


@kernel
def look_at_reading(view: F.TreeView, seen: Seen, tags: NDArray[np.int32], start: int, end: int) -> None:
    """Take a sentence into view with these labels of all words."""
    F.look_at_words(view, seen.fields[start:end], seen.kinds[tags[start:end]], seen.special)
    for i in range(end - start):
        view.words[i, JOINT_TAG : UD_TAG + 1] = seen.codes[tags[start + i]]


@kernel
def _sum_of(weights: Frozen, known: NDArray[np.uint32], count: int) -> int:
    """Return the sum of the weights of the first features."""
    total = 0
    for k in range(count):
        place = look_up(weights.entries, known[k])
        if weights.entries[place] != 0:
            total += int(weights.dense[place, 0])
    return total


@kernel
def score_trees(
    weights: Frozen,
    seen: Seen,
    tags: NDArray[np.int32],
    trees: Trees,
    scores: NDArray[np.float64],
    templates: tree_templates.TreeTemplates,
) -> None:
    """Add to the scores of trees, of shape (trees, sentences), what each shows as a whole.

    They are -inf where there is no tree; the only tree of a sentence is not looked at.
    """
    longest, width = longest_of(seen.bounds), len(trees.heads) // len(tags)
    view = F.new_tree_view(longest, seen.fields.shape[1], seen.roles, templates)
    keys = np.zeros(longest * tree_templates.MOST, np.uint32)
    known = np.zeros(len(keys), np.uint32)
    for s in range(len(seen.bounds) - 1):
        start, end, count = seen.bounds[s], seen.bounds[s + 1], 0
        for t in range(len(scores)):
            count += scores[t, s] > -np.inf
        for t in range(len(scores) if count > 1 else 0):
            if t % width == 0:
                look_at_reading(view, seen, tags[t // width], start, end)
            if scores[t, s] > -np.inf:
                F.look_at_tree(view, trees.heads[t, start:end], trees.labels[t, start:end], start)
                features = keys[: F.tree_keys(view, end - start, keys)]
                scores[t, s] += _sum_of(weights, known, filter_keys(weights.filter, features, known))


@dataclass(frozen=True, slots=True)
class Reranker:
    """The weights of the parser that reads twice.

    Attributes
    ----------
    parser : ParseModel
        It finds the trees.
    weights : LinearModel
        Of one class.
    temperature : float
        The lower, the more the likeliest tree counts.
    """

    parser: ParseModel
    weights: LinearModel
    temperature: float = TEMPERATURE

    def read(
        self,
        codes: NDArray[np.uint32],
        readings: tuple[NDArray[np.int32], NDArray[np.float64]],
        names: Sequence[str],
        bounds: NDArray[np.int64],
        effort: Effort = THOROUGH,
    ) -> Reading:
        """Return each word's label, head and relation, and other trees.

        Parameters
        ----------
        codes : ndarray of uint32, shape (words, columns)
        readings : ndarray of int32, shape (readings, words), and of float64, shape (readings, sentences)
            See `readings_of`.
        names : sequence of str
            The labels' names.
        bounds : ndarray of int64, shape (sentences + 1,)
        effort : Effort
        """
        found = candidates(self.parser, codes, readings, names, bounds, effort)
        scores = beforehand(found) / self.weights.scale
        score_trees(
            self.weights.frozen, seen_of(codes, names, self.parser.arcs.classes, bounds), found.tags,
            found.trees, scores, tree_templates.COMPILED,
        )  # fmt: skip
        chances = chances_of(scores * self.weights.scale, self.temperature)
        chosen = np.zeros(len(bounds) - 1, np.int64)
        choose_trees(found.tags, found.trees, chances, bounds, chosen)
        kept = np.zeros((1 + effort.others, len(chosen)), np.int64)
        shares = np.zeros(kept.shape)
        keep_trees(found.trees, bounds, chosen, chances, kept, shares)
        words, rows = np.arange(len(codes)), np.repeat(kept, np.diff(bounds), axis=1)
        return Reading(
            found.tags[rows[0] // effort.width, words],
            found.trees.heads[rows, words],
            found.trees.labels[rows, words],
            shares,
        )


_lock = threading.RLock()
_SCHEMA: tuple[Part, ...] = (*linear_model("", ("tree",)),)


@cache
def _load() -> Reranker:
    container = read_container(lexicon_path("annotate_reranker.lex"), REBUILD, _SCHEMA)
    return Reranker(parse_model(best=True), LinearModel.of(container))


def reranker() -> Reranker:
    """Return the weights that ship with the package; loaded at the first call."""
    with _lock:
        return _load()
