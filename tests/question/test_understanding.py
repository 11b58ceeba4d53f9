"""What is understood of a question."""

import pytest

from symbolic_rc.core.record import Question
from symbolic_rc.question.understanding import understand

CASES = [
    ("Who sold the mill?", "person", "", False),
    ("What are the first names of the people who sold the mill?", "person", "first name", True),
    ("What is the last name of the man who painted the door?", "person", "last name", False),
    ("Where did Marta move?", "place", "", False),
    ("What village did she leave?", "place", "", False),
    ("When was the mill sold?", "time", "", False),
    ("What year did it burn?", "time", "", False),
    ("How long did the geese stay?", "duration", "", False),
    ("How many geese were there?", "number", "", True),
    ("Why did she go to sea?", "reason", "", False),
    ("How did he open the door?", "manner", "", False),
    ("How is Marta related to Jonas?", "relation", "", False),
    ("What did Jonas paint?", "event", "", False),
    ("Was the door green?", "yes/no", "", False),
]


@pytest.mark.parametrize(("text", "kind", "form", "plural"), CASES)
def test_kind_and_form(text, kind, form, plural):
    found = understand(Question("1", text))
    assert (found.kind, found.form, found.plural) == (kind, form, plural)


def test_order_and_negation():
    found = understand(Question("1", "What did she not do after she sold the mill?"))
    assert found.order == "after"
    assert found.negated


RELATIVES = ("who", "which", "that", "whose mother")
ASKING = {"what year": "time", "which city": "place", "which village": "place", "how many houses": "number"}


@pytest.mark.parametrize("relative", RELATIVES)
@pytest.mark.parametrize(("asked", "kind"), ASKING.items())
@pytest.mark.parametrize(
    "frame", ["Ada married a miller {} died in {}?", "The miller {} sang moved to {} in May?"]
)
def test_a_question_word_within_the_statement_asks_not_the_relative_before_it(frame, relative, asked, kind):
    found = understand(Question("1", frame.format(relative, asked)))
    assert (found.wh, found.kind) == (asked.split()[0], kind)


@pytest.mark.parametrize(
    ("text", "wh"),
    [
        ("Who knows what Ada sold?", "who"),
        ("Ada sold the house in which she lived to whom?", "whom"),
        ("In which year did the man who sold the mill die?", "which"),
        ("The mill was built by a man who lived where?", "where"),
        ("Did she say who came?", ""),
    ],
)
def test_the_word_that_asks(text, wh):
    assert understand(Question("1", text)).wh == wh
