"""The open argument of questions written for the project."""

from conftest_frames import read_questions

from symbolic_rc.frames.question import open_argument
from symbolic_rc.story import Story


def missed():
    wrong = []
    for text, predicates, roles in read_questions():
        doc = Story.from_text(text).doc
        found = open_argument(doc)
        ours = (doc[found.frame.head].text, found.role) if found else ("", "")
        if ours[0] not in predicates or ours[1] not in roles:
            wrong.append((text, *ours))
    return wrong


def test_nine_of_ten_open_arguments_are_found(models):
    total, wrong = len(read_questions()), missed()
    assert total >= 200
    assert len(wrong) <= total // 10, "\n".join(map(str, wrong))


def test_a_yes_no_question_opens_nothing(models):
    assert open_argument(Story.from_text("Did the mill burn down?").doc) is None
