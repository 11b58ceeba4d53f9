"""The bundled stories: enough of them, of every kind, and nothing wrong in their files."""

from collections import Counter

from symbolic_rc.core.record import Record
from symbolic_rc.datasets import read


def stories():
    found = list(read("examples", strict=True))
    assert all(isinstance(record, Record) for record in found)
    return found


def test_there_are_enough_stories_and_one_is_long():
    found = stories()
    assert len(found) >= 10
    assert len({record.tags["genre"] for record in found}) == len(found)
    assert max(len(record.text.split()) for record in found) >= 3000


def test_there_are_enough_questions_of_every_kind():
    asked = [question for record in stories() for question in record.questions]
    assert len(asked) >= 250
    assert len({question.id for question in asked}) == len(asked)
    kinds = Counter(
        "choice" if question.is_choice else "cloze" if question.is_cloze else "free" for question in asked
    )
    assert min(kinds.values()) >= 30
    assert all(question.references for question in asked)


def test_the_suites_have_their_sizes():
    asked = [question for record in stories() for question in record.questions]
    suites = Counter(question.tags.get("suite", "") for question in asked)
    assert (suites["answerable"], suites["unanswerable"]) == (40, 20)
    for question in asked:
        if question.tags.get("suite") == "unanswerable":
            assert question.references == ((),)


def test_an_answer_of_every_cloze_question_stands_in_its_story():
    for record in stories():
        for question in record.questions:
            if question.is_cloze:
                assert any(one[0] in record.text for one in question.references), question.id
