"""The plain twin of the kernel that matches facts: every assignment tried, one after the other."""

from __future__ import annotations

from itertools import product

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.graph.facts.arrays import FactArrays
from symbolic_rc.graph.facts.kernels import MOST_TERMS, UNMET, PatternArrays


def match_facts_plain(facts: FactArrays, pattern: PatternArrays) -> tuple[NDArray[np.float32], list[float]]:
    """Return the score of every fact and the value of its best assignment; see `kernels.match_facts`."""
    arguments = len(pattern.weight)
    scores = np.zeros(len(facts.kind), np.float32)
    values = []
    for f in range(len(facts.kind)):
        first = int(facts.bounds[f])
        terms = range(min(int(facts.bounds[f + 1]) - first, MOST_TERMS))
        best = -1.0
        for choice in product([UNMET, *terms], repeat=arguments):
            used = [t for t in choice if t != UNMET]
            gains = [
                pattern.weight[a] * pattern.role[a, facts.role[first + t]] * pattern.similarity[a, first + t]
                if t != UNMET
                else 0.0
                for a, t in enumerate(choice)
            ]
            unmet_open = any(pattern.open[a] and t == UNMET for a, t in enumerate(choice))
            idle = any(t != UNMET and gain <= 0 for t, gain in zip(choice, gains, strict=True))
            if len(set(used)) == len(used) and not unmet_open and not idle:
                best = max(best, float(sum(gains)))
        values.append(best)
        if pattern.predicate[f] > 0 and best >= 0:
            total = float(pattern.weight.sum())
            scores[f] = pattern.predicate[f] * (best / total if total > 0 else 1.0)
    return scores, values
