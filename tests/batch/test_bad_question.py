"""A question at which a reader fails leaves the others of its story."""

import pytest

from symbolic_rc.batch import worker
from symbolic_rc.core.record import Answer, Question, Record


class Reader:
    """Fails at some questions."""

    def answer_all(self, story, questions):
        if any("bad" in question.text for question in questions):
            raise ValueError("a word")
        return [Answer(("Ann",)) for _ in questions]


@pytest.mark.parametrize("bad", [{0}, {1}, {0, 2}])
def test_the_others_of_its_story_are_answered(monkeypatch, bad):
    monkeypatch.setattr(worker, "load_reader", lambda *_: Reader())
    questions = [Question(str(i), "bad" if i in bad else "Who?", (("Ann",),)) for i in range(3)]
    found = worker.Worker(worker.Setup("any")).work(Record("s", "Ann came.", tuple(questions)))
    assert [i for i, line in enumerate(found.predictions) if '"Ann"' not in line] == sorted(bad)
    assert found.failure == f"{len(bad)} of 3 questions: {min(bad)}: ValueError: a word"
    assert found.unanswered == len(bad)


def test_a_story_with_one_question_fails_as_before(monkeypatch):
    monkeypatch.setattr(worker, "load_reader", lambda *_: Reader())
    found = worker.Worker(worker.Setup("any")).work(Record("s", "Ann came.", (Question("q", "bad"),)))
    assert (found.failure, found.unanswered) == ("ValueError: a word", 1)
