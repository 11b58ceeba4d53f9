"""A question with a given answer in its gap, as a statement: how much of it sentences say in its order."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.jit import kernel
from symbolic_rc.core.words import FUNCTION_WORDS
from symbolic_rc.index import columns as C
from symbolic_rc.index.codes import word_code
from symbolic_rc.index.story_index import StoryIndex
from symbolic_rc.question.parsed import ParsedQuestion

#: What `said_in_order` tells of an answer.
ORDERED = 4


@kernel
def in_order(
    statement: NDArray[np.int64],
    worth: NDArray[np.float64],
    words: NDArray[np.int64],
    starts: NDArray[np.int64],
    ends: NDArray[np.int64],
    out: NDArray[np.float64],
) -> None:
    """Fill the worth of the longest common subsequence of a statement and each passage.

    Parameters
    ----------
    statement : ndarray of int64
        Its words as numbers.
    worth : ndarray of float64
        What each of them counts.
    words : ndarray of int64
        The story's words.
    starts, ends : ndarray of int64, shape (passages,)
    out : ndarray of float64, shape (passages,)
    """
    longest = 0
    for s in range(starts.shape[0]):
        longest = max(longest, ends[s] - starts[s])
    row = np.empty(longest + 1)
    for s in range(starts.shape[0]):
        n = ends[s] - starts[s]
        row[: n + 1] = 0.0
        for i in range(statement.shape[0]):
            diagonal = 0.0
            for j in range(n):
                keep = row[j + 1]
                if statement[i] == words[starts[s] + j]:
                    row[j + 1] = max(keep, row[j], diagonal + worth[i])
                else:
                    row[j + 1] = max(keep, row[j])
                diagonal = keep
        out[s] = row[n]


def said_in_order(
    story: StoryIndex, asked: ParsedQuestion, answers: Sequence[Sequence[str]]
) -> NDArray[np.float64]:
    """Return how much of each answer's statement the story says in order, float64 (answers, ORDERED).

    The share that the best sentence says, and the best two neighbours; what the best sentence says by the
    root of the statement's worth, and by that of both. Words are lemmas and count by their rarity.
    """
    content = np.flatnonzero(story.tok[C.FUNC] == 0)
    words = story.tok[C.LEMMA, content].astype(np.int64)
    bounds = np.searchsorted(content, story.bounds).astype(np.int64)
    forms, counts = np.unique(words, return_counts=True)
    sentences = len(bounds) - 1
    rarity = dict(zip(forms.tolist(), np.log1p(sentences / counts).tolist(), strict=True))
    lemmas = dict(zip(story.tok[C.LOWER].tolist(), story.tok[C.LEMMA].tolist(), strict=True))
    found = asked.statement
    order, gap = (tuple(range(len(asked.texts))), -1) if found is None else (found.order, found.gap)
    whole = np.array([rarity[word] for word in words.tolist()])
    spans = np.add.reduceat(np.append(whole, 0.0), bounds[:-1]) * (bounds[1:] > bounds[:-1])
    out = np.zeros((len(answers), ORDERED))
    for p, answer in enumerate(answers):
        own = [lemmas.get(word_code(word), word_code(word)) for word in answer if word not in FUNCTION_WORDS]
        statement: list[int] = []
        for place, i in enumerate(order):
            if place == gap:
                statement += own
            elif not asked.tok[C.FUNC, i]:
                statement.append(int(asked.tok[C.LEMMA, i]))
        statement += [] if 0 <= gap < len(order) else own
        worth = np.array([rarity.get(word, np.log1p(sentences)) for word in statement])
        if not len(worth) or not sentences:
            continue
        codes, total = np.array(statement, np.int64), float(worth.sum())
        one, two = np.zeros(sentences), np.zeros(max(1, sentences - 1))
        in_order(codes, worth, words, bounds[:-1], bounds[1:], one)
        last = max(1, sentences - 1)
        in_order(codes, worth, words, bounds[:last], bounds[-last:], two)
        out[p] = (
            one.max() / total,
            two.max() / total,
            one.max() / np.sqrt(total),
            (one / np.sqrt(total * np.maximum(spans, 1.0))).max(),
        )
    return out
