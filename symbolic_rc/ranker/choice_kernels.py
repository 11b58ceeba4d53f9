"""How well given answers fit a story: the kernels over their tokens."""

from __future__ import annotations

import numpy as np

from symbolic_rc.core.arrays import Floats, Longs
from symbolic_rc.core.kernels import kernel

#: From here on a distance counts the same.
_FAR = 30


@kernel
def windows(
    own: Floats, base: Floats, inverse: Floats, sizes: Longs, widths: Longs, best: Floats, mean: Floats
) -> None:
    """Find the best windows for a question and each answer (Richardson et al. 2013; Smith et al. 2015).

    `own` (answers, n) and `base` (n,) say how well each token matches each answer and the question, `inverse`
    what a match of the token counts. Fills `best` with the best window of the answer's size, and `mean` with
    the mean over `widths` of the best window that holds some of the answer.
    """
    answers, n = own.shape
    both, held = np.zeros(n + 1), np.zeros(n + 1)
    for p in range(answers):
        for t in range(n):
            both[t + 1] = both[t] + max(base[t], own[p, t]) * inverse[t]
            held[t + 1] = held[t] + own[p, t]
        most = -np.inf
        for t in range(n + 1 - sizes[p]):
            most = max(most, both[t + sizes[p]] - both[t])
        best[p] = most
        mean[p] = 0.0
        for width in widths:
            most = 0.0
            for t in range(n + 1 - width):
                if held[t + width] - held[t] > 1e-9:
                    most = max(most, both[t + width] - both[t])
            mean[p] += most / len(widths)


@kernel
def distances(own: Floats, there: Longs, out: Floats) -> None:
    """Fill how near the question's words stand to each answer's (Richardson et al. 2013): 1 less the share.

    `own` is (answers, n), `there` has the tokens that match the question, in order.
    """
    answers, n = own.shape
    gaps = np.empty(n, np.int64)
    for p in range(answers):
        last, any_here = -_FAR, False
        for t in range(n):
            if own[p, t] > 0.5:
                last, any_here = t, True
            gaps[t] = t - last
        last = n + _FAR
        for t in range(n - 1, -1, -1):
            if own[p, t] > 0.5:
                last = t
            gaps[t] = min(gaps[t], last - t)
        total = 0
        for t in there:
            total += min(gaps[t] + 1, _FAR)
        out[p] = 1.0 - total / len(there) / _FAR if any_here and len(there) else 0.0


@kernel
def dice(
    ours: Longs, theirs: Longs, our_bounds: Longs, their_bounds: Longs, distinct: int, out: Floats
) -> None:
    """Fill how alike sets of words are: twice the words that both hold over the words of either (Dice).

    Words are numbers below `distinct`, set after set, each of ours once in its set; those of theirs that no
    set of ours holds are -1. `out` is (our sets, their sets).
    """
    last = np.full(distinct, -1, np.int64)
    for c in range(len(their_bounds) - 1):
        for i in range(their_bounds[c], their_bounds[c + 1]):
            if theirs[i] >= 0:
                last[theirs[i]] = c
        for p in range(len(our_bounds) - 1):
            shared = 0
            for i in range(our_bounds[p], our_bounds[p + 1]):
                shared += last[ours[i]] == c
            size = our_bounds[p + 1] - our_bounds[p] + their_bounds[c + 1] - their_bounds[c]
            out[p, c] = 2.0 * shared / max(1, size)


@kernel
def in_order(statement: Longs, worth: Floats, words: Longs, starts: Longs, ends: Longs, out: Floats) -> None:
    """Fill the worth of the longest common subsequence of a statement and each passage of a story's words.

    Words are numbers; `worth` says what each of the statement's counts.
    """
    row = np.empty(words.shape[0] + 1)
    for s in range(starts.shape[0]):
        n = ends[s] - starts[s]
        row[: n + 1] = 0.0
        for i in range(statement.shape[0]):
            diagonal = 0.0
            for j in range(n):
                keep = row[j + 1]
                row[j + 1] = max(keep, row[j])
                if statement[i] == words[starts[s] + j]:
                    row[j + 1] = max(row[j + 1], diagonal + worth[i])
                diagonal = keep
        out[s] = row[n]
