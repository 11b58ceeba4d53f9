"""Boosting for lists."""

import numpy as np
import pytest

from symbolic_rc.models import boosting


def lists(count, size=8, seed=5):
    """Lists whose best candidate has the highest first feature of those whose second is positive."""
    random = np.random.default_rng(seed)
    rows = random.normal(size=(count * size, 6)).astype(np.float32)
    worth = np.where(rows[:, 1] > 0, rows[:, 0], -9.0).reshape(count, size)
    gold = (worth == worth.max(axis=1, keepdims=True)).ravel().astype(np.float32)
    return rows, gold, np.arange(count + 1) * size


def test_trees_rank_lists_that_they_did_not_see():
    rows, gold, bounds = lists(600)
    settings = boosting.BoostSettings(rounds=60, rate=0.2, least=20, features=1.0)
    trees = boosting.boost(rows, gold, bounds, settings)
    rows, gold, bounds = lists(200, seed=6)
    scores = trees.scores(rows).reshape(200, -1)
    assert gold.reshape(200, -1)[np.arange(200), scores.argmax(axis=1)].mean() > 0.85


def test_the_same_seed_gives_the_same_trees():
    rows, gold, bounds = lists(100)
    one, other = (
        boosting.boost(rows, gold, bounds, boosting.BoostSettings(rounds=5, seed=3)) for _ in range(2)
    )
    assert all((value == other.arrays()[name]).all() for name, value in one.arrays().items())


def test_the_gradient_is_that_of_the_loss():
    random = np.random.default_rng(2)
    scores, gold, bounds = random.normal(size=7), random.random(7), np.array([0, 4, 7])

    def loss(at):
        value = 0.0
        for a, b in ((0, 4), (4, 7)):
            probability = np.exp(at[a:b]) / np.exp(at[a:b]).sum()
            top = gold[a:b].max()
            value -= top * np.log(probability @ (gold[a:b] / top) ** 3.0)
        return value

    gradient, curvature = np.zeros(7), np.zeros(7)
    boosting.list_gradient(scores, gold, bounds, 3.0, gradient, curvature)
    for i in range(7):
        step = np.zeros(7)
        step[i] = 1e-5
        assert gradient[i] == pytest.approx((loss(scores + step) - loss(scores - step)) / 2e-5, abs=1e-6)


def test_the_first_split_gains_most_of_all():
    random = np.random.default_rng(4)
    bins = random.integers(0, 5, size=(60, 3)).astype(np.uint8)
    gradient, curvature = random.normal(size=60), random.random(60) + 0.1
    nodes, value = np.zeros((3, 4), np.int64), np.zeros(3)
    room = np.zeros((3, 3, boosting.BINS, 3))
    inside, features = np.arange(60), np.arange(3)
    count = boosting.grow(bins, inside, features, gradient, curvature, 2, 5, 1.0, room, nodes, value)
    gains = {}
    for f in range(3):
        for last in range(4):
            left = bins[:, f] <= last
            if min(left.sum(), (~left).sum()) >= 5:
                parts = [gradient[s].sum() ** 2 / (curvature[s].sum() + 1.0) for s in (left, ~left)]
                gains[f, last] = sum(parts)
    assert count == 3
    assert tuple(nodes[0, :2]) == max(gains, key=lambda key: gains[key])


def test_values_in_bins_fall_on_the_side_that_the_threshold_says():
    rows = np.random.default_rng(1).normal(size=(500, 2)).astype(np.float32)
    edges = boosting.bin_edges(rows)
    bins = boosting.binned(rows, edges)
    for f, ends in enumerate(edges):
        for c, end in enumerate(ends):
            assert ((bins[:, f] <= c) == (rows[:, f] <= end)).all()
