"""Which fact of a story tells what a question tells besides what it asks for."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from symbolic_rc.graph.facts import Fact
from symbolic_rc.rules.case import Case

#: A fact tells the same from here on.
_SAME = 0.6
#: A predicate may be the same from here on.
_NEAR = 0.3


def best_told(
    case: Case, condition: Fact, accepted: Callable[[Fact], bool] | None = None
) -> tuple[Fact | None, float]:
    """Return the fact of the story that tells a condition of the question, and how well; None for none.

    Half of it comes from the predicate, half from the terms, in whatever roles.

    Parameters
    ----------
    case : Case
    condition : Fact
        A fact of the query.
    accepted : callable, optional
        Which facts of the story may tell it; all by default.
    """
    alignment, arrays = case.alignment, case.facts.arrays
    row = alignment.row.get(condition.token)
    if row is None:
        return None, 0.0
    terms = [t for t in condition.terms if any(i in alignment.row for i in range(t.start, t.end))]
    same = alignment.best[row][arrays.token]
    best, strength = None, _SAME
    for number in np.flatnonzero(same >= _NEAR).tolist():
        fact = case.facts[number]
        if (
            fact.kind != condition.kind
            or fact.denied != condition.denied
            or not alignment.allowed[fact.token]
        ):
            continue
        if accepted is not None and not accepted(fact):
            continue
        span = slice(int(arrays.bounds[number]), int(arrays.bounds[number + 1]))
        met = [float(alignment.similarity(term)[span].max(initial=0.0)) for term in terms]
        share = sum(met) / len(met) if met else 0.5
        score = 0.5 * float(same[number]) + 0.5 * share
        if score > strength:
            best, strength = fact, score
    return best, strength
