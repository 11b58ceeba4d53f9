"""What may be an argument, and what is chosen of it."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from symbolic_rc.annotate import default_pipeline
from symbolic_rc.annotate.trees import read_trees, write_trees
from symbolic_rc.frames import parse
from symbolic_rc.frames.parser import shortlist as S
from symbolic_rc.frames.parser.arguments import (
    BEGIN,
    END,
    HEAD,
    LEAST,
    NUMBER,
    ROLE,
    likely_arguments,
    look,
    settle,
)
from symbolic_rc.frames.parser.arrays import tree
from symbolic_rc.frames.parser.bench import CANDIDATE, FROM, LABEL, TO, new_bench, roles_of
from symbolic_rc.frames.parser.frame_parser import find_predicates, find_rolesets
from symbolic_rc.frames.parser.model import frame_model
from symbolic_rc.frames.parser.roles import ADJUNCT_OF, NUMBER_OF, PREFIX_OF, RoleSpace

TEXT = "The old miller, who had no bread, sold his mill to a man from the town in the spring."


@pytest.fixture(scope="module")
def read():
    """A document, its predicates and what kernels take of them."""
    doc, model = default_pipeline()(TEXT), frame_model()
    laid = tree(doc, model.classes)
    places, _ = find_predicates(doc, laid, model)
    described = [model.space.of(name) for name in find_rolesets(doc, laid, places, model)]
    sets = np.array([row[0] for row in described], np.int32)
    keys = np.array([row[1:] for row in described], np.uint64)
    return doc, laid, places, keys, sets, roles_of(model), new_bench(model.space)


def test_views_are_of_spans_around_their_heads(read):
    doc, laid, places, keys, sets, roles, bench = read
    for p, key, number in zip(places, keys, sets, strict=True):
        rows = look(laid.arrays, p, key, roles.table[number], roles, bench)
        assert rows
        for source, view in zip(bench.source[:rows], bench.views[:rows], strict=True):
            head = bench.candidates[source[CANDIDATE], 0]
            assert 0 <= source[FROM] <= head < source[TO] <= len(doc)
            assert view[S.ROLE] == source[LABEL]
            assert view[S.SIZE] == source[TO] - source[FROM]
            assert view[S.OWN] == bench.scores[source[CANDIDATE], source[LABEL]]
            own = tuple(bench.spans[source[CANDIDATE]]) == (source[FROM], source[TO])
            assert own == (view[S.WAY] == -1)
        first = bench.views[:rows][np.diff(bench.source[:rows, CANDIDATE], prepend=-1) != 0]
        assert (first[:, S.ROLE] == 0).all()


def test_roles_of_a_candidate_share_its_probability(read):
    _, laid, places, keys, sets, roles, bench = read
    found, likely = likely_arguments(laid.arrays, places, keys, sets, roles, bench)
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
    )
)
def test_what_is_chosen_is_the_best_of_all_choices(rows):
    rows.sort(key=lambda row: row[0])
    found = np.array([(n, role, a, a + size, a) for n, role, a, size, _ in rows], np.int32).reshape(-1, 5)
    likely = np.array([p for *_, p in rows], np.float32)
    core = np.array([0, 1, 2, 0], np.int64)
    chosen = settle(found, likely, core)
    for number in (0, 1):
        together = {}
        for row, p in zip(found.tolist(), likely.tolist(), strict=True):
            if row[NUMBER] == number:
                key = tuple(row[ROLE : END + 1])
                together[key] = together.get(key, 0.0) + p
        best = 0.0
        for size in range(1, len(together) + 1):
            for some in itertools.combinations(together, size):
                apart = all(a[2] <= b[1] or b[2] <= a[1] for a, b in itertools.combinations(some, 2))
                once = [role for role, _, _ in some if core[role]]
                if apart and len(once) == len(set(once)):
                    best = max(best, sum(together[key] - LEAST for key in some))
        own = [tuple(found[i, ROLE : END + 1].tolist()) for i in chosen if found[i, NUMBER] == number]
        assert sum(together[key] - LEAST for key in own) == pytest.approx(best, abs=1e-4)


def way_of(doc):
    """The way to each token's head, and its relation, as trees are kept."""
    relations = np.array([token.dep for token in doc], np.uint64).astype(np.int64)
    return np.stack((np.array([token.head.i - token.i for token in doc]), relations), axis=1)


def test_a_tree_that_is_kept_twice_counts_once():
    doc = default_pipeline()(TEXT)
    alone = parse(doc)
    way = way_of(doc)
    write_trees(doc, np.array([way, way]), np.full((2, len(doc)), 0.5, np.float32))
    assert [heads.tolist() for heads, _, _ in read_trees(doc)] == [[t.head.i for t in doc]] * 2
    assert parse(doc) == alone
    assert not list(read_trees(doc[2:6].as_doc()))


def test_what_most_trees_say_is_found():
    doc = default_pipeline()("Tom saw the man with the telescope.")
    way = way_of(doc)
    low, high = way.copy(), way.copy()
    scope = next(t.i for t in doc if t.text == "telescope")
    low[scope] = 3 - scope, np.uint64(doc.vocab.strings.add("nmod")).astype(np.int64)
    high[scope] = 1 - scope, np.uint64(doc.vocab.strings.add("obl")).astype(np.int64)
    spans = []
    for shares in ((0.97, 0.03), (0.03, 0.97)):
        write_trees(doc, np.array([low, high]), np.repeat(np.float32(shares)[:, None], len(doc), axis=1))
        (frame,) = (f for f in parse(doc) if f.head == 1)
        spans.append([doc[a.start : a.end].text for a in frame.arguments])
    assert "the man with the telescope" in spans[0]
    assert {"the man", "with the telescope"} <= set(spans[1])


def test_traits_of_roles():
    space = RoleSpace(["", "ARG1", "R-ARG0", "ARGM-TMP", "C-ARGM-LOC"], (), ())
    assert space.traits[:, NUMBER_OF].tolist() == [-1, 1, 0, -1, -1]
    assert space.traits[:, ADJUNCT_OF].tolist() == [-1, -1, -1, 1, 0]
    assert space.traits[:, PREFIX_OF].tolist() == [-1, 0, 1, 0, 2]
