"""The kernel that matches facts equals its plain twin."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from symbolic_rc.graph.facts.arrays import ROLES, FactArrays
from symbolic_rc.graph.facts.kernels import PatternArrays, match_facts
from tests.graph.facts.plain_match import match_facts_plain


@st.composite
def cases(draw: st.DrawFn) -> tuple[FactArrays, PatternArrays]:
    sizes = draw(st.lists(st.integers(0, 4), min_size=1, max_size=4))
    terms, facts = sum(sizes), len(sizes)
    arguments = draw(st.integers(0, 3))
    random = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    zeros = np.zeros(facts, np.int32)
    ints = np.zeros(terms, np.int32)
    table = FactArrays(
        zeros.astype(np.int8), zeros.astype(np.int8), zeros, zeros, zeros, zeros.astype(bool),
        np.cumsum([0, *sizes]).astype(np.int32), random.integers(0, len(ROLES), terms).astype(np.int8),
        ints, ints, ints, ints,
    )  # fmt: skip
    grid = np.array([0, 0, 0.25, 0.5, 1], np.float32)
    pattern = PatternArrays(
        random.choice(grid, facts), random.choice(grid, (arguments, terms)),
        random.choice(grid, (arguments, len(ROLES))), np.full(arguments, 0.5, np.float32),
        random.integers(0, 2, arguments).astype(bool),
    )  # fmt: skip
    return table, pattern


@given(cases())
@settings(max_examples=150, deadline=None)
def test_scores_and_assignments_equal_the_twins(case: tuple[FactArrays, PatternArrays]) -> None:
    facts, pattern = case
    scores = np.empty(len(facts.kind), np.float32)
    assigned = np.empty((len(facts.kind), len(pattern.weight)), np.int32)
    match_facts(facts, pattern, scores, assigned)
    expected, best = match_facts_plain(facts, pattern)
    np.testing.assert_allclose(scores, expected, rtol=1e-5)
    for f in np.flatnonzero(scores > 0).tolist():
        used = [t for t in assigned[f].tolist() if t >= 0]
        assert len(set(used)) == len(used)
        gains = [
            pattern.weight[a] * pattern.role[a, facts.role[t]] * pattern.similarity[a, t]
            for a, t in enumerate(assigned[f].tolist())
            if t >= 0
        ]
        np.testing.assert_allclose(sum(gains), best[f], rtol=1e-5, atol=1e-6)
