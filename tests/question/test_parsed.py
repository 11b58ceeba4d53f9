"""Questions as arrays, parsed once; also where the annotation splits them into other tokens."""

import pytest

import symbolic_rc
from symbolic_rc.annotate import default_pipeline
from symbolic_rc.core.record import Question
from symbolic_rc.engine import Engine
from symbolic_rc.question.parsed import place_of
from symbolic_rc.question.query import read_queries, read_query

TEXT = "Greta Falk mended the old mill in March. Anders sold her a goat and two hens."
QUESTIONS = (
    Question("1", "Who mended the mill?"),
    Question("2", "What did Anders sell?", choices=("a goat and two hens", "the old mill")),
)


@pytest.mark.parametrize(
    ("token", "place"),
    [("what", 1), ("what/", 1), ("what%", 1), ("what\u200bdid", 1), ("somewhat", -1), ("whatever", -1)],
)
def test_a_question_word_is_found_in_the_token_that_holds_it(token, place):
    assert place_of("what", ["in", token, "town"]) == place


@pytest.mark.parametrize(
    "text", ["Ada sold what/?", "For what% did Ada sell it?", "what\u200bdid Ada sell", "what*s"]
)
def test_a_question_word_with_signs_is_asked(text):
    found = read_query(text).parsed
    assert found.understanding.wh == "what"
    assert not found.understanding.plural


def test_questions_that_are_read_together_are_what_each_is_alone():
    for question, one in zip(QUESTIONS, read_queries(QUESTIONS), strict=True):
        alone = read_query(question)
        assert one.doc.text.strip() == question.text
        assert one.parsed.tok.tolist() == alone.parsed.tok.tolist()
        assert one.parsed.info.tolist() == alone.parsed.info.tolist()
        assert one.parsed.statement == alone.parsed.statement
        assert [term.role for _, term in one.asked] == [term.role for _, term in alone.asked]


def test_no_other_pipeline_reads_the_question(monkeypatch):
    own = default_pipeline()
    engine = Engine(own, profile="jsonl")
    story = engine.read(TEXT)
    engine.answer_all(story, QUESTIONS)

    def another():
        pytest.fail("a question was parsed by another pipeline than the engine's")

    monkeypatch.setattr(symbolic_rc.annotate, "default_pipeline", another)
    fresh = tuple(Question(one.id, one.text.replace("?", " then?"), choices=one.choices) for one in QUESTIONS)
    assert [answer.text for answer in engine.answer_all(story, fresh)] == [
        "Greta Falk",
        "a goat and two hens",
    ]


def test_questions_are_read_when_the_vocabulary_is_replaced(monkeypatch):
    monkeypatch.setattr(default_pipeline().tokenizer, "_words", 0)
    for name in ("Qwixel", "Zorbana"):
        query = read_query(f"Whom did {name} grelp?")
        assert query.parsed.texts
        assert name.lower() in query.lowers
