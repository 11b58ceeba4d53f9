"""First words and kinds of questions."""

import pytest

from eval.questions import first_word, table
from symbolic_rc.core.question import Question


@pytest.mark.parametrize(
    ("text", "row"),
    [
        ("How many geese?", "how many/much"),
        ("How did it end?", "how"),
        ("In what year?", "in"),
        ("Is it?", "other"),
    ],
)
def test_the_first_word(text, row):
    assert first_word(Question("1", text)) == row


def test_shares_sum_to_a_hundred():
    lines = list(table(["examples"]))
    shares = [float(line.split("|")[2]) for line in lines if line.startswith("| ") and line[-4:-2].isdigit()]
    assert sum(shares) == pytest.approx(200, abs=0.2)
