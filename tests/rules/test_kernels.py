"""The kernels of the rules, each beside its plain twin."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from symbolic_rc.rules.kernels import MET, TermArrays, reach, term_similarities

_TOLD, _SAME_HEAD = 0.9, np.float32(0.3)
_HEAD, _SHARE, _OTHER_HEAD, _NO_HEAD = (np.float32(x) for x in (0.6, 0.4, 0.5, 0.6))


def _term_similarities(
    rows: NDArray[np.int64],
    head: int,
    best: NDArray[np.float32],
    entity: NDArray[np.float32],
    of_kind: NDArray[np.float32],
    terms: TermArrays,
) -> NDArray[np.float32]:
    """Return the same, whole arrays at a time: as `term_similarities` does."""
    columns = np.where(terms.entity >= 0, terms.entity, entity.shape[1] - 1)
    told = [[(best[r, s:e] >= MET).any() for s, e in zip(terms.start, terms.end, strict=True)] for r in rows]
    share = np.maximum(_TOLD * np.array(told), entity[rows][:, columns]).mean(axis=0).astype(np.float32)
    if head < 0:
        alone: NDArray[np.float32] = (_NO_HEAD * share).astype(np.float32)
        return alone
    same = np.maximum(best[head][terms.head], entity[head][columns])
    if len(of_kind):
        kind = of_kind[terms.head]
        share = np.where(kind > same, np.maximum(share, kind), share)
        same = np.maximum(same, kind)
    found: NDArray[np.float32] = np.where(
        same > _SAME_HEAD, _HEAD * same + _SHARE * share, _OTHER_HEAD * share
    )
    return found.astype(np.float32)


def _reach(
    best: NDArray[np.float32], sentences: NDArray[np.int32], fade: float, across: float
) -> NDArray[np.float64]:
    """Return the same, every token against every other."""
    words, n = best.shape
    found = np.zeros((words, n))
    for w in range(words):
        for i in range(n):
            for j in range(n):
                ends = abs(int(sentences[i]) - int(sentences[j]))
                found[w, i] = max(found[w, i], best[w, j] * fade ** abs(i - j) * across**ends)
    return found


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
            found, _term_similarities(rows, head, best, entity, of_kind, terms), atol=1e-6
        )


@given(st.integers(0, 3), st.integers(1, 12), st.integers(0, 2**32 - 1))
@settings(max_examples=60, deadline=None)
def test_reach_equals_its_twin(words: int, n: int, seed: int) -> None:
    random = np.random.default_rng(seed)
    best = random.choice(np.array([0, 0, 0, 0.5, 1], np.float32), (words, n))
    sentences = np.cumsum(random.integers(0, 2, n)).astype(np.int32)
    found = best.copy()
    reach(found, sentences, np.float32(0.9), np.float32(0.5))
    np.testing.assert_allclose(found, _reach(best, sentences, 0.9, 0.5), rtol=1e-4)
