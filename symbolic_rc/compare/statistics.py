"""Intervals and tests from per-question statistics, kept once and summed many times.

Every metric gives a vector of sufficient statistics per question and a score of their sum, so a resampled
score costs one matrix product and no second look at the answers (the way of sacrebleu; Koehn 2004 for the
bootstrap, Riezler & Maxwell 2005 for the permutation test, Holm 1979 for many comparisons).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from symbolic_rc.core.arrays import Flags, Floats

#: Sums of statistics, shape (r, k) -> scores, shape (r,).
Score = Callable[[Floats], Floats]

_CHUNK = 4_000_000
#: In agreement and curves, a question counts as right from this score of the main metric on.
RIGHT = 50.0


@dataclass(frozen=True, slots=True)
class Interval:
    """A score with the ends of its interval."""

    score: float
    low: float
    high: float


def _rows(count: int, n: int) -> list[int]:
    """Split `count` resamples into blocks whose weights, n a resample, fit the memory kept for them."""
    block = max(1, _CHUNK // max(n, 1))
    return [min(block, count - done) for done in range(0, count, block)]


def bootstrap_scores(
    statistics: Sequence[Floats], score: Score, resamples: int = 2000, seed: int = 0
) -> list[Floats]:
    """Scores of resampled sets of questions; the same questions for every system.

    Statistics are arrays of shape (n, k), one a system, rows in the same order of questions.
    """
    if (n := len(statistics[0])) == 0:
        return [np.zeros(resamples) for _ in statistics]
    generator = np.random.default_rng(seed)
    blocks: list[list[Floats]] = [[] for _ in statistics]
    for rows in _rows(resamples, n):
        drawn = generator.integers(0, n, size=(rows, n)) + n * np.arange(rows)[:, None]
        weights = np.bincount(drawn.ravel(), minlength=rows * n).reshape(rows, n).astype(np.float64)
        for block, table in zip(blocks, statistics, strict=True):
            block.append(np.asarray(score(weights @ table), dtype=np.float64))
    return [np.concatenate(block) for block in blocks]


def interval(statistics: Floats, score: Score, level: float = 0.95, **options: int) -> Interval:
    """Score with its percentile bootstrap interval; `options` go to `bootstrap_scores`."""
    (scores,) = bootstrap_scores([statistics], score, **options)
    point = float(score(statistics.sum(axis=0, keepdims=True))[0]) if len(statistics) else 0.0
    return _around(point, scores, level)


def difference(a: Floats, b: Floats, score: Score, level: float = 0.95, **options: int) -> Interval:
    """Score of `a` minus score of `b`, with the interval of the paired bootstrap."""
    first, second = bootstrap_scores([a, b], score, **options)
    point = float(np.subtract(*(score(table.sum(axis=0, keepdims=True))[0] for table in (a, b))))
    return _around(point, first - second, level)


def _around(point: float, scores: Floats, level: float) -> Interval:
    tail = (1.0 - level) / 2.0
    return Interval(point, *np.quantile(scores, [tail, 1.0 - tail]).tolist())


def permutation_test(a: Floats, b: Floats, score: Score, resamples: int = 10_000, seed: int = 0) -> float:
    """p of the paired permutation test: how often swapping answers at random differs as much.

    Two-sided, on the difference of the scores; the observed assignment counts as one of the resamples, so
    that p is never zero and equals one for systems without a difference. Statistics `a` and `b`, of shape
    (n, k), are of the same questions.
    """
    moved = np.flatnonzero((a != b).any(axis=1))
    if moved.size == 0:
        return 1.0
    total_a, total_b = a.sum(axis=0), b.sum(axis=0)
    swap = (b - a)[moved]
    observed = abs(float(score(total_a[None])[0] - score(total_b[None])[0]))
    slack = 1e-12 * max(1.0, observed)
    generator = np.random.default_rng(seed)
    as_large = 0
    for rows in _rows(resamples, moved.size):
        shift = generator.integers(0, 2, size=(rows, moved.size), dtype=np.uint8).astype(np.float64) @ swap
        differences = score(total_a + shift) - score(total_b - shift)
        as_large += int(np.count_nonzero(np.abs(differences) >= observed - slack))
    return (as_large + 1) / (resamples + 1)


def holm(p_values: Sequence[float]) -> list[float]:
    """Correct p-values for many comparisons (Holm 1979).

    Examples
    --------
    >>> holm([0.01, 0.04, 0.03])
    [0.03, 0.06, 0.06]
    """
    count, corrected, running = len(p_values), [1.0] * len(p_values), 0.0
    for rank, index in enumerate(sorted(range(count), key=p_values.__getitem__)):
        running = max(running, min(1.0, (count - rank) * p_values[index]))
        corrected[index] = running
    return corrected


def roc_area(scores: Floats, right: Flags) -> float:
    """Return the area under the ROC curve: how often a right answer scores above a wrong one, ties half."""
    good, bad = np.sort(scores[right]), scores[~right]
    if not (good.size and bad.size):
        return 0.5
    above = 2 * good.size - np.searchsorted(good, bad, "left") - np.searchsorted(good, bad, "right")
    return float(above.mean() / (2 * good.size))
