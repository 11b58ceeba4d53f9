import re

import pytest

from symbolic_rc.cli.evaluate import compare
from symbolic_rc.compare.fields import FIELDS, describe
from symbolic_rc.core.record import Question, Record

STORY = (
    "Ada Holm kept the mill by the river. In spring she sold the wheel to a trader for 40 crowns. "
    "The trader left at dawn because the road was dry."
)


def fields(text, *references, **options):
    expected = tuple((one,) if isinstance(one, str) else one for one in references)
    (found,) = describe(Record("s", STORY, (Question("q", text, expected, **options),)))
    return found


def test_every_field_is_there():
    assert list(fields("Who sold the wheel?", "Ada Holm")) == list(FIELDS)
    assert fields("Who sold the wheel?")["answer_type"] is None


def test_the_command_names_every_field():
    help_text = compare.__doc__.rpartition("explains each: ")[2]
    assert re.findall(r"\w+", help_text) == list(FIELDS)


def test_an_answer_a_sentence_away_behind_a_pronoun():
    found = fields("Who sold the wheel in spring?", "Ada Holm")
    assert found["question_word"] == "who"
    assert found["answer_type"] == "name"
    assert found["answer_in_story"]
    assert found["sentence_distance"] == 1
    assert found["needs_coreference"]
    assert found["answer_at"] == 0


def test_an_answer_beside_the_words_of_the_question():
    found = fields("How many crowns did the trader pay for the wheel?", "40 crowns")
    assert (found["question_word"], found["answer_type"]) == ("how many", "number")
    assert (found["sentence_distance"], found["needs_coreference"]) == (0, False)
    assert found["overlap"] == 3 / 5


def test_clauses_lists_and_answers_that_are_not_in_the_story():
    assert fields("Why?", "because the road was dry at last that day")["answer_type"] == "clause"
    assert fields("Who?", ("Ada Holm", "trader"))["answer_spans"] == 2
    assert not fields("Who?", "Nobody")["answer_in_story"]
    assert fields("Who?", ())["answer_type"] == "none"
    assert fields("@placeholder sold it", "@entity1", placeholder="@placeholder")["question_word"] == "cloze"


@pytest.mark.parametrize(
    ("answer", "kind"),
    [("THE RIVER", "phrase"), ("The trader", "phrase"), ("ADA HOLM", "name"), ("Because she wept", "phrase")],
)
def test_a_capital_alone_makes_no_name(answer, kind):
    assert fields("Who?", answer)["answer_type"] == kind


@pytest.mark.parametrize(
    ("question", "word", "kind"),
    [
        ("Ada was a friend of whose?", "whose", "person"),
        ("What is the full name of the person who sold it?", "what", "person"),
        ("Which town lies by the river?", "which", "place"),
        ("In what year did she leave?", "what year", "time"),
        ("Did she sell it?", "did", "yes or no"),
        ("What did she sell to the man?", "what", "thing"),
    ],
)
def test_what_is_asked_for(question, word, kind):
    found = fields(question, "Ada Holm")
    assert (found["question_word"], found["question_kind"]) == (word, kind)


def test_an_empty_story_has_fields():
    (found,) = describe(Record("s", "", (Question("q", "Who?", (("Ann",),)),)))
    assert found["story_words"] == 0
    assert not found["answer_in_story"]
