"""A kernel as plain Python gives what it gives compiled, to the last bit and of the same types."""

import numpy as np
import pytest

from symbolic_rc.core.first_use import plain_kernels
from symbolic_rc.core.first_use.plain_kernels import as_compiled, plain
from symbolic_rc.core.jit import kernel

_HALF = 0.5
_BOTH = (0.1, 3)


@kernel(often=True)
def total(values):
    found = 0.0
    for value in values:
        found += value
    return found


@kernel
def halved(value):
    return value * _HALF


@kernel
def mixed(values, number):
    low, high = 0.0, 1.0 / 3.0
    for i in range(number):
        low += values[i] * 0.3 + halved(values[i]) * _BOTH[0]
        high = max(high, float(values[i]) * values[i])
    return total(values[:number]), low, high, number > 2


@pytest.mark.parametrize("number", [2, np.int32(3)])
def test_floats_of_32_bits_times_pythons_have_64_as_in_numba(number):
    values = np.array([0.1, 0.7, 0.3, 0.9], np.float32)
    with_numba = mixed(values, number)
    assert as_compiled(plain(mixed)(values, number)) == with_numba
    assert [type(one) for one in with_numba] == [float, float, float, bool]


def test_what_runs_often_stays_compiled_inside():
    names = plain(mixed).__globals__
    assert names["halved"] is plain(halved)
    assert not hasattr(names["total"], "__code__")


def test_named_tuples_are_kept():
    from symbolic_rc.ranker.arrays import NOTHING_PROPOSED

    assert type(as_compiled(NOTHING_PROPOSED)) is type(NOTHING_PROPOSED)


def test_a_kernel_is_one_function_whichever_of_its_module_is_asked_for_first():
    from symbolic_rc.frames.templates import mix, mix3

    plain_kernels._FUNCTIONS.pop(mix, None)
    plain_kernels._FUNCTIONS.pop(mix3, None)
    plain_kernels._NAMES.pop(mix.py_func.__module__, None)
    first = plain_kernels.plain(mix)
    assert plain_kernels.plain(mix3).__globals__["mix"] is first
