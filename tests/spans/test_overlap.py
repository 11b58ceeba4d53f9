import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from symbolic_rc.core.errors import DataError
from symbolic_rc.spans import overlap_given, overlap_spans
from symbolic_rc.spans.measures import OVERLAP_MEASURES
from tests.spans import naive
from tests.spans.spans_cases import assert_best, assert_given, few, references, stories

measures = st.sampled_from([*OVERLAP_MEASURES])


def values_of(story, longest, reference, measure):
    return naive.table(story, longest, lambda span: naive.overlap(span, reference, measure))


@few
@given(stories, references, st.integers(1, 26), st.integers(1, 3), st.integers(1, 4), measures)
def test_best_spans_equal_the_definition(story, asked, longest, shortest, top, measure) -> None:
    longest = max(longest, shortest)
    found = overlap_spans(story, asked, longest, measure=measure, min_length=shortest, top=top)
    for row, reference in enumerate(asked):
        assert_best(found, row, values_of(story, longest, reference, measure), len(story), shortest)


@few
@given(stories, references, st.integers(1, 26), measures)
def test_given_spans_equal_the_definition(story, asked, longest, measure) -> None:
    found = overlap_given(story, *naive.every_span(len(story), longest), asked, measure=measure)
    for row, reference in enumerate(asked):
        assert_given(found[row], values_of(story, longest, reference, measure), len(story))


def test_an_empty_span_scores_zero() -> None:
    assert overlap_given([1, 2], [1], [1], [[1]]).tolist() == [[0.0]]


def test_spans_longer_than_a_byte_counts() -> None:
    rng = np.random.default_rng(2)
    story, reference = rng.integers(0, 40, 300), rng.integers(0, 40, 270)
    found = overlap_spans(story, [reference], top=2)
    for start, end, score in zip(found.starts[0], found.ends[0], found.scores[0], strict=True):
        assert score == pytest.approx(naive.overlap(story[start:end].tolist(), reference.tolist(), "f1"))
    assert found.ends[0, 0] - found.starts[0, 0] > 200


def test_a_story_longer_than_a_block() -> None:
    rng = np.random.default_rng(3)
    story, reference = rng.integers(0, 30, 2100), rng.integers(0, 30, 6)
    values = values_of(story.tolist(), 3, reference.tolist(), "f1")
    assert_best(overlap_spans(story, [reference], 3, top=7), 0, values, 2100, 1)


def test_bleu_agrees_with_sacrebleu() -> None:
    sacrebleu = pytest.importorskip("sacrebleu")
    bleu = sacrebleu.BLEU(max_ngram_order=1, effective_order=False, smooth_method="none", tokenize="none")
    story, reference = [1, 2, 3, 4, 5, 1, 2, 6], [2, 3, 4, 5, 1, 6]
    starts, ends = naive.every_span(len(story), 8)
    found = overlap_given(story, starts, ends, [reference], measure="bleu1")[0]
    for start, end, value in zip(starts, ends, found, strict=True):
        texts = [" ".join(f"w{i}" for i in part) for part in (story[start:end], reference)]
        assert value == pytest.approx(bleu.sentence_score(texts[0], [texts[1]]).score / 100, abs=1e-9)


def test_an_unknown_measure_is_named() -> None:
    with pytest.raises(DataError, match="'bleu9'"):
        overlap_spans([1], [[1]], measure="bleu9")
