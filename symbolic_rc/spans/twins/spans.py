"""All spans of a story, measured one by one with plain Python, and the best of them."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Hashable, Sequence

Measure = Callable[[Sequence[int]], float]


def lcs(a: Sequence[Hashable], b: Sequence[Hashable]) -> int:
    """Return the length of the longest common subsequence, by dynamic programming.

    Examples
    --------
    >>> lcs("the old mill".split(), "the mill".split())
    2
    """
    row = [0] * (len(b) + 1)
    for x in a:
        diagonal = 0
        for j, y in enumerate(b):
            diagonal, row[j + 1] = row[j + 1], diagonal + 1 if x == y else max(row[j], row[j + 1])
    return row[-1]


def rouge_l(span: Sequence[int], reference: Sequence[int], beta: float = 1.0) -> float:
    """Return ROUGE-L's F (Lin 2004)."""
    shared = lcs(span, reference)
    if not shared:
        return 0.0
    precision, recall = shared / len(span), shared / len(reference)
    return (1 + beta**2) * precision * recall / (recall + beta**2 * precision)


def shared_grams(span: Sequence[int], reference: Sequence[int], order: int) -> int:
    """Return how many n-grams the two share, each counted as often as both hold it."""
    a = Counter(tuple(span[i : i + order]) for i in range(len(span) - order + 1))
    b = Counter(tuple(reference[i : i + order]) for i in range(len(reference) - order + 1))
    return sum((a & b).values())


def overlap(span: Sequence[int], reference: Sequence[int], measure: str) -> float:
    """Return token F1, precision, recall (SQuAD) or BLEU-1 to BLEU-4 (Papineni et al. 2002)."""
    shared = shared_grams(span, reference, 1)
    if measure == "recall":
        return shared / len(reference) if reference else 0.0
    if measure == "precision":
        return shared / len(span) if span else 0.0
    if measure == "f1":
        return 2 * shared / (len(span) + len(reference)) if shared else 0.0
    orders = range(1, int(measure.removeprefix("bleu")) + 1)
    counts = [shared_grams(span, reference, order) for order in orders]
    if not all(counts):
        return 0.0
    logs = [math.log(count / (len(span) - order + 1)) for order, count in zip(orders, counts, strict=True)]
    brevity = min(1.0, math.exp(1 - len(reference) / len(span)))
    return brevity * math.exp(sum(logs) / len(logs))


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
