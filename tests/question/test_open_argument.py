"""The open argument of questions written for the project."""

import pytest

from eval.frames.open_argument import CASES, missed, read_questions
from symbolic_rc.question.query import read_query
from symbolic_rc.question.statement import as_statement
from symbolic_rc.story import Story


@pytest.mark.parametrize("name", ["questions.tsv", "questions_apart.tsv"])
def test_seven_of_eight_events_and_roles_are_found(name):
    """On the questions with which the rules were made, and on those labelled before they were tried."""
    total, wrong = len(read_questions(CASES / name)), missed(CASES / name)
    assert len(wrong) <= total // 8, "\n".join(map(str, wrong))


def test_there_are_two_hundred_questions():
    assert len(read_questions(CASES / "questions.tsv")) >= 200


def spoken(text):
    found = as_statement(Story.from_text(text).doc)
    return " ".join(found.words)


def test_questions_become_statements():
    assert spoken("What did the hunter find in the cave?") == "The hunter will find something in the cave ."
    assert spoken("Why hasn't Ida sold the mill?") == "Ida has not sold the mill why ."
    assert spoken("Who, says the letter, owns the farm?") == "Someone owns the farm ."
    assert spoken("Tell me which room the guests slept in.") == "The guests slept in some room ."
    assert spoken("What does Ed want to sell?") == "Ed will want to sell something ."
    assert spoken("Where will the fair have been held?") == "The fair will have been held there ."
    assert as_statement(Story.from_text("Where is the village?").doc) is None


def test_a_yes_no_question_asks_for_no_term():
    assert not read_query("Did the mill burn down?").asked
