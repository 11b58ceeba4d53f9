"""Questions of a conversation: what each takes from the turn before, in generated stories."""

import itertools

import pytest

import symbolic_rc
from symbolic_rc.core.record import Question

_PEOPLE = [("Ann Reed", "she", "Tom Finch", "he"), ("Peter Holm", "he", "Mary Stone", "she")]
_THINGS = [("sold", "sell", "old mill"), ("lent", "lend", "red boat"), ("gave", "give", "grey horse")]


def conversed(story, *texts):
    """Answer the turns of one conversation."""
    engine = symbolic_rc.load()
    asked = [
        Question(f"1.{i}", text, tags={"follows": f"1.{i - 1}"} if i else {}) for i, text in enumerate(texts)
    ]
    return [answer.text for answer in engine.answer_all(engine.read(story), asked)]


@pytest.mark.parametrize(("people", "thing"), list(itertools.product(_PEOPLE, _THINGS)))
def test_a_turn_takes_what_it_needs_from_the_one_before(people, thing):
    giver, pronoun, taker, other = people
    past, base, noun = thing
    story = f"{giver} {past} the {noun} to {taker} in May. {taker} lives in Osby. {giver} lives in Dunmore."
    found = conversed(
        story,
        f"Who {past} the {noun}?",
        "When?",
        "To whom?",
        f"Where does {other} live?",
        f"And {giver.split()[0]}?",
        f"What did {pronoun} {base}?",
    )
    whole = [giver, "May", taker, "Osby", "Dunmore", noun]
    assert [want in got or got in want for got, want in zip(found, whole, strict=True)] == [True] * 6, found


@pytest.mark.parametrize(("noun", "colour"), [("boat", "red"), ("cart", "blue"), ("mill", "grey")])
def test_it_is_what_was_answered(noun, colour):
    story = f"Clara wants a {noun}. The {noun} is {colour}. The barn is white."
    first, second = conversed(story, "What does Clara want?", "What colour is it?")
    assert noun in first
    assert second == colour


def test_a_clause_is_said_again():
    story = "Ann Reed left Osby in spring. Tom Finch left Osby in autumn."
    assert conversed(story, "Did Ann leave Osby?", "When did she?", "And Tom?")[1:] == ["spring", "autumn"]


def test_a_question_that_is_whole_is_left_alone():
    story = "Ann Reed sold the mill. Tom Finch sold the boat."
    assert conversed(story, "Who sold the mill?", "Who sold the boat?") == ["Ann Reed", "Tom Finch"]


def test_without_conversation_nothing_is_taken():
    engine = symbolic_rc.load()
    story = engine.read("Ann Reed sold the mill. She lives in Osby.")
    alone = engine.answer_all(
        story, [Question("1", "Who sold the mill?"), Question("2", "Where does Ann live?")]
    )
    assert [one.text for one in alone] == ["Ann Reed", "Osby"]


_LIFE = "Ann Reed was born in Osby. She became a doctor. In 1990 she moved to Dunmore. {} died in 1991."


@pytest.mark.parametrize(
    ("other", "question", "meant"),
    [
        ("Tom Finch", "When did she move to Dunmore?", "Ann Reed"),
        ("Tom Finch", "Who knew that she moved?", ""),  # "who" may be she
        ("Tom Finch", "When did Ann say that she moved?", ""),
        ("Tom Finch", "Where was the doctor when she died?", ""),
        ("Tom Finch", "What is the name of the person who sold her boat?", ""),
        ("Tom Finch", "When did it die?", ""),
        ("Mary Stone lived with Mary Stone. Mary Stone", "When did she die?", ""),  # one of two
    ],
)
def test_he_or_she_is_the_one_whom_the_story_is_about(other, question, meant):
    engine = symbolic_rc.load()
    answer = engine.answer(engine.read(_LIFE.format(other)), question)
    read = answer.trace.understanding["read as"]
    assert ("pronouns: read as" in read) == bool(meant)
    assert meant in read
