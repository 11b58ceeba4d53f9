"""First words and kinds of questions."""

import pytest

from eval.analysis.questions import category, first_word, shares
from symbolic_rc.core.record import Question


@pytest.mark.parametrize(
    ("text", "row", "kind"),
    [
        ("How many geese?", "How many/much", "Numeric"),
        ("How did it end?", "How", "How/method"),
        ("In what year?", "In", "(time)"),
        ("Is it?", "OTHER", "(other)"),
        ("Who sold it?", "Who", "Person"),
    ],
)
def test_rows(text, row, kind):
    assert first_word(Question("1", text)) == row
    assert category(Question("1", text)) == kind


def test_shares_sum_to_a_hundred():
    assert sum(shares("aab").values()) == pytest.approx(100)
    assert shares([]) == {}
