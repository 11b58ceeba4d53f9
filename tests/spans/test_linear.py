import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from symbolic_rc.core.errors import DataError
from symbolic_rc.spans import best_per_question, linear_scores, top_per_question
from symbolic_rc.spans.twins.words import linear_score, top_indices
from tests.spans.spans_cases import few

entries = st.tuples(st.integers(0, 6), st.integers(-4, 4).map(float))


@few
@given(
    st.lists(st.lists(entries, max_size=5), max_size=6), st.lists(st.integers(-3, 3), min_size=7, max_size=7)
)
def test_scores_are_the_twins(candidates, weights) -> None:
    indptr = np.cumsum([0] + [len(one) for one in candidates])
    flat = [entry for one in candidates for entry in one]
    indices = np.array([index for index, _ in flat], np.int32)
    found = linear_scores(indptr, indices, weights, [value for _, value in flat])
    np.testing.assert_array_equal(found, [linear_score(one, weights) for one in candidates])


@few
@given(st.lists(st.lists(st.integers(0, 3), max_size=6), max_size=5), st.integers(1, 4))
def test_the_first_of_equal_scores_wins(questions, top) -> None:
    groups = np.cumsum([0] + [len(one) for one in questions])
    scores = [float(score) for one in questions for score in one]
    found = top_per_question(scores, groups, top)
    for q in range(len(questions)):
        assert found[q].tolist() == top_indices(scores, groups[q], groups[q + 1], top)
    assert best_per_question(scores, groups).tolist() == found[:, 0].tolist()


def test_faults_are_named() -> None:
    with pytest.raises(DataError, match="outside the 2 weights"):
        linear_scores([0, 1], [2], [1.0, 1.0])
    with pytest.raises(DataError, match="indptr"):
        linear_scores([0, 2], [1], [1.0, 1.0])
    with pytest.raises(DataError, match="values"):
        linear_scores([0, 1], [1], [1.0, 1.0], [1.0, 2.0])
    with pytest.raises(DataError, match="NaN"):
        top_per_question([np.nan], [0, 1], 1)
    with pytest.raises(DataError, match="top"):
        top_per_question([1.0], [0, 1], 0)
