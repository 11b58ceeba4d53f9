"""Boosted trees as arrays."""

import numpy as np
import pytest
from sklearn.ensemble import HistGradientBoostingRegressor

from symbolic_rc.models import trees
from tests.models.reference import predict_plain


@pytest.fixture(scope="module")
def fitted():
    random = np.random.default_rng(3)
    rows = random.normal(size=(500, 4)).astype(np.float32)
    targets = rows[:, 0] * (rows[:, 1] > 0) + 0.1 * random.normal(size=500)
    model = HistGradientBoostingRegressor(max_iter=12, max_leaf_nodes=8, random_state=1).fit(rows, targets)
    return model, trees.trees_of_sklearn(model), rows


def test_they_predict_what_the_library_predicts(fitted):
    model, packed, rows = fitted
    assert packed.scores(rows) == pytest.approx(model.predict(rows), abs=1e-5)


@pytest.mark.parametrize("leaves", [3, 31, 60])
def test_leaves_are_those_that_walking_reaches(leaves):
    random = np.random.default_rng(leaves)
    rows = random.integers(0, 9, (400, 5)).astype(np.float32)
    rows[:, 4] = 2.0
    targets = rows[:, 0] * rows[:, 1] + random.normal(size=400)
    model = HistGradientBoostingRegressor(max_iter=5, max_leaf_nodes=leaves, min_samples_leaf=2)
    packed = trees.trees_of_sklearn(model.fit(rows, targets))
    tried = rows[:50] + random.choice([0.0, 0.5], (50, 5)).astype(np.float32)
    assert (packed.scores(tried) == predict_plain(packed, tried)).all()


def test_contributions_sum_to_the_prediction(fitted):
    _, packed, rows = fitted
    for row in rows[:20]:
        base = packed.baseline + sum(float(packed.value[root]) for root in packed.roots)
        found = trees.contributions(packed, row, 4)
        assert base + found.sum() == pytest.approx(packed.scores(row[None])[0], abs=1e-5)


def test_they_survive_writing_and_are_laid_out_when_they_first_score(fitted):
    _, packed, rows = fitted
    again = trees.Trees.of(packed.arrays())
    assert "leaves" not in vars(again)
    assert (again.scores(rows) == packed.scores(rows)).all()
