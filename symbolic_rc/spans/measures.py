"""The measures that one count decides: how a span's count becomes its score."""

from __future__ import annotations

from functools import cache, lru_cache

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.errors import DataError, check_name

#: A measure's four numbers: numerator, weight of the span's length, weight of the reference's length, brevity
#: penalty (0 or 1).
NUMERATOR, LENGTH_WEIGHT, REFERENCE_WEIGHT, BREVITY = range(4)
#: score = numerator * count / (w1 * length + w2 * reference length) [* exp(1 - reference / length)]
_OVERLAP = {
    "f1": (2.0, 1.0, 1.0, 0.0),
    "precision": (1.0, 1.0, 0.0, 0.0),
    "recall": (1.0, 0.0, 1.0, 0.0),
    "bleu1": (1.0, 1.0, 0.0, 1.0),
}
OVERLAP_MEASURES = ("f1", "precision", "recall", "bleu1", "bleu2", "bleu3", "bleu4")
_ORDERS = {"bleu2": 2, "bleu3": 3, "bleu4": 4}


@cache
def overlap_measure(name: str) -> NDArray[np.float64]:
    """Return the four numbers of a measure over shared tokens; `DataError` for an unknown name."""
    check_name("measure", name, OVERLAP_MEASURES, error=DataError)
    return _fixed(_OVERLAP.get(name, _OVERLAP["bleu1"]))


def gram_orders(name: str) -> int:
    """Return how many orders of n-grams a measure counts: 2 to 4 for BLEU-2 to BLEU-4, else 1."""
    return _ORDERS.get(name, 1)


@lru_cache(maxsize=16)
def rouge_l_measure(beta: float) -> NDArray[np.float64]:
    """Return the four numbers of ROUGE-L (Lin 2004, equations 4 to 6) with that beta.

    ``F = (1 + b^2) P R / (R + b^2 P)`` with ``P = lcs / length`` and ``R = lcs / reference`` is
    ``(1 + b^2) lcs / (length + b^2 reference)``.
    """
    if not beta > 0:
        raise DataError(f"beta: expected a positive number, not {beta}")
    return _fixed((1.0 + beta * beta, 1.0, beta * beta, 0.0))


def _fixed(numbers: tuple[float, ...]) -> NDArray[np.float64]:
    array = np.array(numbers)
    array.setflags(write=False)
    return array
