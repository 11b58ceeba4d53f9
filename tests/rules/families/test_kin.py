"""How two are related, and kinship that follows from events and appositions."""

import pytest

from symbolic_rc.core.record import Question
from symbolic_rc.question.query import read_query
from symbolic_rc.rules.book import open_case
from symbolic_rc.rules.decide import decide
from symbolic_rc.story import Story

_GENERATIONS = "Otto is the father of Ada. Ada is the mother of Karl."
_LIVES = "Robert lives with his father, Hugo, and his sister Lena."
_MARRIED = "Ada and Otto got married in May. Ada gave birth to Karl."


@pytest.mark.parametrize(
    ("text", "question", "right"),
    [
        (_GENERATIONS, "How is Otto related to Ada?", "father"),
        (_GENERATIONS, "How is Ada related to Otto?", "daughter"),
        (_GENERATIONS, "How is Otto related to Karl?", "grandfather"),
        (_GENERATIONS, "What is the relationship between Otto and Karl?", "grandfather"),
        (_LIVES, "Who is Hugo's daughter?", "Lena"),
        (_LIVES, "How is Lena related to Robert?", "sister"),
        (_LIVES, "How is Hugo related to Lena?", "father"),
        ("Karl is the son of Ada and Otto.", "Who is Karl's father?", "Otto"),
        (_MARRIED, "Who is Ada's husband?", "Otto"),
        (_MARRIED, "Who is Otto's wife?", "Ada"),
        (_MARRIED, "Who is Karl's mother?", "Ada"),
    ],
)
def test_kinship(text: str, question: str, right: str) -> None:
    case = open_case(read_query(Question("q", question)), Story.from_text(text))
    found = decide(case)
    assert found.text == right
    assert found.proposal is not None
    assert found.proposal.proof.facts
