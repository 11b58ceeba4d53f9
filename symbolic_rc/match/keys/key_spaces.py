"""Keys: 64-bit integers, a space in the high bits and a number in the low ones."""

from __future__ import annotations

#: Spaces of keys: a word's form, its base forms, what an adjective pertains to, the value of a number,
#: synsets, neighbours among word vectors, and synsets above others, one space for each distance.
FORM, BASE, PERTAINS, VALUE, SYNSET, NEAR, ANCESTOR = range(7)
SHIFT = 40


def key(space: int, number: int, steps: int = 0) -> int:
    """Return the key of a number in a space; `steps` tells ancestors at different heights apart."""
    return (space + steps) << SHIFT | number
