"""What the parser worked out before, by what it saw.

Partial trees that compete show it the same again and again: they share most of their words and arcs, and
readings of a sentence that differ in one tag share the more.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.kernels import kernel

#: Places of a memo, as a power of two: as many as stay in the processor's cache.
_BITS = 12
_SHIFT = np.uint64(64 - _BITS)
#: By which atoms are multiplied, for each half of a fingerprint, and the most atoms that there are.
_MOST = 128
_DRAWN = np.random.default_rng(1).integers(1 << 63, size=(2, _MOST), dtype=np.uint64)
_FIRST, _SECOND = _DRAWN * np.uint64(2) + np.uint64(1)


class Memo(NamedTuple):
    """Results by the fingerprint of what they were worked out from; later ones take the places of earlier.

    Attributes
    ----------
    prints : ndarray of uint64, shape (places, 2)
    values : ndarray of int32, shape (places, 3)
    """

    prints: NDArray[np.uint64]
    values: NDArray[np.int32]


@kernel
def new_memo() -> Memo:
    """Return an empty memo."""
    return Memo(np.zeros((1 << _BITS, 2), np.uint64), np.zeros((1 << _BITS, 3), np.int32))


@kernel
def place_of(memo: Memo, atoms: NDArray[np.uint32]) -> tuple[int, bool]:
    """Return the place of these atoms, which is theirs from now on, and whether their result is there.

    A fingerprint is two sums of products (multilinear hashing; Carter & Wegman 1979): two lists of atoms have
    the same one with a probability of less than 2 ** -64.
    """
    one = two = np.uint64(len(atoms))
    for i in range(len(atoms)):
        atom = np.uint64(atoms[i])
        one += atom * _FIRST[i]
        two += atom * _SECOND[i]
    place = int(one >> _SHIFT)
    known = bool(memo.prints[place, 0] == one and memo.prints[place, 1] == two)
    memo.prints[place, 0], memo.prints[place, 1] = one, two
    return place, known
