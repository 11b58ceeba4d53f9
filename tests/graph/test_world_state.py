"""The state of a simple world."""

import pytest

from symbolic_rc.graph.world_state import answer, follow

STORY = [
    "Ida went to the cellar.",
    "Ida picked up the lamp there.",
    "Odd and Per travelled to the attic.",
    "Then they moved to the yard.",
    "Ida went back to the kitchen.",
    "Ida handed the lamp to Per.",
    "The barn is north of the yard.",
]
CASES = [
    ("Where is Ida?", ("kitchen",)),
    ("Where is Odd?", ("yard",)),
    ("Where is the lamp?", ("yard",)),
    ("Is Ida in the cellar?", ("no",)),
    ("How many objects is Per carrying?", ("one",)),
    ("What is Ida carrying?", ("nothing",)),
    ("Who gave the lamp to Per?", ("ida",)),
    ("What did Ida give to Per?", ("lamp",)),
    ("What is north of the yard?", ("barn",)),
    ("What is the barn north of?", ("yard",)),
    ("Where was Ida before the kitchen?", ("cellar",)),
]


@pytest.mark.parametrize(("question", "expected"), CASES)
def test_what_is_known(question, expected):
    found = answer(follow(STORY), question)
    assert found is not None
    assert found[0] == expected


def test_other_questions_are_left_alone():
    assert answer(follow(STORY), "Why did Ida go to the cellar?") is None
    assert answer(follow(STORY), "Where is the axe?") is None
