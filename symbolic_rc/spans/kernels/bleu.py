"""BLEU-2 to BLEU-4 of all spans: n-grams shared with a reference, counted as often as both hold them.

As for single tokens (`kernels.overlap`), whether the n-gram that ends at a token adds to a span's count is a
matter of distance alone, one `reach` for each order. No smoothing: a span that lacks one order scores 0.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.jit import kernel
from symbolic_rc.spans.kernels.index import word_of
from symbolic_rc.spans.kernels.overlap import grow_row
from symbolic_rc.spans.kernels.select import PIECE, insert, reaches

Ints = NDArray[np.int32]
Floats = NDArray[np.float64]


@kernel
def same_gram(a: Ints, i: int, b: Ints, j: int, order: int) -> Any:
    """Whether the n-grams that start at ``a[i]`` and ``b[j]`` are equal."""
    same = True
    for k in range(order):
        same &= a[i + k] == b[j + k]
    return same


@kernel
def set_gram_reach(
    reach: NDArray[Any],
    limit: int,
    order: int,
    found: Ints,
    reference: Ints,
    words: Ints,
    bounds: Ints,
    places: Ints,
    keys: Ints,
    slots: Ints,
) -> None:
    """Write the longest span ending at each token to whose count of that order the n-gram there adds.

    `found`, one integer a token of the story, is working space.
    """
    reach[:] = 0
    named = np.empty(reference.size, np.int32)
    for i in range(reference.size):
        named[i] = word_of(keys, slots, reference[i])
    for i in range(reference.size - order + 1):
        need = 0
        for j in range(reference.size - order + 1):
            if same_gram(named, i, named, j, order):
                if j < i:
                    need = 0
                    break
                need += 1
        last = named[i + order - 1]
        if need == 0 or last < 0:
            continue
        seen = 0
        for k in range(bounds[last], bounds[last + 1]):
            end = places[k]
            if end >= order - 1 and same_gram(words, end - order + 1, named, i, order):
                found[seen] = end
                # The span must start after the start of the occurrence that would be one too many.
                reach[end] = limit if seen < need else min(limit, end - found[seen - need] + order - 1)
                seen += 1


@kernel
def bleu_value(counts: NDArray[Any], i: int, length: int, reference: int) -> Any:
    """Return BLEU from the counts of all orders; one division, so that equal fractions are equal floats."""
    orders = counts.shape[0]
    shared, possible = 1.0, 1.0
    for order in range(orders):
        shared *= counts[order, i]
        possible *= length - order
    if shared == 0.0 or length < orders:
        return 0.0
    brevity = math.exp(1.0 - reference / length) if length < reference else 1.0
    return brevity * (shared / possible) ** (1.0 / orders)


@kernel
def bleu_best(
    words: Ints,
    bounds: Ints,
    places: Ints,
    keys: Ints,
    slots: Ints,
    references: Ints,
    reference_bounds: Ints,
    shortest: int,
    longest: int,
    reach: NDArray[Any],
    counts: NDArray[Any],
    steps: NDArray[Any],
    scores: Floats,
    starts: Ints,
    lengths: Ints,
) -> None:
    """Find the best spans for each reference; `reach` and `counts` have a row for each order."""
    orders, block = counts.shape
    found = np.empty(words.size, np.int32)
    top = scores.shape[1]
    for r in range(reference_bounds.size - 1):
        reference = references[reference_bounds[r] : reference_bounds[r + 1]]
        for order in range(orders):
            set_gram_reach(
                reach[order], longest, order + 1, found, reference, words, bounds, places, keys, slots
            )
        filled = 0
        for first in range(0, words.size, block):
            counts[:] = 0
            for length in range(1, longest + 1):
                width = min(block, words.size - first - length + 1)
                if width <= 0:
                    break
                most = 0
                for order in range(min(orders, length)):
                    ends = reach[order, first + length - 1 :]
                    most = int(grow_row(ends, counts[order], steps[length], width))
                if length < shortest:
                    continue
                full = counts[orders - 1]  # without an n-gram of the highest order a span's value is 0
                for low in range(0, width, PIECE):
                    high = min(low + PIECE, width)
                    last, later = scores[r, top - 1], starts[r, top - 1] < first + low
                    above = last > 0.0 or (last == 0.0 and later)
                    if above and (most == 0 or length < orders or not reaches(full[low:high], steps[1])):
                        continue
                    for i in range(low, high):
                        value = bleu_value(counts, i, length, reference.size) if full[i] > 0 else 0.0
                        if filled < top or value >= scores[r, top - 1]:
                            filled = insert(
                                scores[r], starts[r], lengths[r], filled, value, first + i, length
                            )


@kernel
def bleu_table(
    words: Ints,
    bounds: Ints,
    places: Ints,
    keys: Ints,
    slots: Ints,
    reference: Ints,
    longest: int,
    reach: NDArray[Any],
    counts: NDArray[Any],
    steps: NDArray[Any],
    table: Floats,
) -> None:
    """Write the value of every span: ``table[length - 1, start]``."""
    orders, block = counts.shape
    found = np.empty(words.size, np.int32)
    for order in range(orders):
        set_gram_reach(reach[order], longest, order + 1, found, reference, words, bounds, places, keys, slots)
    table[:] = 0.0
    for first in range(0, words.size, block):
        counts[:] = 0
        for length in range(1, longest + 1):
            width = min(block, words.size - first - length + 1)
            if width <= 0:
                break
            for order in range(min(orders, length)):
                grow_row(reach[order, first + length - 1 :], counts[order], steps[length], width)
            for i in range(width):
                table[length - 1, first + i] = bleu_value(counts, i, length, reference.size)


@kernel
def bleu_given(
    words: Ints,
    bounds: Ints,
    places: Ints,
    keys: Ints,
    slots: Ints,
    references: Ints,
    reference_bounds: Ints,
    reach: Ints,
    firsts: Ints,
    lasts: Ints,
    values: Floats,
) -> None:
    """Write the value of each given span for each reference: ``values[reference, span]``."""
    orders = reach.shape[0]
    found = np.empty(words.size, np.int32)
    counts = np.zeros((orders, 1), np.int32)
    for r in range(reference_bounds.size - 1):
        reference = references[reference_bounds[r] : reference_bounds[r + 1]]
        for order in range(orders):
            set_gram_reach(
                reach[order], words.size, order + 1, found, reference, words, bounds, places, keys, slots
            )
        for span in range(firsts.size):
            counts[:] = 0
            for order in range(orders):
                for end in range(firsts[span] + order, lasts[span]):
                    counts[order, 0] += reach[order, end] >= end - firsts[span] + 1
            values[r, span] = bleu_value(counts, 0, lasts[span] - firsts[span], reference.size)
