"""Scales: comparisons turned round, by antonyms, degrees and numbers, over several steps."""

import pytest

from symbolic_rc.core.record import Question
from symbolic_rc.question.query import read_query
from symbolic_rc.rules.book import open_case
from symbolic_rc.rules.decide import decide
from symbolic_rc.story import Story

_MILK = "The older a cow is, the less milk it gives. Rosa is the 2nd oldest cow, Lilja the 4th oldest."
_FISH = "The number of fish declines when the water is dirty. Elm Lake is dirty. Ivy Lake is clear."
_OATS = "A drop in rainfall causes a rise in the price of oats. In May 30 mm fell. In June 90 mm fell."
_BREAD = "The cost per loaf goes down as the bakery grows. Ada baked 90 loaves. Otto baked 700 loaves."
_SNOW = "Sheep eat less when it snows. It snowed in Varby, and the sun shone in Holma."


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
        ("Ada is the 2nd richest. Otto is the 5th richest.", "Who is poorer?", "Otto"),
        ("Ada is the third oldest, and Otto is the second oldest.", "Who is younger, Ada or Otto?", "Ada"),
        ("Ada was the second shortest. Otto was the tallest.", "Who was taller, Ada or Otto?", "Otto"),
        (_BREAD, "Who had a higher cost per loaf, Ada or Otto?", "Ada"),
        (_OATS, "When was the price of oats higher, in May or in June?", "in May"),
        ("Noise falls with height. Ada is at 5 metres. Otto is at 90 metres.", "Who has more noise?", "Ada"),
        (_MILK, "Which cow gives more milk, Rosa or Lilja?", "Lilja"),
        (_FISH, "Which lake has fewer fish, Elm Lake or Ivy Lake?", "Elm Lake"),
        (_FISH, "Does Ivy Lake have more or fewer fish than Elm Lake?", "more"),
        (_SNOW, "Did sheep eat more or less in Holma than in Varby?", "more"),
        ("Rents rise during fairs. In May there was a fair. June was calm.", "When did rents rise?", "May"),
        (
            "Rowing increases the risk of blisters. Ida rows. Ole does not row.",
            "Who has a lower risk, Ida or Ole?",
            "Ole",
        ),
        ("As the sun fell, Ada raised the lamp. Otto slept.", "Who raised the lamp?", "Ada"),
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
        ("Lucy has a brother, Hugo.", "Who is Lucy's brother?", "Hugo"),
        ("Peter and Henry are brothers.", "Who is Henry's brother?", "Peter"),
        ("Greta had two children, Jonas and Kate.", "Who is Greta's son?", "Jonas"),
        ("Helen is Susan's mother. Susan is Gustav's mother.", "Who is Gustav's grandmother?", "Helen"),
        ("Selma and Helen bought a hat and a plum, respectively.", "What did Helen buy?", "a plum"),
        ("Simon can swim, but Hugo cannot.", "Who cannot swim?", "Hugo"),
        ("Martin is not a tailor, but Bruno is.", "Who is a tailor?", "Bruno"),
        ("Paul, Emma and Nora washed the dishes.", "Who washed the dishes?", "Paul, Emma and Nora"),
        ("Mina bought a goat and a hat.", "Which animal did Mina buy?", "a goat"),
    ],
)
def test_what_is_said_or_follows(text: str, question: str, right: str) -> None:
    assert answer(text, question) == right
