"""Attributes, relations, comparisons, quantities and reasons answer with the fact that states them."""

from __future__ import annotations

import pytest

from symbolic_rc.question.query import read_query
from symbolic_rc.rules.book import open_case
from symbolic_rc.rules.decide import decide
from symbolic_rc.story import Story

TEXT = """Ada Holm kept the old red mill in Grenby. Bo Finch is older than Ada. Mina is the sister of Bo.
Karl is the youngest of the four. Karl is a baker.
Bo paid forty coins for the wheel because his own wheel was broken."""


@pytest.fixture(scope="module")
def story() -> Story:
    return Story.from_text(TEXT)


@pytest.mark.parametrize(
    ("question", "answer", "rule"),
    [
        ("What colour is the mill?", "red", "attribute"),
        ("Who is the baker?", "Karl", "attribute"),
        ("What is Karl's job?", "a baker", "attribute"),
        ("Who is older than Ada?", "Bo Finch", "comparison"),
        ("Who is younger than Bo?", "Ada", "comparison"),
        ("Who is the youngest?", "Karl", "comparison"),
        ("Who is Bo's sister?", "Mina", "relation"),
        ("Why did Bo pay the coins?", "his own wheel was broken", "stated"),
    ],
)
def test_answers(story: Story, question: str, answer: str, rule: str) -> None:
    found = decide(open_case(read_query(question), story))
    assert (found.text, found.rule) == (answer, rule)


@pytest.mark.parametrize(
    "question", ["What is Karl proud of?", "Who is Bo fond of?", "What is the mill full of?"]
)
def test_the_complement_of_an_adjective_is_no_attribute(story: Story, question: str) -> None:
    assert not any(fact.kind == "attribute" for fact, _ in read_query(question).asked)
    assert decide(open_case(read_query(question), story)).rule != "attribute"
