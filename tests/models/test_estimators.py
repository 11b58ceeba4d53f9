"""scikit-learn's tools work on the trainable parts."""

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.datasets import make_classification
from sklearn.linear_model import Perceptron
from sklearn.model_selection import GridSearchCV, cross_val_score

from symbolic_rc.models.estimators import BoostedRanker, PerceptronClassifier
from symbolic_rc.models.linear import Rows, train_classifier


@pytest.fixture(scope="module")
def data():
    return make_classification(400, 12, n_informative=6, n_classes=3, random_state=1)


def test_it_learns_about_as_well_as_scikit_learns_own(data):
    ours = cross_val_score(PerceptronClassifier(), *data, cv=4).mean()
    assert ours > cross_val_score(Perceptron(), *data, cv=4).mean() - 0.02


def test_parameters_are_searched_and_cloned(data):
    search = GridSearchCV(PerceptronClassifier(), {"epochs": [1, 8], "margin": [0.0, 1.0]}, cv=3).fit(*data)
    assert search.best_params_ == {
        name: search.best_estimator_.get_params()[name] for name in ("epochs", "margin")
    }
    fresh = clone(search.best_estimator_)
    assert fresh.get_params() == search.best_estimator_.get_params()
    assert not hasattr(fresh, "model_")


def test_labels_of_any_kind_come_back(data):
    X, y = data
    names = np.array(["b", "a", "c"])[y]
    found = PerceptronClassifier().fit(X, names)
    assert set(found.predict(X)) <= {"a", "b", "c"}
    assert found.score(X, names) > 0.5
    assert found.decision_function(X).shape == (400, 3)
    assert PerceptronClassifier().fit(X, y > 0).decision_function(X).shape == (400,)
    with pytest.raises(ValueError, match="12"):
        found.predict(X[:, :5])


def test_it_is_what_the_taggers_learn_with():
    rows = Rows.stacked(np.array([[ord(word[-1])] for word in ("mill", "wheel", "ran", "sold")], np.uint32))
    labels = np.array([0, 0, 1, 1])
    keys = np.unique(rows.keys)
    X = np.zeros((4, len(keys)))
    X[range(4), np.searchsorted(keys, rows.keys)] = 1
    ours = train_classifier(rows, labels, ("noun", "verb"))
    assert np.allclose(PerceptronClassifier().fit(X, labels)._scores(X), ours.scores(rows))


def test_the_ranker_puts_the_best_of_each_list_first():
    random = np.random.default_rng(3)
    X, lists = random.random((600, 4)), np.repeat(np.arange(60), 10)
    y = np.zeros(600)
    y[[10 * k + X[10 * k : 10 * k + 10, 2].argmax() for k in range(60)]] = 1
    ranker = clone(BoostedRanker(rounds=40, leaves=6, least=10, lists=1.0, features=1.0))
    assert ranker.fit(X, y, groups=lists).score(X, y, groups=lists) > 0.8
    with pytest.raises(ValueError, match="sort"):
        ranker.fit(X, y, groups=random.permutation(lists))
