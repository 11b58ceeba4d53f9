"""Hashes of feature templates, beside the same in whole numbers."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from symbolic_rc.index.hashing import MOST_ATOMS, bucket, hash_templates, mix, step_of, template_rows

LOW = 2**32 - 1
numbers = st.integers(0, LOW)
atom_values = st.lists(st.integers(0, LOW), min_size=6, max_size=6)
templates_of = st.lists(st.lists(st.integers(0, 5), min_size=1, max_size=MOST_ATOMS), min_size=1, max_size=5)


def plain_mix(a: int, b: int) -> int:
    """Products are of 64 bits until the last, which is cut to 32."""
    h = (a * 0x9E3779B1) ^ (b * 0x85EBCA77)
    h ^= h >> 15
    h = (h * 0x2C1B3C6D) & LOW
    return h ^ (h >> 13)


@given(numbers, numbers)
def test_mix_is_arithmetic_of_whole_numbers_compiled_or_not(a, b):
    plain = getattr(mix, "py_func", mix)
    with np.errstate(over="ignore"):
        assert mix(a, b) == plain(a, b) == plain_mix(a, b)


@settings(deadline=None)
@given(atom_values, templates_of, st.integers(0, 400))
def test_templates_hash_their_number_with_their_atoms(values, templates, first):
    rows = template_rows({str(i): atoms for i, atoms in enumerate(templates)})
    out = np.zeros(len(templates), np.uint32)
    hash_templates(np.array(values, np.int64), rows, first, out)
    for i, atoms in enumerate(templates):
        a, b, c, d = [*(values[atom] for atom in atoms), *[0] * (MOST_ATOMS - len(atoms))]
        assert out[i] == plain_mix(plain_mix(a, b), plain_mix(plain_mix(c, d), first + i))


@given(st.integers(0, 99), st.floats(0, 9))
def test_counts_and_shares_are_binned(count, value):
    bins = [*range(7), 7, 7, 8, 8, 8, 9, 9, 9, 9]
    assert bucket(count) == (bins[count] if count < 16 else 10)
    assert step_of(value, 0.25) == min(12, int(value / 0.25 + 0.5))
