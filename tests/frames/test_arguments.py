"""Possible arguments, and the selection among them."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from symbolic_rc.annotate import default_pipeline
from symbolic_rc.annotate.view import read_trees, write_trees
from symbolic_rc.frames import EXACT, READING, parse
from symbolic_rc.frames import shortlist as S
from symbolic_rc.frames.arguments import argument_model, likely_arguments, list_arguments, new_workspace
from symbolic_rc.frames.arrays import read_forest
from symbolic_rc.frames.decoding import BEGIN, CANDIDATE, END, HEAD, NUMBER, ROLE, select_arguments
from symbolic_rc.frames.model import ADJUNCT_OF, NUMBER_OF, PREFIX_OF, RoleSpace, frame_model
from symbolic_rc.frames.parsing import LIGHT, find_predicates, find_rolesets

TEXT = "The old miller, who had no bread, sold his mill to a man from the town in the spring."


@pytest.fixture(scope="module")
def inputs():
    """The inputs of kernels for the predicates of a document."""
    doc, model = default_pipeline()(TEXT), frame_model()
    forest = read_forest(doc)
    places, _ = find_predicates(doc, forest, model)
    described = [model.space.of(name) for name in find_rolesets(doc, forest, places, model)]
    sets = np.array([row[0] for row in described], np.int32)
    keys = np.array([row[1:] for row in described], np.uint64)
    return forest, places, keys, sets, argument_model(model), new_workspace(model.space)


@pytest.mark.slow  # compiles a kernel that else only kernels call
def test_shortlisted_spans_contain_their_heads(inputs):
    forest, places, keys, sets, model, w = inputs
    for p, key, number in zip(places, keys, sets, strict=True):
        rows = list_arguments(forest, p, key, model.table[number], model, w, 0)
        assert rows
        for c in np.unique(w.source[:rows, CANDIDATE]):
            own = w.source[:rows, CANDIDATE] == c
            sources, features = w.source[:rows][own], w.rows[:rows][own]
            head, certain = w.candidates[c, 0], len(sources) == 1
            assert (sources[:, HEAD] == head).all()
            assert ((sources[:, BEGIN] >= 0) & (sources[:, BEGIN] <= head) & (head < sources[:, END])).all()
            assert sources[0, ROLE] == (w.best[c] if certain else 0)
            for source, row in zip(sources, features, strict=True) if not certain else ():
                assert row[S.ROLE] == source[ROLE]
                assert row[S.SIZE] == source[END] - source[BEGIN]
                assert row[S.OWN] == w.scores[c, source[ROLE]]
                assert (row[S.WAY] == -1) == (tuple(w.spans[c]) == (source[BEGIN], source[END]))


def test_probabilities_of_a_candidate_sum_to_at_most_one(inputs):
    forest, places, keys, sets, model, w = inputs
    found, likely = likely_arguments(forest, places, keys, sets, model, w)
    assert (np.diff(found[:, NUMBER]) >= 0).all()
    for each in np.unique(found[:, [NUMBER, HEAD]], axis=0):
        assert likely[(found[:, [NUMBER, HEAD]] == each).all(1)].sum() <= 1.0 + 1e-5
    assert (found[:, BEGIN] <= found[:, HEAD]).all()
    assert (found[:, HEAD] < found[:, END]).all()


@given(
    st.lists(
        st.tuples(
            st.integers(0, 1), st.integers(1, 3), st.integers(0, 4), st.integers(1, 3), st.floats(0, 1)
        ),
        max_size=5,
    ),
    st.sampled_from((READING, EXACT)),
)
def test_selection_is_the_best_of_all_sets(rows, thresholds):
    rows.sort(key=lambda row: row[0])
    found = np.array([(n, role, a, a + size, a, 0) for n, role, a, size, _ in rows], np.int32).reshape(-1, 6)
    likely = np.array([p for *_, p in rows], np.float32)
    core = np.array([0, 1, 2, 0], np.int64)
    chosen = np.zeros(len(found), np.int32)
    chosen = chosen[: select_arguments(found, likely, core, thresholds, chosen)]
    for number in (0, 1):
        together = {}
        for row, p in zip(found.tolist(), likely.tolist(), strict=True):
            if row[NUMBER] == number:
                key = tuple(row[ROLE : END + 1])
                together[key] = together.get(key, 0.0) + p
        worth = {
            key: p - (thresholds.core if core[key[0]] else thresholds.adjunct) for key, p in together.items()
        }
        best = 0.0
        for size in range(1, len(together) + 1):
            for some in itertools.combinations(together, size):
                apart = all(a[2] <= b[1] or b[2] <= a[1] for a, b in itertools.combinations(some, 2))
                once = [role for role, _, _ in some if core[role]]
                if apart and len(once) == len(set(once)):
                    best = max(best, sum(worth[key] for key in some))
        own = [tuple(found[i, ROLE : END + 1].tolist()) for i in chosen if found[i, NUMBER] == number]
        assert sum(worth[key] for key in own) == pytest.approx(best, abs=1e-4)


def tree_of(doc):
    """Return the offset of each token's head, and its relation, as trees are stored."""
    relations = np.array([token.dep for token in doc], np.uint64).astype(np.int64)
    return np.stack((np.array([token.head.i - token.i for token in doc]), relations), axis=1)


def test_equal_trees_count_as_one():
    doc = default_pipeline()(TEXT)
    alone = parse(doc)
    tree = tree_of(doc)
    write_trees(doc, np.array([tree, tree]), np.full((2, len(doc)), 0.5, np.float32))
    assert [heads.tolist() for heads, _, _ in read_trees(doc)] == [[t.head.i for t in doc]] * 2
    assert parse(doc) == alone
    assert not list(read_trees(doc[2:6].as_doc()))


def test_probable_trees_count_more():
    doc = default_pipeline()("They called the man with the telescope a thief, and sold the boat in the town.")
    other = doc.copy()
    for low, high in ((4, 1), (13, 10)):
        other[low + 2].head = other[high]
    trees = np.array([tree_of(doc), tree_of(other)])
    assert (trees[0] != trees[1]).any()
    for shares, alone in (((1.0, 0.0), doc), ((0.0, 1.0), other)):
        doc.user_data.clear()
        expected = parse(alone)
        write_trees(doc, trees, np.repeat(np.float32(shares)[:, None], len(doc), axis=1))
        assert parse(doc) == expected


def test_traits_of_roles():
    space = RoleSpace(["", "ARG1", "R-ARG0", "ARGM-TMP", "C-ARGM-LOC"], (), ())
    assert space.traits[:, NUMBER_OF].tolist() == [-1, 1, 0, -1, -1]
    assert space.traits[:, ADJUNCT_OF].tolist() == [-1, -1, -1, 1, 0]
    assert space.traits[:, PREFIX_OF].tolist() == [-1, 0, 1, 0, 2]


@pytest.mark.parametrize(
    ("text", "light"), [("The basket was made by Bo and Ada.", False), ("They made a decision.", True)]
)
def test_a_light_verb_needs_an_event_noun(text, light):
    frame = next(frame for frame in parse(default_pipeline()(text)) if frame.roleset.startswith("make."))
    assert frame.roleset.endswith(LIGHT) == light
