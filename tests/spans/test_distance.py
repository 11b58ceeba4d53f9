import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from symbolic_rc.core.errors import DataError
from symbolic_rc.spans import Relation, word_distance
from tests.spans.naive import distance_at
from tests.spans.spans_cases import few

N = 40
quarters = st.integers(0, 4).map(lambda i: i / 4)  # exact in single precision, so that sums are equal
rows = st.lists(st.dictionaries(st.integers(0, N - 1), quarters, max_size=6), min_size=0, max_size=4)
mentions = st.lists(st.lists(st.integers(0, N - 1), max_size=3), max_size=4)


@few
@given(rows, mentions, st.integers(1, 19), st.data())
def test_distances_equal_the_definition(matches, candidates, cap, data) -> None:
    size = len(matches)
    shifts = data.draw(st.lists(st.integers(-60, 60), min_size=size, max_size=size))
    words = [sorted(row.items()) for row in matches]
    bounds = np.cumsum([0] + [len(one) for one in candidates])
    places = [place for one in candidates for place in one]
    found = word_distance(relation_of(words, N), bounds, places, cap=cap, shifts=shifts)
    expected = [distance_at(place, words, cap, shifts) for place in places]
    np.testing.assert_array_equal(found.at, expected)
    for c, one in enumerate(candidates):
        values = expected[bounds[c] : bounds[c + 1]]
        assert found.best[c] == min(values, default=np.inf)
        assert found.where[c] == (one[values.index(min(values))] if one else -1)


def test_many_questions_in_one_call_are_the_questions_one_by_one() -> None:
    rng = np.random.default_rng(1)
    words = [[(int(p), 1.0) for p in np.flatnonzero(rng.random(N) < 0.2)] for _ in range(7)]
    questions, groups = [0, 3, 3, 7], [0, 2, 3, 5]
    bounds, places = [0, 2, 3, 5, 6, 8], rng.integers(0, N, 8)
    found = word_distance(relation_of(words, N), bounds, places, questions=(questions, groups))
    for q in range(3):
        part = np.array(bounds[groups[q] : groups[q + 1] + 1])
        alone = word_distance(
            relation_of(words[questions[q] : questions[q + 1]], N), part - part[0], places[part[0] : part[-1]]
        )
        np.testing.assert_array_equal(found.best[groups[q] : groups[q + 1]], alone.best)
        np.testing.assert_array_equal(found.at[part[0] : part[-1]], alone.at)


def relation_of(rows, n_tokens) -> Relation:
    """The relation of one list of (position, weight) a question word."""
    entries = [entry for row in rows for entry in row]
    positions, weights = np.array(entries, np.float32).reshape(-1, 2).T
    indptr = np.cumsum([0, *map(len, rows)])
    return Relation(indptr, positions.astype(np.int32), weights, n_tokens)


def relation(indptr, positions, tokens=9) -> Relation:
    return Relation(np.array(indptr), np.array(positions), np.ones(len(positions)), tokens)


@pytest.mark.parametrize(
    ("matches", "candidates", "places", "options", "message"),
    [
        (relation([0, 3], [1]), [0, 1], [2], {}, "relation.indptr"),
        (relation([0, 1], [9]), [0, 1], [2], {}, "relation.positions: outside"),
        (relation([0, 2], [4, 4]), [0, 1], [2], {}, "must rise within"),
        (relation([0, 1], [1]), [0, 2], [2], {}, "candidates"),
        (relation([0, 1], [1]), [0, 1], [-1], {}, "mentions"),
        (relation([0, 1], [1]), [0, 1], [2], {"questions": ([0, 2], [0, 1])}, r"questions\[0\]"),
        (relation([0, 1], [1]), [0, 1], [2], {"questions": ([0, 1], [0, 1, 1])}, r"questions\[1\]"),
        (relation([0, 1], [1]), [0, 1], [2], {"cap": 0}, "cap"),
        (relation([0, 1], [1]), [0, 1], [2], {"shifts": [1, 1]}, "shifts"),
        (relation([0, 1], [1]), [], [], {}, "candidates"),
    ],
)
def test_faults_are_named(matches, candidates, places, options, message) -> None:
    with pytest.raises(DataError, match=message):
        word_distance(matches, candidates, places, **options)
