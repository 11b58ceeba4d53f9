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
        ("Ada got five fish. Otto got three fish.", "How many fish have Ada and Otto together?", "eight"),
        ("Ada, Otto and Karl went to Riga.", "How many people went to Riga?", "three"),
        ("All rabbits on the farm are red. Pip is a rabbit on the farm.", "What colour is Pip?", "red"),
        ("Birds can fly, but penguins cannot. Pingu is a penguin.", "Can Pingu fly?", "no"),
        ("Otto lied that Karl had sold the mill. Ada had sold the mill.", "Who sold the mill?", "Ada"),
        ("Ada bought a goose, and Karl bought a drum.", "Who did not buy a goose?", "Karl"),
        ("Ada no longer works as a tailor. Otto still works as a tailor.", "Who works as a tailor?", "Otto"),
        ("The carpet is in the hall. The vase is on the bed.", "What is in the hall?", "The carpet"),
        ("Ada keeps dogs. Ada also keeps goats.", "What does Ada keep?", "dogs and goats"),
        ("There was a huge grey lamp in the corner.", "What size was the lamp?", "huge"),
        ("When Otto came, Ada had washed the dishes.", "Did Ada wash the dishes before Otto came?", "yes"),
        ("When Otto came, Ada had washed the dishes.", "Did Ada wash the dishes after Otto came?", "no"),
        ("Ayr burned down in 1820. Bute burned down in 1790.", "Did Bute burn down before Ayr?", "yes"),
        ("The mill stands beside the river.", "Does the mill stand beside the river?", "yes"),
        ("Otto ate, and afterwards he slept.", "Did Otto eat before he slept?", "yes"),
        ("Otto came at nine. Ada left at seven.", "Did Ada leave before Otto came?", "yes"),
        ("Ada sold the lamp. Then Otto bought a hat.", "Did Otto buy a hat before Ada sold the lamp?", "no"),
        ("Ada was born in December 1911. Otto was born in 1912.", "Who was born first?", "Ada"),
        ("Ada left on 3 May. Otto came on 9 July.", "How many days after Ada left did Otto come?", "67"),
        ("In 1850 Ada left. On 7 May Otto came.", "In what year did Otto come?", "1850"),
        ("Ada left on 30 May 1650. A week later she died.", "On what date did Ada die?", "6 June 1650"),
        ("Ada hid until May 1650. A year later she ran.", "In what month and year did Ada run?", "May 1651"),
        ("Ayr has 70 (about 60 to 80) owls and 40 hens.", "How many more owls than hens has Ayr?", "30"),
        ("Of the 90 men, 20 drowned and 35 fled.", "How many more of the 90 men fled than drowned?", "15"),
        ("Of the 60 men, 14 were late.", "How many were not late of the 60 men?", "46"),
        ("Ayr has 9 owls, Bute 6 and Cork 2.", "How many more owls do Ayr and Bute have than Cork?", "13"),
        ("The feud of 1511-1519 ended. In 1530 came a last one.", "How many years did the feud last?", "8"),
        ("Ada filled 4 bags with 10 kilos of rye.", "How many kilos did a bag weigh on average?", "2.5"),
        ("In May the fee rose from 3% to 5%.", "How many percentage points did the fee rise?", "2"),
        ("The fare fell from 12 to 9 pounds.", "By how many pounds did the fare fall?", "3"),
        ("In May, 30 hens died and 45 hens fled.", "How many hens either died or fled?", "75"),
        ("The inn has 12 small rooms and 34 beds.", "Which were there more of, small rooms or beds?", "beds"),
        ("90 Danes and 150 Swedish men fell.", "Who lost more men, the Danes or the Swedes?", "the Swedes"),
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
