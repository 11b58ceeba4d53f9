"""Kernels of linear models equal their slow twins."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from symbolic_rc.models import kernels
from symbolic_rc.models.linear import LinearModel
from tests.models.reference import PlainTable, epoch_classifier_plain, mix_plain

few = settings(max_examples=80, deadline=None)
numbers = st.integers(0, 2**32 - 1)
#: Few features, so that they meet; values whose sums are exact.
rows_of = st.lists(
    st.lists(st.tuples(st.integers(1, 9), st.sampled_from([0.5, 1.0, 2.0])), max_size=4),
    min_size=1,
    max_size=8,
)


def arrays(rows):
    starts = np.cumsum([0, *map(len, rows)]).astype(np.int64)
    flat = [entry for row in rows for entry in row]
    return starts, np.array([k for k, _ in flat], np.uint32), np.array([v for _, v in flat], np.float32)


def assert_same(table, plain):
    """The table holds the weights of the plain twin, and nothing else."""
    classes = table.weights.shape[1]
    cells = [(p, label) for p in np.flatnonzero(table.keys).tolist() for label in range(classes)]
    for found, expected in ((table.weights, plain.weights), (table.totals, plain.totals)):
        own = {(int(table.keys[p]), label): float(found[table.rows[p], label]) for p, label in cells}
        assert {key: value for key, value in own.items() if value} == {
            key: value for key, value in expected.items() if value
        }


@given(numbers, numbers)
def test_mix_is_arithmetic_of_whole_numbers(state, value):
    assert int(kernels.mix(np.uint32(state), np.uint32(value))) == mix_plain(state, value)


@few
@given(st.lists(numbers.filter(bool), unique=True, max_size=30), st.lists(numbers.filter(bool), max_size=30))
def test_an_index_finds_what_is_in_it_and_the_filter_denies_nothing(known, asked):
    known = sorted(known)
    keys, rows = np.zeros(64, np.uint32), np.zeros(64, np.int32)
    kernels.build_index(np.array(known, np.uint32), keys, rows)
    filter_ = LinearModel.freeze("a", np.array(known, np.uint32), np.ones((len(known), 1))).frozen.filter
    out = np.zeros(len(asked), np.uint32)
    count = kernels.filter_keys(filter_, np.array(asked, np.uint32), out)
    kept = out[:count].tolist()
    assert [key for key in asked if key in known] == [key for key in kept if key in known]
    for key in asked:
        place = kernels.find(keys, np.uint32(key))
        assert keys[place] == (key if key in known else 0)
        if key in known:
            assert known[rows[place]] == key
            assert kernels.may_contain(filter_, np.uint32(key))


@few
@given(rows_of, st.data())
def test_the_multiclass_perceptron(rows, data):
    labels = data.draw(st.lists(st.integers(0, 2), min_size=len(rows), max_size=len(rows)))
    order = data.draw(st.permutations(range(len(rows))))
    table, plain = kernels.new_table(3, 20), PlainTable()
    given_ = (*arrays(rows), np.array(labels, np.int32), np.array(order))
    _, mistakes = kernels.epoch_classifier(table, *given_, 1.0, 0.0)
    assert mistakes == epoch_classifier_plain(plain, rows, labels, 3, order, 1.0)
    assert_same(table, plain)


def test_all_ways_to_add_frozen_weights_agree():
    random = np.random.default_rng(3)
    weights = random.normal(size=(200, 30)) * (random.random((200, 30)) < np.linspace(0, 1, 200)[:, None])
    keys = (random.permutation(5000)[:200] + 1).astype(np.uint32)
    model = LinearModel.freeze([str(c) for c in range(30)], keys, weights)
    frozen = model.frozen
    assert 0 < len(frozen.full) < len(model.keys)  # features of both kinds
    dense = np.zeros((len(model.keys), 30), np.int64)
    dense[np.repeat(np.arange(len(model.keys)), np.diff(model.starts)), model.columns] = model.values
    asked = random.integers(1, 5000, 400).astype(np.uint32)
    wanted = sum(dense[i] * int((asked == key).sum()) for i, key in enumerate(model.keys))
    one, all_known = np.zeros(30, np.int32), np.zeros(30, np.int32)
    for key in asked:
        kernels.add_frozen(frozen, key, one)
    known = np.empty_like(asked)
    kernels.add_known(frozen, known[: kernels.filter_keys(frozen.filter, asked, known)], all_known)
    assert one.tolist() == all_known.tolist() == wanted.tolist()


def test_a_feature_without_weights_adds_nothing():
    starts = np.array([0, 1, 1, 2], np.uint32)
    columns, values = np.array([0, 2], np.uint16), np.array([5, -7], np.int16)
    frozen = LinearModel(tuple("abcde"), np.array([3, 5, 9], np.uint32), starts, columns, values, 1.0).frozen
    scores = np.zeros(5, np.int32)
    for key in (3, 5, 9):
        kernels.add_frozen(frozen, np.uint32(key), scores)
    assert scores.tolist() == [5, 0, -7, 0, 0]
