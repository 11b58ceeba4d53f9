"""Statements of a question and its given answers, matched in order."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from symbolic_rc.ranker.choices import in_order, said_in_order

WORDS = st.lists(st.integers(0, 4), max_size=8)


def longest(a, b):
    if not a or not b:
        return 0
    if a[0] == b[0]:
        return 1 + longest(a[1:], b[1:])
    return max(longest(a[1:], b), longest(a, b[1:]))


@given(WORDS, WORDS, WORDS)
def test_the_kernel_finds_the_longest_common_subsequence(statement, first, second):
    out = np.zeros(2)
    bounds = np.array([0, len(first), len(first) + len(second)])
    in_order(
        np.array(statement, np.int64), np.ones(len(statement)), np.array(first + second, np.int64),
        bounds[:-1], bounds[1:], out,
    )  # fmt: skip
    assert out.tolist() == [longest(statement, first), longest(statement, second)]


def test_an_answer_in_its_place_is_said_in_order(story, asked):
    found = said_in_order(story, asked, [["marta"], ["jonas"], ["the", "sea"]])
    assert found[0, 0] == 1.0
    assert (found[0] > found[1]).all()
    assert (found[0] > found[2]).all()
