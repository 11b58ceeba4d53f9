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

    Parameters
    ----------
    own : ndarray of float64, shape (answers, n)
        How well each token matches each answer.
    base : ndarray of float64, shape (n,)
        The same for the question.
    inverse : ndarray of float64, shape (n,)
        What a match of the token counts.
    sizes : ndarray of int64, shape (answers,)
        Each answer's window.
    widths : ndarray of int64
        The windows of all sizes.
    best : ndarray of float64, shape (answers,)
        Filled with the best window of the answer's size.
    mean : ndarray of float64, shape (answers,)
        Filled with the mean over `widths` of the best window that holds some of the answer.
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

    Parameters
    ----------
    own : ndarray of float64, shape (answers, n)
    there : ndarray of int64
        The tokens that match the question, in order.
    out : ndarray of float64, shape (answers,)
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

    Parameters
    ----------
    ours, theirs : ndarray of int64
        Words as numbers below `distinct`, set after set; each word of ours once in its set. Those of theirs
        that no set of ours holds are -1.
    our_bounds, their_bounds : ndarray of int64
        Where each set begins, with the end.
    out : ndarray of float64, shape (our sets, their sets)
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
    """Fill the worth of the longest common subsequence of a statement and each passage.

    Parameters
    ----------
    statement : ndarray of int64
        Its words as numbers.
    worth : ndarray of float64
        What each of them counts.
    words : ndarray of int64
        The story's words.
    starts, ends : ndarray of int64, shape (passages,)
    out : ndarray of float64, shape (passages,)
    """
    longest = 0
    for s in range(starts.shape[0]):
        longest = max(longest, ends[s] - starts[s])
    row = np.empty(longest + 1)
    for s in range(starts.shape[0]):
        n = ends[s] - starts[s]
        row[: n + 1] = 0.0
        for i in range(statement.shape[0]):
            diagonal = 0.0
            for j in range(n):
                keep = row[j + 1]
                if statement[i] == words[starts[s] + j]:
                    row[j + 1] = max(keep, row[j], diagonal + worth[i])
                else:
                    row[j + 1] = max(keep, row[j])
                diagonal = keep
        out[s] = row[n]
