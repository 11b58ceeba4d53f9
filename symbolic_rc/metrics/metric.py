"""What a metric is: a name, a signature, additive statistics per question, and the score of their sum."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike, NDArray

from symbolic_rc.core.record import Question

Statistics = NDArray[np.float64]


class Score:
    """A figure computed from summed statistics.

    Attributes
    ----------
    name : str
        The key in ``metrics.json``: ``rouge_l``.
    signature : str
        What is computed, in full: definition, normalisation, references, parameters.
    """

    name: str
    signature: str

    def __str__(self) -> str:
        return self.signature

    def scores(self, sums: ArrayLike) -> Statistics:
        """Return the scores of many sums at once: (..., k) to (...)."""
        raise NotImplementedError

    def score(self, statistics: ArrayLike) -> float:
        """Return the score of summed (k,) or stacked (n, k) statistics."""
        array = np.asarray(statistics, dtype=np.float64)
        return float(self.scores(array.sum(axis=0) if array.ndim > 1 else array))


def of_version_2(question: Question) -> bool:
    """Return whether a question is of SQuAD 2.0, or of a file like it, which marks unanswerable ones."""
    return question.tags.get("version") == "2.0" or question.references == ((),)


#: Which questions of a data set, with known references, a metric counts.
PARTS: dict[str, Callable[[Question], bool]] = {
    "all": lambda question: True,
    "choice": lambda question: question.is_choice,
    "cloze": lambda question: question.is_cloze,
    "free": lambda question: not (question.is_choice or question.is_cloze),
    "span": lambda question: question.tags.get("span") == "yes",
    "has_answer": lambda question: of_version_2(question) and any(question.references),
    "no_answer": lambda question: of_version_2(question) and not any(question.references),
}


class Metric(Score):
    """One official metric, of the questions of one part.

    `statistics` holds all that the metric needs of one answer; statistics of several questions add up, and
    `score` turns the sum into the figure that the official scorer prints. A bootstrap never reads a text.
    """

    part = "all"

    def applies(self, question: Question) -> bool:
        """Return whether the metric is defined for the question: references are known, it is of the part."""
        return bool(question.references) and PARTS[self.part](question)

    def statistics(self, texts: tuple[str, ...], question: Question) -> Statistics:
        """Return what the metric keeps of an answer (its spans' texts): float64, shape (k,)."""
        raise NotImplementedError


class Mean(Metric):
    """A metric that is the mean of one value per question, in percent; its statistics are (value, 1)."""

    def value(self, texts: tuple[str, ...], question: Question) -> float:
        """Return the value of one answer, 0 to 1."""
        raise NotImplementedError

    def statistics(self, texts: tuple[str, ...], question: Question) -> Statistics:
        """Return (value, 1)."""
        return np.array([self.value(texts, question), 1.0])

    def scores(self, sums: ArrayLike) -> Statistics:
        """Return the means of many sums: (..., 2) to (...); 0 for no question."""
        array = np.asarray(sums, dtype=np.float64)
        return 100.0 * array[..., 0] / np.maximum(array[..., 1], 1.0)


def harmonic_f1(same: int, found: int, wanted: int) -> float:
    """Return the harmonic mean of precision and recall by the number that both have; 0 without any."""
    if not same:
        return 0.0
    precision, recall = same / found, same / wanted
    return 2 * precision * recall / (precision + recall)


def joined(texts: tuple[str, ...]) -> str:
    """Return an answer of several spans as one string, for metrics of single strings."""
    return ", ".join(texts)


def wordings(question: Question) -> list[str]:
    """Return a question's references as strings, the empty one for ``not answerable``."""
    return [joined(one) for one in question.references]
