"""The relations of a finished tree: the compiled loops that score them anew, and that see the tree."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.annotate.parser import tree_features as F
from symbolic_rc.annotate.parser.arc_hybrid import attach, best_label, combine_atoms, fill_arc, longest_of
from symbolic_rc.annotate.parser.parser_templates import LABEL_NODES, LABEL_SIZE, Templates
from symbolic_rc.annotate.parser.reranking import Seen, look_at_reading
from symbolic_rc.annotate.parser.tree_templates import TreeTemplates
from symbolic_rc.core.kernels import kernel
from symbolic_rc.models.kernels import Frozen


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
    nodes = longest_of(bounds) + 2
    view = np.zeros((nodes, fields.shape[1]), np.uint32)
    above, below, own = np.zeros(nodes, np.int64), np.zeros(nodes, np.int64), np.zeros(nodes, np.int32)
    child, count = np.zeros((nodes, 4), np.int64), np.zeros((nodes, 2), np.int64)
    seen, atoms = np.zeros(LABEL_NODES, np.int64), np.zeros(LABEL_SIZE, np.uint32)
    keys, known = np.zeros(len(templates.parts), np.uint32), np.zeros(len(templates.parts), np.uint32)
    for s in range(len(bounds) - 1):
        start, n = bounds[s], bounds[s + 1] - bounds[s]
        view[:n] = fields[start : start + n]
        view[n], view[n + 1] = special[0], special[1]
        child[: n + 2], count[: n + 2], own[: n + 2] = n + 1, 0, -1
        for i in range(n):
            above[i] = n if heads[start + i] < 0 else heads[start + i] - start
            own[i] = labels[start + i]
        for i in range(n - 1, -1, -1):
            if i < above[i] < n:
                attach(above[i], i, below, child, count)
        for i in range(n):
            if above[i] < i:
                attach(above[i], i, below, child, count)
        for head in range(n):
            # its children come back one by one, as the parser found them; these have all of theirs
            child[head], count[head] = n + 1, 0
            for step in range(n):
                i = head - 1 - step if step < head else step
                if i == head or above[i] != head:
                    continue
                r = row[start + i]
                if r >= 0:
                    fill_arc(
                        view, own, head, i, n, child, count, seen, templates.which, templates.field, atoms
                    )
                    combine_atoms(atoms, templates.parts, 0, keys)
                    top = best_label(arcs, keys, root_label, known, scores[r])
                    ahead[r] = _lead(scores[r], top)
                attach(head, i, below, child, count)


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
    seen: Seen,
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
        look_at_reading(view, seen, tags, start, end)
        F.look_at_tree(view, heads[start:end], labels[start:end], start)
        for i in range(end - start):
            if wanted[start + i]:
                used += F.word_keys(view, i, end - start, keys[used:])
                word += 1
                starts[word] = used
