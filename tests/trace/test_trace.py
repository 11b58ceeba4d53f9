"""Traces of rules over facts lead with the proof and mark what it rests on."""

from __future__ import annotations

import json

import pytest

from symbolic_rc.compare.systems import read_trace
from symbolic_rc.core.record import Question
from symbolic_rc.core.trace import Trace
from symbolic_rc.core.trace.text import NOT_ASKED
from symbolic_rc.engine import Engine
from symbolic_rc.readers import load_reader
from symbolic_rc.rules.evidence import ranking_of
from symbolic_rc.story import Story
from symbolic_rc.trace.build import score_parts

TEXT = (
    "Ada Holm kept the mill in Grenby. In the spring she sold the wheel to Bo Finch. Karl is a baker. "
    "Mina is the sister of Karl. Otto is the son of Mina. Bo repaired the roof."
)


@pytest.fixture(scope="module")
def story() -> Story:
    return Story.from_text(TEXT)


def traced(story: Story, question: str) -> Trace:
    trace = Engine(weights=None).answer_all(story, [Question("q", question)])[0].trace
    assert trace is not None
    return trace


def test_the_proof_leads_in_words_a_linguist_would_use(story: Story) -> None:
    trace = traced(story, "Who sold the wheel?")
    assert trace.proof == (
        'sell.01 with "the wheel" as ARG1, sentence 2; its ARG0 is "she" = Ada Holm, the only '
        "feminine name before it",
    )
    assert trace.proof[0] not in str(trace)
    assert f"proof     {trace.proof[0]}" in trace.describe(detail=True)


def test_the_explanation_is_plain_english(story: Story) -> None:
    lines = str(traced(story, "Who sold the wheel?")).split("\n")
    assert lines[0] == "question  Who sold the wheel?"
    assert lines[1].startswith("answer    Ada Holm  [stated, confidence ")
    assert lines[2].startswith('because   Sentence 2 says: "')
    assert lines[3:] == [
        '          "she" is Ada Holm: the only feminine name before it.',
        '          The question asks for the seller (ARG0 of sell.01): "she", that is Ada Holm.',
    ]


def test_a_paraphrase_is_named(story: Story) -> None:
    trace = traced(story, "Who mended the roof?")
    assert trace.rule == "paraphrased"
    assert trace.proof[1] == '"mend" matched "repair" (synonyms in WordNet)'


def test_rules_that_are_not_for_such_a_question_are_one_line(story: Story) -> None:
    trace = traced(story, "Who mended the roof?")
    lines = trace.tried_lines
    assert "stated" in lines[0]
    assert lines[0].endswith(": no proof found")
    assert lines[-1].endswith(f": {NOT_ASKED}")
    lines = traced(story, "Who is Karl's sister?").tried_lines
    assert [line for line in lines if NOT_ASKED in line] == [lines[-1]]


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


def test_a_trace_is_data(story: Story) -> None:
    found = json.loads(traced(story, "Who sold the wheel?").to_json())
    assert (found["rule"], found["rests_on"], found["ranker_asked"]) == ("stated", "facts", False)
    (fact,) = found["facts"]
    assert (fact["predicate"], fact["sense"], fact["polarity"]) == ("sell", "sell.01", "positive")
    assert (fact["modality"], fact["sentence"], TEXT[fact["start"] : fact["end"]]) == ("real", 1, "sold")
    roles = {term["role"]: (term["text"], term["entity"], term["matched"]) for term in fact["terms"]}
    assert roles["ARG0"] == ("she", "Ada Holm", False)
    assert roles["ARG1"][0] == "the wheel"
    assert roles["ARG1"][2]
    assert found["bindings"]["?"]["text"] == "she"
    assert found["bindings"]["?"]["reference"] == "the only feminine name before it"
    assert {link["asked"] for link in found["links"]} >= {"the wheel"}
    assert "stated" not in {one["rule"] for one in found["tried"]}
    assert {"sentence", "predicate", "argument", "answer"} <= {one["kind"] for one in found["evidence"]}


@pytest.mark.parametrize(
    "question",
    [
        Question("q", "Who sold the wheel?"),
        Question("q", "Who is Karl's nephew?"),
        Question("q", "Did Karl sell the mill?"),
        Question("q", "What about the sea?"),
        Question("q", "Who mended the roof?", choices=("Karl", "Bo Finch")),
        Question("q", "What is odd?", choices=("a spring day", "a baker's dozen")),
    ],
    ids=lambda question: question.text,
)
@pytest.mark.parametrize("reader", ["symbolic", "symbolic:rules"])
def test_prose_is_made_of_the_data_alone(story: Story, question: Question, reader: str) -> None:
    trace = load_reader(reader).answer_all(story, [question])[0].trace
    assert trace is not None
    again = read_trace(json.loads(trace.to_json()))
    assert (str(again), again._repr_html_()) == (str(trace), trace._repr_html_())
    assert again.to_dict() == trace.to_dict()
    assert trace.proof


def test_premises_are_told_with_what_follows(story: Story) -> None:
    (fact,) = traced(story, "Who is Karl's nephew?").to_dict()["facts"]
    assert {one["predicate"] for one in fact["premises"]} == {"sibling", "child"}


def test_whether_the_ranker_was_asked_is_told(story: Story, engine: Engine) -> None:
    trace = traced(story, "Who sold the wheel?")
    assert trace.decision == "decided by `stated`; the ranker was not asked"
    trace = engine.answer(story, "What about the sea?").trace
    assert (trace.rule, trace.ranker_asked, trace.decision) == ("ranker", True, "decided by `ranker`")


def test_the_ranker_tells_what_it_compared(story: Story, engine: Engine) -> None:
    trace = engine.answer(story, "What did the buyer repair?").trace
    best, second = trace.candidates[:2]
    assert trace.proof[0].startswith(
        f'the ranker compared {trace.compared} candidates; the best is "{best.text}"'
    )
    assert best.score >= second.score
    assert best.proposers
    assert trace.proof[1] == f"proposed by {', '.join(best.proposers)}"
    assert trace.replays
    why = engine.explain(story, "What did the buyer repair?", second.text).why_not
    assert why[0].startswith(f"{second.text}: it is number 2 of the phrases compared")
    assert "lost against" in why[1]
    assert engine.explain(story, "What did the buyer repair?", "a horse").why_not == (
        "a horse: does not occur in the text",
    )


def test_of_choices_that_were_ranked_the_best_is_told(story: Story, engine: Engine) -> None:
    question = Question("q", "What is odd?", choices=("a spring day", "a baker's dozen"))
    answer = engine.answer(story, question)
    assert answer.trace.explanation[-1] == f'Of the choices, "{answer.text}" is supported best.'


def test_the_parts_of_an_estimate_sum_to_it(story: Story, engine: Engine) -> None:
    case = next(engine.cases(story, [Question("q", "What about the sea?")]))
    ranking = ranking_of(case)
    parts = [sum(score_parts(ranking, i).values()) for i in range(2)]
    first, second = ranking.weights.reranker.trees.scores(ranking.shortlist.features)[:2]
    assert parts[0] - parts[1] == pytest.approx(first - second, abs=1e-4)
