"""Forward-backward sums over conversations, against enumeration."""

from itertools import pairwise, product

import numpy as np
import pytest

from symbolic_rc.coref.quotations.conversations import Chain, expect

SIZES = (2, 1, 3, 2)
WEIGHTS = np.array([0.7, -0.4, 1.1, -0.9])


def chain() -> Chain:
    """Return four turns with random features: 0 and 1 of candidates, 2 of steps, 3 of leaps."""
    random = np.random.default_rng(3)
    features = [np.hstack([random.random((size, 2)), np.zeros((size, 2))]) for size in SIZES]
    steps = [[]] + [[(2, random.random(shape))] for shape in pairwise(SIZES)]
    leaps = [[], []] + [[(3, random.random(shape))] for shape in zip(SIZES, SIZES[2:], strict=False)]
    leaps[3] = []
    candidates = [np.arange(size) for size in SIZES]
    return Chain(list(range(len(SIZES))), candidates, features, steps, leaps)


def features_of(c: Chain, way: tuple[int, ...]) -> np.ndarray:
    found = np.zeros(len(WEIGHTS))
    for n, k in enumerate(way):
        found += c.features[n][k]
        for feature, values in c.steps[n]:
            found[feature] += values[way[n - 1], k]
        for feature, values in c.leaps[n]:
            found[feature] += values[way[n - 2], k]
    return found


@pytest.mark.parametrize(
    "allowed", [None, [None, None, np.array([True, False, True]), np.array([False, True])]]
)
def test_sums_equal_enumeration(allowed: list[np.ndarray | None] | None) -> None:
    c = chain()
    ways = [
        way
        for way in product(*(range(size) for size in SIZES))
        if not allowed or all(mask is None or mask[k] for mask, k in zip(allowed, way, strict=True))
    ]
    rows = np.array([features_of(c, way) for way in ways])
    odds = np.exp(rows @ WEIGHTS)
    total, expected, probabilities = expect(c, WEIGHTS, allowed)
    assert total == pytest.approx(np.log(odds.sum()))
    assert expected == pytest.approx(odds @ rows / odds.sum())
    for n, size in enumerate(SIZES):
        share = [odds[[way[n] == k for way in ways]].sum() / odds.sum() for k in range(size)]
        assert probabilities[n] == pytest.approx(share)


def test_a_single_turn() -> None:
    c = Chain([0], [np.array([4, 7])], [np.eye(2)], [[]], [[]])
    total, expected, probabilities = expect(c, np.array([0.0, np.log(3.0)]))
    assert total == pytest.approx(np.log(4.0))
    assert expected == pytest.approx([0.25, 0.75])
    assert probabilities[0] == pytest.approx([0.25, 0.75])
