"""What questions leave open: the noun asked for, its clause's predicate, and the gap's relation to it."""

import pytest

from symbolic_rc.index import columns as C
from symbolic_rc.question.query import read_query

CASES = [
    ("What is the full name of the person who sold the mill?", "person", "sold", "nsubj"),
    ("What is the last name of the man whose wife left him?", "man", "wife", "nmod:poss"),
    ("What is the last name of the person Jonas is angry with?", "person", "angry", "obl"),
    ("What is the name of the person to whom Jonas sold the mill?", "person", "sold", "obl"),
    ("What is the name of the village where Marta was born?", "village", "born", "obl"),
    ("What is the name of the song that the band wrote?", "song", "wrote", "obj"),
    ("What is the first name of Anne's daughter?", "daughter", "daughter", "root"),
    ("What is the name of the church designed by the baker?", "church", "designed", "nsubj:pass"),
    ("Which city did the painter move to?", "city", "move", "obl"),
    ("What was Grassou s wife s name ?", "wife", "wife", "root"),
]


@pytest.mark.parametrize(("text", "noun", "predicate", "relation"), CASES)
def test_gap(text, noun, predicate, relation):
    asked = read_query(text).parsed
    found = asked.info
    assert asked.texts[found[C.FOCUS_WORD]] == noun
    assert asked.texts[found[C.GAP_GOV]] == predicate
    assert C.RELATIONS[found[C.GAP_REL]] == relation


def test_words_of_form_are_no_evidence():
    text = "What is the full name of the person who sold the mill?"
    asked = read_query(text).parsed
    assert [asked.texts[i] for i in asked.words] == ["sold", "mill"]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("What is the name of the teacher who left?", "person"),
        ("What is the full name of the trail that crosses the moor?", "object"),
        ("What's the full name of the village they left?", "place"),
    ],
)
def test_the_noun_tells_the_kind(text, kind):
    assert read_query(text).parsed.understanding.kind == kind
