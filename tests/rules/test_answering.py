"""The ends of an answer's span, where the question says what it must hold."""

import pytest

import symbolic_rc

STORY = (
    "The bucket cost twelve dollars. Henrik paid forty euros for the clock. The Colonel lost four thousand"
    " pounds at the races. You charged us six hundred and twenty francs."
    " Gustav has five rabbits, and Emil has eight."
)


@pytest.mark.parametrize("weights", ["", None])
@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("How much did the bucket cost?", "twelve dollars"),
        ("How much did Henrik pay for the clock?", "forty euros"),
        ("How much did the Colonel lose at the races?", "four thousand pounds"),
        ("How much did you charge us?", "six hundred and twenty francs"),
    ],
)
def test_an_amount_is_told_with_its_unit(weights, question, answer):
    engine = symbolic_rc.load(weights=weights)
    found = engine.answer(engine.read(STORY), question)
    assert found.text == answer
    assert [STORY[start:end] for start, end in found.spans] == [answer]


@pytest.mark.parametrize(("who", "answer"), [("Gustav", "five"), ("Emil", "eight")])
def test_what_is_counted_is_whose_the_question_names(who, answer):
    engine = symbolic_rc.load(weights=None)
    assert engine.answer(engine.read(STORY), f"How many rabbits does {who} have?").text == answer


def test_how_much_is_no_time():
    engine = symbolic_rc.load(weights=None)
    story = engine.read("Maya launched the boat within ten minutes. The boat was two years old.")
    assert engine.answer(story, "How much did the boat cost?").rule != "quantity"


@pytest.mark.parametrize("title", ["Professor", "Lieutenant", "Captain", "Capt.", "Mrs.", "Saint"])
@pytest.mark.parametrize(("form", "answer"), [("first", "Edgar"), ("last", "Holm")])
def test_a_title_is_no_first_or_last_name(title, form, answer):
    engine = symbolic_rc.load(weights=None)
    story = engine.read(f"{title} Edgar Holm found the key. Selma left the house.")
    assert engine.answer(story, f"What is the {form} name of the person who found the key?").text == answer


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("In what year was Zoe Quill born?", "1961"),
        ("When was Zoe Quill born?", "4 March 1961"),
        ("When was the mill of Osby built?", "October 13, 1980"),
        ("Which year was the mill built in?", "1980"),
    ],
)
def test_a_date_has_its_year_and_a_year_no_day(question, answer):
    engine = symbolic_rc.load()
    story = "Zoe Quill was born on 4 March 1961 in Osby. The mill of Osby was built on October 13, 1980."
    assert engine.answer(engine.read(story), question).text == answer
