"""All spans of a story, measured one by one with plain Python, and the best of them; word distance."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence

import numpy as np

from symbolic_rc.metrics.rouge import lcs

Measure = Callable[[Sequence[int]], float]


def rouge_l(span: Sequence[int], reference: Sequence[int], beta: float = 1.0) -> float:
    """Return ROUGE-L's F (Lin 2004)."""
    shared = lcs(span, reference)
    if not shared:
        return 0.0
    precision, recall = shared / len(span), shared / len(reference)
    return (1 + beta**2) * precision * recall / (recall + beta**2 * precision)


def overlap(span: Sequence[int], reference: Sequence[int], measure: str) -> float:
    """Return token F1, precision, recall (SQuAD) or BLEU-1 (Papineni et al. 2002)."""
    shared = sum((Counter(span) & Counter(reference)).values())
    if measure == "recall":
        return shared / len(reference) if reference else 0.0
    if measure == "precision":
        return shared / len(span) if span else 0.0
    if measure == "f1":
        return 2 * shared / (len(span) + len(reference)) if shared else 0.0
    brevity = min(1.0, math.exp(1 - len(reference) / len(span)))
    return brevity * shared / len(span)


def cosine(a: Sequence[float], b: Sequence[float]) -> float:
    """Return the cosine of two vectors, 0 if one is zero."""
    norms = math.sqrt(sum(x * x for x in a)) * math.sqrt(sum(x * x for x in b))
    return sum(x * y for x, y in zip(a, b, strict=True)) / norms if norms else 0.0


def table(tokens: Sequence[int], max_length: int, measure: Measure) -> list[list[float]]:
    """Return the measure of every span: row l - 1, column start; 0 where a span would leave the story."""
    n = len(tokens)
    return [
        [measure(tokens[start : start + length]) if start + length <= n else 0.0 for start in range(n)]
        for length in range(1, max_length + 1)
    ]


def best(
    values: Sequence[Sequence[float]], n: int, min_length: int, top: int
) -> list[tuple[int, int, float]]:
    """Return (start, end, value) of the best spans: by value, then first start, then shorter."""
    spans = [
        (start, start + length, values[length - 1][start])
        for start in range(n)
        for length in range(min_length, len(values) + 1)
        if start + length <= n
    ]
    return sorted(spans, key=lambda span: -span[2])[:top]


def every_span(n: int, max_length: int) -> tuple[np.ndarray, np.ndarray]:
    """Return starts and ends of every span of up to `max_length` tokens, by length, then start."""
    bounds = [(i, i + size) for size in range(1, max_length + 1) for i in range(n - size + 1)]
    starts, ends = np.array(bounds, np.int32).reshape(-1, 2).T
    return starts, ends


def distance_at(
    position: int, rows: Sequence[Sequence[tuple[int, float]]], cap: int, shifts: Sequence[int]
) -> float:
    """Return the distance of a question's words, each a list of (match, weight), from one position."""
    total = 0.0
    for row, shift in zip(rows, shifts, strict=True):
        savings = [weight * max(0, cap - abs(match - shift - position)) for match, weight in row]
        total += cap - max(savings, default=0.0)
    return total
