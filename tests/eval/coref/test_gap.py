"""GAP: the choice that may decline."""

from eval.coref.gap import Judged, score_of, tuned_margin

A, B, NEITHER = (True, False), (False, True), (False, False)


def test_another_name_with_a_margin_declines() -> None:
    one = Judged("F", NEITHER, NEITHER, A, 1.0)
    assert one.declining(0.5) == NEITHER
    assert one.declining(1.0) == A


def test_the_full_system_prevails_where_it_finds_one_of_the_two() -> None:
    assert Judged("F", B, B, A, 0.0).declining(0.0) == B


def test_without_another_name_nothing_is_declined() -> None:
    assert Judged("M", A, NEITHER, A, 0.0).declining(0.0) == A


def test_the_margin_has_the_best_score() -> None:
    right = [Judged("M", A, NEITHER, A, 1.0)] * 3
    wrong = [Judged("M", NEITHER, NEITHER, A, 2.0)] * 2
    margin = tuned_margin([*right, *wrong])
    assert 1.0 <= margin < 2.0
    assert score_of([*right, *wrong], margin).f1() == 1.0
    assert score_of([*right, *wrong]).f1() < 1.0
    assert score_of([*right, *wrong], free=True).f1() == 0.0
