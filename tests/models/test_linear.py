"""Linear classifiers: they learn, are deterministic, and survive storage."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from symbolic_rc.core.files.container import read_container, write_container
from symbolic_rc.models.linear import LinearModel, PerceptronSettings, Rows, feature_key, train_classifier


def named(features) -> Rows:
    """Rows of features by their names."""
    keys = [[feature_key(feature) for feature in row] for row in features]
    flat = np.array([key for row in keys for key in row], np.uint32)
    starts = np.cumsum([0, *map(len, keys)], dtype=np.int64)
    return Rows(starts, flat, np.ones(len(flat), np.float32))


def slow_scores(model: LinearModel, rows: Rows) -> np.ndarray:
    """The slow twin of `LinearModel.scores`: a dictionary of weights."""
    weights: dict[int, list[tuple[int, int]]] = {}
    for i, key in enumerate(model.keys.tolist()):
        span = slice(int(model.starts[i]), int(model.starts[i + 1]))
        weights[key] = list(zip(model.columns[span].tolist(), model.values[span].tolist(), strict=True))
    out = np.zeros((len(rows), len(model.classes)))
    for i in range(len(rows)):
        for j in range(rows.starts[i], rows.starts[i + 1]):
            for column, value in weights.get(int(rows.keys[j]), []):
                out[i, column] += value * rows.values[j]
    return out * model.scale


def test_learns_what_can_be_separated(tmp_path):
    sets = [[f"a{i % 3}", f"noise{i}"] for i in range(60)]
    labels = np.array([i % 3 for i in range(60)])
    model = train_classifier(named(sets), labels, ("x", "y", "z"), PerceptronSettings(epochs=5, seeds=(1, 2)))
    unseen = named([["a0", "new"], ["a1"], ["a2"]])
    assert model.scores(unseen).argmax(axis=1).tolist() == [0, 1, 2]
    write_container(tmp_path / "m.lex", {}, model.arrays("p."))
    stored = LinearModel.of(read_container(tmp_path / "m.lex"), "p.")
    assert stored.classes == model.classes
    assert np.array_equal(stored.scores(unseen), model.scores(unseen))


def test_the_same_seed_gives_the_same_model():
    sets = [[f"a{i % 7}", f"b{i % 5}"] for i in range(100)]
    labels = np.array([(i * i) % 4 for i in range(100)])
    one, two = (
        train_classifier(named(sets), labels, "wxyz", PerceptronSettings(seeds=(3, 4))) for _ in range(2)
    )
    assert np.array_equal(one.keys, two.keys)
    assert np.array_equal(one.values, two.values)


@settings(max_examples=25, deadline=None)
@given(
    st.lists(st.lists(st.integers(0, 30), max_size=6), min_size=1, max_size=20), st.sampled_from([1, 3, 9])
)
def test_scores_equal_their_plain_twin(sets, classes):
    rows = named([[f"f{i}" for i in numbers] for numbers in sets])
    generator = np.random.default_rng(0)
    keys = np.unique([feature_key(f"f{i}") for i in range(20)]).astype(np.uint32)
    weights = generator.normal(size=(len(keys), classes)) * (generator.random((len(keys), classes)) > 0.5)
    model = LinearModel.freeze([str(c) for c in range(classes)], keys, weights, prune=0.1)
    np.testing.assert_allclose(model.scores(rows), slow_scores(model, rows), rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize("bits", [8, 16])
def test_quantising_keeps_the_largest_weight(bits):
    keys = np.array([5, 3], np.uint32)
    weights = np.array([[100.0, -0.5], [0.001, 40.0]])
    model = LinearModel.freeze("ab", keys, weights, prune=0.01, bits=bits)
    assert model.keys.tolist() == [3, 5]
    largest = model.scores(Rows(np.array([0, 1]), np.array([5], np.uint32), np.ones(1, np.float32)))[0, 0]
    assert largest == pytest.approx(100.0, rel=1e-3)


def test_numeric_features_count_by_value():
    values = np.arange(20, dtype=np.float32) - 10
    rows = Rows(np.arange(21), np.ones(20, np.uint32), values)
    model = train_classifier(
        rows, (values >= 0).astype(int), ("small", "large"), PerceptronSettings(epochs=20)
    )
    assert (model.scores(rows).argmax(axis=1) == (values > 0)).all()


def test_labels_must_fit_rows():
    with pytest.raises(ValueError, match="2 rows"):
        train_classifier(named([["a"], ["b"]]), np.array([0]), "ab")
