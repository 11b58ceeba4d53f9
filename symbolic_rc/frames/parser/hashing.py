"""Hashes of feature parts, for kernels."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.kernels import kernel
from symbolic_rc.models.kernels import Frozen, add_frozen, add_known, may_contain

#: Constants of the hash; made once, since a kernel that runs as plain Python would make them at every call.
_GOLDEN, _OFFSET = np.uint64(0x9E3779B97F4A7C15), np.uint64(0x632BE59BD9B4E019)
_FOLD, _THIRTY, _THIRTY_ONE = np.uint64(0xBF58476D1CE4E5B9), np.uint64(30), np.uint64(31)


@kernel
def mix(a: np.uint64, b: np.uint64) -> np.uint64:
    """Return a well-mixed hash of two 64-bit words; the order counts (after Steele et al. 2014)."""
    x = (a * _GOLDEN) ^ (b + _OFFSET)
    x = (x ^ (x >> _THIRTY)) * _FOLD
    return x ^ (x >> _THIRTY_ONE)


@kernel
def mix3(a: np.uint64, b: np.uint64, c: np.uint64) -> np.uint64:
    """Return a hash of three words."""
    return mix(mix(a, b), c)


@kernel
def key_of(feature: np.uint64) -> np.uint32:
    """Return a feature's key in a linear model: its upper half, never 0."""
    return np.uint32(feature >> np.uint64(32)) | np.uint32(1)


@kernel
def add_features(model: Frozen, features: NDArray[np.uint64], count: int, scores: NDArray[np.int32]) -> None:
    """Add the weights of the first `count` features to their classes' scores; overwrite the features."""
    left = 0
    for f in range(count):
        key = key_of(features[f])
        features[left] = key
        left += may_contain(model.filter, key)
    add_known(model, features[:left], scores)


@kernel
def add_crossed(
    model: Frozen,
    features: NDArray[np.uint64],
    count: int,
    traits: NDArray[np.uint64],
    scores: NDArray[np.int32],
) -> None:
    """Do what `add_features` does for each feature with each trait."""
    for f in range(count):
        for trait in range(len(traits)):
            add_frozen(model, key_of(mix(features[f], traits[trait])), scores)


@kernel
def put(out: Any, n: int, feature: np.uint64) -> int:
    """Write a feature at place `n`; return the next place."""
    out[n] = feature
    return n + 1
