"""The engine's small API."""

import symbolic_rc
from symbolic_rc.core.question import Question

TEXT = (
    "Old Marta Quill sold the mill to Jonas Reed in 1893. Jonas painted the door green. "
    "Nine geese lived behind the mill. Marta moved to Harbour Street in Wendle."
)


def test_answers_with_a_trace():
    engine = symbolic_rc.load()
    story = engine.read(TEXT)
    answer = engine.answer(story, "Who painted the door?")
    assert answer.text == "Jonas"
    start, end = answer.spans[0]
    assert story.text[start:end] == answer.text
    assert answer.rule in engine.rules
    assert "Jonas" in str(answer.trace)
    assert answer.trace.to_json() == engine.answer(story, "Who painted the door?").trace.to_json()


def test_choices_and_rank():
    engine = symbolic_rc.load()
    story = engine.read(TEXT)
    question = Question(
        "1", "Where did Marta move?", choices=("a forest", "Harbour Street", "London", "the sea")
    )
    assert engine.answer(story, question).text == "Harbour Street"
    assert len(engine.rank(story, question, ["a", "b"])) == 2


def test_empty_story_is_refused():
    engine = symbolic_rc.load()
    assert engine.answer(engine.read(""), "Who?").texts == ()
