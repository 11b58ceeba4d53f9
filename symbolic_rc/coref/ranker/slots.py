"""From the atoms of a template to a place among the ranker's weights."""

from __future__ import annotations

import numpy as np

from symbolic_rc.core.jit import kernel
from symbolic_rc.coref.ranker.arrays import Longs
from symbolic_rc.coref.ranker.templates import PLACES


@kernel
def slot(template: int, a: int, b: int = 0, c: int = 0) -> int:
    """Return the place of a feature: template and up to three values, mixed."""
    x = (np.uint64(template) + np.uint64(1)) * np.uint64(0x9E3779B97F4A7C15)
    x ^= np.uint64(a + 7) * np.uint64(0xC2B2AE3D27D4EB4F)
    x ^= x >> np.uint64(29)
    x *= np.uint64(0xBF58476D1CE4E5B9)
    x ^= np.uint64(b + 7) * np.uint64(0x165667B19E3779F9)
    x ^= x >> np.uint64(32)
    x *= np.uint64(0x94D049BB133111EB)
    x ^= np.uint64(c + 7) * np.uint64(0xD6E8FEB86659FD93)
    x ^= x >> np.uint64(29)
    x *= np.uint64(0xBF58476D1CE4E5B9)
    x ^= x >> np.uint64(32)
    return int(x & np.uint64(PLACES - 1))


@kernel
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


@kernel
def fill(out: Longs, first: int, number: int, rows: Longs, atoms: Longs) -> None:
    """Fill `out` from `first` on with the places of templates, which are numbered from `number` on."""
    for t in range(len(rows)):
        out[first + t] = slot(number + t, atoms[rows[t, 0]], atoms[rows[t, 1]], atoms[rows[t, -1]])
