"""Which of several trees is taken, and which others are kept, by how likely each is.

What is taken is not the likeliest tree but the one that most of the others' probability agrees with (minimum
Bayes risk; Goodman 1996).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.annotate.parser.beam import Trees
from symbolic_rc.core.kernels import kernel


def chances_of(scores: NDArray[np.float64], temperature: float) -> NDArray[np.float64]:
    """Return the probability of each tree of a sentence; float64, shape (trees, sentences)."""
    chances = np.exp((scores - scores.max(0)) / temperature)
    result: NDArray[np.float64] = chances / chances.sum(0)
    return result


@kernel
def _agreement(tags: NDArray[np.int32], trees: Trees, t: int, u: int, start: int, end: int) -> int:
    """Return how many labels, heads and relations of a sentence two trees have in common."""
    width = len(trees.heads) // len(tags)
    common = 0
    for i in range(start, end):
        common += tags[t // width, i] == tags[u // width, i]
        if trees.heads[t, i] == trees.heads[u, i]:
            common += 1 + (trees.labels[t, i] == trees.labels[u, i])
    return common


@kernel
def safest_tree(
    tags: NDArray[np.int32], trees: Trees, chance: NDArray[np.float64], start: int, end: int
) -> int:
    """Return the tree of which most is right, as the trees' probabilities have it; the first of equals.

    `chance` holds these probabilities; 0 where there is no tree.
    """
    expected = np.where(chance > 0.0, 0.0, -1.0)
    for t in range(len(chance)):
        for u in range(t if chance[t] > 0.0 else 0):
            if chance[u] > 0.0:
                common = _agreement(tags, trees, t, u, start, end)
                expected[t] += chance[u] * common
                expected[u] += chance[t] * common
        if chance[t] > 0.0:
            expected[t] += chance[t] * 3 * (end - start)
    return int(np.argmax(expected))


@kernel
def choose_trees(
    tags: NDArray[np.int32],
    trees: Trees,
    chances: NDArray[np.float64],
    bounds: NDArray[np.int64],
    chosen: NDArray[np.int64],
) -> None:
    """Fill in the safest tree of each sentence."""
    for s in range(len(chosen)):
        chosen[s] = safest_tree(tags, trees, chances[:, s], bounds[s], bounds[s + 1])


@kernel
def _same(trees: Trees, t: int, u: int, start: int, end: int) -> bool:
    """Whether two trees of a sentence have the same heads and relations."""
    for i in range(start, end):
        if trees.heads[t, i] != trees.heads[u, i] or trees.labels[t, i] != trees.labels[u, i]:
            return False
    return True


@kernel
def keep_trees(
    trees: Trees,
    bounds: NDArray[np.int64],
    chosen: NDArray[np.int64],
    chances: NDArray[np.float64],
    kept: NDArray[np.int64],
    shares: NDArray[np.float64],
) -> None:
    """Fill in the trees that are kept of each sentence, the chosen one first, and how likely they are.

    Equal trees of other readings of the tags add up; `kept` and `shares` are of shape (trees, sentences).
    """
    for s in range(len(chosen)):
        left = chances[:, s].copy()
        kept[:, s] = chosen[s]
        for k in range(len(kept)):
            t = chosen[s] if k == 0 else int(np.argmax(left))
            if left[t] <= 0.0:
                break
            kept[k, s] = t
            for u in range(len(left)):
                if left[u] > 0.0 and _same(trees, t, u, bounds[s], bounds[s + 1]):
                    shares[k, s] += left[u]
                    left[u] = 0.0
