"""Tokens that all spans share with a reference, counted as often as both hold them.

Whether a token adds to the count of a span is a matter of distance alone: the token at p, which the reference
holds c times, adds to the spans that start after the c-th occurrence before it. With the distance to that
occurrence in `reach`, a row of spans of length l grows by ``reach[start + l - 1] >= l``, many starts at once.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from symbolic_rc.core.arrays import Array, Floats, Ints
from symbolic_rc.core.kernels import kernel
from symbolic_rc.spans.inputs import Lookup, Search
from symbolic_rc.spans.kernels.index import word_of
from symbolic_rc.spans.kernels.select import keep_counts, reference_of, value_of_span
from symbolic_rc.spans.ranked import Best


@kernel
def _count_needs(needs: Ints, reference: Ints, lookup: Lookup) -> None:
    """Write how often the reference holds each word of the story."""
    needs[:] = 0
    for i in range(reference.size):
        word = word_of(lookup, reference[i])
        if word >= 0:
            needs[word] += 1


@kernel
def _set_reach(reach: Array, limit: int, needs: Ints, reference: Ints, lookup: Lookup) -> None:
    """Write the longest span ending at each token to whose count the token adds, at most `limit`."""
    reach[:] = 0
    _count_needs(needs, reference, lookup)
    for i in range(reference.size):
        word = word_of(lookup, reference[i])
        if word >= 0 and needs[word] > 0:
            need = needs[word]
            needs[word] = 0
            low, places = lookup.bounds[word], lookup.places
            for j in range(low, lookup.bounds[word + 1]):
                distance = limit if j - need < low else min(limit, places[j] - places[j - need])
                reach[places[j]] = distance


@kernel
def _grow_row(reach: Array, counts: Array, length: Any, width: int) -> Any:
    """Lengthen a block of spans to `length` tokens; return the largest count."""
    counts[width:] = 0
    most = counts[0]
    for i in range(counts.size):
        counts[i] += reach[i] >= length
        most = max(most, counts[i])
    return most


@kernel
def overlap_best(search: Search, reach: Array, counts: Array, steps: Array, best: Best) -> None:
    """Find the best spans for each reference; `steps` is 0, 1, 2, ... in the type of `reach`."""
    tokens, block = search.lookup.places.size, counts.size
    needs = np.zeros(search.lookup.bounds.size, np.int32)
    for r in range(search.bounds.size - 1):
        reference = reference_of(search, r)
        _set_reach(reach, search.longest, needs, reference, search.lookup)
        filled = 0
        for first in range(0, tokens, block):
            counts[:] = 0
            for length in range(1, search.longest + 1):
                width = min(block, tokens - first - length + 1)
                if width <= 0:
                    break
                most = np.int64(_grow_row(reach[first + length - 1 :], counts, steps[length], width))
                if length >= search.shortest:
                    row = r, filled, reference.size
                    filled = keep_counts(counts, width, most, first, length, search.measure, best, row)


@kernel
def overlap_given(search: Search, words: Ints, firsts: Ints, lasts: Ints, values: Floats) -> None:
    """Write the value of each given span for each reference: ``values[reference, span]``."""
    needs = np.zeros(search.lookup.bounds.size, np.int32)
    for r in range(search.bounds.size - 1):
        reference = reference_of(search, r)
        _count_needs(needs, reference, search.lookup)
        for span in range(firsts.size):
            count = 0
            for i in range(firsts[span], lasts[span]):
                if needs[words[i]] > 0:
                    count += 1
                needs[words[i]] -= 1
            for i in range(firsts[span], lasts[span]):
                needs[words[i]] += 1
            length = lasts[span] - firsts[span]
            values[r, span] = value_of_span(search.measure, count, length, reference.size)
