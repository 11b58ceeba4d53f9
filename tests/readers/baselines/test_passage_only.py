import pytest

from symbolic_rc.core.record import Question
from symbolic_rc.readers import load_reader
from symbolic_rc.story import Story

STORY = Story.from_text(
    "There Ada met Brack, and Brack met Osric. At noon, Osric the baker sold a loaf. Then Brack wept."
)


@pytest.mark.parametrize(
    ("name", "expected"),
    [("passage-only", "Brack"), ("passage-only-first", "Ada"), ("passage-only-nearest", "Osric")],
)
def test_each_kind(name, expected):
    assert load_reader(name).answer_all(STORY, [Question("q", "Who sold a loaf?")])[0].text == expected


def test_a_story_without_names_gets_an_empty_answer():
    story = Story.from_text("no names here")
    assert load_reader("passage-only").answer_all(story, [Question("q", "Who?")])[0].texts == ()
