"""Hashes of feature parts, for kernels."""

from __future__ import annotations

from typing import Any

import numpy as np

from symbolic_rc.core.jit import kernel


@kernel
def mix(a: np.uint64, b: np.uint64) -> np.uint64:
    """Return a well-mixed hash of two 64-bit words; the order counts (after Steele et al. 2014)."""
    x = (a * np.uint64(0x9E3779B97F4A7C15)) ^ (b + np.uint64(0x632BE59BD9B4E019))
    x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    return x ^ (x >> np.uint64(31))


@kernel
def mix3(a: np.uint64, b: np.uint64, c: np.uint64) -> np.uint64:
    """Return a hash of three words."""
    return mix(mix(a, b), c)


@kernel
def key_of(feature: np.uint64) -> np.uint32:
    """Return a feature's key in a linear model: its upper half, never 0."""
    return np.uint32(feature >> np.uint64(32)) | np.uint32(1)


@kernel
def put(out: Any, n: int, feature: np.uint64) -> int:
    """Write a feature at place `n`; return the next place."""
    out[n] = feature
    return n + 1
