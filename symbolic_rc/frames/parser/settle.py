"""Which of the arguments that a predicate may have are chosen."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.kernels import kernel
from symbolic_rc.frames.parser.bench import BEGIN, END, NUMBER, ROLE
from symbolic_rc.frames.parser.decode import SLACK, by_start, choose


class Bar(NamedTuple):
    """How likely an argument must be to be chosen.

    Attributes
    ----------
    core, adjunct : float
        Probabilities of numbered arguments, and of others.
    doubted : bool
        Whether the argument of what may be no predicate is less likely for it.
    """

    core: float
    adjunct: float
    doubted: bool


#: What readers want: a triple takes two arguments, and a missing one is lost, a wrong one seldom asked for.
READING = Bar(0.2, 0.35, False)
#: What scores highest where each word of a span must be right (CoNLL-2005).
EXACT = Bar(0.35, 0.35, True)


@kernel
def settle(
    found: NDArray[np.int32],
    likely: NDArray[np.float32],
    core: NDArray[np.int64],
    bar: Bar,
    chosen: NDArray[np.int32],
) -> int:
    """Fill `chosen` with the arguments that are chosen of what may be, as rows of `found`; return how many.

    Those of a predicate are chosen together, so that the sum of how much each is above the bar gets highest;
    what is found again in another tree adds up.

    Parameters
    ----------
    found : ndarray of int32, shape (n, 6)
        By predicate.
    likely : ndarray of float32, shape (n,)
    core : ndarray of int64, shape (labels,)
        As `choose` takes it.
    bar : Bar
    chosen : ndarray of int32, shape (n,)
    """
    count, first = 0, 0
    while first < len(found):
        last = first
        while last < len(found) and found[last, NUMBER] == found[first, NUMBER]:
            last += 1
        spans, source = np.zeros((last - first, 2), np.int32), np.zeros(last - first, np.int32)
        scores = np.full((last - first, len(core)), np.float32(-2 * SLACK))
        n = 0
        for i in range(first, last):
            at = 0
            while at < n and (spans[at, 0] != found[i, BEGIN] or spans[at, 1] != found[i, END]):
                at += 1
            role = found[i, ROLE]
            if at == n:
                spans[at, 0], spans[at, 1], source[at] = found[i, BEGIN], found[i, END], i
                scores[at, 0] = 0.0
                n += 1
            if scores[at, role] < -SLACK:
                scores[at, role] = -bar.core if core[role] != 0 else -bar.adjunct
            scores[at, role] += likely[i]
        order, out = np.zeros(n, np.int32), np.zeros(n, np.int32)
        by_start(spans, n, order)
        choose(scores, spans, n, order, core, out)
        for at in range(n):
            for i in range(source[at], last):
                row = found[i]
                if row[ROLE] == out[at] and row[BEGIN] == spans[at, 0] and row[END] == spans[at, 1]:
                    chosen[count] = i
                    count += 1
                    break
        first = last
    return count
