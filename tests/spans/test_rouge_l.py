import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from symbolic_rc.core.errors import DataError
from symbolic_rc.spans import index_tokens, rouge_l_given, rouge_l_spans, rouge_l_table
from symbolic_rc.spans.kernels.lcs import lcs_length
from symbolic_rc.spans.twins import spans as twin
from tests.spans.spans_cases import assert_best, few, references, stories


@few
@given(
    stories, references, st.integers(1, 26), st.integers(1, 3), st.integers(1, 4), st.sampled_from([1.0, 1.2])
)
def test_best_spans_are_the_twins(story, asked, longest, shortest, top, beta) -> None:
    longest = max(longest, shortest)
    found = rouge_l_spans(story, asked, longest, min_length=shortest, beta=beta, top=top)
    for row, reference in enumerate(asked):
        values = twin.table(story, longest, lambda span: twin.rouge_l(span, reference, beta))  # noqa: B023
        assert_best(found, row, values, len(story), shortest)


@few
@given(stories, st.lists(st.integers(0, 5), max_size=9), st.integers(1, 26))
def test_the_table_is_the_twins(story, reference, longest) -> None:
    values = twin.table(story, longest, lambda span: twin.rouge_l(span, reference))
    table = rouge_l_table(story, reference, longest)
    np.testing.assert_allclose(table, np.array(values).reshape(longest, len(story)), atol=1e-12)


@pytest.mark.parametrize("size", [15, 16, 17, 63, 64, 65, 128, 150])
def test_references_of_every_width_of_bits(size: int) -> None:
    rng = np.random.default_rng(size)
    story, reference = rng.integers(0, 4, 60), rng.integers(0, 4, size)
    values = twin.table(story.tolist(), 50, lambda span: twin.rouge_l(span, reference.tolist()))
    np.testing.assert_allclose(rouge_l_table(story, reference, 50), values, atol=1e-12)
    assert_best(rouge_l_spans(story, [reference, reference[:3]], 50, top=3), 0, values, 60, 1)
    given_spans = rouge_l_given(story, [0, 5], [50, 25], [reference])
    np.testing.assert_allclose(given_spans, [[values[49][0], values[19][5]]], atol=1e-12)


def test_a_story_longer_than_a_block() -> None:
    rng = np.random.default_rng(3)
    story, reference = rng.integers(0, 30, 1100), rng.integers(0, 30, 6)
    values = twin.table(story.tolist(), 4, lambda span: twin.rouge_l(span, reference.tolist()))
    np.testing.assert_allclose(rouge_l_table(story, reference, 4), values, atol=1e-12)
    assert_best(rouge_l_spans(story, [reference], 4, top=7), 0, values, 1100, 1)


@few
@given(stories, references, st.integers(1, 5), st.integers(1, 3))
def test_alternatives_count_by_their_best(story, alternatives, longest, top) -> None:
    found = rouge_l_spans(story, [alternatives], longest, top=top)
    values = twin.table(
        story, longest, lambda span: max(twin.rouge_l(span, reference) for reference in alternatives)
    )
    assert_best(found, 0, values, len(story), 1)


def test_agrees_with_rouge_score() -> None:
    scorer = pytest.importorskip("rouge_score.rouge_scorer").RougeScorer(["rougeL"])
    rng = np.random.default_rng(5)
    story, reference = rng.integers(0, 9, 20), rng.integers(0, 9, 7)
    table = rouge_l_table(story, reference, 8)
    for length in range(1, 9):
        for start in range(21 - length):
            texts = [" ".join(f"w{i}" for i in part) for part in (reference, story[start : start + length])]
            assert table[length - 1, start] == pytest.approx(
                scorer.score(*texts)["rougeL"].fmeasure, abs=1e-12
            )


def test_an_index_serves_for_tokens_and_a_table_is_written_where_asked() -> None:
    story = [3, 1, 2, 1]
    out = np.full((2, 4), 7.0)
    assert rouge_l_table(index_tokens(story), [1, 2], 2, out=out) is out
    np.testing.assert_array_equal(out, rouge_l_table(story, [1, 2], 2))


@pytest.mark.parametrize(
    ("arguments", "options", "message"),
    [
        (([1.5], [[1]]), {}, "tokens: expected integers"),
        (([[1]], [[1]]), {}, "tokens: expected one dimension"),
        (([2**40], [[1]]), {}, "32 bits"),
        (([1], [["a"]]), {}, r"references\[0\]"),
        (([1], [[1]], 0), {}, "span lengths"),
        (([1], [[1]], 2), {"min_length": 3}, "span lengths"),
        (([1], [[1]]), {"top": 0}, "top"),
        (([1], [[1]]), {"beta": 0.0}, "beta"),
    ],
)
def test_faults_are_named(arguments, options, message) -> None:
    with pytest.raises(DataError, match=message):
        rouge_l_spans(*arguments, **options)


def test_faults_of_spans_and_of_room_are_named() -> None:
    with pytest.raises(DataError, match="starts and ends"):
        rouge_l_given([1, 2], [0], [3], [[1]])
    with pytest.raises(DataError, match="out"):
        rouge_l_table([1, 2], [1], 2, out=np.zeros((2, 2), np.float32))


@few
@given(st.lists(st.integers(0, 5), max_size=12), st.lists(st.integers(0, 5), max_size=12))
def test_the_length_of_two_lists_is_the_twins(one, other) -> None:
    row = np.full(len(other) + 3, 9, np.int32)
    found = lcs_length(np.array(one, np.int32), np.array(other, np.int32), row)
    assert found == twin.lcs(one, other) == twin.lcs(other, one)
