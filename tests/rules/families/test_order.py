"""Order in time, change, counting, and what follows of a kind."""

from itertools import combinations, permutations

import pytest

from symbolic_rc.core.record import Question
from symbolic_rc.question.query import read_query
from symbolic_rc.rules.book import open_case
from symbolic_rc.rules.decide import decide
from symbolic_rc.story import Story


@pytest.mark.parametrize(
    ("text", "question", "right"),
    [
        ("Ada left after Otto.", "Who left first?", "Otto"),
        ("Ada left after Otto.", "Did Ada leave before Otto?", "no"),
        ("Otto left at nine o'clock. Ada left at seven o'clock.", "Who left last?", "Otto"),
        ("Ada was born in 1950. Otto was born in 1912.", "Who was born first?", "Otto"),
        ("Ada came in. Then Otto came in.", "Who came in after Ada?", "Otto"),
        ("First Ada found the key. Then Ada sold the mill.", "What did Ada do last?", "sold the mill"),
        ("The lamp was red. Then Ada painted it green.", "What colour is the lamp now?", "green"),
        ("Ada went to the barn. Later Ada went to the hall.", "Where is Ada now?", "the hall"),
        ("Ada got five figs. Otto got three figs.", "How many figs did Ada and Otto get together?", "eight"),
        ("Ada, Otto and Karl went to Riga.", "How many people went to Riga?", "three"),
        ("All rabbits on the farm are red. Pip is a rabbit on the farm.", "What colour is Pip?", "red"),
        ("Birds can fly, but penguins cannot. Pingu is a penguin.", "Can Pingu fly?", "no"),
        ("Otto lied that Karl painted a hut. Ada painted the hut.", "Who painted the hut?", "Ada"),
        ("Ada bought a goose, and Karl bought a drum.", "Who did not buy a goose?", "Karl"),
        ("Ada no longer works as a tailor. Otto still works as a tailor.", "Who works as a tailor?", "Otto"),
        ("The carpet is in the hall. The vase is on the bed.", "What is in the hall?", "The carpet"),
        ("Ada keeps dogs. Ada also keeps goats.", "What does Ada keep?", "dogs and goats"),
        ("There was a huge grey lamp in the corner.", "What size was the lamp?", "huge"),
        ("When Otto came, Ada had washed the dishes.", "Did Ada wash the dishes before Otto came?", "yes"),
        ("When Otto came, Ada had washed the dishes.", "Did Ada wash the dishes after Otto came?", "no"),
        ("The hut was built in 1820. The inn was built in 1790.", "Was the inn built before the hut?", "yes"),
        ("The mill stands beside the river.", "Does the mill stand beside the river?", "yes"),
        ("Otto ate, and afterwards he slept.", "Did Otto eat before he slept?", "yes"),
        ("Otto came at nine. Ada left at seven.", "Did Ada leave before Otto came?", "yes"),
        ("Ada sold the lamp. Then Otto bought a hat.", "Did Otto buy a hat before Ada sold the lamp?", "no"),
    ],
)
def test_order_and_counting(text: str, question: str, right: str) -> None:
    query = read_query(Question("q", question))
    assert decide(open_case(query, Story.from_text(text))).text == right


#: For each kind of time the words that tell it, the earliest first.
TIMES = (
    ("at dawn", "in the morning", "at noon", "in the evening", "at midnight"),
    ("at 7", "at 9:30", "at 11 o'clock"),
    ("on Monday", "on Thursday"),
    ("on 3 May 1950", "on 6 June 1950", "on April 2, 1951"),
    ("in 1912", "in the 1950s", "in 1987"),
)
ORDERED = [pair for times in TIMES for pair in combinations(times, 2)]


@pytest.mark.parametrize(("early", "late"), ORDERED)
@pytest.mark.parametrize(("one", "two"), tuple(permutations(("Ada", "Bo"))))
def test_dates_and_hours_tell_who_came_first(early: str, late: str, one: str, two: str) -> None:
    story = Story.from_text(f"{one} came {late}. {two} came {early}.")
    for question, right in (
        ("Who came first?", two),
        ("Who came last?", one),
        ("Who came first, Ada or Bo?", two),
    ):
        assert decide(open_case(read_query(Question("q", question)), story)).text == right
