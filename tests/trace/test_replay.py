"""Every proof of the example stories replays: what it cites, and nothing else, gives the same answer."""

from __future__ import annotations

import pytest

from symbolic_rc.core.record import Question, Record
from symbolic_rc.core.trace import Trace
from symbolic_rc.datasets import read
from symbolic_rc.engine import Engine
from symbolic_rc.story import Story

RECORDS = [record for record in read("examples", "jsonl") if isinstance(record, Record)]


@pytest.mark.parametrize("profile", ["", "narrativeqa", "quoref"])
@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.id)
def test_every_proof_replays(record: Record, profile: str) -> None:
    story, reader = Story(record), Engine(profile=profile) if profile else Engine(weights=None)
    for question, answer in zip(record.questions, reader.answer_all(story, record.questions), strict=True):
        if answer.texts:
            assert answer.trace.replays, (
                answer.trace.replay(),
                answer.text,
                question.text,
                answer.rule,
                answer.trace.proof,
            )


def test_what_follows_is_derived_again_from_what_is_cited() -> None:
    story = Story.from_text("Mina is the sister of Karl. Otto is the son of Mina. Ada sold the mill.")
    (answer,) = Engine(weights=None).answer_all(story, [Question("q", "Who is Karl's nephew?")])
    assert (answer.text, answer.trace.replay()) == ("Otto", "Otto")


def test_what_is_counted_is_cited_with_the_age() -> None:
    story = Story.from_text("Tom lost his father early. He was only ten years old when he began to work.")
    (answer,) = Engine(weights=None).answer_all(
        story, [Question("q", "How old was Tom when he began to work?")]
    )
    assert "ten years" in answer.text
    assert answer.trace.replays


def test_the_named_fact_carries_the_proof() -> None:
    from dataclasses import replace

    from symbolic_rc.question.query import read_query
    from symbolic_rc.rules.book import RULES, open_case
    from symbolic_rc.rules.decide import decide
    from symbolic_rc.trace.build import replay

    case = open_case(read_query("Who sold the wheel?"), Story.from_text("Ada sold the wheel. Bo ate a pear."))
    found = decide(case)
    other = next(fact for fact in case.facts if fact.predicate == "eat")
    wrong = replace(found.proposal, proof=replace(found.proposal.proof, facts=(other,)))
    rule = next(rule for rule in RULES if rule.name == found.rule)
    assert replay(case, rule, found.proposal) == "Ada"
    assert replay(case, rule, wrong) == ""


def test_a_trace_without_a_proof_cannot_be_replayed() -> None:
    from symbolic_rc.core.errors import SymbolicRCError

    with pytest.raises(SymbolicRCError, match="cannot be replayed"):
        Trace("Who?", ("Ada",), "max-frequency").replay()
