"""How much each sentence and chunk of a book has to do with a question."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.question.parsed import ParsedQuestion
from symbolic_rc.ranker.arrays import WordMatches

Floats = NDArray[np.float64]

#: How much of a match two sentences away is still one, by steps.
_FADE = 0.9
#: How sharply relevance prefers the best sentences, broadly and narrowly.
_BROAD, _NARROW = 6.0, 14.0


@dataclass(frozen=True, slots=True)
class Relevance:
    """One question in one book.

    Attributes
    ----------
    own : ndarray of float64, shape (sentences,)
        The share of the question's words, by rarity, that match in the sentence.
    around : ndarray of float64, shape (sentences,)
        The same in it and two sentences to either side, where they count less.
    rank : ndarray of int64, shape (sentences,)
        The sentence's place in the order by `around`.
    broad, narrow : ndarray of float64, shape (sentences,)
        Shares of relevance, which sum to one.
    chunks : dict of str to ndarray of float64, shape (chunks,)
        The scores of each retriever, the best 1.
    places : dict of str to ndarray of int64, shape (chunks,)
        The chunk's place in each retriever's order.
    """

    own: Floats
    around: Floats
    rank: NDArray[np.int64]
    broad: Floats
    narrow: Floats
    chunks: dict[str, Floats]
    places: dict[str, NDArray[np.int64]]


def relevance(
    asked: ParsedQuestion,
    alignment: WordMatches,
    sentence: NDArray[np.int32],
    chunk: NDArray[np.int64],
    scores: dict[str, Floats],
) -> Relevance:
    """Tell how relevant each sentence and chunk is.

    Parameters
    ----------
    asked : ParsedQuestion
    alignment : WordMatches
        From the question's content words to tokens.
    sentence, chunk : ndarray, shape (tokens,)
        Where each token stands.
    scores : dict of str to ndarray of float64, shape (chunks,)
        What each retriever says of the question.
    """
    bounds, positions, weights = alignment
    sentences, chunks = int(sentence[-1]) + 1, int(chunk[-1]) + 1
    found = np.zeros((len(asked.words), sentences))
    rarity = np.zeros(len(asked.words))
    for word in range(len(asked.words)):
        span = slice(int(bounds[word]), int(bounds[word + 1]))
        there = positions[span]
        if len(there):
            np.maximum.at(found[word], sentence[there], weights[span])
            by_chunk = np.zeros(chunks)
            np.maximum.at(by_chunk, chunk[there], weights[span])
            rarity[word] = np.log1p(chunks / max(0.5, by_chunk.sum()))
    total = max(0.1, float(rarity.sum()))
    near = found.copy()
    for step in (1, 2):
        near[:, step:] = np.maximum(near[:, step:], found[:, :-step] * _FADE**step)
        near[:, :-step] = np.maximum(near[:, :-step], found[:, step:] * _FADE**step)
    around = rarity @ near / total
    return Relevance(
        rarity @ found / total,
        around,
        place(around),
        shares(around, _BROAD),
        shares(around, _NARROW),
        {name: row / max(1e-9, float(row.max(initial=0.0))) for name, row in scores.items()},
        {name: place(row) for name, row in scores.items()},
    )


def place(scores: Floats | Sequence[float]) -> NDArray[np.int64]:
    """Return each one's place in the order from the best; of equals the first comes first.

    Examples
    --------
    >>> place([0.2, 0.9, 0.2]).tolist()
    [1, 0, 2]
    """
    order = np.argsort(-np.asarray(scores, np.float64), kind="stable")
    found = np.empty(len(order), np.int64)
    found[order] = np.arange(len(order))
    return found


def shares(scores: Floats, sharpness: float) -> Floats:
    """Return shares that sum to one, the larger the score the larger."""
    if not len(scores):
        return scores
    weights: Floats = np.exp(sharpness * (scores - scores.max()))
    result: Floats = weights / weights.sum()
    return result
