"""Yes and no, and which of two."""

import pytest

import symbolic_rc
from tests.ranked import ranked_answer

TEXT = (
    "Ada Holm kept the mill by the river Orr with her brother Tom. In the spring she sold the wheel to Bo "
    "Finch, a trader. Later Tom left the city by train. He never came back. Ada was lonely, but she did not "
    "complain. The house was old. Nobody painted the door. Bo had no horse."
)


@pytest.fixture(scope="module")
def asked():
    engine = symbolic_rc.load()
    story = engine.read(TEXT)
    return lambda question: ranked_answer(engine, story, question)


ANSWERS = [
    ("Did Ada sell the wheel?", "yes"),
    ("Did Tom leave the city?", "yes"),
    ("Did Tom come back?", "no"),
    ("Was Ada lonely?", "yes"),
    ("Did Ada complain?", "no"),
    ("Didn't Ada complain?", "no"),
    ("Is Bo Finch a trader?", "yes"),
    ("Was the house new?", "no"),
    ("Was the house old or new?", "old"),
    ("Did Bo have a horse?", "no"),
    ("Did somebody paint the door?", "no"),
]


@pytest.mark.parametrize(("question", "answer"), ANSWERS)
def test_yes_or_no(asked, question, answer):
    found = asked(question)
    assert (found.texts, found.spans, found.rule) == ((answer,), (), "yes-no")


def test_what_the_story_does_not_say_is_not_answered_yes_or_no(asked):
    for question in ("Did Bo sell the wheel?", "Did Ada burn the bridge?"):
        assert asked(question).rule != "yes-no"


@pytest.mark.parametrize(("question", "answer"), ANSWERS)
def test_rules_over_facts_answer_first_and_the_same(question, answer):
    engine = symbolic_rc.load()
    found = engine.answer(engine.read(TEXT), question)
    assert (found.texts, found.spans) == ((answer,), ())
    assert found.rule == ("either" if " or " in question else "yes-or-no")
