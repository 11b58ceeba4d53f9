"""The layout of a dependency forest: the children of each token, and the edges of each subtree."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.kernels import kernel

Ints = NDArray[np.int32]


class ForestLayout(NamedTuple):
    """The layout of a forest of n tokens.

    Attributes
    ----------
    first, children : ndarray of int32, shapes (n + 1,) and (n - roots,)
        The children of token i in order are ``children[first[i]:first[i + 1]]``.
    left, right : ndarray of int32, shape (n,)
        The outermost tokens of each token's subtree, inclusive.
    """

    first: Ints
    children: Ints
    left: Ints
    right: Ints


def lay_out(heads: Ints) -> ForestLayout:
    """Lay out a forest, given by the head of each token; a root is its own head."""
    n = len(heads)
    order = np.argsort(heads, kind="stable").astype(np.int32)
    children = order[heads[order] != order]
    first = np.zeros(n + 1, np.int32)
    np.cumsum(np.bincount(heads[children], minlength=n), out=first[1:])
    left, right = np.arange(n, dtype=np.int32), np.arange(n, dtype=np.int32)
    _widen(heads, left, right)
    return ForestLayout(first, children, left, right)


@kernel
def _widen(heads: Ints, left: Ints, right: Ints) -> None:
    """Widen each token's own index to its subtree."""
    n = heads.shape[0]
    for i in range(n):
        node, steps = heads[i], 0
        while left[node] > i and steps < n:
            left[node] = i
            node, steps = heads[node], steps + 1
    for i in range(n - 1, -1, -1):
        node, steps = heads[i], 0
        while right[node] < i and steps < n:
            right[node] = i
            node, steps = heads[node], steps + 1
