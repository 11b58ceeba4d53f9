import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from symbolic_rc.core.errors import DataError
from symbolic_rc.spans import cosine_given, cosine_spans, cosine_table
from symbolic_rc.spans.twins import spans as twin
from tests.spans.spans_cases import few


def case(seed: int, n: int, dimensions: int = 5):
    rng = np.random.default_rng(seed)
    vectors = rng.normal(size=(12, dimensions)).astype(np.float32)
    return rng.integers(-1, 12, n), vectors, rng.normal(size=(3, dimensions)).astype(np.float32)


def definition(story, vectors, query, longest):
    rows = np.vstack([vectors, np.zeros(vectors.shape[1])])[story]
    sums = {
        (start, length): rows[start : start + length].sum(0)
        for length in range(1, longest + 1)
        for start in range(len(story) - length + 1)
    }
    return [
        [
            twin.cosine(sums[start, length], query) if (start, length) in sums else 0.0
            for start in range(len(story))
        ]
        for length in range(1, longest + 1)
    ]


@pytest.mark.parametrize(("n", "longest"), [(1, 1), (2, 2), (7, 3), (13, 13), (40, 9), (3, 6)])
@pytest.mark.parametrize("dimensions", [5, 33])
def test_the_table_is_the_definition(n: int, longest: int, dimensions: int) -> None:
    story, vectors, queries = case(n, n, dimensions)
    values = definition(story, vectors, queries[0], longest)
    np.testing.assert_allclose(cosine_table(story, vectors, queries[0], longest), values, atol=2e-5)


whole = st.integers(-3, 3).map(float)  # sums of them are exact, so that ties are ties
pairs = st.tuples(whole, whole)


@few
@given(
    st.lists(st.integers(-1, 3), max_size=24),
    st.lists(pairs, min_size=4, max_size=4),
    st.lists(pairs, min_size=1, max_size=3),
    st.integers(1, 8),
)
def test_table_and_given_spans_are_the_twins(tokens, vectors, queries, longest) -> None:
    rows = np.vstack([vectors, [(0, 0)]])[tokens] if tokens else np.zeros((0, 2))
    starts = np.array([0, len(tokens) // 2, len(tokens) // 3])
    ends = np.array([len(tokens), len(tokens), len(tokens) // 3])
    given_spans = cosine_given(tokens, vectors, starts, ends, queries)
    best = cosine_spans(tokens, vectors, queries, longest)
    for row, query in enumerate(queries):
        values = twin.table(rows, longest, lambda span, query=query: twin.cosine(sum(span), query))
        np.testing.assert_allclose(cosine_table(tokens, vectors, query, longest), values, atol=2e-6)
        expected = [twin.cosine(rows[i:j].sum(0), query) for i, j in zip(starts, ends, strict=True)]
        np.testing.assert_allclose(given_spans[row], expected, atol=2e-6)
        if tokens:
            start, end = best.starts[row, 0], best.ends[row, 0]
            highest = max(values[j][i] for j in range(longest) for i in range(len(tokens) - j))
            assert best.scores[row, 0] == pytest.approx(highest, abs=2e-6)
            assert values[end - start - 1][start] == pytest.approx(highest, abs=2e-6)


@pytest.mark.parametrize("top", [1, 4])
@pytest.mark.parametrize(("n", "longest", "shortest"), [(1, 1, 1), (9, 9, 1), (40, 6, 3), (1100, 2, 1)])
def test_best_spans_are_the_tables(n: int, longest: int, shortest: int, top: int) -> None:
    story, vectors, queries = case(n + top, n)
    found = cosine_spans(story, vectors, queries, longest, min_length=shortest, top=top)
    for row, query in enumerate(queries):
        table = cosine_table(story, vectors, query, longest)
        expected = twin.best(table.tolist(), n, shortest, top)
        got = zip(found.starts[row].tolist(), found.ends[row].tolist(), strict=True)
        assert list(got)[: len(expected)] == [(start, end) for start, end, _ in expected]
        np.testing.assert_array_equal(found.scores[row, : len(expected)], [value for *_, value in expected])


def test_equal_spans_have_equal_scores_and_the_first_wins() -> None:
    rng = np.random.default_rng(0)
    vectors = rng.normal(size=(5, 50)).astype(np.float32)
    story = [0, 3, 1, 2, 4, 4, 1, 2, 0, 1, 2]
    query = vectors[1] + vectors[2]
    table = cosine_table(story, vectors, query, 2)
    assert table[1, 2] == table[1, 6] == table[1, 9]
    assert cosine_spans(story, vectors, [query], 2).starts.tolist() == [[2]]


def test_given_spans_are_the_tables() -> None:
    story, vectors, queries = case(4, 20)
    table = cosine_table(story, vectors, queries[1], 20)
    found = cosine_given(story, vectors, [0, 3, 5], [20, 4, 5], queries)
    np.testing.assert_allclose(found[1], [table[19, 0], table[0, 3], 0.0], atol=2e-5)


def test_words_that_cancel_out_and_zero_questions_score_zero() -> None:
    vectors = np.array([[1.0, 2.0], [-1.0, -2.0]])
    np.testing.assert_allclose(cosine_table([0, 1], vectors, [1, 2], 2), [[1, -1], [0, 0]], atol=1e-6)
    assert not cosine_table([0, 1], vectors, [0, 0], 2).any()


def test_faults_are_named() -> None:
    story, vectors, queries = case(1, 5)
    with pytest.raises(DataError, match="rows of vectors"):
        cosine_spans([12], vectors, queries)
    with pytest.raises(DataError, match="queries"):
        cosine_spans(story, vectors, queries[:, :3])
    with pytest.raises(DataError, match="vectors: expected two"):
        cosine_spans(story, vectors[0], queries)
