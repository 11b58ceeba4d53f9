import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from symbolic_rc.core.errors import DataError
from symbolic_rc.spans import overlap_given, overlap_spans, overlap_table
from symbolic_rc.spans.measures import OVERLAP_MEASURES
from symbolic_rc.spans.twins import spans as twin
from tests.spans.spans_cases import assert_best, few, references, stories

measures = st.sampled_from(OVERLAP_MEASURES)


@few
@given(stories, references, st.integers(1, 26), st.integers(1, 3), st.integers(1, 4), measures)
def test_best_spans_are_the_twins(story, asked, longest, shortest, top, measure) -> None:
    longest = max(longest, shortest)
    found = overlap_spans(story, asked, longest, measure=measure, min_length=shortest, top=top)
    for row, reference in enumerate(asked):
        values = twin.table(story, longest, lambda span: twin.overlap(span, reference, measure))  # noqa: B023
        assert_best(found, row, values, len(story), shortest)


@few
@given(stories, st.lists(st.integers(0, 5), max_size=9), st.integers(1, 26), measures)
def test_the_table_is_the_twins(story, reference, longest, measure) -> None:
    values = twin.table(story, longest, lambda span: twin.overlap(span, reference, measure))
    table = overlap_table(story, reference, longest, measure=measure)
    np.testing.assert_allclose(table, np.array(values).reshape(longest, len(story)), atol=1e-12)


@few
@given(st.lists(st.integers(0, 3), min_size=1, max_size=12), references, measures)
def test_given_spans_are_the_twins(story, asked, measure) -> None:
    bounds = [(i, j) for i in range(len(story)) for j in range(i, len(story) + 1)]
    found = overlap_given(story, *zip(*bounds, strict=True), asked, measure=measure)
    expected = [
        [twin.overlap(story[i:j], reference, measure) if i < j else 0.0 for i, j in bounds]
        for reference in asked
    ]
    np.testing.assert_allclose(found, expected, atol=1e-12)


def test_spans_longer_than_a_byte_counts() -> None:
    rng = np.random.default_rng(2)
    story, reference = rng.integers(0, 40, 300), rng.integers(0, 40, 270)
    found = overlap_spans(story, [reference], top=2)
    for start, end, score in zip(found.starts[0], found.ends[0], found.scores[0], strict=True):
        assert score == pytest.approx(twin.overlap(story[start:end].tolist(), reference.tolist(), "f1"))
    assert found.ends[0, 0] - found.starts[0, 0] > 200


def test_a_story_longer_than_a_block() -> None:
    rng = np.random.default_rng(3)
    story, reference = rng.integers(0, 30, 2100), rng.integers(0, 30, 6)
    for measure in ("f1", "bleu2"):
        values = twin.table(story.tolist(), 3, lambda span: twin.overlap(span, reference.tolist(), measure))  # noqa: B023
        np.testing.assert_allclose(overlap_table(story, reference, 3, measure=measure), values, atol=1e-12)
        assert_best(overlap_spans(story, [reference], 3, measure=measure, top=7), 0, values, 2100, 1)


def test_bleu_agrees_with_sacrebleu() -> None:
    bleu = pytest.importorskip("sacrebleu").BLEU(effective_order=False, smooth_method="none", tokenize="none")
    story, reference = [1, 2, 3, 4, 5, 1, 2, 6], [2, 3, 4, 5, 1, 6]
    table = overlap_table(story, reference, 8, measure="bleu4")
    for length in range(4, 9):
        for start in range(9 - length):
            texts = [" ".join(f"w{i}" for i in part) for part in (story[start : start + length], reference)]
            score = bleu.sentence_score(texts[0], [texts[1]]).score / 100
            assert table[length - 1, start] == pytest.approx(score, abs=1e-9)


def test_an_unknown_measure_is_named() -> None:
    with pytest.raises(DataError, match="'bleu9'"):
        overlap_spans([1], [[1]], measure="bleu9")
