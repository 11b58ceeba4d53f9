"""The kernel that lets the words of a question reach the tokens around their matches."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.jit import kernel


@kernel
def reach(
    found: NDArray[np.float32], sentences: NDArray[np.int32], fade: np.float32, across: np.float32
) -> None:
    """Let each word reach the tokens around its matches, faded by the way to them.

    Parameters
    ----------
    found : ndarray of float32, shape (w, n)
        How well each word matches each token; then how strongly it reaches it.
    sentences : ndarray of int32, shape (n,)
    fade, across : float32
        What is left after one token, and besides after the end of a sentence.
    """
    words, n = found.shape
    for w in range(words):
        for i in range(1, n):
            step = fade if sentences[i] == sentences[i - 1] else fade * across
            if found[w, i - 1] * step > found[w, i]:
                found[w, i] = found[w, i - 1] * step
        for i in range(n - 2, -1, -1):
            step = fade if sentences[i] == sentences[i + 1] else fade * across
            if found[w, i + 1] * step > found[w, i]:
                found[w, i] = found[w, i + 1] * step


def reach_plain(best: NDArray, sentences: NDArray, fade: float, across: float) -> NDArray:
    """Return the same, every token against every other: the plain twin of `reach`."""
    words, n = best.shape
    found = np.zeros((words, n))
    for w in range(words):
        for i in range(n):
            for j in range(n):
                ends = abs(int(sentences[i]) - int(sentences[j]))
                found[w, i] = max(found[w, i], best[w, j] * fade ** abs(i - j) * across**ends)
    return found
