"""What holds of a kind holds of its members; what is told of a nearer kind, or of the member, goes first."""

import pytest

from symbolic_rc.core.record import Question
from symbolic_rc.question.query import read_query
from symbolic_rc.rules.book import open_case
from symbolic_rc.rules.decide import decide
from symbolic_rc.story import Story

_BIRDS = "Birds can fly, but penguins cannot. Pingu is a penguin. Tweet is a sparrow."
_THEY = "Birds can fly. Ostriches are birds, but they cannot fly. Otto is an ostrich. Eva is an eagle."
_PARROTS = (
    "Parrots usually sleep in the barn. Pip is a parrot, but Pip sleeps in the cellar. Rex is a parrot too."
)
_RABBITS = "All rabbits are red, but Pip is white. Pip is a rabbit. Rex is a rabbit."


@pytest.mark.parametrize(
    ("text", "question", "right"),
    [
        (_BIRDS, "Can Tweet fly?", "yes"),
        (_BIRDS, "Can Pingu fly?", "no"),
        (_THEY, "Can Eva fly?", "yes"),
        (_THEY, "Can Otto fly?", "no"),
        (_PARROTS, "Where does Pip sleep?", "the cellar"),
        (_PARROTS, "Where does Rex sleep?", "the barn"),
        (_RABBITS, "What colour is Pip?", "white"),
        (_RABBITS, "What colour is Rex?", "red"),
        ("Bears eat fish, but pandas do not. Po is a panda.", "Does Po eat fish?", "no"),
    ],
)
def test_exceptions_go_before_the_rule(text: str, question: str, right: str) -> None:
    found = decide(open_case(read_query(Question("q", question)), Story.from_text(text)))
    assert found.text == right
    assert found.proposal is not None
    assert found.proposal.proof.facts
