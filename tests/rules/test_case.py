"""What is asked for by a noun: of several terms, those of the asked kind; kinds in what a question names."""

import pytest

from symbolic_rc.core.record import Question
from symbolic_rc.question.query import read_query
from symbolic_rc.rules.book import open_case
from symbolic_rc.rules.decide import decide
from symbolic_rc.story import Story

_SHED = "In the shed there were a cabbage, a sofa and a jacket."


@pytest.mark.parametrize(
    ("text", "question", "right"),
    [
        ("A carpenter and a dog came down the road.", "Which animal came down the road?", "a dog"),
        ("A nurse and a sheep came down the road.", "Which person came down the road?", "A nurse"),
        ("A baker and a cat came down the road.", "What kind of animal was it?", "a cat"),
        ("Ada bought a wardrobe and a sword.", "Which piece of furniture did Ada buy?", "a wardrobe"),
        ("Ada found a ring and a pear.", "Which piece of jewellery did Ada find?", "a ring"),
        ("Ada bought a goat, a lamp and a goose.", "Which animals did Ada buy?", "a goat and a goose"),
        ("Ada bought a goat, a lamp and a goose.", "How many animals did Ada buy?", "two"),
        (_SHED, "Which piece of furniture was in the shed?", "a sofa"),
        (_SHED, "What was in the shed?", "a cabbage, a sofa and a jacket"),
        ("Ada works in a bank in Rome.", "In which town does she work?", "Rome"),
        ("Ada had a red trout and a blue sofa.", "What colour was the fish?", "red"),
        ("Otto lost his hammer. Ada lost her ring.", "Who lost a piece of jewellery?", "Ada"),
        ("The thief took a violin from the house.", "What instrument did the thief take?", "a violin"),
        ("Bo had a hat. Ada had an apple.", "Who had a fruit?", "Ada"),
        ("Bo bought a hat. Ada bought a goat.", "Who bought an animal?", "Ada"),
        ("Bo bought a plum. Ada bought a flute.", "Who bought a musical instrument?", "Ada"),
    ],
)
def test_kinds(text: str, question: str, right: str) -> None:
    query = read_query(Question("q", question))
    assert decide(open_case(query, Story.from_text(text))).text == right
