"""Shares of right answers with their intervals."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

#: Of the interval: 95 %.
_Z = 1.959964


@dataclass(frozen=True, slots=True)
class Share:
    """How many of some answers are right, with Wilson's interval of the share at 95 %, in percent."""

    count: int
    right: int
    low: float
    high: float

    @property
    def percent(self) -> float:
        """The share in percent; 0 of none."""
        return 100.0 * self.right / self.count if self.count else 0.0


def share(right: Sequence[bool]) -> Share:
    """Return how many of some answers are right (interval: Wilson 1927).

    Examples
    --------
    >>> one = share([True, True, False, True])
    >>> one.count, one.right, round(one.low), round(one.high)
    (4, 3, 30, 95)
    """
    n, k = len(right), sum(right)
    if not n:
        return Share(0, 0, 0.0, 100.0)
    p, z = k / n, _Z * _Z / n
    middle, half = (p + z / 2) / (1 + z), _Z * math.sqrt(p * (1 - p) / n + z / (4 * n)) / (1 + z)
    return Share(n, k, 100.0 * max(0.0, middle - half), 100.0 * min(1.0, middle + half))
