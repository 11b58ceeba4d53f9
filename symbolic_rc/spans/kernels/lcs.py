"""Longest common subsequences of all spans with a reference, bit-parallel.

Hyyrö (2004), "Bit-parallel LCS-length computation revisited": the reference's tokens are the bits of V, which
starts as all ones; each token of the span, with M marking where it stands in the reference, does
``V = (V + (V & M)) | (V & ~M)``; the zeros of V count the LCS so far. All spans that start at one token share
one V, and the V of neighbouring starts lie side by side, so that the compiler steps many at once.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from symbolic_rc.core.arrays import Array, Floats, Ints
from symbolic_rc.core.kernels import kernel
from symbolic_rc.spans.inputs import Lookup, Search
from symbolic_rc.spans.kernels.bits import zeros
from symbolic_rc.spans.kernels.index import word_of
from symbolic_rc.spans.kernels.select import keep_counts, reference_of, value_of_span
from symbolic_rc.spans.ranked import Best


@kernel
def set_masks(masks: Array, reference: Ints, lookup: Lookup) -> None:
    """Mark, at every token of the story, where it stands in the reference: ``masks[bits // size, token]``."""
    size = masks.itemsize * 8
    masks[:] = 0
    for bit in range(reference.size):
        word = word_of(lookup, reference[bit])
        if word >= 0:
            row = bit // size
            mark = np.uint64(1) << np.uint64(bit % size)
            for place in range(lookup.bounds[word], lookup.bounds[word + 1]):
                masks[row, lookup.places[place]] |= mark


@kernel
def _step_row(masks: Array, states: Array, counts: Array, width: int) -> Any:
    """Lengthen a block of spans by a token each, one word of bits a span; return the largest LCS."""
    states[width:] = ~(states[0] & 0)
    most = counts[0]  # which only grows with length
    for i in range(counts.size):
        state = states[i]
        both = state & masks[i]
        state = (state + both) | (state - both)
        states[i] = state
        counts[i] = zeros(states[i])
        most = max(most, counts[i])
    return most


@kernel
def step_rows(masks: Array, states: Array, carries: Array, counts: Array, width: int) -> Any:
    """Do what `_step_row` does with several words of 64 bits a span, and carries between them."""
    carries[:] = 0
    counts[:] = 0
    for row in range(masks.shape[0]):
        for i in range(counts.size):
            state = states[row, i]
            both = state & masks[row, i]
            half = state + both
            total = half + carries[i]
            carries[i] = np.uint64(half < state) | np.uint64(total < half)
            states[row, i] = total | (state - both)
            counts[i] += zeros(states[row, i])
    counts[width:] = 0
    most = counts[0]
    for i in range(counts.size):
        most = max(most, counts[i])
    return most


@kernel
def lcs_best(search: Search, masks: Array, states: Array, counts: Array, best: Best) -> None:
    """Find the best spans for each reference; `masks`, `states` and `counts` are working space.

    The width of their integers says how the bits are packed: one word a span, or rows of 64-bit words.
    """
    tokens, block = search.lookup.places.size, counts.size
    carries = np.zeros(block, np.uint64)
    for r in range(search.bounds.size - 1):
        reference = reference_of(search, r)
        rows = max(1, (reference.size + masks.itemsize * 8 - 1) // (masks.itemsize * 8))
        used = masks[:rows]
        set_masks(used, reference, search.lookup)
        filled = 0
        for first in range(0, tokens, block):
            states[:] = ~(states[0, 0] & 0)
            counts[:] = 0
            for length in range(1, search.longest + 1):
                width = min(block, tokens - first - length + 1)
                if width <= 0:
                    break
                at = first + length - 1
                if rows == 1:
                    most = np.int64(_step_row(used[0, at:], states[0], counts, width))
                else:
                    most = np.int64(step_rows(used[:, at:], states, carries, counts, width))
                if length >= search.shortest:
                    row = r, filled, reference.size
                    filled = keep_counts(counts, width, most, first, length, search.measure, best, row)


@kernel
def lcs_length(one: Ints, other: Ints, row: Ints) -> int:
    """Return the length of the longest common subsequence of two short lists of words.

    `row` is working space, longer than `other` by one.
    """
    n = other.size
    row[: n + 1] = 0
    for word in one:
        diagonal = 0
        for j in range(n):
            kept = row[j + 1]
            row[j + 1] = diagonal + 1 if word == other[j] else max(kept, row[j])
            diagonal = kept
    return row[n]


@kernel
def lcs_given(search: Search, tokens: Ints, firsts: Ints, lasts: Ints, values: Floats) -> None:
    """Write the value of each given span for each reference: ``values[reference, span]``."""
    row = np.zeros(search.references.size + 1, np.int32)
    for r in range(search.bounds.size - 1):
        reference = reference_of(search, r)
        for span in range(firsts.size):
            count = lcs_length(tokens[firsts[span] : lasts[span]], reference, row)
            length = lasts[span] - firsts[span]
            values[r, span] = value_of_span(search.measure, count, length, reference.size)
