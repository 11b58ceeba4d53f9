"""Exact match and F1 of the DROP scorer (Dua et al. 2019), which is Quoref's."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from scipy.optimize import linear_sum_assignment

from symbolic_rc.core.question import Question
from symbolic_rc.metrics.metric import Mean
from symbolic_rc.metrics.normalise import drop_normalised, is_number


@lru_cache(maxsize=4096)
def drop_em_and_f1(predicted: tuple[str, ...], gold: tuple[str, ...]) -> tuple[float, float]:
    """Compare two answers of any number of spans.

    Exact match asks for the same normalised spans. F1 pairs spans one to one so that the sum of their bag F1s
    is greatest, where a pair whose gold has numbers must share one, and averages over the longer list; it is
    rounded to two digits for each question, as in the official script.

    Examples
    --------
    >>> drop_em_and_f1(("Bob", "the Ann"), ("Ann", "Bob"))
    (1.0, 1.0)
    >>> drop_em_and_f1(("old Bob",), ("Bob", "Ann"))
    (0.0, 0.33)
    """
    found, wanted = [drop_normalised(one) for one in predicted], [drop_normalised(one) for one in gold]
    same = set(found) == set(wanted) and len(found) == len(wanted)
    return float(same), _aligned_f1([set(one.split()) for one in found], [set(one.split()) for one in wanted])


def _aligned_f1(found: list[set[str]], wanted: list[set[str]]) -> float:
    pairs = np.zeros([len(wanted), len(found)])
    for i, gold in enumerate(wanted):
        for j, bag in enumerate(found):
            if _numbers_agree(gold, bag):
                pairs[i, j] = _bag_f1(bag, gold)
    values = np.zeros(max(len(wanted), len(found)))
    for i, j in zip(*linear_sum_assignment(-pairs), strict=True):
        values[i] = max(values[i], pairs[i, j])
    return round(float(np.mean(values)), 2)


def _bag_f1(found: set[str], wanted: set[str]) -> float:
    shared = len(wanted & found)
    precision = shared / len(found) if found else 1.0
    recall = shared / len(wanted) if wanted else 1.0
    return (2 * precision * recall) / (precision + recall) if precision or recall else 0.0


def _numbers_agree(gold: set[str], found: set[str]) -> bool:
    numbers = {word for word in gold if is_number(word)}
    return not numbers or bool(numbers & {word for word in found if is_number(word)})


def _best(texts: tuple[str, ...], question: Question) -> tuple[float, float]:
    """Return the best of each measure over the references; an empty answer is the empty string."""
    pairs = [drop_em_and_f1(texts or ("",), one or ("",)) for one in question.references]
    return max(em for em, _ in pairs), max(f1 for _, f1 in pairs)


@dataclass(frozen=True, slots=True)
class _Drop(Mean):
    """What both measures share.

    Attributes
    ----------
    free_only : bool
        Whether choices and cloze questions are left out (for data that mixes them).
    """

    free_only: bool = False

    def applies(self, question: Question) -> bool:
        """Tell whether the question counts."""
        left_out = self.free_only and (question.is_choice or question.is_cloze)
        return bool(question.references) and not left_out

    def _signed(self, what: str) -> str:
        return f"{what}|best-reference" + ("|questions:free" if self.free_only else "")


@dataclass(frozen=True, slots=True)
class DropEM(_Drop):
    """Exact match over sets of spans."""

    @property
    def name(self) -> str:
        """The key in ``metrics.json``."""
        return "em"

    @property
    def signature(self) -> str:
        """What is computed."""
        return self._signed("EM|scorer:drop|spans:set")

    def value(self, texts: tuple[str, ...], question: Question) -> float:
        """Return 1 or 0."""
        return _best(texts, question)[0]


@dataclass(frozen=True, slots=True)
class DropF1(_Drop):
    """F1 with spans aligned one to one, rounded to two digits for each question."""

    @property
    def name(self) -> str:
        """The key in ``metrics.json``."""
        return "f1"

    @property
    def signature(self) -> str:
        """What is computed."""
        return self._signed("F1|scorer:drop|spans:aligned|round:2")

    def value(self, texts: tuple[str, ...], question: Question) -> float:
        """Return the F1, 0 to 1."""
        return _best(texts, question)[1]
