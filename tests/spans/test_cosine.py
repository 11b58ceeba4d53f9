import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from symbolic_rc.core.errors import DataError
from symbolic_rc.spans import cosine_given, cosine_spans
from tests.spans import naive
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
            naive.cosine(sums[start, length], query) if (start, length) in sums else 0.0
            for start in range(len(story))
        ]
        for length in range(1, longest + 1)
    ]


@pytest.mark.parametrize(("n", "longest"), [(1, 1), (2, 2), (7, 3), (13, 13), (40, 9), (3, 6)])
@pytest.mark.parametrize("dimensions", [5, 33])
def test_best_spans_equal_the_definition(n: int, longest: int, dimensions: int) -> None:
    story, vectors, queries = case(n, n, dimensions)
    starts, ends = naive.every_span(n, longest)
    found = cosine_spans(story, vectors, queries, longest, top=len(starts))
    for row, query in enumerate(queries):
        values = definition(story, vectors, query, longest)
        scored = zip(found.starts[row], found.ends[row], found.scores[row], strict=True)
        for start, end, score in scored:
            assert score == pytest.approx(values[end - start - 1][start], abs=2e-5)
        assert {*zip(found.starts[row], found.ends[row], strict=True)} == {*zip(starts, ends, strict=True)}


whole = st.integers(-3, 3).map(float)  # sums of them are exact, so that ties are ties
pairs = st.tuples(whole, whole)


@few
@given(
    st.lists(st.integers(-1, 3), max_size=24),
    st.lists(pairs, min_size=4, max_size=4),
    st.lists(pairs, min_size=1, max_size=3),
    st.integers(1, 8),
)
def test_given_spans_equal_the_definition(tokens, vectors, queries, longest) -> None:
    rows = np.vstack([vectors, [(0, 0)]])[tokens] if tokens else np.zeros((0, 2))
    starts = np.array([0, len(tokens) // 2, len(tokens) // 3])
    ends = np.array([len(tokens), len(tokens), len(tokens) // 3])
    given_spans = cosine_given(tokens, vectors, starts, ends, queries)
    best = cosine_spans(tokens, vectors, queries, longest)
    for row, query in enumerate(queries):
        values = naive.table(rows, longest, lambda span, query=query: naive.cosine(sum(span), query))
        expected = [naive.cosine(rows[i:j].sum(0), query) for i, j in zip(starts, ends, strict=True)]
        np.testing.assert_allclose(given_spans[row], expected, atol=2e-6)
        if tokens:
            start, end = best.starts[row, 0], best.ends[row, 0]
            highest = max(values[j][i] for j in range(longest) for i in range(len(tokens) - j))
            assert best.scores[row, 0] == pytest.approx(highest, abs=2e-6)
            assert values[end - start - 1][start] == pytest.approx(highest, abs=2e-6)


@pytest.mark.parametrize("top", [1, 4])
@pytest.mark.parametrize(("n", "longest", "shortest"), [(1, 1, 1), (9, 9, 1), (40, 6, 3), (1100, 2, 1)])
def test_the_best_are_the_first_of_all(n: int, longest: int, shortest: int, top: int) -> None:
    story, vectors, queries = case(n + top, n)
    count = sum(n - size + 1 for size in range(shortest, min(longest, n) + 1))
    every = cosine_spans(story, vectors, queries, longest, min_length=shortest, top=count)
    found = cosine_spans(story, vectors, queries, longest, min_length=shortest, top=top)
    for one, other in ((found.starts, every.starts), (found.ends, every.ends), (found.scores, every.scores)):
        kept = min(top, count)
        np.testing.assert_array_equal(one[:, :kept], other[:, :kept])
    order = np.lexsort((every.ends[0], every.starts[0], -every.scores[0]))
    np.testing.assert_array_equal(order, np.arange(count))


def test_equal_spans_have_equal_scores_and_the_first_wins() -> None:
    rng = np.random.default_rng(0)
    vectors = rng.normal(size=(5, 50)).astype(np.float32)
    story = [0, 3, 1, 2, 4, 4, 1, 2, 0, 1, 2]
    found = cosine_spans(story, vectors, [vectors[1] + vectors[2]], 2, top=3)
    assert found.starts.tolist() == [[2, 6, 9]]
    assert found.scores[0, 0] == found.scores[0, 1] == found.scores[0, 2]


def test_words_that_cancel_out_and_zero_questions_score_zero() -> None:
    vectors = np.array([[1.0, 2.0], [-1.0, -2.0]])
    spans = [0, 1, 0], [1, 2, 2]
    np.testing.assert_allclose(cosine_given([0, 1], vectors, *spans, [[1, 2]]), [[1, -1, 0]], atol=1e-6)
    assert not cosine_given([0, 1], vectors, *spans, [[0, 0]]).any()


def test_faults_are_named() -> None:
    story, vectors, queries = case(1, 5)
    with pytest.raises(DataError, match="rows of vectors"):
        cosine_spans([12], vectors, queries)
    with pytest.raises(DataError, match="queries"):
        cosine_spans(story, vectors, queries[:, :3])
    with pytest.raises(DataError, match="vectors: expected two"):
        cosine_spans(story, vectors[0], queries)
