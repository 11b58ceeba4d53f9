"""Answers that need no coreference: prominent entities, and the nearest one."""

import pytest

from symbolic_rc.compare.fields import describe, prominences
from symbolic_rc.core.record import Question, Record
from symbolic_rc.story import Story

TEXT = (
    "Then Ada Holm came to the mill. Then Brack met Osric and Osric met Brack. Ada saw Osric. "
    "The old wheel broke near Lund, and Osric wept."
)
STORY = Story(Record("s", TEXT))


@pytest.mark.parametrize(
    ("text", "references", "expected"),
    [
        ("Who came to the mill?", [("Ada",)], (True, True)),  # the first, under a shorter name
        ("Who wept?", [("Osric",)], (True, True)),  # the most frequent
        ("Who met Osric?", [("Brack",)], (False, True)),
        ("Where was it that it broke?", [("Lund",)], (False, True)),
        ("Where was it that it broke?", [("a field",), ("Brack",)], (False, False)),
        ("Who met?", [("Ada Holm", "Osric")], (True, False)),
        ("Who met?", [("Ada Holm", "Brack")], (False, False)),
    ],
)
def test_prominence(text, references, expected):
    assert prominences(STORY, [Question("q", text, tuple(references))]) == [expected]


def test_questions_without_a_known_answer_have_none():
    asked = (Question("q", "Who?"), Question("r", "Who?", ((),)))
    assert prominences(STORY, asked) == [None, None]
    assert [one["answer_prominent"] for one in describe(Record("s", TEXT, asked))] == [
        None,
        None,
    ]


def test_they_are_fields_to_slice_by():
    (found,) = describe(Record("s", TEXT, (Question("q", "Who wept?", (("Osric",),)),)))
    assert (found["answer_prominent"], found["answer_nearest"]) == (True, True)
