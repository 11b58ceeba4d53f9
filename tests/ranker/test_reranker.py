"""The reranker's list, and how much its candidates' answers overlap."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from symbolic_rc.index import columns as C
from symbolic_rc.metrics.rouge import lcs
from symbolic_rc.ranker.reranker import expected_overlap, pairwise_overlap, shortlist

few = settings(max_examples=80, deadline=None)
#: Words; 9 is a mark.
words = st.lists(st.sampled_from([0, 1, 2, 3, 9]), min_size=1, max_size=12)


def tokens(story):
    tok = np.zeros((C.TOKEN_ROWS, len(story)), np.int32)
    tok[C.LOWER] = story
    tok[C.POS] = np.where(np.array(story) == 9, C.P_PUNCT, C.P_NOUN)
    return tok


def candidates(spans):
    cand = np.zeros((len(spans), C.CAND_COLUMNS), np.int32)
    cand[:, [C.A_START, C.A_END]] = spans
    return cand


@few
@given(words, st.data())
def test_overlaps_are_those_of_the_twin(story, data):
    place = st.integers(0, len(story))
    spans = data.draw(st.lists(st.tuples(place, place).map(sorted), min_size=1, max_size=4))
    answers = [[word for word in story[a:b] if word != 9] for a, b in spans]
    tok = tokens(story)
    found = np.eye(len(spans), dtype=np.float32)
    pairwise_overlap(tok, candidates(spans), np.arange(len(spans), dtype=np.int32), found)
    for i in range(len(spans)):
        assert found[i, i] == 1.0
        for j in range(len(spans)):
            both = len(answers[i]) + len(answers[j])
            expected = 2 * lcs(answers[i], answers[j]) / both if both else 0.0
            assert i == j or found[i, j] == np.float32(expected)


@few
@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 4)), min_size=1, max_size=12), st.integers(1, 6))
def test_the_list_holds_the_best_of_each_answer(scored, most):
    cand = candidates([(0, 2)] * len(scored))
    cand[:, C.SAME] = [same for same, _ in scored]
    scores = np.array([score for _, score in scored], np.float32)
    kept = np.empty(most, np.int32)
    found = kept[: shortlist(cand, np.arange(len(scored), dtype=np.int32), scores, kept)].tolist()
    expected: dict[int, int] = {}
    for row in sorted(range(len(scored)), key=lambda i: (-scores[i], i)):
        expected.setdefault(scored[row][0], row)
    assert found == list(expected.values())[:most]


def test_what_many_alike_say_is_expected_to_overlap_most():
    alike = np.array([[1, 0, 0], [0, 1, 0.9], [0, 0.9, 1]], np.float32)
    assert int(np.argmax(expected_overlap(np.log([0.4, 0.3, 0.3]), alike))) == 1
