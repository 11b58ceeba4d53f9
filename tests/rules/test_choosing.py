"""Learning to choose among given answers."""

import numpy as np

from symbolic_rc.rules.choosing import accuracy, fit


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
