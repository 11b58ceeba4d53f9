"""What fills an event: the term behind the question's own preposition, subjects of verbs of all kinds."""

import pytest

from symbolic_rc.core.record import Question
from symbolic_rc.question.query import read_query
from symbolic_rc.rules.book import open_case
from symbolic_rc.rules.decide import decide
from symbolic_rc.story import Story


@pytest.mark.parametrize(
    ("text", "question", "right"),
    [
        ("Ada travelled from Rome to Oslo by train.", "Where did Ada travel to?", "Oslo"),
        ("Ada travelled from Rome to Oslo by train.", "Where did Ada travel from?", "Rome"),
        ("Ada travelled from Rome to Oslo by train.", "To which town did Ada travel?", "Oslo"),
        ("Ada walked from the mill to the church.", "Where did Ada walk to?", "the church"),
        ("Otto flew from Paris to Rome.", "Where did Otto fly to?", "Rome"),
        ("Ada likes tea. So does Otto.", "Who likes tea?", "Ada and Otto"),
        ("Ada does not like tea. Neither does Otto.", "Does Otto like tea?", "no"),
        ("Ada helped Otto.", "Who was helped?", "Otto"),
        ("Ada teased Otto.", "Who was teased?", "Otto"),
        ("Ada followed Otto. Otto followed Karl.", "Who followed Otto?", "Ada"),
        ("Ada followed Otto. Otto followed Karl.", "Whom did Otto follow?", "Karl"),
        ("Ada teased Otto. Otto teased Karl.", "Who teased Otto?", "Ada"),
        ("Ada helped Otto.", "Was it Ada or Otto who was helped?", "Otto"),
    ],
)
def test_terms_of_events(text: str, question: str, right: str) -> None:
    query = read_query(Question("q", question))
    assert decide(open_case(query, Story.from_text(text))).text == right
