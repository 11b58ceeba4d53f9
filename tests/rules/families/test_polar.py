"""Yes and no in three values: what is stated, what follows, what is excluded, and what nobody says."""

import pytest

import symbolic_rc
from symbolic_rc.core.record import Question
from symbolic_rc.lexicon.numbers import date_in, date_within
from symbolic_rc.question.query import read_query
from symbolic_rc.rules.book import open_case
from symbolic_rc.rules.decide import Decision, decide
from symbolic_rc.story import Story

_BORN = "Nora was born in Osby on 3 March 1921."
_SOLD = "Bo sold three red lamps to Ada."


def answer(text: str, question: str) -> Decision:
    return decide(open_case(read_query(Question("q", question)), Story.from_text(text)))


@pytest.mark.parametrize(
    ("text", "question", "right", "rule"),
    [
        ('"I prefer tea," said Bo.', "Does Bo prefer tea?", "yes", "yes-or-no"),
        ("Ada explained that she needed rest.", "Did Ada need rest?", "yes", "yes-or-no"),
        ("Ada lied that Bo had sold the mill.", "Had Bo sold the mill?", "yes", "not-stated"),
        ("When the king had died, his son was crowned.", "Was his son crowned?", "yes", "yes-or-no"),
        (_BORN, "Was Nora born in 1921?", "yes", "yes-or-no"),
        (_BORN, "Was Nora born in March?", "yes", "yes-or-no"),
        (_BORN, "Was Nora born in the twentieth century?", "yes", "yes-or-no"),
        (_BORN, "Was Nora born in May 1921?", "no", "yes-or-no"),
        (_BORN, "Was Nora born in 1931?", "no", "yes-or-no"),
        ("Bo lives in Mill Lane, Paris.", "Does Bo live in Paris?", "yes", "yes-or-no"),
        ("Bo works in Paris.", "Does Bo work in France?", "yes", "yes-or-no"),
        (_SOLD, "Did Ada buy lamps?", "yes", "yes-or-no"),
        (_SOLD, "Did Bo sell lamps?", "yes", "yes-or-no"),
        (_SOLD, "Did Ada sell lamps?", "no", "not-stated"),
        (_SOLD, "Did Bo sell hats?", "no", "not-stated"),
        ("Nobody painted the door.", "Did somebody paint the door?", "no", "yes-or-no"),
        ("Bo is a butcher.", "Is Bo a tailor?", "no", "not-stated"),
        ("Bo is Ada's nephew.", "Is Bo Ada's son?", "no", "yes-or-no"),
        ("Bo is not Ada's nephew.", "Is Bo Ada's son?", "no", "not-stated"),
        ("Coconut oil is no food. Palm oil is a food.", "Is palm oil coconut?", "no", "not-stated"),
    ],
)
def test_answers(text: str, question: str, right: str, rule: str) -> None:
    found = answer(text, question)
    assert (found.text, found.rule) == (right, rule)


def test_what_nobody_says_is_answered_with_a_guess_that_says_so() -> None:
    found = answer("Bo has a brown dog.", "Does Bo like music?")
    assert (found.text, found.rule) == ("no", "not-stated")
    assert found.confidence <= 0.6
    assert found.proposal is not None
    assert "no statement about it was found" in str(found.proposal.proof.links[0])


def test_what_a_long_text_does_not_say_may_be_so() -> None:
    text = "Bo has a brown dog. " + "The mill stood by the river, and the wheel turned all day long. " * 6
    assert answer(text, "Does Bo like music?").text == "yes"


@pytest.mark.parametrize(
    ("asked", "within"),
    [("2006", True), ("June", True), ("the 2000s", True), ("7 June 2006", False), ("Monday", None)],
)
def test_a_date_lies_in_its_parts(asked: str, within: bool | None) -> None:
    told, other = date_in("on 6 June 2006".split()), date_in(asked.split())
    assert told is not None
    assert other is not None
    assert date_within(told, other) is within


@pytest.mark.parametrize("noun", ["door", "lamp", "boat"])
@pytest.mark.parametrize(
    ("one", "other"), [("left", "right"), ("old", "new"), ("green", "black"), ("first", "third")]
)
def test_what_a_modifier_sets_apart_is_another_thing(noun: str, one: str, other: str) -> None:
    text = f"The {one} {noun} is broken. Ida mended the {other} {noun}."
    assert answer(text, f"Is the {one} {noun} broken?").text == "yes"
    assert answer(text, f"Is the {other} {noun} broken?").text == "no"
    assert answer(text, f"Who mended the {other} {noun}?").text == "Ida"
    assert answer(text, f"Did Ida mend the {one} {noun}?").text == "no"


def test_another_did_it_in_a_longer_text_too() -> None:
    text = (
        "Ada Quill sold the wheel to Ben Orr on Monday, and he took it home. "
        + "The mill stood by the river. " * 9
    )
    assert answer(text, "Did Tom Reed sell the wheel?").text == "no"
    assert answer(text, "Did Ada Quill sell the wheel?").text == "yes"


#: Clauses of which the infinitive or participle did not come about, with what stands for it.
_NOT_DONE = (
    "{who} stayed at home instead of {doing}.",
    "{who} stayed at home rather than {do}.",
    "{who} was too tired to {do}.",
    "The rain kept {who} from {doing}.",
    "A guard prevented {who} from {doing}.",
    "{who} decided against {doing}.",
    "{who} gave up {doing}.",
    "{who} was forbidden to {do}.",
    "{who} would have {done}, but it rained.",
    "{who} should have {done}.",
    "{who} couldn't {do}.",
    "{who} was about to {do} when she fell ill.",
    "{who} hoped to {do}.",
)
_DONE = (
    "{who} did not {do} until noon.",
    "{who} was allowed to {do}, and she {did}.",
    "{who} managed to {do}.",
)
_DEEDS = (
    ("paint the boat", "painting the boat", "painted the boat", "painted the boat"),
    ("climb the tower", "climbing the tower", "climbed the tower", "climbed the tower"),
    ("buy a lamp", "buying a lamp", "bought a lamp", "bought a lamp"),
)
_REST = (
    "Her house was near the mill, and the old clock in the tower struck twelve. The hall was full that day."
)


@pytest.mark.parametrize("who", ["Ida", "Berta"])
@pytest.mark.parametrize("deed", _DEEDS)
@pytest.mark.parametrize("right", ["no", "yes"])
def test_what_did_not_come_about(who: str, deed: tuple[str, ...], right: str) -> None:
    do, doing, done, did = deed
    for clause in _NOT_DONE if right == "no" else _DONE:
        said = clause.format(who=who, do=do, doing=doing, done=done, did=did)
        assert answer(f"{said} {_REST}", f"Did {who} {do}?").text == right, said


@pytest.mark.parametrize("clause", ["{} refused to sell the boat.", "{} never sold the boat."])
def test_whoever_did_not_is_hardly_who_did(clause: str) -> None:
    engine = symbolic_rc.load()
    story = engine.read(f"{clause.format('Ida')} {_REST}")
    found = engine.answer(story, "Who sold the boat?")
    assert found.text != "Ida" or found.confidence < 0.3


STORIES = (
    "Bo wanted a lamp, but he did not buy one.",
    "The fog was thick. Ada sang.",
    "A boat, a lamp and a coat",
)
FORMS = (
    "Did Bo buy a lamp?", "Bo bought a lamp, didn't he?", "Bo bought a lamp?", "Was it Bo who bought a lamp?",
    "Had Bo bought a lamp?", "Can Bo buy a lamp?", "Is there any lamp?", "Do you know if Bo bought a lamp?",
    "Isn’t there a lamp?", "did bo buy a lamp", "And did Bo buy a lamp?", "In the end, did Bo buy a lamp?",
    "Does anyone buy a lamp?", "Did Bo buy a lamp or not?", "Do we know who bought a lamp?",
)  # fmt: skip


@pytest.mark.parametrize("weights", ["", None])
@pytest.mark.parametrize("text", STORIES)
def test_whether_something_is_so_is_never_answered_by_a_phrase(text, weights):
    engine = symbolic_rc.load(weights=weights)
    answers = engine.answer_all(engine.read(text), list(FORMS))
    assert {answer.text for answer in answers} <= {"yes", "no", "maybe"}
