"""Sums of token weights over sliding windows of many sizes."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.jit import kernel

Ints = NDArray[np.int32]
Floats = NDArray[np.float64]
Longs = NDArray[np.int64]


@kernel
def prefix_sums(weights: Floats, scale: float, sums: Longs) -> None:
    """Write prefix sums in fixed point: integers, so that equal windows have equal sums to the last bit."""
    sums[0] = 0
    for i in range(weights.size):
        sums[i + 1] = sums[i] + np.int64(np.rint(weights[i] * scale))


@kernel
def window_table(weights: Floats, sizes: Ints, scale: float, table: Floats) -> None:
    """Write ``table[size, start]``, the sum of the window that starts there; cut off at the story's end."""
    n = weights.size
    sums = np.empty(n + 1, np.int64)
    prefix_sums(weights, scale, sums)
    for s in range(sizes.size):
        for start in range(n):
            table[s, start] = (sums[min(n, start + sizes[s])] - sums[start]) / scale


@kernel
def window_best(weights: Floats, sizes: Ints, scale: float, starts: Ints, totals: Floats) -> None:
    """Write, for each row of weights and each size, the first start of the heaviest window and its sum."""
    n = weights.shape[1]
    sums = np.empty(n + 1, np.int64)
    for row in range(weights.shape[0]):
        prefix_sums(weights[row], scale, sums)
        for s in range(sizes.size):
            size = min(n, sizes[s])
            most = sums[size] - sums[0]
            where = 0
            for start in range(1, n - size + 1):
                total = sums[start + size] - sums[start]
                if total > most:
                    most = total
                    where = start
            starts[row, s] = where
            totals[row, s] = most / scale
