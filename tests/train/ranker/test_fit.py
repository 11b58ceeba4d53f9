"""What the reranker's scores are multiplied by."""

import numpy as np
import pytest

from symbolic_rc.models.trees import Trees
from symbolic_rc.train.ranker.fit import Listing, fit_inverse_temperature

#: Two candidates that are alike and one that is not; the scores are the only feature's values.
ALIKE = np.array([[1.0, 0.0, 0.0], [0.0, 1.0, 0.9], [0.0, 0.9, 1.0]], np.float32)
SCORES = np.array([[0.6], [0.0], [0.0]], np.float32)


@pytest.fixture
def one_split():
    nodes = np.array([0, -1, -1], np.int16), np.array([0.3, 0.0, 0.0], np.float32)
    left, right = np.array([1, 0, 0], np.int32), np.array([2, 0, 0], np.int32)
    return Trees(np.array([0], np.int32), *nodes, left, right, np.array([0, 0, 0.6], np.float32), 0.0)


@pytest.mark.parametrize(("gold", "inverse_temperature"), [([1, 0, 0], 1.2), ([0, 1, 0.9], 0.6)])
def test_scores_are_trusted_as_far_as_they_serve(one_split, gold, inverse_temperature):
    one = Listing(np.arange(3, dtype=np.int32), SCORES, np.array(gold, np.float32), ALIKE)
    assert fit_inverse_temperature([("quoref", one, one_split)]) == {"": inverse_temperature}
    assert fit_inverse_temperature([("quoref", one, one_split)] * 500) == {
        "": inverse_temperature,
        "quoref": inverse_temperature,
    }


def test_nothing_listed_changes_nothing():
    assert fit_inverse_temperature([]) == {"": 1.0}
