"""Relations looked at again, when the tree is finished.

The parser gives an arc its relation when it makes it, before it has seen the rest of the tree. Where two
relations were close then, weights of what the whole tree shows are added to the parser's scores, and another
relation is taken where it is clearly better.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.annotate.parser import parser_templates, relation_templates
from symbolic_rc.annotate.parser.parse_model import fields_of, parse_model
from symbolic_rc.annotate.parser.relation_kernels import relation_keys, score_relations
from symbolic_rc.annotate.parser.reranking import sentences_of
from symbolic_rc.annotate.words import REBUILD
from symbolic_rc.core.files.container import Container, read_container
from symbolic_rc.core.files.resources import lexicon_path
from symbolic_rc.core.files.schema import Also, linear_model
from symbolic_rc.models.linear import LinearModel, Rows

#: Relations that are hardly ever wrong where the head is right.
RIGHT = ("punct", "root", "det", "cc", "nmod:poss", "fixed", "goeswith", "cc:preconj", "case", "aux")
#: A relation that is further ahead of the second best is sure.
SURE = 40.0
#: What a point of the parser's score is worth.
TRUST = 0.08
#: By how much another relation must be better.
CLEARLY = 0.2


class Unsure(NamedTuple):
    """Words whose relations are not sure.

    Attributes
    ----------
    words : ndarray of int64, shape (n,)
    scores : ndarray of float32, shape (n, relations)
        What speaks for each relation by the parser.
    rows : Rows
        What the whole tree shows of each word.
    """

    words: NDArray[np.int64]
    scores: NDArray[np.float32]
    rows: Rows


@dataclass(frozen=True, slots=True)
class Parsed:
    """Sentences with their trees.

    Attributes
    ----------
    codes : ndarray of uint32, shape (words, columns)
    tags : ndarray of int32, shape (words,)
    names : sequence of str
        The labels' names.
    bounds : ndarray of int64, shape (sentences + 1,)
    heads, labels : ndarray of int32, shape (words,)
        Heads count within the text, -1 at roots.
    """

    codes: NDArray[np.uint32]
    tags: NDArray[np.int32]
    names: Sequence[str]
    bounds: NDArray[np.int64]
    heads: NDArray[np.int32]
    labels: NDArray[np.int32]


def unsure_words(arcs: LinearModel, parsed: Parsed) -> Unsure:
    """Return the words whose relations by the parser's model `arcs` are not sure."""
    right = np.array([relation in RIGHT for relation in arcs.classes])
    words = np.flatnonzero(~right[parsed.labels] & (parsed.heads >= 0))
    row = np.full(len(parsed.labels), -1)
    row[words] = np.arange(len(words))
    scores, ahead = np.zeros((len(words), len(arcs.classes)), np.int32), np.zeros(len(words), np.int64)
    fields, special = fields_of(parsed.codes, parsed.tags, parsed.names)
    score_relations(
        arcs.frozen, fields, parsed.bounds, special, parser_templates.LABEL_TEMPLATES,
        arcs.classes.index("root"), parsed.heads, parsed.labels, row, scores, ahead,
    )  # fmt: skip
    close = ahead * arcs.scale < SURE
    words = words[close]
    wanted = np.zeros(len(parsed.labels), np.bool_)
    wanted[words] = True
    starts = np.zeros(len(words) + 1, np.int64)
    keys = np.zeros(len(words) * relation_templates.MOST, np.uint32)
    if len(words):
        relation_keys(
            sentences_of(parsed.codes, parsed.names, arcs.classes, parsed.bounds), parsed.tags, parsed.heads,
            parsed.labels, wanted, relation_templates.COMPILED, starts, keys,
        )  # fmt: skip
    keys = keys[: starts[-1]]
    worth = (scores[close] * (arcs.scale * TRUST)).astype(np.float32)
    return Unsure(words, worth, Rows(starts, keys, np.ones(len(keys), np.float32)))


@dataclass(frozen=True, slots=True)
class Relabeller:
    """The second look at relations.

    Attributes
    ----------
    arcs : LinearModel
        The parser's choice of relations.
    weights : LinearModel
        Of the same classes: what the whole tree adds to that.
    """

    arcs: LinearModel
    weights: LinearModel

    def relabel(self, parsed: Parsed) -> NDArray[np.int32]:
        """Return the relation of each word."""
        unsure, labels = unsure_words(self.arcs, parsed), parsed.labels.copy()
        scores = unsure.scores + self.weights.scores(unsure.rows)
        best, own = scores.argmax(1), labels[unsure.words]
        rows = np.arange(len(best))
        better = scores[rows, best] - scores[rows, own] > CLEARLY
        labels[unsure.words] = np.where(better, best, own)
        return labels


_lock = threading.RLock()


@cache
def _load() -> Relabeller:
    arcs = parse_model().arcs

    def fits(file: Container) -> Iterator[str]:
        if tuple(file.strings("classes")) != tuple(arcs.classes):
            yield "'classes' are not those of annotate_parser.lex"

    schema = (*linear_model(""), Also(fits))
    file = read_container(lexicon_path("annotate_relations.lex"), REBUILD, schema)
    return Relabeller(arcs, LinearModel.of(file))


def relabeller() -> Relabeller:
    """Return the weights that ship with the package; loaded at the first call."""
    with _lock:
        return _load()
