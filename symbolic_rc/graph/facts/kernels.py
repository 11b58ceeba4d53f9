"""Kernels that match a pattern with every fact of a story: the best assignment of its arguments."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.kernels import kernel
from symbolic_rc.graph.facts.arrays import FactArrays

#: Further terms of a fact are ignored.
MOST_TERMS = 8
#: The index of an argument that no term matches.
UNMET = -1


class PatternArrays(NamedTuple):
    """One pattern of a fact (a arguments) against a story (f facts, t terms)."""

    predicate: NDArray[np.float32]  # (f,), how well each fact's meets the pattern's, 0 to 1
    #: (a, t), how well each term's words or entity meet each argument, 0 to 1; for variables, if it may be
    #: bound.
    similarity: NDArray[np.float32]
    role: NDArray[np.float32]  # (a, roles), how well each role meets that which an argument asks for, 0 to 1
    weight: NDArray[np.float32]  # (a,), how much each argument counts
    open: NDArray[np.bool_]  # (a,), which arguments must be met


@kernel
def match_facts(
    facts: FactArrays, pattern: PatternArrays, scores: NDArray[np.float32], assigned: NDArray[np.int32]
) -> None:
    """Fill for every fact its score, 0 to 1, and the term assigned to each argument (or `UNMET`).

    A score is the predicate's similarity times the weighted mean of the arguments' similarities under the
    best assignment, no term meeting two arguments; 0 where the predicate or an open argument is not met. The
    best assignment is found exactly, over subsets of at most `MOST_TERMS` terms. `scores` has shape (f,),
    `assigned` (f, a).
    """
    arguments = pattern.weight.shape[0]
    total = np.float32(0.0)
    for a in range(arguments):
        total += pattern.weight[a]
    width = 1 << MOST_TERMS
    value = np.empty((arguments + 1, width), np.float32)
    choice = np.empty((arguments + 1, width), np.int8)
    gain = np.empty((arguments, MOST_TERMS), np.float32)
    for f in range(facts.kind.shape[0]):
        scores[f] = 0.0
        for a in range(arguments):
            assigned[f, a] = UNMET
        if pattern.predicate[f] <= 0:
            continue
        if not arguments:
            scores[f] = pattern.predicate[f]
            continue
        first = facts.bounds[f]
        terms = min(facts.bounds[f + 1] - first, MOST_TERMS)
        for a in range(arguments):
            for t in range(terms):
                role = pattern.role[a, facts.role[first + t]]
                gain[a, t] = pattern.weight[a] * role * pattern.similarity[a, first + t]
        best = _best_assignment(gain, pattern.open, arguments, terms, value, choice)
        if best < 0:
            continue
        scores[f] = pattern.predicate[f] * best / total if total > 0 else pattern.predicate[f]
        free = (1 << terms) - 1
        for a in range(arguments):
            t = choice[a, free]
            if t >= 0:
                assigned[f, a] = first + t
                free &= ~(1 << t)


@kernel
def _best_assignment(
    gain: NDArray[np.float32], must: NDArray[np.bool_], arguments: int, terms: int,
    value: NDArray[np.float32], choice: NDArray[np.int8],
) -> float:  # fmt: skip
    """Fill the best value of the arguments from a on with each set of free terms; -1 for impossible."""
    sets = 1 << terms
    for free in range(sets):
        value[arguments, free] = 0.0
    for a in range(arguments - 1, -1, -1):
        for free in range(sets):
            best, taken = np.float32(-1.0), -1
            if not must[a]:
                best = value[a + 1, free]
            for t in range(terms):
                if free >> t & 1 and gain[a, t] > 0:
                    rest = value[a + 1, free & ~(1 << t)]
                    if rest >= 0 and rest + gain[a, t] > best:
                        best, taken = rest + gain[a, t], t
            value[a, free], choice[a, free] = best, taken
    return value[0, sets - 1]
