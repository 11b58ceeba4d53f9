"""Questions about the state of a story, by their words."""

from __future__ import annotations

import pytest

from symbolic_rc.question.state_question import StateQuestion, read_state_question


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Where is the old lamp?", StateQuestion("place", "old lamp")),
        ("Where was the lamp before the barn?", StateQuestion("place before", "lamp", "barn")),
        ("Where was Ida before she went to the barn?", StateQuestion("place before", "ida", "barn")),
        ("Is ida in the barn?", StateQuestion("in place", "ida", "barn")),
        ("Is the cup to the left of the bowl?", StateQuestion("position", "cup", "bowl", relation="left of")),
        ("How many things does Ida have?", StateQuestion("how many held", "ida", "thing", relation="have")),
        ("Who received the key?", StateQuestion("who gave", "", "key", "", "receive", "gets")),
        ("Who did Ida give the key to?", StateQuestion("receiver", "ida", "key", "", "give", "gives")),
        ("How do you get from the inn to the mill?", StateQuestion("path", "inn", "mill")),
    ],
)  # fmt: skip
def test_forms(text: str, found: StateQuestion) -> None:
    assert read_state_question(text) == found


@pytest.mark.parametrize(
    "text",
    ["Who rescued the child?", "What is Ida doing?", "Where did Ida meet the man who sold the wheel?", ""],
)
def test_other_questions_are_none(text: str) -> None:
    assert read_state_question(text) is None
