import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from symbolic_rc.core.errors import DataError
from symbolic_rc.spans import best_windows, inverse_counts, tf_idf, window_scores
from symbolic_rc.spans.twins.words import best_window, window_sum
from tests.spans.spans_cases import few

weights = st.lists(st.floats(-5, 5, width=32), min_size=1, max_size=25)
sizes = st.lists(st.integers(1, 30), min_size=1, max_size=4)


@few
@given(weights, sizes)
def test_sums_are_the_twins(values, widths) -> None:
    table = window_scores(values, widths)
    expected = [[window_sum(values, start, size) for start in range(len(values))] for size in widths]
    np.testing.assert_allclose(table, expected, atol=1e-12)


@few
@given(st.lists(st.integers(0, 8).map(lambda i: i / 8), min_size=1, max_size=25), sizes)
def test_the_heaviest_windows_are_the_twins(values, widths) -> None:
    starts, totals = best_windows([values, values[::-1]], widths)
    for row, line in enumerate((values, values[::-1])):
        expected = [best_window(line, size) for size in widths]
        assert list(zip(starts[row].tolist(), totals[row].tolist(), strict=True)) == expected


def test_equal_windows_weigh_the_same_wherever_they_stand() -> None:
    rng = np.random.default_rng(0)
    part = rng.random(7)
    values = np.concatenate([part, rng.random(100) / 100, part, [0.0], part])
    table = window_scores(values, [7])[0]
    assert table[0] == table[107] == table[115]
    assert best_windows([values], [7])[0].tolist() == [[0]]


def test_weights_are_the_formulas() -> None:
    np.testing.assert_allclose(inverse_counts([4, 4, 1]), np.log([1.5, 1.5, 2.0]))
    np.testing.assert_allclose(tf_idf([4, 4, 1, 4, 2, 2], [0, 3, 4, 6]), np.log([1.5, 1.5, 3, 1.5, 3, 3]))
    assert tf_idf([], [0]).size == 0


def test_faults_are_named() -> None:
    with pytest.raises(DataError, match="sizes"):
        window_scores([1.0], [0])
    with pytest.raises(DataError, match="finite"):
        window_scores([np.nan], [1])
    with pytest.raises(DataError, match="bounds"):
        tf_idf([1, 2], [0, 1])
