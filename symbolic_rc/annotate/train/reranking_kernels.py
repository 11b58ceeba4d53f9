"""Learning to choose among trees: the compiled loops."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.annotate.parser.arc_hybrid import longest_of
from symbolic_rc.annotate.parser.beam import IMPOSSIBLE, Trees
from symbolic_rc.annotate.parser.reranking import Seen, look_at_reading
from symbolic_rc.annotate.parser.tree_features import TreeView, look_at_tree, new_tree_view, tree_keys
from symbolic_rc.annotate.parser.tree_templates import MOST, TreeTemplates
from symbolic_rc.core.jit import kernel
from symbolic_rc.models.kernels import find, mix

#: A share of features is left out by the last so many bits of a hash.
_DRAWN = 1 << 16


class Rows(NamedTuple):
    """Features that tell the trees of sentences apart.

    Attributes
    ----------
    features : ndarray of uint32 (keys) or int32 (numbers), shape (n,)
    trees : ndarray of int16, shape (n,)
        Which of the sentence's trees has the feature.
    starts : ndarray of int64, shape (sentences + 1,)
    """

    features: NDArray[np.uint32]
    trees: NDArray[np.int16]
    starts: NDArray[np.int64]


@kernel
def _sorted_pairs(
    view: TreeView, seen: Seen, tags: NDArray[np.int32], trees: Trees, s: int, keys: NDArray[np.uint32]
) -> NDArray[np.uint64]:
    """Return (feature, tree) of all trees of a sentence, each pair as one number, ascending."""
    start, end = seen.bounds[s], seen.bounds[s + 1]
    width = len(trees.heads) // len(tags)
    alive = np.sum(trees.scores[:, s] > IMPOSSIBLE)
    pairs = np.zeros(alive * (end - start) * MOST, np.uint64)
    used = 0
    for t in range(len(trees.heads)):
        if t % width == 0:
            look_at_reading(view, seen, tags[t // width], start, end)
        if trees.scores[t, s] == IMPOSSIBLE:
            continue
        look_at_tree(view, trees.heads[t, start:end], trees.labels[t, start:end], start)
        for k in range(tree_keys(view, end - start, keys)):
            pairs[used] = (np.uint64(keys[k]) << np.uint64(32)) | np.uint64(t)
            used += 1
    return np.sort(pairs[:used])


@kernel
def _run(pairs: NDArray[np.uint64], first: int, alive: int) -> tuple[int, bool]:
    """Return where a feature's pairs end, and whether it tells the `alive` trees apart."""
    key, last, trees = pairs[first] >> np.uint64(32), first, 0
    while last < len(pairs) and pairs[last] >> np.uint64(32) == key:
        trees += last == first or pairs[last] != pairs[last - 1]
        last += 1
    return last, not (trees == alive and last - first == alive)


@kernel(large=True)
def telling_features(
    seen: Seen,
    tags: NDArray[np.int32],
    trees: Trees,
    templates: TreeTemplates,
    sentences: NDArray[np.int64],
    kept: NDArray[np.uint32],
    out: Rows,
) -> int:
    """Fill in the features that tell trees apart, and where each sentence's start; return how many there are.

    With `kept`, an index of keys (`build_index`), all pairs of a tree with one of these; without, each
    feature once a sentence. What `out` has no room for is only counted.
    """
    longest = longest_of(seen.bounds)
    view = new_tree_view(longest, seen.fields.shape[1], seen.roles, templates)
    keys = np.zeros(longest * MOST, np.uint32)
    used = 0
    for x in range(len(sentences)):
        s = sentences[x]
        out.starts[x] = used
        alive = int(np.sum(trees.scores[:, s] > IMPOSSIBLE))
        if alive < 2:
            continue
        pairs = _sorted_pairs(view, seen, tags, trees, s, keys)
        first = 0
        while first < len(pairs):
            last, telling = _run(pairs, first, alive)
            key = np.uint32(pairs[first] >> np.uint64(32))
            wanted = telling and (len(kept) == 0 or kept[find(kept, key)] == key)
            for k in range(first, (last if len(kept) else first + 1) if wanted else first):
                if used < len(out.features):
                    out.features[used], out.trees[used] = key, np.int16(pairs[k] & np.uint64(0xFFFF))
                used += 1
            first = last
    out.starts[len(sentences)] = used
    return used


@kernel(large=True, exact=False)
def learn_epoch(
    rows: Rows,
    before: NDArray[np.float64],
    right: NDArray[np.float64],
    order: NDArray[np.int64],
    salts: NDArray[np.uint32],
    drop: float,
    rate: float,
    weights: NDArray[np.float64],
) -> float:
    """Step up the likelihood of the right trees, a sentence at a time (AdaGrad); return the loss.

    Parameters
    ----------
    rows : Rows
    before : ndarray of float64, shape (sentences, trees)
        What speaks for each tree already; ``-inf`` where there is none.
    right : ndarray of float64, shape (sentences, trees)
        How much of each is right: a tree counts the less, the more it has wrong than the best one.
    order : ndarray of int64
    salts : ndarray of uint32, shape (sentences,)
        By which it is drawn what is left out of each sentence.
    drop : float
        The share of features that are left out.
    rate : float
    weights : ndarray of float64, shape (features, 2)
        The weights, and the sums of squares of their gradients.
    """
    count, loss = before.shape[1], 0.0
    score, found, wanted = np.zeros(count), np.zeros(count), np.zeros(count)
    limit = np.uint32(drop * _DRAWN)
    for x in order:
        score[:] = before[x]
        for i in range(rows.starts[x], rows.starts[x + 1]):
            if mix(salts[x], np.uint32(rows.features[i])) % np.uint32(_DRAWN) >= limit:
                score[rows.trees[i]] += weights[rows.features[i], 0]
        found[:] = np.exp(score - np.max(score))
        wanted[:] = found * np.exp(right[x] - np.max(np.where(before[x] > -np.inf, right[x], -np.inf)))
        whole, good = np.sum(found), np.sum(wanted)
        loss -= np.log(good / whole)
        for i in range(rows.starts[x], rows.starts[x + 1]):
            if mix(salts[x], np.uint32(rows.features[i])) % np.uint32(_DRAWN) >= limit:
                t, f = rows.trees[i], rows.features[i]
                slope = found[t] / whole - wanted[t] / good
                weights[f, 1] += slope * slope
                weights[f, 0] -= rate * slope / np.sqrt(weights[f, 1] + 1.0)
    return loss
