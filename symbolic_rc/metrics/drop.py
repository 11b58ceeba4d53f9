"""Exact match and F1 of the DROP scorer (Dua et al. 2019), which is Quoref's."""

from __future__ import annotations

import re
from functools import lru_cache

import numpy as np

from symbolic_rc.core.record import Question
from symbolic_rc.metrics.metric import Mean, harmonic_f1
from symbolic_rc.metrics.squad import ARTICLES, PUNCTUATION

_SPLIT = re.compile(" |-")


@lru_cache(maxsize=4096)
def drop_em_and_f1(predicted: tuple[str, ...], gold: tuple[str, ...]) -> tuple[float, float]:
    """Compare two answers of any number of spans.

    Exact match asks for the same normalised spans. F1 pairs spans one to one so that the sum of their bag F1s
    is greatest, where a pair whose gold has numbers must share one, and averages over the longer list; it is
    rounded to two digits for each question, as in the official script.
    """
    found, wanted = [drop_normalised(one) for one in predicted], [drop_normalised(one) for one in gold]
    same = set(found) == set(wanted) and len(found) == len(wanted)
    return float(same), _aligned_f1([set(one.split()) for one in found], [set(one.split()) for one in wanted])


def _aligned_f1(found: list[set[str]], wanted: list[set[str]]) -> float:
    from scipy.optimize import linear_sum_assignment  # a tenth of a second, for who scores alone

    pairs = np.zeros([len(wanted), len(found)])
    for i, gold in enumerate(wanted):
        numbers = set(filter(is_number, gold))
        for j, bag in enumerate(found):
            if not numbers or numbers & bag:
                pairs[i, j] = harmonic_f1(len(gold & bag), len(bag), len(gold)) if gold or bag else 1.0
    values = np.zeros(max(len(wanted), len(found)))
    for i, j in zip(*linear_sum_assignment(-pairs), strict=True):
        values[i] = max(values[i], pairs[i, j])
    return round(float(np.mean(values)), 2)


class Drop(Mean):
    """Exact match over sets of spans, or F1 of spans aligned one to one; the best over the references.

    With `free_only`, choices and cloze questions are left out (for data that mixes them).
    """

    def __init__(self, measure: str, free_only: bool = False) -> None:
        self.name, self.part = measure, "free" if free_only else "all"
        what = "EM|scorer:drop|spans:set" if measure == "em" else "F1|scorer:drop|spans:aligned|round:2"
        self.signature = f"{what}|best-reference" + ("|questions:free" if free_only else "")

    def value(self, texts: tuple[str, ...], question: Question) -> float:
        """Return the measure, 0 to 1; an empty answer is the empty string."""
        which = ("em", "f1").index(self.name)
        return max(drop_em_and_f1(texts or ("",), one or ("",))[which] for one in question.references)


def is_number(text: str) -> bool:
    """Return whether Python reads the text as a number, as the DROP scorer asks."""
    try:
        float(text)
    except ValueError:
        return False
    return True


def drop_normalised(text: str) -> str:
    """Normalise as the DROP scorer does: split at spaces and hyphens, numbers in one form.

    >>> drop_normalised("The 12-year-old, 3.50 miles")
    '12.0 year old 3.5 miles'
    """
    parts = (_drop_token(token) for token in _SPLIT.split(text))
    return " ".join(part for part in parts if part.strip()).strip()


def _drop_token(token: str) -> str:
    token = token.lower()
    if not is_number(token):
        token = token.translate(PUNCTUATION)
    if is_number(token):
        token = str(float(token))
    return " ".join(ARTICLES.sub(" ", token).split())
