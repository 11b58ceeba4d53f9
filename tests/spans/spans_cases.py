"""What the tests of all-span kernels share: cases, and how to compare with `naive`."""

from collections.abc import Sequence

import numpy as np
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from symbolic_rc.spans import Spans
from tests.spans import naive

words = st.integers(0, 5)
stories = st.lists(words, max_size=24)
references = st.lists(st.lists(words, max_size=9), min_size=1, max_size=3)
few = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


def assert_best(found: Spans, row: int, values: Sequence[Sequence[float]], n: int, shortest: int) -> None:
    """The row holds the spans that a stable sort of all spans puts first.

    Values that differ by rounding alone are equal by definition but not as floats, so they are rounded before
    they are ordered.
    """
    rounded = [[round(value, 9) for value in line] for line in values]
    top = found.starts.shape[1]
    expected = naive.best(rounded, n, shortest, top)
    got = list(zip(found.starts[row].tolist(), found.ends[row].tolist(), strict=True))
    assert got[: len(expected)] == [(start, end) for start, end, _ in expected]
    np.testing.assert_allclose(
        found.scores[row, : len(expected)], [value for *_, value in expected], atol=1e-8
    )
    assert got[len(expected) :] == [(-1, -1)] * (top - len(expected))
    assert np.isneginf(found.scores[row, len(expected) :]).all()


def assert_given(found: np.ndarray, values: Sequence[Sequence[float]], n: int) -> None:
    """The scores of all spans, in the order of `naive.every_span`, are those of a table of `naive`."""
    flat = [line[start] for size, line in enumerate(values, 1) for start in range(n - size + 1)]
    np.testing.assert_allclose(found, flat, atol=1e-12)
