"""Questions in two steps: one section names the title of another, which has the answer."""

import pytest

import symbolic_rc
from symbolic_rc.question.query import read_query
from symbolic_rc.rules.sections import second_question

_TEXT = """Talvik Mill (museum)

Talvik Mill is a museum beside the river Orne in the town of Brenna in Norway. It was built by Ilmar Kuusk.

Ilmar Kuusk

Ilmar Kuusk (1889 - 1954) was an Estonian architect. He studied in Riga, won the Golden Compass
and taught drawing at the Narva School of Arts."""
_CITY = "Talvik Mill was built by a man who studied in which city?"


@pytest.mark.parametrize(
    ("question", "second", "right"),
    [
        (_CITY, "Ilmar Kuusk studied in which city?", "Riga"),
        (
            "What prize did the man who built Talvik Mill win?",
            "What prize did Ilmar Kuusk win?",
            "the Golden Compass",
        ),
        ("What is the name of the man who built Talvik Mill?", "", "Ilmar Kuusk"),
        ("Are Talvik Mill and Ilmar Kuusk both in Estonia?", "", "no"),
    ],
)
def test_two_steps(question: str, second: str, right: str) -> None:
    engine = symbolic_rc.load()
    story = engine.read(_TEXT)
    assert second_question(read_query(question), story.facts) == second
    assert engine.answer(story, question).text == right
