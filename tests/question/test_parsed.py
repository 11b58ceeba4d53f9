"""Questions as arrays, also where the annotation splits them into other tokens than the understanding."""

import pytest

from symbolic_rc.annotate import default_pipeline
from symbolic_rc.core.question import Question
from symbolic_rc.question.parsed import _place, parse_question


@pytest.mark.parametrize(
    ("token", "place"),
    [("what", 1), ("what/", 1), ("what%", 1), ("what\u200bdid", 1), ("somewhat", -1), ("whatever", -1)],
)
def test_a_question_word_is_found_in_the_token_that_holds_it(token, place):
    assert _place("what", ["in", token, "town"]) == place


@pytest.mark.parametrize(
    "text", ["Ada sold what/?", "For what% did Ada sell it?", "what\u200bdid Ada sell", "what*s"]
)
def test_a_question_word_with_signs_is_asked(text):
    found = parse_question(Question("q", text), default_pipeline()(text))
    assert found.understanding.wh == "what"
    assert not found.understanding.plural
