"""Given answers: what the story does not say speaks against one, and the order of its events tells."""

import itertools

import pytest

import symbolic_rc
from symbolic_rc.core.record import Question

_EVENTS = ["opened the gate", "fed the horse", "washed the cart", "lit the lamp"]
_NAMES = ["Ada", "Tom"]


def chosen(story, text, *choices):
    engine = symbolic_rc.load()
    answer = engine.answer_all(engine.read(story), [Question("1", text, (), choices)])[0]
    return answer.text, answer.confidence


@pytest.mark.parametrize(
    ("name", "events"), list(itertools.product(_NAMES, itertools.combinations(_EVENTS, 3)))
)
def test_before_and_after_are_told_by_the_order_of_the_story(name, events):
    first, second, third = events
    story = f"{name} came home early. {name} {first}. Then {name} {second}. At last {name} {third}."
    asked = f"When was it that {name} {second}?"
    assert chosen(story, asked, f"Before {name} {first}", f"After {name} {first}")[0].startswith("After")
    assert chosen(story, asked, f"After {name} {third}", f"Before {name} {third}")[0].startswith("Before")


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("a kind letter", "a kind violin"),
        ("the market square", "the market tower"),
        ("two silver spoons", "two silver coins"),
    ],
)
def test_a_word_that_the_story_lacks_speaks_against_a_choice(right, wrong):
    story = f"Ada came home late. She had found {right} on the way. Her brother was asleep."
    text, confidence = chosen(story, "What had Ada found?", wrong, right)
    assert text == right
    assert 0.5 <= confidence <= 1.0
