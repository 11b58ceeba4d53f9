import pytest

from symbolic_rc.lexicon.numbers import number


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("twenty-one", 21),
        ("1,000", 1000),
        ("3rd", 3),
        ("two hundred and five", 205),
        ("a dozen", 12),
        ("two dozen", 24),
        ("twenty second", 22),
        ("nineteen eighty-four", 1984),
        ("one million two hundred thousand", 1_200_000),
        ("fortieth", 40),
        ("1840s", 1840),
        ("2.5", 2.5),
    ],
)
def test_value(text, value):
    assert number(text) == value


@pytest.mark.parametrize("text", ["second", "mill", "", "and", "score", "tent", "sixthly"])
def test_not_a_number(text):
    assert number(text) is None
