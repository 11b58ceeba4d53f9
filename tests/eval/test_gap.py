"""GAP's choice that may decline."""

from eval.coref.gap import Judged, enough_lead, score_of

A, B, NEITHER = (True, False), (False, True), (False, False)


def test_somebody_else_is_believed_from_a_lead_on() -> None:
    one = Judged("F", NEITHER, NEITHER, A, 1.0)
    assert one.declining(0.5) == NEITHER
    assert one.declining(1.0) == A


def test_the_full_system_is_believed_where_it_finds_one_of_the_two() -> None:
    assert Judged("F", B, B, A, 0.0).declining(0.0) == B


def test_nobody_with_a_name_declines_nothing() -> None:
    assert Judged("M", A, NEITHER, A, 0.0).declining(0.0) == A


def test_the_lead_is_the_one_that_scores_best() -> None:
    right = [Judged("M", A, NEITHER, A, 1.0)] * 3
    wrong = [Judged("M", NEITHER, NEITHER, A, 2.0)] * 2
    lead = enough_lead([*right, *wrong])
    assert 1.0 <= lead < 2.0
    assert score_of([*right, *wrong], lead).f1() == 1.0
    assert score_of([*right, *wrong]).f1() < 1.0
    assert score_of([*right, *wrong], free=True).f1() == 0.0
