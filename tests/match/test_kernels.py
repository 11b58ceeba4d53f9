from itertools import pairwise

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from symbolic_rc.match.kernels import joined
from symbolic_rc.match.keys import StoryWords, WantedKeys
from tests.match import naive_join

WEIGHTS = (0.25, 0.5, 1.0)
N_TOKENS = 9

units = st.lists(
    st.tuples(
        st.lists(st.integers(0, 12), min_size=1, max_size=4, unique=True),
        st.lists(st.integers(0, N_TOKENS - 1), min_size=1, max_size=4, unique=True).map(sorted),
        st.booleans(),
    ),
    max_size=6,
)
wishes = st.lists(
    st.lists(
        st.tuples(st.integers(0, 12), st.sampled_from(WEIGHTS), st.integers(0, 10)),
        max_size=5,
        unique_by=lambda wish: wish[0],
    ).map(sorted),
    min_size=1,
    max_size=4,
)


def bounds(lists):
    return np.concatenate([[0], np.cumsum([len(each) for each in lists])]).astype(np.int32)


@settings(max_examples=200, deadline=None)
@given(units, wishes, st.data())
def test_kernel_equals_reference(story, sought, data):
    row = st.lists(st.integers(0, len(sought) - 1), min_size=1, max_size=2, unique=True)
    rows = data.draw(st.lists(row, max_size=3))
    offers = sorted((key, owner) for owner, (keys, _, _) in enumerate(story) for key in keys)
    indptr, positions, weights, kinds = joined(
        StoryWords(
            np.array([key for key, _ in offers], np.int64),
            np.array([owner for _, owner in offers], np.int32),
            bounds([places for _, places, _ in story]),
            np.array([place for _, places, _ in story for place in places], np.int32),
            np.array([phrase for _, _, phrase in story], np.uint8),
            np.float32(0.5),
            N_TOKENS,
        ),
        WantedKeys(
            bounds(sought)[:-1].astype(np.int64),
            bounds(sought)[1:].astype(np.int64),
            np.array([key for each in sought for key, _, _ in each], np.int64),
            np.array([weight for each in sought for _, weight, _ in each], np.float32),
            np.array([kind for each in sought for _, _, kind in each], np.uint8),
            bounds(rows),
            np.array([unit for each in rows for unit in each], np.int32),
        ),
    )
    expected = naive_join.join(story, sought, rows, 0.5)
    found = [
        list(zip(positions[a:b].tolist(), weights[a:b].tolist(), kinds[a:b].tolist(), strict=True))
        for a, b in pairwise(indptr)
    ]
    assert found == expected
