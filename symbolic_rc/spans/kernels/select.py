"""Keep the best spans, row by row: a row holds the spans of one length from one block of starts.

Every count-based measure is ``numerator * count / denominator * factor``, where only the count differs
within a row, so a whole row is dismissed by its largest count.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from symbolic_rc.core.arrays import Array, Floats, Ints
from symbolic_rc.core.kernels import kernel
from symbolic_rc.spans.inputs import Search
from symbolic_rc.spans.measures import BREVITY, LENGTH_WEIGHT, NUMERATOR, REFERENCE_WEIGHT
from symbolic_rc.spans.ranked import Best


@kernel
def row_scale(measure: Floats, length: int, reference: int) -> tuple[float, float]:
    """Return denominator and factor of spans of that length; see `symbolic_rc.spans.measures`."""
    denominator = measure[LENGTH_WEIGHT] * length + measure[REFERENCE_WEIGHT] * reference
    factor = 1.0
    if measure[BREVITY] != 0.0 and 0 < length < reference:
        factor = math.exp(1.0 - reference / length)
    return denominator, factor


@kernel
def value_of(numerator: float, count: int | np.integer, denominator: float, factor: float) -> Any:
    """Return the value of one span; one division, so that equal fractions are equal floats."""
    return numerator * count / denominator * factor if denominator > 0.0 else 0.0


@kernel
def value_of_span(measure: Floats, count: int | np.integer, length: int, reference: int) -> Any:
    """Return the value of a span of that length."""
    denominator, factor = row_scale(measure, length, reference)
    return value_of(measure[NUMERATOR], count, denominator, factor)


@kernel
def reference_of(search: Search, row: int) -> Ints:
    """Return one of the references."""
    return search.references[search.bounds[row] : search.bounds[row + 1]]


@kernel
def precedes(score: float, start: int, length: int, score2: float, start2: int, length2: int) -> Any:
    """Whether a span comes before another: score, then first position, then shorter."""
    if score != score2:
        return score > score2
    return start < start2 or (start == start2 and length < length2)


@kernel
def insert(best: Best, row: int, filled: int, score: float, start: int, length: int) -> Any:
    """Insert a span into the sorted best of a row; return how many there are now."""
    scores, starts, lengths = best.scores[row], best.starts[row], best.lengths[row]
    top = scores.size
    place = filled
    while place > 0 and precedes(
        score, start, length, scores[place - 1], starts[place - 1], lengths[place - 1]
    ):
        place -= 1
        if place + 1 < top:
            scores[place + 1], starts[place + 1] = scores[place], starts[place]
            lengths[place + 1] = lengths[place]
    if place < top:
        scores[place], starts[place], lengths[place] = score, start, length
    return min(filled + 1, top)


#: Counts that are dismissed together.
PIECE = 128


@kernel
def reaches(counts: Array, least: Any) -> Any:
    """Whether any count is at least `least`; without a branch, so that many are compared at once."""
    any_reaches = False
    for i in range(counts.size):
        any_reaches |= counts[i] >= least
    return any_reaches


@kernel
def least_count(
    measure: Floats, most: int | np.integer, length: int, reference: int, top: int, last: float, later: bool
) -> Any:
    """Return the least count that makes a span one of the best; more than `most` if none of a row is.

    `last` is the score of the last of the `top` best so far, minus infinity while there are fewer; of equal
    scores the first start wins, so a `later` block must be strictly better.
    """
    if last < 0.0:
        return most if top == 1 else 0
    denominator, factor = row_scale(measure, length, reference)
    value = value_of(measure[NUMERATOR], most, denominator, factor)
    if value < last or (value == last and later):
        return most + 1
    least = most
    while top > 1 and least > 0:
        value = value_of(measure[NUMERATOR], least - 1, denominator, factor)
        if value < last or (value == last and later):
            break
        least -= 1
    return least


@kernel
def keep_counts(
    counts: Array,
    width: int,
    most: int | np.integer,
    first: int,
    length: int,
    measure: Floats,
    best: Best,
    of_row: tuple[int, int, int],
) -> Any:
    """Merge the counts of a block of spans, `most` at most, into a row's best; return how many there are.

    The row is given with how many it has and the size of its reference.
    """
    row, filled, reference = of_row
    scores, starts = best.scores[row], best.starts[row]
    top = scores.size
    least = least_count(measure, most, length, reference, top, scores[top - 1], starts[top - 1] < first)
    if least > most:
        return filled
    denominator, factor = row_scale(measure, length, reference)
    for low in range(0, width, PIECE):
        high = min(low + PIECE, width)
        if filled == top > 1:
            last, later = scores[top - 1], starts[top - 1] < first + low
            least = max(least, least_count(measure, most, length, reference, top, last, later))
        if not reaches(counts[low:high], counts.dtype.type(least)):
            continue
        for i in range(low, high):
            if counts[i] >= least:
                value = value_of(measure[NUMERATOR], counts[i], denominator, factor)
                filled = insert(best, row, filled, value, first + i, length)
                if top == 1:
                    return filled
    return filled
