"""Scales: comparisons turned round, by antonyms, degrees and numbers, over several steps."""

import pytest

from symbolic_rc.core.record import Question
from symbolic_rc.question.query import read_query
from symbolic_rc.rules.book import open_case
from symbolic_rc.rules.decide import decide
from symbolic_rc.story import Story


def answer(text: str, question: str) -> str:
    """What the rules answer."""
    return decide(open_case(read_query(Question("q", question)), Story.from_text(text))).text


@pytest.mark.parametrize(
    ("text", "question", "right"),
    [
        ("Ada is taller than Otto.", "Who is shorter?", "Otto"),
        ("Ada is taller than Otto.", "Who is less tall?", "Otto"),
        ("Ada is less patient than Otto.", "Who is more patient?", "Otto"),
        ("Ada is less patient than Otto.", "Who is more impatient?", "Ada"),
        ("Ada is older than Otto. Otto is older than Karl.", "Who is the youngest?", "Karl"),
        ("Ada is not as rich as Otto.", "Who is richer?", "Otto"),
        ("Ada was very tired. Otto was a little tired.", "Who was less tired?", "Otto"),
        ("Ada is nine years old. Otto is seven years old.", "Who is younger, Ada or Otto?", "Otto"),
        ("Ada has four lamps. Otto has six lamps.", "Who has fewer lamps?", "Ada"),
        ("Ada ran faster than Otto.", "Who ran more slowly?", "Otto"),
    ],
)
def test_comparisons(text: str, question: str, right: str) -> None:
    assert answer(text, question) == right


@pytest.mark.parametrize(
    ("text", "question", "right"),
    [
        ("Ada sold the mill to Otto.", "Did Ada sell the mill?", "yes"),
        ("Ada sold the mill to Otto.", "Did Otto sell the mill?", "no"),
        ("Ada is brave. Otto is not brave.", "Is Otto brave?", "no"),
        ("Ada is brave.", "Is Ada cowardly?", "no"),
        ("Ada is older than Otto. Otto is older than Karl.", "Is Karl older than Ada?", "no"),
        ("Ada owns a goat.", "Does Ada own an animal?", "yes"),
        ("Ada has two dogs.", "Does Ada have five dogs?", "no"),
        ("Ada is Otto's daughter.", "Is Otto Ada's father?", "yes"),
        ("The door is green.", "Is the door red or green?", "green"),
        ("Ada lives in Riga.", "Does Ada live in Oslo or in Riga?", "in Riga"),
        ("Ada warned Otto.", "Was it Ada or Otto who was warned?", "Otto"),
        ("Ada sold the lamp and kept the vase.", "What did Ada keep, the lamp or the vase?", "the vase"),
    ],
)
def test_statements_are_proved(text: str, question: str, right: str) -> None:
    assert answer(text, question) == right


@pytest.mark.parametrize(
    ("text", "question", "right"),
    [
        ("Lucy has a brother, Hugo.", "Who is Lucy's brother?", "Hugo"),
        ("Peter and Henry are brothers.", "Who is Henry's brother?", "Peter"),
        ("Greta had two children, Jonas and Kate.", "Who is Greta's son?", "Jonas"),
        (
            "Helen is the mother of Susan. Susan is the mother of Gustav.",
            "Who is Gustav's grandmother?",
            "Helen",
        ),
        ("Selma and Helen bought a hat and a plum, respectively.", "What did Helen buy?", "a plum"),
        ("Simon can swim, but Hugo cannot.", "Who cannot swim?", "Hugo"),
        ("Martin is not a tailor, but Bruno is.", "Who is a tailor?", "Bruno"),
        ("Paul, Emma and Nora washed the dishes.", "Who washed the dishes?", "Paul, Emma and Nora"),
        ("Mina bought a goat and a hat.", "Which animal did Mina buy?", "a goat"),
    ],
)
def test_what_a_clause_tells_of_others(text: str, question: str, right: str) -> None:
    assert answer(text, question) == right
