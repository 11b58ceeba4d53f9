"""Sorting in kernels: one small function, since NumPy's sorts take numba seconds to compile."""

from __future__ import annotations

import numpy as np

from symbolic_rc.core.arrays import Array, Longs
from symbolic_rc.core.kernels import kernel

#: Ciura 2001; for more than some thousand numbers, longer steps before these.
_GAPS = np.array([45927, 20412, 9072, 4032, 1750, 701, 301, 132, 57, 23, 10, 4, 1])


@kernel
def ascending(keys: Array) -> Longs:
    """Return the indices that sort an array of numbers, ascending; equal ones keep their order.

    The same as ``np.argsort(keys, kind="stable")`` where nothing is NaN: Shell's sort with Ciura's gaps, over
    keys and then indices.
    """
    count = keys.shape[0]
    order = np.arange(count)
    for g in range(len(_GAPS)):
        gap = _GAPS[g]
        for i in range(gap, count):
            here = order[i]
            key = keys[here]
            j = i - gap
            while j >= 0 and (keys[order[j]] > key or (keys[order[j]] == key and order[j] > here)):
                order[j + gap] = order[j]
                j -= gap
            order[j + gap] = here
    return order
