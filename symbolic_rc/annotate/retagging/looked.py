"""Words as a second look at their tags finds them: the first tagger's labels and scores, and keys."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.annotate.retagging import templates as S
from symbolic_rc.annotate.tagger.tagger import TagModel
from symbolic_rc.annotate.words import FORM
from symbolic_rc.models.linear import Rows

#: The labels of a word among which the second look decides, by the first one's scores.
WIDTH = 10
#: Words whose scores are found in one go.
PIECE = 4096


@dataclass(frozen=True, slots=True)
class Looked:
    """Words, as a second look at their tags finds them.

    Attributes
    ----------
    seen : ndarray of uint32, shape (words, columns)
        Codes, and the columns of `templates`.
    bounds : ndarray of int64, shape (sentences + 1,)
    labels : ndarray of int32, shape (words,)
    open : ndarray of bool, shape (words,)
        Whether the label is the first tagger's own, and may change.
    likely : ndarray of int32, shape (words, WIDTH)
        The labels that it may become, best first.
    scores : ndarray of float32, shape (words, WIDTH)
        What the first tagger gives them, the best 0.
    group : ndarray of int64, shape (words,)
        The same for words of one form, in any letters, of one text.
    """

    seen: NDArray[np.uint32]
    bounds: NDArray[np.int64]
    labels: NDArray[np.int32]
    open: NDArray[np.bool_]
    likely: NDArray[np.int32]
    scores: NDArray[np.float32]
    group: NDArray[np.int64]

    def keys(
        self, words: NDArray[np.int64], which: tuple[NDArray[np.int64], NDArray[np.int64]]
    ) -> NDArray[np.uint32]:
        """Return the keys of some words by templates; uint32, shape (words, templates)."""
        out = np.zeros((len(words), len(which[0])), np.uint32)
        S.template_keys(self.seen, self.bounds, words, *which, out)
        return out


def rows_of(keys: NDArray[np.uint32]) -> Rows:
    """Return rows of as many features each."""
    n, width = keys.shape
    flat = np.ascontiguousarray(keys).ravel()
    return Rows(np.arange(0, n * width + 1, max(width, 1))[: n + 1], flat, np.ones(len(flat), np.float32))


def look_at(
    tagger: TagModel,
    words: tuple[NDArray[np.uint32], NDArray[np.int64], NDArray[np.uint32]],
    bounds: NDArray[np.int64],
    labels: NDArray[np.int32],
    may_change: NDArray[np.bool_],
    texts: NDArray[np.int64],
) -> Looked:
    """Return words as a second look finds them.

    Parameters
    ----------
    tagger : TagModel
        The first one.
    words : ndarray of uint32, of int64 and of uint32
        The codes of each distinct form as the first tagger sees them, the form of each word, and the codes of
        each word as the second look sees them.
    bounds : ndarray of int64, shape (sentences + 1,)
    labels : ndarray of int32, shape (words,)
    may_change : ndarray of bool, shape (words,)
    texts : ndarray of int64, shape (words,)
        The number of each word's text.
    """
    forms, kinds, codes = words
    n = len(labels)
    likely, scores = np.zeros((n, WIDTH), np.int32), np.zeros((n, WIDTH), np.float32)
    seen = np.zeros((n, codes.shape[1] + 3), np.uint32)
    seen[:, : codes.shape[1]], seen[:, S.LABEL] = codes, labels
    found = np.zeros((n, len(tagger.linear.classes)), np.int32)
    S.label_scores(tagger.seen(forms, kinds), labels, bounds, found, seen[:, S.STYLE])
    for start in range(0, n, PIECE):
        part = found[start : start + PIECE]
        best = np.argsort(-part, 1, kind="stable")[:, :WIDTH]
        likely[start : start + PIECE] = best
        scores[start : start + PIECE] = np.take_along_axis(part, best, 1) * tagger.linear.scale
    scores -= scores[:, :1]
    seen[:, S.DOUBT] = np.searchsorted(S.STEPS, -scores[:, 1]) + 1
    _, group = np.unique(texts.astype(np.uint64) << np.uint64(32) | codes[:, FORM], return_inverse=True)
    return Looked(seen, bounds, labels, may_change, likely, scores, group)


def distinct(words: Sequence[str]) -> tuple[list[str], NDArray[np.int64]]:
    """Return the distinct forms of words, and the number of each word's."""
    index: dict[str, int] = {}
    kinds = np.array([index.setdefault(word, len(index)) for word in words], np.int64)
    return list(index), kinds
