"""Decoding of frames: the best arguments together, without overlap, each numbered role once."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from symbolic_rc.core.arrays import Floats, Ints, Longs, Singles
from symbolic_rc.core.kernels import kernel

#: Beam width, roles for each candidate, and how much less probable than no role they may be.
WIDTH, TRIED, SLACK = 12, 4, 5.0
#: Columns of a possible argument: its predicate's number, role, span and head; and in
#: `ArgumentWorkspace.source`, its candidate.
NUMBER, ROLE, BEGIN, END, HEAD, CANDIDATE = range(6)


class Thresholds(NamedTuple):
    """The least probabilities of selected arguments."""

    #: Of numbered arguments, and of others
    core: float
    adjunct: float
    by_predicate: bool  #: Whether probabilities are multiplied by that of the predicate


#: For readers: triples take two arguments, so that a missing one costs more than a wrong one.
READING = Thresholds(0.2, 0.35, False)
#: For the best F1 on exact spans (CoNLL-2005).
EXACT = Thresholds(0.35, 0.35, True)


@kernel
def by_start(spans: Ints, n: int, order: Ints) -> None:
    """Fill `order` with the first `n` spans by start, longer ones first, equal ones in order."""
    for i in range(n):
        place = i
        while place > 0:
            other = order[place - 1]
            later = spans[other, 0] > spans[i, 0]
            if not later and not (spans[other, 0] == spans[i, 0] and spans[other, 1] < spans[i, 1]):
                break
            order[place] = other
            place -= 1
        order[place] = i


@kernel
def next_label(scores: Singles, before: Ints) -> int:
    """Return the most probable label that is not among those before; -1 for none."""
    top = -1
    for label in range(1, len(scores)):
        repeated = False
        for q in range(len(before)):
            repeated |= before[q] == label
        if not repeated and (top < 0 or scores[label] > scores[top]):
            top = label
    return top


@kernel
def _likely_labels(scores: Singles, best: Ints) -> int:
    """Fill `best` with the most probable labels, within `SLACK` of no label; return how many."""
    for tried in range(len(best)):
        top = next_label(scores, best[:tried])
        if top < 0 or scores[top] < scores[0] - SLACK:
            return tried
        best[tried] = top
    return len(best)


@kernel
def _prune(score: Floats, taken: Longs, end: Ints, kept: Ints) -> int:
    """Fill `kept` with the best partial frames, of equal scores the older ones; return how many."""
    left = np.ones(len(score), np.bool_)
    alive = 0
    while alive < len(kept):  # numba would compile a sort for this
        m = -1
        for q in range(len(score)):
            if left[q] and (m < 0 or score[q] > score[m]):
                m = q
        if m < 0:
            break
        for q in range(len(score)):
            if taken[q] == taken[m] and end[q] == end[m]:
                left[q] = False
        kept[alive] = m
        alive += 1
    return alive


@kernel
def decode(scores: Singles, spans: Ints, n: int, order: Ints, core: Longs, out: Ints) -> float:
    """Fill `out` with the label of each of n candidates (0: none) in the best frame; return its score.

    `scores` are log probabilities, of shape (n, labels); `core` holds the bit of each numbered role, else 0.
    The beam proceeds in `order`, by the start of spans: the state of a partial frame is the end of its last
    argument and the numbered roles taken.
    """
    score, taken = np.zeros(WIDTH), np.zeros(WIDTH, np.int64)
    end, past = np.zeros(WIDTH, np.int32), np.zeros((WIDTH, n), np.int32)
    new_score, new_taken = np.zeros(WIDTH * (TRIED + 1)), np.zeros(WIDTH * (TRIED + 1), np.int64)
    new_end, source = np.zeros(WIDTH * (TRIED + 1), np.int32), np.zeros(WIDTH * (TRIED + 1), np.int32)
    given = np.zeros(WIDTH * (TRIED + 1), np.int32)
    best, kept = np.zeros(TRIED, np.int32), np.zeros(WIDTH, np.int32)
    alive = 1
    for step in range(n):
        i = order[step]
        tried = _likely_labels(scores[i], best)
        if tried == 0:
            for s in range(alive):
                score[s] += scores[i, 0]
            continue
        made = 0
        for s in range(alive):
            new_score[made], new_taken[made], new_end[made] = score[s] + scores[i, 0], taken[s], end[s]
            source[made], given[made] = s, 0
            made += 1
            if spans[i, 0] < end[s]:
                continue
            for q in range(tried):
                label = best[q]
                if core[label] & taken[s]:
                    continue
                new_score[made], new_taken[made] = score[s] + scores[i, label], taken[s] | core[label]
                new_end[made], source[made], given[made] = spans[i, 1], s, label
                made += 1
        alive = _prune(new_score[:made], new_taken, new_end, kept)
        history = np.zeros((WIDTH, n), np.int32)
        for s in range(alive):
            m = kept[s]
            for k in range(n):
                history[s, k] = past[source[m], k]
            history[s, i] = given[m]
            score[s], taken[s], end[s] = new_score[m], new_taken[m], new_end[m]
        past = history
    for i in range(n):
        out[i] = past[0, i]
    return score[0]


@kernel
def normalise(sums: Singles, own: Ints, count: int, width: int, out: Singles) -> None:
    """Compute the log probabilities of the labels from the sums of columns."""
    best = np.float32(-1e30)
    for label in range(count):
        score = np.float32(-1e30)
        if own[label, 0] != -2:
            score = np.float32(0.0)
            for w in range(width):
                if own[label, w] >= 0:
                    score += sums[own[label, w]]
        out[label] = score
        best = max(best, score)
    z = np.float32(0.0)
    for label in range(count):
        z += np.exp(out[label] - best)
    z = best + np.log(z)
    for label in range(count):
        out[label] -= z


@kernel
def select_arguments(
    found: Ints, probabilities: Singles, core: Longs, thresholds: Thresholds, chosen: Ints
) -> int:
    """Fill `chosen` with the selected arguments, as rows of `found`; return how many.

    Those of a predicate maximise the sum of their probabilities above the thresholds; probabilities of the
    same argument in several trees add up. `found`, of shape (n, 6), is by predicate; for `core` see `decode`.
    """
    count, first = 0, 0
    while first < len(found):
        last = first
        while last < len(found) and found[last, NUMBER] == found[first, NUMBER]:
            last += 1
        spans, source = np.zeros((last - first, 2), np.int32), np.zeros(last - first, np.int32)
        scores = np.full((last - first, len(core)), np.float32(-2 * SLACK))
        place = np.zeros(last - first, np.int32)
        n = 0
        for i in range(first, last):
            at, role = 0, found[i, ROLE]
            while at < n and (spans[at, 0] != found[i, BEGIN] or spans[at, 1] != found[i, END]):
                at += 1
            place[i - first] = at
            if at == n:
                spans[at, 0], spans[at, 1], source[at] = found[i, BEGIN], found[i, END], i
                scores[at, 0] = 0.0
                n += 1
            if scores[at, role] < -SLACK:
                scores[at, role] = -thresholds.core if core[role] != 0 else -thresholds.adjunct
            scores[at, role] += probabilities[i]
        order, out = np.zeros(n, np.int32), np.zeros(n, np.int32)
        by_start(spans, n, order)
        decode(scores, spans, n, order, core, out)
        for at in range(n):
            for i in range(source[at], last):
                if found[i, ROLE] == out[at] and place[i - first] == at:
                    chosen[count] = i
                    count += 1
                    break
        first = last
    return count
