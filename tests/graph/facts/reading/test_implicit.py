"""Pronouns where the same event is told again, and whose a gerund is."""

import pytest

import symbolic_rc

ENGINE = symbolic_rc.load(weights=None)


@pytest.mark.parametrize(
    ("story", "question", "answer"),
    [
        (
            "William thought that Karl had broken the jug. In truth Henrik had broken it.",
            "Who broke the jug?",
            "Henrik",
        ),
        ("Igor asked Laura to hide the map. Laura said no, and Felix hid it.", "Who hid the map?", "Felix"),
        (
            "Arthur accused Greta of stealing the kettle. It was Ruth who had stolen it.",
            "Who stole the kettle?",
            "Ruth",
        ),
        ("Clara and Emil met in Lisbon. They repaired the roof.", "Who repaired the roof?", "Clara and Emil"),
        (
            "Laura and Robert are friends. The former is a dentist, and the latter is a baker.",
            "Who is a dentist?",
            "Laura",
        ),
        ("Bruno travelled from Lisbon to Lyon.", "Where did Bruno travel from?", "Lisbon"),
        ("Paula lives in Geneva, and David lives in Turin.", "Where does David live?", "Turin"),
    ],
)
def test_what_is_told_again_is_of_the_same_thing(story, question, answer):
    assert ENGINE.answer(ENGINE.read(story), question).text == answer


def test_the_fact_tells_how_the_pronoun_was_read():
    facts = ENGINE.read("Ada opened the door. Later Bo opened it.").facts
    again = [fact for fact in facts.of("event") if fact.predicate == "open"][-1]
    door = next(term for term in again.terms if term.role == "ARG1")
    assert facts.text(door) == "it"
    assert facts.name(door) == "the door"


def test_who_is_accused_does_what_the_gerund_tells():
    facts = ENGINE.read("Arthur accused Greta of stealing the kettle.").facts
    steal = next(fact for fact in facts.of("event") if fact.predicate == "steal")
    assert facts.text(steal.term("ARG0")) == "Greta"
    assert steal.modality == "believed"
