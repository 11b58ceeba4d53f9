"""The kernel that spreads the words of a question equals its plain twin."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from symbolic_rc.rules.text.reach import reach, reach_plain


@given(st.integers(0, 3), st.integers(1, 12), st.integers(0, 2**32 - 1))
@settings(max_examples=60, deadline=None)
def test_reach_equals_its_twin(words: int, n: int, seed: int) -> None:
    random = np.random.default_rng(seed)
    best = random.choice(np.array([0, 0, 0, 0.5, 1], np.float32), (words, n))
    sentences = np.cumsum(random.integers(0, 2, n)).astype(np.int32)
    found = best.copy()
    reach(found, sentences, np.float32(0.9), np.float32(0.5))
    np.testing.assert_allclose(found, reach_plain(best, sentences, 0.9, 0.5), rtol=1e-4)
