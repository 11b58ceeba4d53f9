"""The relations of a finished tree: the compiled loops that score them anew, and that see the tree."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.annotate.parser import tree_features as F
from symbolic_rc.annotate.parser.beam import best_label, new_labeller
from symbolic_rc.annotate.parser.reranking import Sentences, load_words
from symbolic_rc.annotate.parser.transitions import (
    arc_keys,
    attach,
    load_sentence,
    longest_of,
    new_states,
    new_workspace,
)
from symbolic_rc.annotate.parser.tree_templates import TreeTemplates
from symbolic_rc.core.kernels import kernel
from symbolic_rc.models.kernels import Frozen
from symbolic_rc.models.templates import Templates


@kernel
def score_relations(
    arcs: Frozen,
    fields: NDArray[np.uint32],
    bounds: NDArray[np.int64],
    special: NDArray[np.uint32],
    templates: Templates,
    root_label: int,
    heads: NDArray[np.int32],
    labels: NDArray[np.int32],
    row: NDArray[np.int64],
    scores: NDArray[np.int32],
    ahead: NDArray[np.int64],
) -> None:
    """Score the relations of words as the parser did when it made their arcs.

    Parameters
    ----------
    arcs : Frozen
    fields, bounds, special, templates, root_label
        As `arc_hybrid.parse_sentences` takes them.
    heads, labels : ndarray of int32, shape (words,)
        The trees; heads count within the text, -1 at roots.
    row : ndarray of int64, shape (words,)
        The row of each word to score, -1 for others.
    scores : ndarray of int32, shape (rows, relations)
        Filled in.
    ahead : ndarray of int64, shape (rows,)
        Filled with how far the best relation is ahead of the second best.
    """
    longest = longest_of(bounds)
    space, states = new_workspace(longest, fields.shape[1], templates, templates), new_states(1, longest)
    labeller = new_labeller(arcs, templates, scores.shape[1], root_label)
    above, child, count = np.zeros(longest + 2, np.int64), states.child[0], states.counts[0]
    for s in range(len(bounds) - 1):
        start, n = bounds[s], bounds[s + 1] - bounds[s]
        load_sentence(space, fields[start : start + n], special)
        child[: n + 2], count[: n + 2], states.labels[0, : n + 2] = n + 1, 0, -1
        for i in range(n):
            above[i] = n if heads[start + i] < 0 else heads[start + i] - start
            states.labels[0, i] = labels[start + i]
        for i in range(n - 1, -1, -1):
            if i < above[i] < n:
                attach(above[i], i, states.heads[0], child, count)
        for i in range(n):
            if above[i] < i:
                attach(above[i], i, states.heads[0], child, count)
        for head in range(n):
            # its children come back one by one, as the parser found them; these have all of theirs
            child[head], count[head] = n + 1, 0
            for step in range(n):
                i = head - 1 - step if step < head else step
                if i == head or above[i] != head:
                    continue
                r = row[start + i]
                if r >= 0:
                    arc_keys(space, states, 0, n, head, i)
                    top = best_label(labeller, space.label_keys, scores[r])
                    ahead[r] = _lead(scores[r], top)
                attach(head, i, states.heads[0], child, count)


@kernel
def _lead(scores: NDArray[np.int32], top: int) -> int:
    """Return how far a score is ahead of all others."""
    least = np.int64(1) << 40
    for c in range(len(scores)):
        if c != top:
            least = min(least, np.int64(scores[top]) - scores[c])
    return int(least)


@kernel
def relation_keys(
    seen: Sentences,
    tags: NDArray[np.int32],
    heads: NDArray[np.int32],
    labels: NDArray[np.int32],
    wanted: NDArray[np.bool_],
    templates: TreeTemplates,
    starts: NDArray[np.int64],
    keys: NDArray[np.uint32],
) -> None:
    """Fill in the features of the wanted words in their trees, and where each one's start."""
    view = F.new_tree_view(longest_of(seen.bounds), seen.fields.shape[1], seen.roles, templates)
    used = word = 0
    for s in range(len(seen.bounds) - 1):
        start, end = seen.bounds[s], seen.bounds[s + 1]
        if not np.any(wanted[start:end]):
            continue
        load_words(view, seen, tags, start, end)
        F.load_tree(view, heads[start:end], labels[start:end], start)
        for i in range(end - start):
            if wanted[start + i]:
                used += F.word_keys(view, i, end - start, keys[used:])
                word += 1
                starts[word] = used
