"""From the atoms of a template to a place among the ranker's weights."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.jit import kernel
from symbolic_rc.coref.ranker.arrays import Longs
from symbolic_rc.coref.ranker.templates import PLACES

#: What one template's number adds to its hash.
_STEP = np.uint64(0x9E3779B97F4A7C15)


@kernel(allocates=False)
def opened(x: np.uint64, a: int) -> np.uint64:
    """Return the hash of a template's number, mixed with its first value."""
    x ^= np.uint64(a + 7) * np.uint64(0xC2B2AE3D27D4EB4F)
    x ^= x >> np.uint64(29)
    return x * np.uint64(0xBF58476D1CE4E5B9)


@kernel(allocates=False)
def closed(x: np.uint64, b: int, c: int) -> int:
    """Return the place of a feature: what `opened` returned, mixed with the second and third value."""
    x ^= np.uint64(b + 7) * np.uint64(0x165667B19E3779F9)
    x ^= x >> np.uint64(32)
    x *= np.uint64(0x94D049BB133111EB)
    x ^= np.uint64(c + 7) * np.uint64(0xD6E8FEB86659FD93)
    x ^= x >> np.uint64(29)
    x *= np.uint64(0xBF58476D1CE4E5B9)
    x ^= x >> np.uint64(32)
    return int(x & np.uint64(PLACES - 1))


@kernel(allocates=False)
def bucket(n: int) -> int:
    """Return 0..9 for a count: exact up to 3, then by doubling; -1 for negative ones."""
    if n < 0:
        return -1
    if n < 4:
        return n
    if n < 6:
        return 4
    if n < 10:
        return 5
    if n < 18:
        return 6
    if n < 40:
        return 7
    if n < 100:
        return 8
    return 9


@kernel(often=True, allocates=False)
def begin(hashes: NDArray[np.uint64], number: int, rows: NDArray[np.uint64], atoms: Longs) -> None:
    """Fill in the hashes of templates, numbered from `number` on, with their first atoms."""
    x = np.uint64(number) * _STEP
    for t in range(len(rows)):
        x += _STEP
        hashes[t] = opened(x, atoms[rows[t, 0]])


@kernel(often=True, allocates=False)
def again(
    hashes: NDArray[np.uint64], which: NDArray[np.uint64], rows: NDArray[np.uint64], atoms: Longs
) -> None:
    """Do what `begin` does for some of the templates, which are numbered from 0 on."""
    for t in which:
        hashes[t] = opened((t + np.uint64(1)) * _STEP, atoms[rows[t, 0]])


@kernel(often=True, allocates=False)
def finish(out: Longs, hashes: NDArray[np.uint64], rows: NDArray[np.uint64], atoms: Longs) -> None:
    """Fill `out` with the places of templates that were begun."""
    for t in range(len(rows)):
        out[t] = closed(hashes[t], atoms[rows[t, 1]], atoms[rows[t, -1]])


@kernel(often=True, allocates=False)
def fill(out: Longs, number: int, rows: NDArray[np.uint64], atoms: Longs) -> None:
    """Fill `out` with the places of templates, which are numbered from `number` on."""
    x = np.uint64(number) * _STEP
    for t in range(len(rows)):
        x += _STEP
        out[t] = closed(opened(x, atoms[rows[t, 0]]), atoms[rows[t, 1]], atoms[rows[t, -1]])
