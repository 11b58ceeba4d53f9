"""What a metric is: a small value object with a name, a signature, statistics and a score."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import ArrayLike, NDArray

from symbolic_rc.core.question import Question

Statistics = NDArray[np.float64]


@runtime_checkable
class Metric(Protocol):
    """One official metric.

    `statistics` says all that the metric needs to know of one answer; statistics of several questions add up,
    and `score` turns the sum into the figure that the official scorer prints. So a bootstrap never looks at
    a text again.
    """

    @property
    def name(self) -> str:
        """The key in ``metrics.json``: ``rouge_l``."""

    @property
    def signature(self) -> str:
        """What is computed, in full: definition, normalisation, references, parameters."""

    def applies(self, question: Question) -> bool:
        """Tell whether the question is one that the metric is about, with known references."""

    def statistics(self, texts: tuple[str, ...], question: Question) -> Statistics:
        """Return what the metric keeps of an answer (its spans' texts): float64, shape (k,)."""

    def score(self, statistics: ArrayLike) -> float:
        """Return the score of summed (k,) or stacked (n, k) statistics."""

    def scores(self, sums: ArrayLike) -> Statistics:
        """Return the scores of many sums at once: (..., k) to (...)."""


def joined(texts: tuple[str, ...]) -> str:
    """Return an answer of several spans as the one string that single-string metrics look at."""
    return ", ".join(texts)


def wordings(question: Question) -> list[str]:
    """Return a question's references as strings, the empty one for ``not answerable``."""
    return [joined(one) for one in question.references]


def total(statistics: ArrayLike) -> Statistics:
    """Return the sum of stacked statistics, or a sum as it is."""
    array = np.asarray(statistics, dtype=np.float64)
    return array.sum(axis=0) if array.ndim > 1 else array


@dataclass(frozen=True, slots=True)
class Mean:
    """A metric that is the mean of one value a question, in percent; its statistics are (value, 1)."""

    @property
    def name(self) -> str:
        """The key in ``metrics.json``."""
        raise NotImplementedError

    @property
    def signature(self) -> str:
        """What is computed."""
        raise NotImplementedError

    def __str__(self) -> str:
        return self.signature

    def applies(self, question: Question) -> bool:
        """Tell whether references are known."""
        return bool(question.references)

    def value(self, texts: tuple[str, ...], question: Question) -> float:
        """Return the value of one answer, 0 to 1."""
        raise NotImplementedError

    def statistics(self, texts: tuple[str, ...], question: Question) -> Statistics:
        """Return (value, 1); float64, shape (2,)."""
        return np.array([self.value(texts, question), 1.0])

    def score(self, statistics: ArrayLike) -> float:
        """Return the mean in percent; 0 for no question."""
        return float(self.scores(total(statistics)))

    def scores(self, sums: ArrayLike) -> Statistics:
        """Return the means of many sums: (..., 2) to (...)."""
        array = np.asarray(sums, dtype=np.float64)
        found: Statistics = 100.0 * array[..., 0] / np.maximum(array[..., 1], 1.0)
        return found
