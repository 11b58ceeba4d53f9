"""Comparisons of mentions, and feature hashing."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from symbolic_rc.coref.mentions import attributes as A
from symbolic_rc.coref.ranker.candidates import compare_genders, match_heads, match_names
from symbolic_rc.coref.ranker.templates import begin, bucket, fill, finish


def rows(*mentions):
    """Return a table of mentions with these attributes."""
    table = np.zeros((len(mentions), A.COLUMNS), np.int32)
    for row, mention in zip(table, mentions, strict=True):
        for name, value in mention.items():
            row[getattr(A, name)] = value
    return table


@pytest.mark.parametrize(
    ("mask", "counts", "found"),
    [
        (1, (0, 0, 0), 0),  # the entity's gender is unknown
        (7, (3, 0, 0), 0),  # the mention may be anything
        (1, (3, 0, 0), 1),
        (2, (0, 2, 0), 1),
        (2, (3, 0, 0), 3),
        (3, (3, 1, 0), 2),  # one of two genders
        (4, (3, 0, 0), 4),  # a thing and a man
        (1, (0, 0, 2), 4),
        (4, (0, 0, 2), 1),
    ],
)
def test_genders(mask, counts, found):
    assert compare_genders(mask, *counts) == found


@pytest.mark.parametrize(
    ("one", "other", "found"),
    [
        ({"CORE": 5}, {"CORE": 5}, 5),
        ({"CORE": 5, "FIRST": 1, "LAST": 2}, {"CORE": 6, "FIRST": 1, "LAST": 2}, 4),
        ({"CORE": 5, "FIRST": 1, "LAST": 2}, {"CORE": 6, "FIRST": 1, "LAST": 3}, 3),
        ({"CORE": 5, "FIRST": 1, "FULL": 1}, {"CORE": 6, "FIRST": 2, "FULL": 1}, 1),
        ({"CORE": 5, "FIRST": 1, "FULL": 1}, {"CORE": 6, "FIRST": 2}, 2),
    ],
)
def test_names(one, other, found):
    assert match_names(rows(one, other), 0, 1) == found


NONE = {"MODIFIER_A": -1, "MODIFIER_B": -1}


@pytest.mark.parametrize(
    ("one", "other", "found"),
    [
        ({"STRING": 1}, {"STRING": 1}, 4),
        ({"STRING": 1, "COORDINATED": 1}, {"STRING": 2}, 0),
        ({"STRING": 1, **NONE}, {"STRING": 2, "MODIFIER_A": 3, "MODIFIER_B": -1}, 3),
        ({"STRING": 1, "MODIFIER_A": 3, "MODIFIER_B": -1}, {"STRING": 2, **NONE}, 2),
        (
            {"STRING": 1, "MODIFIER_A": 3, "MODIFIER_B": -1},
            {"STRING": 2, "MODIFIER_A": 4, "MODIFIER_B": -1},
            1,
        ),
    ],
)
def test_phrases_with_one_head(one, other, found):
    assert match_heads(rows(one, other), 0, 1) == found


@given(st.integers(-3, 300))
def test_counts_are_binned(n):
    ends = (0, 1, 2, 3, 4, 6, 10, 18, 40, 100)
    assert bucket(n) == sum(n >= end for end in ends) - 1


@given(
    st.lists(st.lists(st.integers(0, 4), min_size=3, max_size=3), min_size=1, max_size=6), st.integers(0, 99)
)
def test_hashing_in_two_steps_equals_hashing_at_once(templates, number):
    table, atoms = np.array(templates, np.uint64), np.arange(5) * 7 - 3
    once, begun = np.zeros((2, len(table)), np.int64)
    hashes = np.zeros(len(table), np.uint64)
    fill(once, number, table, atoms)
    begin(hashes, number, table, atoms)
    finish(begun, hashes, table, atoms)
    assert once.tolist() == begun.tolist()
    assert len(set(once.tolist())) == len(table)  # templates with equal atoms differ
