"""How sure an answer is where nothing was learned."""

import pytest

import symbolic_rc
from symbolic_rc.core.record import Question
from symbolic_rc.readers import ReaderOptions, load_reader

STORY = "Karl found the key. Edgar bought a bucket. Selma visited Wanda."


@pytest.mark.parametrize(
    ("question", "surely"),
    [
        ("Who found the key?", True),
        ("Whom did Selma visit?", True),
        ("Who painted the ship?", False),
    ],
)
def test_what_is_guessed_is_less_sure_than_what_is_proved(question, surely):
    engine = symbolic_rc.load(weights=None)
    assert (engine.answer(engine.read(STORY), question).confidence >= 0.25) == surely


def test_the_reader_of_rules_refuses_what_is_not_sure_enough():
    reader = load_reader("symbolic:rules", ReaderOptions(refuse_below=0.25))
    story = reader.read(STORY)
    assert reader.answer(story, "Who found the bucket?").texts == ()
    assert reader.answer(story, "Who found the key?").text == "Karl"


@pytest.mark.parametrize("choices", [("Karl", "Wanda"), ("a boat", "a bucket", "a mill", "a key")])
def test_a_choice_that_is_compared_is_right_by_chance_at_least_and_never_sure(choices):
    engine = symbolic_rc.load()
    chance, text = 1.0 / len(choices), "Why was the ship so slow that day?"
    story = engine.read(STORY)
    given = engine.answer(story, Question("1", text, choices=choices))
    assert chance <= given.confidence <= (1.0 + chance) / 2.0
    named = engine.answer(story, "Who liked the ship more, Selma or Karl?")
    assert (named.rule, 0.5 <= named.confidence <= 0.75) == ("supported-option", True)


def test_several_choices_mostly_have_half_of_the_right_ones():
    question = Question(
        "1",
        "Why was the ship slow?",
        choices=("the weather", "weeds on the hull", "a song"),
        tags={"several": "yes"},
    )
    engine = symbolic_rc.load()
    assert 0.85 <= engine.answer(engine.read(STORY), question).confidence < 0.9
