"""Coreference metrics, against worked examples of the papers that define them."""

import pytest

from eval.coref.metrics import CorefScore, GapScore, ceaf_e


def test_the_reference_scorers_worked_example() -> None:
    # Pradhan et al. (2014), section 3: key {a b c} {d e f g}, response {a b} {c d} {f g h i}
    score = CorefScore()
    score.add(["abc", "defg"], ["ab", "cd", "fghi"])
    assert (score.coreferent.recall, score.coreferent.precision) == pytest.approx((6 / 7, 6 / 8))
    assert (score.muc.recall, score.muc.precision) == pytest.approx((2 / 5, 2 / 5))
    assert (score.b3.recall, score.b3.precision) == pytest.approx((35 / 84, 4 / 8))
    # phi-4: {a b c} with {a b} (0.8), {d e f g} with {f g h i} (0.5)
    assert (score.ceafe.recall, score.ceafe.precision) == pytest.approx((1.3 / 2, 1.3 / 3))


def test_singletons_count_as_mentions_only() -> None:
    score = CorefScore()
    score.add(["ab", "c"], ["ab", "d"])
    assert score.mentions.f1 == pytest.approx(2 / 3)
    assert score.average == 1.0


def test_documents_add_up_before_the_ratio() -> None:
    one = CorefScore()
    one.add(["ab"], ["ab"])
    one.add(["cdef"], [])
    assert one.muc.recall == pytest.approx(1 / 4)


def test_nothing_found() -> None:
    assert ceaf_e([], []) == 0.0
    score = CorefScore()
    score.add([], [])
    assert score.average == 0.0


def test_gap_counts_labels() -> None:
    score = GapScore()
    score.add("F", (True, False), (True, True))
    score.add("M", (False, True), (False, True))
    assert score.f1("M") == 1.0
    assert score.f1("F") == pytest.approx(2 / 3)
    assert score.f1() == pytest.approx(4 / 5)
    assert score.bias == pytest.approx(2 / 3)
    other = GapScore()
    other.add("F", (False, False), (False, True))
    score.merge(other)
    assert score.f1("F") == pytest.approx(1 / 2)
