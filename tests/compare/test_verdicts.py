"""What examples call right has the metric's full mark."""

from markupsafe import Markup

from symbolic_rc.compare.comparison import ComparedQuestion


def test_a_half_right_answer_is_not_headed_right():
    example = ComparedQuestion(
        "q", "s", "", "?", (), ("a", "b", "c"), (100.0, 50.0, 0.0), "", "", Markup(), Markup()
    )
    assert example.verdicts == ("right", "partly right", "wrong")
