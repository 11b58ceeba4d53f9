"""Stories of drawn words: how often each word comes follows Zipf's and Mandelbrot's law, as in English."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

#: Gives as many distinct words as real stories have: about 310 in 650 tokens, 645 in 2,000.
VOCABULARY = 1_500


def story(tokens: int, seed: int = 1) -> NDArray[np.int32]:
    """Return a story of that many tokens."""
    share = 1.0 / (np.arange(VOCABULARY) + 2.7)
    drawn = np.random.default_rng(seed).choice(VOCABULARY, tokens, p=share / share.sum())
    return np.ascontiguousarray(drawn, np.int32)


def references(tokens: NDArray[np.int32], count: int, size: int, seed: int = 2) -> list[NDArray[np.int32]]:
    """Return word sequences, half of their words in the story's order, as questions have them."""
    rng = np.random.default_rng(seed)
    found = []
    for _ in range(count):
        start = rng.integers(0, tokens.size - 2 * size)
        near = np.sort(rng.choice(np.arange(start, start + 2 * size), size // 2, replace=False))
        found.append(np.concatenate([tokens[near], rng.choice(tokens, size - size // 2)]).astype(np.int32))
    return found
