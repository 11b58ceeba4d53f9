"""Answers among choices, of readers that look for spans."""

import pytest

from symbolic_rc.core.record import Question
from symbolic_rc.readers import load_reader
from symbolic_rc.story import Story


@pytest.mark.parametrize(
    "name",
    ["ir-bleu1", "ir-rougel-4gram", "passage-only", "passage-only-nearest", "sliding-window", "random"],
)
def test_a_choice_is_answered(name: str) -> None:
    story = Story.from_text("Nora sold the barn to Ulf. The goat slept by the river.")
    questions = [
        Question("1", "What did Nora sell?", choices=("the goat", "the barn")),
        Question("2", "Nora sold the @placeholder.", choices=("goat", "barn"), placeholder="@placeholder"),
    ]
    answers = load_reader(name).answer_all(story, questions)
    assert all(answer.text in one.choices for one, answer in zip(questions, answers, strict=True))
