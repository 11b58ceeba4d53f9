"""The six strategies of the frame-semantic reader, on a hand-made story."""

import pytest

from symbolic_rc.core.question import Question
from symbolic_rc.core.record import Record
from symbolic_rc.core.resources import lexicon_path
from symbolic_rc.readers.baselines.frame_semantic import STRATEGIES, FrameSemantic
from symbolic_rc.story import Story

TEXT = "@entity1 sold the mill to @entity2 . @entity3 praised @entity4 . @entity5 is the mayor ."


NEWS = "@entity7 said the mill burned . @entity9 praised @entity8 ."


@pytest.fixture(scope="module")
def answer():
    return asking(TEXT)


@pytest.fixture(scope="module")
def told():
    return asking(NEWS)


def asking(text):
    """Return a function that asks about a text and gives the answer with its strategy."""
    if not lexicon_path("frames.lex").is_file():
        pytest.skip("frames.lex has not been built")
    story = Story(Record("tale", text, tokenised=True))
    reader = FrameSemantic(seed=1)

    def ask(text):
        question = Question("q", text, placeholder="@placeholder")
        (found,) = reader.answer_all(story, [question])
        return found.text, found.rule

    return ask


def test_exact_match(answer):
    assert answer("@placeholder sold the mill .") == ("@entity1", STRATEGIES[0])


def test_be_match(answer):
    assert answer("@placeholder is the mayor .") == ("@entity5", STRATEGIES[1])


def test_correct_frame(answer):
    assert answer("@placeholder sold a horse .") == ("@entity1", STRATEGIES[2])


def test_saying_something_else_is_no_match(told):
    assert told("@placeholder said the river froze .")[1] == STRATEGIES[5]
    assert told("@placeholder said the mill burned .") == ("@entity7", STRATEGIES[0])


def test_matching_entity(told):
    assert told("@placeholder thanked @entity8 .") == ("@entity9", STRATEGIES[4])


def test_back_off_names_an_entity_that_the_question_does_not(answer):
    text, rule = answer("@placeholder swam across the river with @entity1 .")
    assert rule == STRATEGIES[5]
    assert text != "@entity1"


def test_same_seed_same_answer(answer):
    assert answer("@placeholder sold a horse .") == answer("@placeholder sold a horse .")
