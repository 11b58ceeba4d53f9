"""Kernels that make no arrays are compiled without counting who holds which."""

import numpy as np
import pytest
from numba.core.errors import NumbaError

from symbolic_rc.core.jit import kernel


def total(values):
    result = 0
    for value in values:
        result += value
    return result


def doubled(values):
    return np.zeros(len(values), np.int64) + 2 * values


def test_a_kernel_that_makes_no_arrays_gives_the_same(monkeypatch):
    monkeypatch.setenv("SYMBOLIC_RC_COMPILE", "always")
    values = np.arange(5)
    assert kernel(total, allocates=False)(values) == total(values) == 10


def test_a_kernel_that_makes_arrays_is_refused(monkeypatch):
    monkeypatch.setenv("SYMBOLIC_RC_COMPILE", "always")
    with pytest.raises(NumbaError):
        kernel(doubled, allocates=False)(np.arange(3))
