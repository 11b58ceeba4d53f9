"""Renumber a story's tokens and list the places of each word."""

from __future__ import annotations

from typing import Any

import numpy as np

from symbolic_rc.core.arrays import Ints
from symbolic_rc.core.kernels import kernel
from symbolic_rc.spans.inputs import Lookup


@kernel
def slot_of(keys: Ints, slots: Ints, token: int) -> Any:
    """Return the slot of the hash table that holds `token`, or the free one where it belongs."""
    mask = keys.size - 1
    # Fibonacci hashing: neighbouring integers, as vocabularies give them, spread well.
    place = ((np.int64(token) & 0xFFFFFFFF) * 2654435769 >> 12) & mask
    while slots[place] >= 0 and keys[place] != token:
        place = (place + 1) & mask
    return place


@kernel
def word_of(lookup: Lookup, token: int) -> Any:
    """Return the number of a word of the story, or -1."""
    return lookup.slots[slot_of(lookup.keys, lookup.slots, token)]


@kernel
def build_index(tokens: Ints, words: Ints, bounds: Ints, places: Ints, keys: Ints, slots: Ints) -> int:
    """Fill words, bounds, places, keys and slots, as `TokenIndex` describes them; linear time.

    Returns how many distinct words there are. `keys` and `slots` have a power of two as their length, twice
    that of `tokens` or more; `slots` is all -1.
    """
    n = tokens.size
    counts = np.zeros(n + 1, np.int32)
    distinct = 0
    for i in range(n):
        place = slot_of(keys, slots, tokens[i])
        if slots[place] < 0:
            keys[place] = tokens[i]
            slots[place] = distinct
            distinct += 1
        words[i] = slots[place]
        counts[words[i]] += 1
    bounds[0] = 0
    for word in range(distinct):
        bounds[word + 1] = bounds[word] + counts[word]
        counts[word] = bounds[word]
    for i in range(n):
        places[counts[words[i]]] = i
        counts[words[i]] += 1
    return distinct
