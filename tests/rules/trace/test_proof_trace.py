"""Traces of rules over facts lead with the proof and mark what it rests on."""

from __future__ import annotations

import json

import pytest

from symbolic_rc.compare.traces import read_trace
from symbolic_rc.core.question import Question
from symbolic_rc.core.trace import Trace
from symbolic_rc.readers.symbolic_rules import SymbolicRules
from symbolic_rc.story import Story

TEXT = (
    "Ada Holm kept the mill in Grenby. In the spring she sold the wheel to Bo Finch. Karl is a baker. "
    "Mina is the sister of Karl. Otto is the son of Mina. Bo repaired the roof."
)


@pytest.fixture(scope="module")
def story() -> Story:
    return Story.from_text(TEXT)


def traced(story: Story, question: str) -> Trace:
    trace = SymbolicRules().answer_all(story, [Question("q", question)])[0].trace
    assert trace is not None
    return trace


def test_the_proof_leads_in_words_a_linguist_would_use(story: Story) -> None:
    lines = str(traced(story, "Who sold the wheel?")).split("\n")
    assert lines[:3] == [
        "question  Who sold the wheel?",
        "answer    Ada Holm  [stated]",
        'proof     sell.01 with "the wheel" as ARG1, sentence 2; its ARG0 is "she" = Ada Holm, the only '
        "feminine name before it",
    ]


def test_a_paraphrase_is_named(story: Story) -> None:
    trace = traced(story, "Who mended the roof?")
    assert trace.rule == "paraphrased"
    assert trace.proof[1] == '"mend" is met by "repair" (synonyms in WordNet)'


def test_rules_that_are_not_for_such_a_question_are_one_line(story: Story) -> None:
    trace = traced(story, "Who mended the roof?")
    assert "stated" in trace.tried[0]
    assert trace.tried[0].endswith(": no proof found")
    assert trace.tried[-1].endswith(": not for such a question")
    trace = traced(story, "Who is Karl's sister?")
    assert [line for line in trace.tried if "not for such a question" in line] == [trace.tried[-1]]


def test_what_follows_comes_after_what_it_follows_from(story: Story) -> None:
    trace = traced(story, "Who is Karl's nephew?")
    assert trace.answer == ("Otto",)
    assert len(trace.proof) == 3
    assert trace.proof[-1].startswith('so "Otto" is nephew-or-niece of "Karl"')


def test_evidence_is_what_the_proof_rests_on(story: Story) -> None:
    found = [(one.kind, TEXT[one.start : one.end]) for one in traced(story, "Who sold the wheel?").evidence]
    assert found == [
        ("sentence", "Ada Holm kept the mill in Grenby."),
        ("answer", "Ada Holm"),
        ("sentence", "In the spring she sold the wheel to Bo Finch."),
        ("argument", "she"),
        ("predicate", "sold"),
        ("argument", "the wheel"),
    ]


def test_a_trace_is_json(story: Story) -> None:
    trace = traced(story, "Who sold the wheel?")
    found = json.loads(trace.to_json())
    assert str(read_trace(trace.to_dict())) == str(trace)
    assert found["rule"] == "stated"
    assert found["proof"][0].startswith("sell.01")
    assert {"sentence", "predicate", "argument", "answer"} <= {one["kind"] for one in found["evidence"]}
