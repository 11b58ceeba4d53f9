"""Answer choices: the one that a proof's words support best."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.index.story_index import word_matcher
from symbolic_rc.lexicon.english import content_words
from symbolic_rc.rules.case import Case
from symbolic_rc.rules.families.text import nearness


def choice_scores(case: Case, choices: Sequence[str], answer: str) -> NDArray[np.float64]:
    """Return how well each choice is supported: by the answer that the rules find, then by what is near.

    Parameters
    ----------
    case : Case
    choices : sequence of str
    answer : str
        What the rules answer where no choices are given; empty for nothing.

    Returns
    -------
    ndarray of float64, shape (choices,)
        Higher is better.
    """
    found = set(content_words(answer))
    near = nearness(case)
    scores = np.zeros(len(choices))
    for number, choice in enumerate(choices):
        words = content_words(choice)
        if not words:
            continue
        shared = len(found.intersection(words)) / len(words)
        scores[number] = shared + (_near(case, words, near) if near is not None else 0.0)
    return scores


def nearest_sentence(case: Case, choice: str) -> int:
    """Return the sentence in which a choice's words are nearest to the question's; -1 for none."""
    near, words = nearness(case), content_words(choice)
    if near is None or not words:
        return -1
    relation = word_matcher().relate(words, case.index.words)
    worth = relation.weights * near[relation.positions]
    if not len(worth) or worth.max() <= 0:
        return -1
    return int(case.facts.syntax.sentences[relation.positions[int(worth.argmax())]])


def _near(case: Case, words: Sequence[str], near: NDArray[np.float64]) -> float:
    """Return the mean over words of the best match that is near the question's words."""
    relation = word_matcher().relate(words, case.index.words)
    total = 0.0
    for row in range(len(words)):
        span = slice(int(relation.indptr[row]), int(relation.indptr[row + 1]))
        if span.start < span.stop:
            total += float((relation.weights[span] * near[relation.positions[span]]).max())
    return total / len(words)
