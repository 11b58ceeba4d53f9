"""Learning to choose among given answers."""

import numpy as np

from symbolic_rc.train.ranker.choices import accuracy, fit, fit_trees


def test_the_telling_feature_gets_the_weight():
    random = np.random.default_rng(2)
    sets = []
    for _ in range(200):
        right = int(random.integers(4))
        rows = random.normal(size=(4, 3))
        rows[right, 1] += 2.0
        sets.append((rows, right))
    weights = fit(sets)
    assert int(np.argmax(weights)) == 1
    assert accuracy(sets, weights) > 70


def test_trees_choose_where_only_one_feature_beside_the_others_tells():
    random = np.random.default_rng(3)
    sets = []
    for _ in range(300):
        right = int(random.integers(4))
        rows = random.normal(size=(4, 3)) + random.normal() * 5.0
        rows[right, 2] += 3.0
        sets.append((rows, right))
    assert accuracy(sets[200:], fit_trees(sets[:200])) > 70
