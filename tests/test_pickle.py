"""Stories, answers, proofs, questions and engines pickle, and go through a pool of processes."""

from __future__ import annotations

import pickle
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import pytest

from symbolic_rc.annotate import pipeline
from symbolic_rc.core.errors import SymbolicRCError
from symbolic_rc.core.record import Question, Record
from symbolic_rc.engine import Engine
from symbolic_rc.rules.decide import decide
from symbolic_rc.story import Story
from symbolic_rc.story.disk import from_disk, to_disk

TEXT = "Ada Holm kept the mill. In the spring she sold the wheel to Bo Finch. “I am cold,” said Karl."
QUESTIONS = ("Who sold the wheel?", "Did Bo sell the wheel?", "What about the sea?")


def sent(value):
    return pickle.loads(pickle.dumps(value))


def test_a_story_keeps_what_was_read(engine: Engine) -> None:
    story = engine.read(TEXT)
    whole = [engine.answer(story, question) for question in QUESTIONS]
    again = sent(story)
    assert {"doc", "frames", "resolution"} <= vars(again).keys()
    assert (again.id, again.text, again.frames, again.resolution) == (
        story.id, story.text, story.frames, story.resolution,
    )  # fmt: skip
    assert [token.dep_ for token in again.doc] == [token.dep_ for token in story.doc]
    assert list(again.facts) == list(story.facts)
    assert [engine.answer(again, question) for question in QUESTIONS] == whole


def test_a_story_that_was_not_read_is_read_then(engine: Engine) -> None:
    again = sent(Story(Record("s", "Ada sold it .", title="T", tokenised=True)))
    assert "doc" not in vars(again)
    assert (again.id, again.title, again.tokenised, len(again.doc)) == ("s", "T", True, 4)


def test_a_story_from_disk_and_one_without_layers(tmp_path) -> None:
    story = Story.from_text(TEXT)
    to_disk(story, tmp_path / "story")
    assert sent(from_disk(tmp_path / "story")).frames == story.frames
    part = sent(story.without("graph"))
    assert len(part.facts) == 0 < len(story.facts)
    assert part.resolution == story.resolution


def test_pipelines_go_by_name() -> None:
    quick = pipeline("classical:quick")
    one, other = sent(Engine(quick)), sent(Story.from_text(TEXT, quick))
    assert one.pipeline is other.pipeline
    assert other.pipeline is not quick
    assert [token.tag_ for token in other.doc] == [token.tag_ for token in quick(TEXT)]


def test_an_answer_keeps_its_trace(engine: Engine) -> None:
    story = engine.read(TEXT)
    for question in QUESTIONS:
        answer = engine.answer(story, question)
        again = sent(answer)
        assert again == answer
        assert (str(again.trace), again.trace.to_dict()) == (str(answer.trace), answer.trace.to_dict())
        with pytest.raises(SymbolicRCError, match="cannot be replayed"):
            again.trace.replay()
    explained = engine.explain(story, QUESTIONS[0], "Bo Finch")
    assert sent(explained) == explained


def test_questions_and_proofs(engine: Engine) -> None:
    question = Question("q", "Who sold the wheel?", (("Ada",),), choices=("Ada", "Bo"))
    assert sent(question) == question
    (case,) = engine.cases(engine.read(TEXT), [Question("q", "Who sold the wheel?")])
    proposal = decide(case).proposal
    assert sent(proposal) == proposal


def test_an_engine_goes_by_its_settings(engine: Engine) -> None:
    again = sent(Engine(profile="quoref", refuse_below=0.25))
    assert (again.profile, again.refuse_below, again.rules.names) == ("quoref", 0.25, engine.rules.names)
    again = sent(Engine(weights=None))
    story = again.read(TEXT)
    assert again.answer(story, QUESTIONS[0]) == Engine(weights=None).answer(story, QUESTIONS[0])
    assert again.fits is None


def test_answers_go_through_a_pool_of_processes(engine: Engine) -> None:
    story = engine.read(TEXT)
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        found = list(pool.map(engine.answer, [story] * len(QUESTIONS), QUESTIONS))
    assert found == [engine.answer(story, question) for question in QUESTIONS]
