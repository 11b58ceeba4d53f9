"""Clauses that answer why, and what somebody did: what is new beside the question's own words."""

import pytest

import symbolic_rc
from symbolic_rc.core.record import Question
from symbolic_rc.trace.cited import cited

CAUSES = ("the wind was cold", "the lamp broke", "the road was flooded")
RESULTS = (("Ada left the mill", "Ada leave the mill"), ("Bo sold the boat", "Bo sell the boat"))
ASKED = (
    ("Ada asked the smith to bring her", "Ada ask the smith to bring"),
    ("Bo used to amuse himself with", "Bo use to amuse himself"),
)
THINGS = ("an old lamp", "the red kite")


@pytest.fixture(scope="module")
def engine():
    return symbolic_rc.load(weights=None)


def _proposed(engine, text, question, rule):
    (case,) = engine.cases(engine.read(text), [Question("1", question)])
    return [one.text for one in engine.rules[rule].propose(case)]


@pytest.mark.parametrize("cause", CAUSES)
@pytest.mark.parametrize(("result", "asked"), RESULTS)
def test_what_so_follows_is_the_reason(engine, cause, result, asked):
    text = f"It was a cold year. {cause.capitalize()}, so {result}. Selma slept."
    assert cause.lower() in [one.lower() for one in _proposed(engine, text, f"Why did {asked}?", "reason")]


@pytest.mark.parametrize("thing", THINGS)
@pytest.mark.parametrize(("told", "asked"), ASKED)
def test_a_clause_in_the_questions_words_is_answered_by_what_is_new_in_it(engine, thing, told, asked):
    text = f"It was a cold year. {told} {thing}. Selma slept."
    found = _proposed(engine, text, f"What did {asked}?", "nearest-clause")
    assert any(one.endswith(thing) and len(one.split()) <= len(thing.split()) + 1 for one in found)


def test_every_proposal_has_a_proof(engine):
    text = "It was a cold year. Ada asked the smith to bring her an old lamp. Selma slept."
    (case,) = engine.cases(engine.read(text), [Question("1", "What did Ada ask the smith to bring?")])
    proposals = engine.rules["nearest-clause"].propose(case)
    assert proposals
    for one in proposals:
        assert cited(case, one, one.text).facts or one.proof.rests_on == "clause"
