"""Each rule's example is a test of the rule alone."""

from dataclasses import replace

import pytest

import symbolic_rc
from symbolic_rc.rules.examples import run_example
from symbolic_rc.rules.rulebook import default_rulebook

BOOK = default_rulebook()
STATED = BOOK["stated"]


@pytest.fixture(scope="module")
def engine():
    return symbolic_rc.load()


@pytest.mark.parametrize("rule", list(BOOK), ids=BOOK.names)
def test_the_example_of_every_rule_passes(engine, rule):
    found = run_example(rule, engine.cases)
    assert found.passed, found.problem
    assert len(rule.example.split(" -> ")) == 3


def test_without_a_ranker_its_rules_are_not_run():
    found = BOOK.test()
    assert [one.rule for one in found if one.passed is None] == ["cloze-entity", "ranker"]
    assert all(one.passed for one in found if one.passed is not None)


@pytest.mark.parametrize(
    ("example", "passed", "problem"),
    [
        ("Who sold the wheel? -> Ada sold the wheel. -> ada.", True, ""),
        ("Who sold the wheel? -> Ada sold the wheel.", True, ""),
        ("Who sold the wheel? -> Ada sold the wheel. -> Bo", False, "answers 'Ada'"),
        ("Who sold the wheel? -> Ada kept the mill. -> Ada", False, "no proposal"),
        (
            "Why did it rain? -> Ada kept the mill. -> Ada",
            False,
            "no proposal|a condition does not hold: asks",
        ),
        ("Who sold the wheel?", False, "question -> text -> answer"),
        ("Who? -> -> Ada", False, "question -> text -> answer"),
        ("a -> b -> c -> d", False, "question -> text -> answer"),
        ("", None, "it has no example"),
    ],
)
def test_what_an_example_that_fails_says(example, passed, problem):
    found = run_example(replace(STATED, example=example, enabled=False))
    assert found.passed is passed
    assert any(part in found.problem for part in problem.split("|"))


def test_options_nothing_and_a_threshold():
    found = run_example(
        replace(STATED, example="Who sold the key? [Bo | Ada] -> Ada sold the key. Bo left. -> Ada")
    )
    assert found.passed
    other = replace(BOOK["told-otherwise"], example="Who found the key? -> Karl found a ring. -> nothing")
    assert run_example(other).answer == "nothing"
    strict = run_example(replace(STATED, threshold=2.0))
    assert (strict.passed, strict.problem) == (False, "1.00, decides from 2")
