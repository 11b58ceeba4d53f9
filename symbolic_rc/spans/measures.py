"""The measures that one count decides: how a span's count becomes its score."""

from __future__ import annotations

from functools import cache, lru_cache

import numpy as np

from symbolic_rc.core.arrays import Floats
from symbolic_rc.core.errors import DataError, check_name

#: A measure's four numbers: numerator, weight of the span's length, weight of the reference's length, brevity
#: penalty (0 or 1).
NUMERATOR, LENGTH_WEIGHT, REFERENCE_WEIGHT, BREVITY = range(4)
#: score = numerator * count / (w1 * length + w2 * reference length) [* exp(1 - reference / length)]
OVERLAP_MEASURES = {
    "f1": (2.0, 1.0, 1.0, 0.0),
    "precision": (1.0, 1.0, 0.0, 0.0),
    "recall": (1.0, 0.0, 1.0, 0.0),
    "bleu1": (1.0, 1.0, 0.0, 1.0),
}


@cache
def overlap_measure(name: str) -> Floats:
    """Return the four numbers of a measure over shared tokens; `DataError` for an unknown name."""
    check_name("measure", name, OVERLAP_MEASURES, error=DataError)
    return _fixed(OVERLAP_MEASURES[name])


@lru_cache(maxsize=16)
def rouge_l_measure(beta: float) -> Floats:
    """Return the four numbers of ROUGE-L (Lin 2004, equations 4 to 6) with that beta.

    ``F = (1 + b^2) P R / (R + b^2 P)`` with ``P = lcs / length`` and ``R = lcs / reference`` is
    ``(1 + b^2) lcs / (length + b^2 reference)``.
    """
    if not beta > 0:
        raise DataError(f"beta: expected a positive number, not {beta}")
    return _fixed((1.0 + beta * beta, 1.0, beta * beta, 0.0))


def _fixed(numbers: tuple[float, ...]) -> Floats:
    array = np.array(numbers)
    array.setflags(write=False)
    return array
