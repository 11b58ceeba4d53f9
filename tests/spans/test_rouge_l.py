import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from symbolic_rc.core.errors import DataError
from symbolic_rc.metrics.rouge import lcs
from symbolic_rc.spans import index_tokens, rouge_l_given, rouge_l_spans
from symbolic_rc.spans.kernels.lcs import lcs_length
from tests.spans import naive
from tests.spans.spans_cases import assert_best, assert_given, few, references, stories


def values_of(story, longest, reference, beta=1.0):
    return naive.table(story, longest, lambda span: naive.rouge_l(span, reference, beta))


@few
@given(
    stories, references, st.integers(1, 26), st.integers(1, 3), st.integers(1, 4), st.sampled_from([1.0, 1.2])
)
def test_best_spans_equal_the_definition(story, asked, longest, shortest, top, beta) -> None:
    longest = max(longest, shortest)
    found = rouge_l_spans(story, asked, longest, min_length=shortest, beta=beta, top=top)
    for row, reference in enumerate(asked):
        assert_best(found, row, values_of(story, longest, reference, beta), len(story), shortest)


@few
@given(stories, references, st.integers(1, 26))
def test_given_spans_equal_the_definition(story, asked, longest) -> None:
    found = rouge_l_given(story, *naive.every_span(len(story), longest), asked)
    for row, reference in enumerate(asked):
        assert_given(found[row], values_of(story, longest, reference), len(story))


@pytest.mark.parametrize("size", [15, 16, 17, 63, 64, 65, 128, 150])
def test_references_of_every_width_of_bits(size: int) -> None:
    rng = np.random.default_rng(size)
    story, reference = rng.integers(0, 4, 60).tolist(), rng.integers(0, 4, size).tolist()
    values = values_of(story, 50, reference)
    assert_given(rouge_l_given(story, *naive.every_span(60, 50), [reference])[0], values, 60)
    assert_best(rouge_l_spans(story, [reference, reference[:3]], 50, top=3), 0, values, 60, 1)


def test_a_story_longer_than_a_block() -> None:
    rng = np.random.default_rng(3)
    story, reference = rng.integers(0, 30, 1100), rng.integers(0, 30, 6)
    values = values_of(story.tolist(), 4, reference.tolist())
    assert_best(rouge_l_spans(story, [reference], 4, top=7), 0, values, 1100, 1)


@few
@given(stories, references, st.integers(1, 5), st.integers(1, 3))
def test_alternatives_count_by_their_best(story, alternatives, longest, top) -> None:
    found = rouge_l_spans(story, [alternatives], longest, top=top)
    values = naive.table(
        story, longest, lambda span: max(naive.rouge_l(span, reference) for reference in alternatives)
    )
    assert_best(found, 0, values, len(story), 1)


def test_agrees_with_rouge_score() -> None:
    scorer = pytest.importorskip("rouge_score.rouge_scorer").RougeScorer(["rougeL"])
    rng = np.random.default_rng(5)
    story, reference = rng.integers(0, 9, 20), rng.integers(0, 9, 7)
    starts, ends = naive.every_span(20, 8)
    for start, end, value in zip(
        starts, ends, rouge_l_given(story, starts, ends, [reference])[0], strict=True
    ):
        texts = [" ".join(f"w{i}" for i in part) for part in (reference, story[start:end])]
        assert value == pytest.approx(scorer.score(*texts)["rougeL"].fmeasure, abs=1e-12)


def test_an_index_serves_for_tokens() -> None:
    story, spans = [3, 1, 2, 1], ([0, 1], [2, 4])
    np.testing.assert_array_equal(
        rouge_l_given(index_tokens(story), *spans, [[1, 2]]), rouge_l_given(story, *spans, [[1, 2]])
    )


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


def test_spans_outside_the_story_are_an_error() -> None:
    with pytest.raises(DataError, match="starts and ends"):
        rouge_l_given([1, 2], [0], [3], [[1]])


@few
@given(st.lists(st.integers(0, 5), max_size=12), st.lists(st.integers(0, 5), max_size=12))
def test_the_length_of_two_lists_equals_the_definition(one, other) -> None:
    row = np.full(len(other) + 3, 9, np.int32)
    found = lcs_length(np.array(one, np.int32), np.array(other, np.int32), row)
    assert found == lcs(one, other) == lcs(other, one)
