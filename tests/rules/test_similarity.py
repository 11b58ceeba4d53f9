"""How well terms meet a term of a query: the kernel beside its plain twin."""

from __future__ import annotations

import numpy as np
import pytest

from symbolic_rc.rules.similarity import TermArrays, term_similarities, term_similarities_plain


@pytest.mark.parametrize("seed", range(20))
def test_the_kernel_gives_what_its_plain_twin_gives(seed: int) -> None:
    random = np.random.default_rng(seed)
    words, n, entities, count = 4, 30, 3, 12
    best = (random.random((words, n)) * (random.random((words, n)) > 0.6)).astype(np.float32)
    entity = random.random((words, entities + 1)).astype(np.float32)
    entity[:, -1] = 0
    start = random.integers(0, n - 4, count).astype(np.int32)
    end = start + random.integers(1, 5, count).astype(np.int32)
    terms = TermArrays(start, end, end - 1, random.integers(-1, entities, count).astype(np.int32))
    of_kind = random.random(n).astype(np.float32) if seed % 2 else np.zeros(0, np.float32)
    rows = np.array([0, 2])
    for head in (-1, 0, 2):
        found = np.empty(count, np.float32)
        term_similarities(rows, head, best, entity, of_kind, terms, found)
        np.testing.assert_allclose(
            found, term_similarities_plain(rows, head, best, entity, of_kind, terms), atol=1e-6
        )
