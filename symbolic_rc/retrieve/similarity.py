"""How alike spans of words and queries are: BLEU-1, ROUGE-L, cosine; words in, spans out."""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import ArrayLike, NDArray

from symbolic_rc import spans as S
from symbolic_rc.core.forks import cached_property
from symbolic_rc.core.tokens import Vocabulary

#: The weight of recall in ROUGE-L, as the caption scorer that NarrativeQA uses has it.
BETA = 1.2

#: The length of the vector of an unknown word: about that of a rare known one.
_USUAL_LENGTH = 3.5

#: One question: alternatives (a span counts by its best), each a sequence of words.
Query = Sequence[Sequence[str]]


class SpanSimilarity:
    """A text's words, in lower case, against queries, by ``bleu1``, ``rougel``, ``cosine`` or ``recall``."""

    def __init__(self, measure: str, words: Sequence[str]) -> None:
        self._measure, self._vocabulary = measure, Vocabulary()
        self._index = S.index_tokens(self._vocabulary.encode(words))

    def best(self, queries: Sequence[Query], size: int) -> S.Spans:
        """Return the best span of `size` words for each query; arrays of shape (queries, 1)."""
        if self._measure == "cosine":
            given, vectors = self._vectors(queries)
            rows = S.cosine_spans(self._index, vectors, given, size, min_length=size)
            return _best_rows(rows, queries)
        wanted = self._encoded(queries)
        if self._measure == "rougel":
            return S.rouge_l_spans(self._index, wanted, size, min_length=size, beta=BETA)
        return S.overlap_spans(self._index, wanted, size, min_length=size, measure=self._measure)

    def given(self, queries: Sequence[Query], starts: ArrayLike, ends: ArrayLike) -> NDArray[np.float64]:
        """Return the similarity of given spans; float64, shape (queries, spans)."""
        if self._measure == "cosine":
            flat, vectors = self._vectors(queries)
            rows = S.cosine_given(self._index, vectors, starts, ends, flat)
            bounds = np.cumsum([0, *map(len, queries)])
            return np.array([rows[i:j].max(axis=0) for i, j in itertools.pairwise(bounds)])
        wanted = self._encoded(queries)
        if self._measure == "rougel":
            return S.rouge_l_given(self._index, starts, ends, wanted, beta=BETA)
        return S.overlap_given(self._index, starts, ends, wanted, measure=self._measure)

    def _encoded(self, queries: Sequence[Query]) -> list[list[NDArray[np.int32]]]:
        """Return the queries' words as integers, -1 for those that the text does not have."""
        find = self._vocabulary.find
        return [[np.array([find(word) for word in words], np.int32) for words in query] for query in queries]

    def _vectors(self, queries: Sequence[Query]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Return the summed vectors of all alternatives of all queries, and those of the text's words."""
        table = self._table
        sums = np.zeros((sum(map(len, queries)), table.shape[1]), np.float32)
        for row, words in enumerate(words for query in queries for words in query):
            for word in words:
                number = self._vocabulary.find(word)
                sums[row] += table[number] if number >= 0 else _vector(word)
        return sums, table

    @cached_property
    def _table(self) -> NDArray[np.float32]:
        rows = [_vector(word) for word in self._vocabulary]
        return np.array(rows, np.float32).reshape(len(rows), _vector("").size)


@lru_cache(maxsize=1 << 15)
def _vector(word: str) -> NDArray[np.float32]:
    """Return a word's vector; of an unknown word (mostly a name) a fixed one at random, like itself alone."""
    from symbolic_rc.lexicon.vectors import vectors

    known = vectors()
    if not word or word in known:
        return known.vector(word)
    seed = int.from_bytes(hashlib.sha256(word.encode()).digest()[:8], "little")
    drawn = np.random.default_rng(seed).standard_normal(known.dimensions)
    return (drawn * (_USUAL_LENGTH / np.linalg.norm(drawn))).astype(np.float32)


def _best_rows(rows: S.Spans, queries: Sequence[Query]) -> S.Spans:
    """Return for each query the best row of its alternatives, the first of equals."""
    chosen, at = [], 0
    for query in queries:
        chosen.append(at + int(np.argmax(rows.scores[at : at + len(query), 0])))
        at += len(query)
    return S.Spans(rows.starts[chosen], rows.ends[chosen], rows.scores[chosen])
