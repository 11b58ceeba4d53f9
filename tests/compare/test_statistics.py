import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from symbolic_rc.compare.statistics import bootstrap_scores, difference, holm, interval, permutation_test


def mean(sums):
    """The score of a metric whose statistics are (points, questions)."""
    return sums[:, 0] / np.maximum(sums[:, 1], 1.0)


def table(points):
    return np.stack([points, np.ones_like(points)], axis=1)


@pytest.fixture(scope="module")
def two_systems():
    generator = np.random.default_rng(5)
    a = generator.random(80)
    return a, np.clip(a + generator.normal(0.03, 0.15, 80), 0, 1)


def test_permutation_test_agrees_with_scipy(two_systems):
    a, b = two_systems
    theirs = stats.permutation_test(
        (a, b), lambda x, y, axis: np.mean(x - y, axis=axis), permutation_type="samples",
        vectorized=True, n_resamples=20_000, rng=np.random.default_rng(1),
    )  # fmt: skip
    assert permutation_test(table(a), table(b), mean, 20_000) == pytest.approx(theirs.pvalue, abs=0.01)


def test_interval_agrees_with_scipy(two_systems):
    a, _ = two_systems
    theirs = stats.bootstrap(
        (a,), np.mean, method="percentile", n_resamples=20_000, rng=np.random.default_rng(1)
    ).confidence_interval
    ours = interval(table(a), mean, resamples=20_000)
    assert ours.score == pytest.approx(a.mean())
    assert (ours.low, ours.high) == pytest.approx(tuple(theirs), abs=0.003)


def test_paired_difference_agrees_with_scipy(two_systems):
    a, b = two_systems
    theirs = stats.bootstrap(
        (a, b), lambda x, y, axis: np.mean(x - y, axis=axis), paired=True, method="percentile",
        n_resamples=20_000, rng=np.random.default_rng(1),
    ).confidence_interval  # fmt: skip
    ours = difference(table(a), table(b), mean, resamples=20_000)
    assert (ours.low, ours.high) == pytest.approx(tuple(theirs), abs=0.003)


def test_intervals_cover_at_their_stated_rate():
    generator = np.random.default_rng(2)
    covered = 0
    for seed in range(300):
        found = interval(
            table(generator.binomial(1, 0.4, 150).astype(float)), mean, 0.9, resamples=400, seed=seed
        )
        covered += found.low <= 0.4 <= found.high
    assert 0.85 <= covered / 300 <= 0.95


def test_equal_systems_never_differ(two_systems):
    a, _ = two_systems
    assert permutation_test(table(a), table(a), mean) == 1.0
    found = difference(table(a), table(a), mean, resamples=50)
    assert (found.score, found.low, found.high) == (0.0, 0.0, 0.0)


def test_p_values_of_equal_systems_are_even():
    generator = np.random.default_rng(3)
    found = [
        permutation_test(table(generator.random(40)), table(generator.random(40)), mean, 300, seed)
        for seed in range(200)
    ]
    assert stats.kstest(found, "uniform").pvalue > 0.01


def test_memory_is_cut_into_blocks_without_changing_what_is_drawn(monkeypatch, two_systems):
    a, b = (table(points) for points in two_systems)
    whole = bootstrap_scores([a, b], mean, 40)
    monkeypatch.setattr("symbolic_rc.compare.statistics._CHUNK", 7 * len(a))
    for one, other in zip(whole, bootstrap_scores([a, b], mean, 40), strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-12)


def test_no_questions_have_a_score_of_zero():
    found = interval(np.zeros((0, 2)), mean, resamples=10)
    assert (found.score, found.low, found.high) == (0.0, 0.0, 0.0)


@given(st.lists(st.floats(0, 1), max_size=8))
def test_holm_keeps_order_and_never_lowers(values):
    corrected = holm(values)
    assert all(c >= p and c <= 1 for c, p in zip(corrected, values, strict=True))
    order = sorted(range(len(values)), key=lambda i: values[i])
    assert [corrected[i] for i in order] == sorted(corrected)
