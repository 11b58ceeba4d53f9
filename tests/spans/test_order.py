"""Sorting in kernels is NumPy's stable sort."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from symbolic_rc.spans.kernels.order import ascending

PLAIN = getattr(ascending, "py_func", ascending)


@given(st.lists(st.integers(-5, 5), max_size=80), st.sampled_from([np.int64, np.float32]))
def test_small_arrays_with_ties(values, dtype):
    keys = np.array(values, dtype)
    expected = np.argsort(keys, kind="stable").tolist()
    assert ascending(keys).tolist() == expected
    assert PLAIN(keys).tolist() == expected


@pytest.mark.parametrize("size", [700, 5000, 100_000])
def test_long_arrays(size):
    keys = np.random.default_rng(size).integers(0, size // 3, size)
    assert ascending(keys).tolist() == np.argsort(keys, kind="stable").tolist()
