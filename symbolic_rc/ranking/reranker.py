"""The reranker's list: the best few candidates by the linear score, and how much their answers overlap.

What it sees of each is in `list_features`, its boosted trees in `calibrated_trees`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.jit import kernel
from symbolic_rc.index import columns as C

#: Candidates that are ranked again, at most.
LISTED = 24
#: The kinds of data sets that the reranker tells apart; any other is "".
PROFILES = ("", "narrativeqa", "quoref", "fairytaleqa", "duorc", "squad")


def profile_code(profile: str) -> int:
    """Return the number of a kind of data set, 0 for an unknown one."""
    return PROFILES.index(profile) if profile in PROFILES else 0


@kernel
def overlap(tok: NDArray[np.int32], a0: int, a1: int, b0: int, b1: int) -> float:
    """Return the F1 of the longest common subsequence of two spans' words, marks left out."""
    row = np.zeros(b1 - b0 + 1, np.int32)
    first, second = 0, 0
    for j in range(b0, b1):
        second += tok[C.POS, j] != C.P_PUNCT
    for i in range(a0, a1):
        if tok[C.POS, i] == C.P_PUNCT:
            continue
        first += 1
        diagonal = 0
        for j in range(b0, b1):
            keep = row[j - b0 + 1]
            if tok[C.POS, j] != C.P_PUNCT and tok[C.LOWER, i] == tok[C.LOWER, j]:
                row[j - b0 + 1] = diagonal + 1
            else:
                row[j - b0 + 1] = max(row[j - b0 + 1], row[j - b0])
            diagonal = keep
    if first + second == 0:
        return 0.0
    return 2.0 * row[b1 - b0] / (first + second)


@kernel
def pairwise_overlap(
    tok: NDArray[np.int32], cand: NDArray[np.int32], chosen: NDArray[np.int32]
) -> NDArray[np.float32]:
    """Return how much each two of the chosen candidates' answers have in common, see `overlap`; float32."""
    m = chosen.shape[0]
    found = np.eye(m).astype(np.float32)
    for i in range(m):
        a = chosen[i]
        for j in range(i + 1, m):
            b = chosen[j]
            value = overlap(tok, cand[a, C.A_START], cand[a, C.A_END], cand[b, C.A_START], cand[b, C.A_END])
            found[i, j] = value
            found[j, i] = value
    return found


def expected_overlap(scores: NDArray[np.float64], overlaps: NDArray[np.float32]) -> NDArray[np.float64]:
    """Return how much each candidate of a list can be expected to overlap with the right answer.

    The answer with the least expected loss need not be the likeliest one: of many similar ones none may be
    likely by itself (minimum Bayes risk, Kumar & Byrne 2004).

    Parameters
    ----------
    scores : ndarray of float64, shape (m,)
        Of the reranker; the candidates' probabilities are their softmax.
    overlaps : ndarray of float32, shape (m, m)
        What `pairwise_overlap` returned for the candidates.

    Examples
    --------
    >>> import numpy as np
    >>> overlaps = np.array([[1.0, 0.0, 0.0], [0.0, 1.0, 0.8], [0.0, 0.8, 1.0]], np.float32)
    >>> expected_overlap(np.log([0.4, 0.3, 0.3]), overlaps).round(2).tolist()
    [0.4, 0.54, 0.54]
    """
    probabilities = np.exp(scores - scores.max())
    found: NDArray[np.float64] = overlaps @ (probabilities / probabilities.sum())
    return found


@kernel
def shortlist(
    cand: NDArray[np.int32], selected: NDArray[np.int32], scores: NDArray[np.float32], most: int
) -> NDArray[np.int32]:
    """Return the rows of the best candidates, best first, one for each distinct answer; ties to the first."""
    order = np.argsort(-scores, kind="mergesort")
    kept = np.empty(most, np.int32)
    count = 0
    for k in range(order.shape[0]):
        if count == most:
            break
        row = order[k]
        c = selected[row]
        length = cand[c, C.A_END] - cand[c, C.A_START]
        known = False
        for j in range(count):
            other = selected[kept[j]]
            if (
                cand[other, C.SAME] == cand[c, C.SAME]
                and cand[other, C.A_END] - cand[other, C.A_START] == length
            ):
                known = True
                break
        if not known:
            kept[count] = row
            count += 1
    return kept[:count].copy()


def overlap_plain(one: Sequence[int], other: Sequence[int]) -> float:
    """Return the F1 of the longest common subsequence of two answers' words; the plain twin of `overlap`."""

    @cache
    def common(i: int, j: int) -> int:
        if i == len(one) or j == len(other):
            return 0
        if one[i] == other[j]:
            return 1 + common(i + 1, j + 1)
        return max(common(i + 1, j), common(i, j + 1))

    return 2 * common(0, 0) / (len(one) + len(other)) if one or other else 0.0
