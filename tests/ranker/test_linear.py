"""The linear scorer beside its plain twin, and the gradient that it learns along."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from symbolic_rc.index import columns as C
from symbolic_rc.index.hashing import mix
from symbolic_rc.index.shape_features import SHAPES
from symbolic_rc.ranker.arrays import LinearInput
from symbolic_rc.ranker.linear import KIND_SALT, Learner, learn, linear_scores, loss_gradient

few = settings(max_examples=30, deadline=None)
seeds = st.integers(0, 2**32 - 1)


def drawn(seed, m=5, heads=3, rules=2):
    """Candidates with drawn features."""
    random = np.random.default_rng(seed)

    def ids(*shape):
        return random.integers(0, 2**32, shape).astype(np.uint32)

    return LinearInput(
        shapes=ids(9, SHAPES), info=random.integers(0, 9, C.INFO).astype(np.int32),
        selected=random.permutation(9)[:m].astype(np.int32),
        head_row=random.integers(0, heads, m).astype(np.int32), head_ids=ids(heads, 4), span_ids=ids(m, 5),
        cues=random.integers(0, 2, (m, rules)).astype(bool), cue_ids=ids(rules, 2),
    )  # fmt: skip


def linear_score_plain(x, table, row, kind, qclass):
    """The weights of all features of one candidate, one by one."""
    features = [*x.head_ids[x.head_row[row]].tolist(), *x.span_ids[row].tolist()]
    for cue, speaks in enumerate(x.cues[row].tolist()):
        features += x.cue_ids[cue].tolist() if speaks else []
    shape = x.shapes[x.selected[row]].tolist()
    features += [int(mix(f, salt)) for f in shape for salt in (kind, qclass)]
    return sum(table[feature % len(table)] for feature in features)


@few
@given(seeds)
def test_scores_are_sums_of_the_weights_of_all_features(seed):
    x = drawn(seed)
    table = np.random.default_rng(seed).integers(-3, 4, 64).astype(np.float32)
    kind, qclass = int(x.info[C.KIND]) + KIND_SALT, int(x.info[C.QCLASS])
    expected = [linear_score_plain(x, table.tolist(), row, kind, qclass) for row in range(len(x.selected))]
    assert linear_scores(x, table).tolist() == expected


@few
@given(seeds)
def test_the_gradient_is_that_of_the_cross_entropy(seed):
    random = np.random.default_rng(seed)
    scores, gold = random.normal(size=5), random.random(5) + 0.1
    top = gold.max()
    target = np.where(gold >= 0.5 * top, (gold / top) ** 2.0, 0.0)
    target /= target.sum()

    def loss(at):
        return -top * (target * np.log(np.exp(at) / np.exp(at).sum())).sum()

    found = np.empty(5, np.float32)
    loss_gradient(scores.astype(np.float32), gold.astype(np.float32), 2.0, 0.0, found)
    for i in range(5):
        step = np.eye(5)[i] * 1e-5
        assert found[i] == pytest.approx((loss(scores + step) - loss(scores - step)) / 2e-5, abs=1e-4)


@few
@given(seeds)
def test_a_step_lowers_what_is_wrong_and_raises_what_is_right(seed):
    x = drawn(seed, m=2, heads=2)
    x = x._replace(head_row=np.array([0, 1], np.int32), cues=np.eye(2, dtype=bool))
    learner = Learner(*np.zeros((3, 1 << 16), np.float32))
    learn(x, np.array([0.5, -0.5], np.float32), learner, 1.0, np.float32(0.1))
    wrong, right = linear_scores(x, learner.table)
    assert wrong < 0 < right
