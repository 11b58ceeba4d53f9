"""Boosting beside scikit-learn's histogram boosting on the same data."""

import numpy as np
import pytest
from sklearn.ensemble import HistGradientBoostingClassifier, HistGradientBoostingRegressor
from sklearn.metrics import log_loss, mean_squared_error

from symbolic_rc.models import boosting
from symbolic_rc.models.boosting import BoostSettings, boost

ROUNDS, LEAVES, RATE, LEAST, L2 = 25, 8, 0.2, 10, 1.0
#: The same losses, but for sums in another order and thresholds between values rather than at them.
TOLERANCE = 1e-3


@pytest.fixture(scope="module")
def data():
    """Features of fewer values than there are bins, so that both see the same bins; a noisy target."""
    random = np.random.default_rng(8)
    rows = random.integers(0, 40, size=(800, 5)).astype(np.float32)
    target = np.sin(rows[:, 0] / 6) * (rows[:, 1] > 15) + rows[:, 2] / 40 + 0.3 * random.normal(size=800)
    return rows, target


def grown(rows, slopes, start):
    """Boost single rows with our trees: `slopes` returns gradient and curvature at the scores."""
    edges = boosting.bin_edges(rows)
    bins = boosting.binned(rows, edges)
    n, width = rows.shape
    size = 2 * LEAVES - 1
    scores, room = np.full(n, start), np.zeros((size, width, boosting.BINS, 3))
    for _ in range(ROUNDS):
        nodes, value = np.zeros((size, 4), np.int64), np.zeros(size)
        gradient, curvature = slopes(scores)
        every = np.arange(n), np.arange(width)
        boosting.grow(bins, *every, gradient, curvature, LEAVES, LEAST, L2, room, nodes, value)
        boosting._add(bins, nodes, value * RATE, scores)
    return scores


def options():
    return {
        "max_iter": ROUNDS, "max_leaf_nodes": LEAVES, "learning_rate": RATE, "min_samples_leaf": LEAST,
        "l2_regularization": L2, "early_stopping": False,
    }  # fmt: skip


def test_trees_grow_as_those_of_scikit_learn_on_squared_loss(data):
    rows, target = data
    theirs = HistGradientBoostingRegressor(**options()).fit(rows, target).predict(rows)
    ours = grown(rows, lambda scores: (scores - target, np.ones(len(target))), target.mean())
    assert mean_squared_error(target, ours) == pytest.approx(
        mean_squared_error(target, theirs), rel=TOLERANCE
    )


def test_trees_grow_as_those_of_scikit_learn_on_log_loss(data):
    rows, target = data
    right = target > np.median(target) + 0.2
    theirs = HistGradientBoostingClassifier(**options()).fit(rows, right).predict_proba(rows)[:, 1]

    def slopes(scores):
        p = 1 / (1 + np.exp(-scores))
        return p - right, p * (1 - p)

    share = right.mean()
    ours = 1 / (1 + np.exp(-grown(rows, slopes, np.log(share / (1 - share)))))
    assert log_loss(right, ours) == pytest.approx(log_loss(right, theirs), rel=TOLERANCE)


def test_lists_of_two_are_learned_as_well_as_a_classifier_learns_them(data):
    """Against one fixed rival a candidate has a classifier's probability; a tenth more loss is allowed."""
    rows, target = data
    right = target > np.median(target)
    rival = np.full_like(rows, -1.0)
    both = np.stack([rows, rival], axis=1).reshape(-1, rows.shape[1])
    gold = np.stack([right, ~right], axis=1).ravel().astype(np.float32)
    bounds = np.arange(0, len(both) + 1, 2)
    settings = BoostSettings(
        rounds=ROUNDS, leaves=LEAVES, rate=RATE, least=LEAST, l2=L2, lists=1.0, features=1.0
    )
    scores = boost(both, gold, bounds, settings).scores(both).reshape(-1, 2)
    ours = 1 / (1 + np.exp(scores[:, 1] - scores[:, 0]))
    theirs = HistGradientBoostingClassifier(**options()).fit(rows, right).predict_proba(rows)[:, 1]
    assert log_loss(right, ours) == pytest.approx(log_loss(right, theirs), rel=0.1)
