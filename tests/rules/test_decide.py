"""Rules over facts: which decides, what it answers, and on what proof."""

from __future__ import annotations

from dataclasses import replace

import pytest

import symbolic_rc
from symbolic_rc.question.query import read_query
from symbolic_rc.rules.book import RULES, open_case
from symbolic_rc.rules.case import Case
from symbolic_rc.rules.decide import decide
from symbolic_rc.story import Story

TEXT = """Ada Holm kept the mill in Grenby. In the spring she sold the wheel to Bo Finch, a trader.
Karl Brand wanted to buy the mill. Bo Finch gave the key to Karl. Mina did not see the fire."""


@pytest.fixture(scope="module")
def story() -> Story:
    return Story.from_text(TEXT)


def case_of(story: Story, question: str) -> Case:
    return open_case(read_query(question), story)


@pytest.mark.parametrize(
    ("question", "answer", "rule"),
    [
        ("Who sold the wheel?", "Ada Holm", "stated"),
        ("What did Ada Holm sell?", "the wheel", "stated"),
        ("To whom did Ada sell the wheel?", "Bo Finch", "stated"),
        ("When did Ada sell the wheel?", "the spring", "stated"),
        ("What is the first name of the person who sold the wheel?", "Ada", "stated"),
        ("What is the last name of the person who sold the wheel?", "Holm", "stated"),
        ("Who did not see the fire?", "Mina", "stated"),
    ],
)
def test_answers(story: Story, question: str, answer: str, rule: str) -> None:
    found = decide(case_of(story, question))
    assert (found.text, found.rule) == (answer, rule)


def test_the_proof_cites_the_fact_and_how_it_is_met(story: Story) -> None:
    found = decide(case_of(story, "Who sold the wheel?"))
    assert found.proposal is not None
    (fact,) = found.proposal.proof.facts
    assert (fact.predicate, fact.sentence) == ("sell", 1)
    assert "the same word" in str(found.proposal.proof.links[0])
    assert any("sell.01" in line for line in found.proposal.proof.describe(story.facts))


def test_what_is_denied_answers_no_question_of_what_is_so(story: Story) -> None:
    found = decide(case_of(story, "Who saw the fire?"))
    assert found.rule not in {"stated", "stated-in-part", "other-roles", "predicate-alone"}


def test_order_decides(story: Story) -> None:
    questions = [
        "Who sold the wheel?",
        "What did Ada sell?",
        "Who gave the key to Karl?",
        "Who kept the mill?",
    ]
    forwards = [decide(case_of(story, question)) for question in questions]
    backwards = [decide(case_of(story, question), RULES[::-1]) for question in questions]
    assert [one.text for one in forwards] != [one.text for one in backwards]


def test_a_rule_decides_from_its_threshold_on(story: Story) -> None:
    strict = [replace(rule, threshold=2.0) if rule.name == "stated" else rule for rule in RULES]
    found = decide(case_of(story, "Who sold the wheel?"), strict)
    assert found.rule != "stated"
    assert 0 < next(one.strength for one in found.tried if one.rule == "stated") <= 1


def test_a_question_without_words_gets_a_guess() -> None:
    found = decide(case_of(Story.from_text("Rain."), "???"))
    assert (found.text, found.rule) == ("Rain", "any-phrase")
    assert found.confidence < 0.1


@pytest.mark.parametrize(
    ("story", "question", "answer"),
    [
        ("The carpet was yellow. Then Maria painted it grey.", "What colour is the carpet now?", "grey"),
        (
            "The carpet was yellow. Then Maria painted it grey.",
            "What colour was the carpet at first?",
            "yellow",
        ),
        (
            "Igor asked Laura to break the jug. Laura said no, and Felix broke it.",
            "Who broke the jug?",
            "Felix",
        ),
        ("Karl thought that Bo had broken the jug. In truth Ada had broken it.", "Who broke the jug?", "Ada"),
    ],
)
def test_fitted_rules_choose_by_time_and_by_what_is_told(story, question, answer):
    engine = symbolic_rc.load(profile="jsonl")
    assert engine.answer(engine.read(story), question).text == answer
