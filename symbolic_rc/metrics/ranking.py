"""The mean reciprocal rank, for readers that rank answers."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from symbolic_rc.core.record import Question
from symbolic_rc.metrics.caption import caption_tokens
from symbolic_rc.metrics.metric import Score, Statistics


def reciprocal_rank(scores: ArrayLike, correct: Collection[int]) -> float:
    """Return 1 / rank of the best correct candidate.

    Only wrong candidates count against it: those above it, and of those that tie with it the share that an
    arbitrary order puts first. With one correct candidate this is the middle rank.

    Parameters
    ----------
    scores : array_like of float, shape (n,)
        Higher is better.
    correct : collection of int
        Positions of the correct candidates; 0 is returned where there is none.

    Examples
    --------
    >>> reciprocal_rank([0.1, 0.9, 0.5], {2})
    0.5
    """
    values = np.asarray(scores, dtype=np.float64)
    if not correct:
        return 0.0
    right = values[list(correct)]
    best, above = right.max(), int((values > right.max()).sum())
    equal_right = int((right == best).sum())
    equal_wrong = int((values == best).sum()) - equal_right
    return 1.0 / (1.0 + above + equal_wrong / (equal_right + 1))


@dataclass(frozen=True, slots=True)
class AnswerPool:
    """The answers of one story that a reader is asked to rank for each of its questions.

    Attributes
    ----------
    texts : tuple of str
        The first answer of every question that has one, in order, copies kept; then every other reference
        that is not among them, once.
    own : tuple of int
        By question, the position of its first answer in `texts`; -1 for a question without references.
    firsts : int
        How many of the texts are first answers.
    """

    texts: tuple[str, ...]
    own: tuple[int, ...]
    firsts: int

    @classmethod
    def of(cls, questions: Sequence[Question]) -> AnswerPool:
        """Gather the answers to the questions of one story."""
        texts: list[str] = []
        own = []
        for question in questions:
            own.append(len(texts) if question.references else -1)
            texts += [" ".join(one) for one in question.references[:1]]
        firsts = len(texts)
        others = (" ".join(one) for question in questions for one in question.references[1:])
        known = set(texts)
        texts += [text for text in dict.fromkeys(others) if text not in known]
        return cls(tuple(texts), tuple(own), firsts)


class MRR(Score):
    """Mean reciprocal rank of the correct answer among the answers to the same story's questions.

    Kocisky et al. 2018, section 3.4 and footnotes 7 and 8. Its statistics come from a ranking, not from an
    answer's text.

    Parameters
    ----------
    pool : {"answers", "references"}
        ``answers``: the first answer of each of the story's questions, about 30, of which the question's own
        is correct; this is the pool on which a random ranking has the paper's 0.133. Another question's
        answer in the same words, or in those of the second reference, does not count against a reader that
        gives it the same score. ``references``: all references, each once, of which all in the words of one
        of the question's are correct.
    """

    def __init__(self, pool: str = "answers") -> None:
        self._pool = pool
        self.name = "mrr" if pool == "answers" else "mrr_references"
        what = "first-answer-of-each-question" if pool == "answers" else "all-references-once"
        self.signature = f"MRR|pool:{what}|ties:expected-rank|scale:0-1"

    def statistics(self, pool: AnswerPool, scores: ArrayLike, number: int, question: Question) -> Statistics:
        """Return (reciprocal rank, 1) of one question, by its place among those that the pool was made of."""
        values, texts = np.asarray(scores, dtype=np.float64), pool.texts
        right = {_plain(" ".join(one)) for one in question.references}
        if self._pool == "answers":
            values, own = values[: pool.firsts], pool.own[number]
            ties = np.flatnonzero(values == values[own]).tolist()
            correct = {own, *(place for place in ties if _plain(texts[place]) in right)}
        else:
            once = list({text: place for place, text in enumerate(texts)}.values())
            values = values[once]
            correct = {i for i, place in enumerate(once) if _plain(texts[place]) in right}
        return np.array([reciprocal_rank(values, correct), 1.0])

    def scores(self, sums: ArrayLike) -> Statistics:
        """Return the means of many sums, 0 to 1: (..., 2) to (...)."""
        array = np.asarray(sums, dtype=np.float64)
        return array[..., 0] / np.maximum(array[..., 1], 1.0)


def _plain(text: str) -> str:
    return " ".join(caption_tokens(text))
