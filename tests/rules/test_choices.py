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


_BOUGHT = [("bread", "milk", "eggs"), ("a kite", "a drum", "a boat")]


@pytest.mark.parametrize(("name", "things"), list(itertools.product(_NAMES, _BOUGHT)))
@pytest.mark.parametrize("every", ["All of the above", "All of these."])
def test_all_of_the_others_is_right_where_all_are_told(name, things, every):
    one, two, three = things
    start, asked = f"{name} went to the market. {name} bought {one}. ", f"What did {name} buy?"
    assert chosen(start + f"{name} bought {two}. {name} bought {three}.", asked, *things, every)[0] == every
    assert chosen(start + f"Bo sold {two}. Cleo painted {three}.", asked, *things, every)[0] == one


@pytest.mark.parametrize("last", ["None of the above", "Not enough information", "It is not mentioned."])
@pytest.mark.parametrize(("name", "thing"), list(itertools.product(_NAMES, ["lamp", "wheel"])))
def test_none_of_the_others_is_right_where_none_is_told(name, thing, last):
    story = f"{name} went to the market. {name} sold the {thing}. Bo sang."
    assert (
        chosen(story, f"What did {name} sell?", "a wall", f"the {thing}", "a gate", last)[0] == f"the {thing}"
    )
    assert chosen(story, f"What did {name} sell?", "a wall", "a door", "a gate", last)[0] == last


@pytest.mark.parametrize("place", ["the party", "the meeting"])
def test_a_negated_question_asks_for_what_is_not_told(place):
    story = (
        f"Ada came to {place}. Tom came to {place}. Later Cleo came to {place}. Bo was ill in bed that day."
    )
    names = ("Ada", "Bo", "Tom", "Cleo")
    assert chosen(story, f"Who did not come to {place}?", *names)[0] == "Bo"
    assert chosen(story, f"All of them came to {place} except", *names)[0] == "Bo"


@pytest.mark.parametrize("place", ["the party", "the meeting"])
def test_not_where_the_story_denies_it_itself(place):
    story = f"Ada and Tom went home. Cleo did not come to {place} because she was ill. Bo danced at {place}."
    assert chosen(story, f"Who did not come to {place}?", "Ada", "Bo", "Cleo")[0] == "Cleo"
    reasons = ("Because she was ill", "Because she danced", "Because she was in a hurry")
    assert chosen(story, f"Why did Cleo not come to {place}?", *reasons)[0] == reasons[0]


@pytest.mark.parametrize(("thing", "colour"), [("door", "red"), ("gate", "blue")])
def test_choices_that_say_more_than_yes_or_no(thing, colour):
    story = f"Ada bought a house. The {thing} was {colour}. She liked it."
    yes, no = "Yes, that is so", "No, it was not"
    assert chosen(story, f"Was the {thing} {colour}?", no, yes)[0] == yes
    assert chosen(story, f"Was the {thing} black?", yes, no)[0] == no
    assert chosen(story, f"Was the {thing} {colour}?", "no", "The story says so")[0] == "The story says so"


@pytest.mark.parametrize(
    ("story", "right", "wrong"),
    [
        ("Man: My fever is worse.\nWoman: Take this medicine.", "Doctor and patient.", "Host and guest."),
        ("Man: The rent is due.\nWoman: The tap leaks again.", "Landlord and tenant.", "Actor and director."),
        ("Man: I lost my homework.\nWoman: Read lesson two.", "Teacher and student.", "Pilot and passenger."),
    ],
)
def test_roles_that_nothing_states_are_told_by_all_that_is_said(story, right, wrong):
    assert chosen(story, "What is the relationship between the two speakers?", wrong, right)[0] == right


@pytest.mark.parametrize(("deed", "other"), [("buy a lock", "she climbed the wall"), ("sing", "she danced")])
def test_of_choices_that_begin_with_the_verdict_the_best_supported_is_right(deed, other):
    story = f"Ida came home on Monday. Ida did not {deed}, but {other}. Tom was ill."
    choices = ("No, because the shop was closed.", f"No, {other}.", "Yes, on Monday.")
    assert chosen(story, f"Did Ida {deed}?", *choices)[0] == choices[1]


@pytest.mark.parametrize(("first", "later"), [("Bergen", "Rome"), ("Quito", "Lima")])
def test_for_the_first_time_is_no_comparison_of_places(first, later):
    story = f"Ilse met the painter for the first time in {first}. A year later she saw him again in {later}."
    asked = "Where did Ilse meet the painter for the first time?"
    assert chosen(story, asked, f"In {later}", f"In {first}")[0] == f"In {first}"


@pytest.mark.parametrize(
    ("reply", "right"), [("No. The sky is clear.", "No."), ("Yes. Take a coat.", "Yes.")]
)
def test_the_reply_behind_a_label_answers_the_question(reply, right):
    story = f"Woman: Is it snowing outside?\nMan: {reply}"
    assert chosen(story, "Is it snowing outside?", "Yes.", "No.", "Not mentioned.")[0] == right
