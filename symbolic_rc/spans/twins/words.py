"""Word distance, windows and linear scores, as their definitions read."""

from __future__ import annotations

from collections.abc import Sequence


def distance_at(
    position: int,
    rows: Sequence[Sequence[tuple[int, float]]],
    cap: int,
    costs: Sequence[float],
    shifts: Sequence[int],
) -> float:
    """Return the distance of a question's words, each a list of (match, weight), from one position."""
    total = 0.0
    for row, cost, shift in zip(rows, costs, shifts, strict=True):
        savings = [weight * max(0, cap - abs(match - shift - position)) for match, weight in row]
        total += cost * (cap - max(savings, default=0.0))
    return total


def window_sum(weights: Sequence[float], start: int, size: int) -> float:
    """Return the sum of a window, cut off at the story's end."""
    return sum(weights[start : start + size])


def best_window(weights: Sequence[float], size: int) -> tuple[int, float]:
    """Return the first of the heaviest windows that lie within the story, and its sum."""
    size = min(size, len(weights))
    sums = [window_sum(weights, start, size) for start in range(len(weights) - size + 1)]
    return sums.index(max(sums)), max(sums)


def linear_score(features: Sequence[tuple[int, float]], weights: Sequence[float]) -> float:
    """Return the dot product of sparse features with the weights."""
    return sum(value * weights[index] for index, value in features)


def top_indices(scores: Sequence[float], low: int, high: int, top: int) -> list[int]:
    """Return the indices of the best scores between two bounds, first of equal ones first; -1 for no more."""
    order = sorted(range(low, high), key=lambda i: -scores[i])[:top]
    return order + [-1] * (top - len(order))
