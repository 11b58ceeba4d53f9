"""Own texts with questions: what the engine answers, and what it refuses when it is told to."""

import pytest

import symbolic_rc
from eval.engine_suites import REFUSE_BELOW, suites


@pytest.mark.parametrize(
    ("refuse_below", "answered", "refused"), [(0.0, 37, 0), (REFUSE_BELOW, 33, 17)], ids=["always", "careful"]
)
def test_the_suites_do_not_fall(pytestconfig, refuse_below, answered, refused):
    engine = symbolic_rc.load(profile="jsonl", refuse_below=refuse_below)
    found = list(suites(engine, str(pytestconfig.rootpath / "tests" / "rules" / "plain.jsonl")))
    assert sum(one.right for one in found if one.suite == "answerable") >= answered
    assert sum(one.right for one in found if one.suite == "unanswerable") >= refused


@pytest.mark.parametrize(("weights", "answered"), [("", 203), (None, 172)], ids=["symbolic", "rules"])
def test_the_third_suite_does_not_fall(pytestconfig, weights, answered):
    engine = symbolic_rc.load(weights=weights, profile="plain")
    found = list(suites(engine, str(pytestconfig.rootpath / "tests" / "rules" / "third.jsonl")))
    assert len(found) == 273
    assert sum(one.right for one in found if one.suite == "answerable") >= answered


def test_an_unanswerable_question_is_refused_by_name():
    engine = symbolic_rc.load(refuse_below=0.99)
    answer = engine.answer(engine.read("Ada sold the mill. It rained in May."), "Who painted the ship?")
    assert (answer.texts, answer.rule) == ((), "refuse")
