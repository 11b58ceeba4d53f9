"""Why-not names the step at which another answer's proof breaks."""

from __future__ import annotations

import pytest

from symbolic_rc.core.record import Question
from symbolic_rc.engine import Engine
from symbolic_rc.story import Story

TEXT = (
    "Ada Holm kept the mill in Grenby. In the spring she sold the wheel to Bo Finch, a trader. "
    "Mina sold a horse to Karl. Mina did not sell the cart. Otto bought the wheel later. "
    "Karl is a baker. The old wheel was red."
)


@pytest.fixture(scope="module")
def story() -> Story:
    return Story.from_text(TEXT)


@pytest.mark.parametrize(
    ("question", "other", "step"),
    [
        (
            "Who sold the wheel?",
            "Bo Finch",
            "tells to whom or where to (ARG2 of sell.01), and the question asks for the seller (ARG0)",
        ),
        ("Who sold the wheel?", "Mina", 'it is about "a horse", not "the wheel"'),
        ("Who sold the wheel?", "the mill", 'no statement about it says "sell", or anything like it'),
        ("Who sold the wheel?", "the moon", "does not occur in the text"),
        ("Who sold the wheel?", "Ada Holm", "is the answer"),
        ("What did Mina sell?", "the cart", "the text denies it"),
        ("What colour was the wheel?", "old", "that is its age, and the question asks for its colour"),
        ("Who sold the horse?", "the horse", "the question itself names it"),
        ("Who sold the wheel?", "the wheel", '"the wheel" is no person'),
    ],
)
def test_the_step_is_named(story: Story, question: str, other: str, step: str) -> None:
    first = Engine(weights=None).explain(story, question, other).why_not[0]
    assert first.startswith(f"{other}: ")
    assert step in first


def test_a_later_rule_is_named(story: Story) -> None:
    trace = Engine(weights=None).explain(story, "Who sold the wheel?", "Mina")
    assert trace.why_not[2] == (
        "Mina: only the later rule `predicate-alone` proposes it; the earlier rule `stated` answered first"
    )


def test_a_weaker_proof_by_the_same_rule_is_told() -> None:
    story = Story.from_text("Ada sold the old wheel in Grenby. Karl sold the wheel.")
    trace = Engine(weights=None).explain(story, "Who sold the old wheel in Grenby?", "Karl")
    assert trace.answer == ("Ada",)
    assert (
        "weaker" in trace.why_not[0]
        or "does not mention" in trace.why_not[0]
        or "is about" in trace.why_not[0]
    )


def test_below_the_threshold_is_told(story: Story) -> None:
    from dataclasses import replace

    from symbolic_rc.rules.book import RULES
    from symbolic_rc.rules.rulebook import Rulebook

    strict = [replace(rule, threshold=2.0) if rule.name == "stated" else rule for rule in RULES]
    engine = Engine(weights=None)
    engine.rules = Rulebook(strict)
    trace = engine.explain(story, "Who kept the mill?", "Ada Holm")
    assert "is the answer" in trace.why_not[0]
    alone = [rule for rule in strict if rule.name == "stated"]
    engine.rules = Rulebook(alone)
    trace = engine.explain(story, "Who kept the mill?", "Ada Holm")
    assert trace.why_not[0].endswith("its proof is too weak")
    assert "the threshold is 2.00" in trace.why_not[1]


def test_choices_are_traced_and_replay(story: Story) -> None:
    question = Question("1", "Who sold the wheel?", choices=("Karl", "Ada Holm", "a green bird"))
    (answer,) = Engine(weights=None).answer_all(story, [question])
    assert answer.trace is not None
    assert answer.trace.proof[0] == 'The choice "Ada Holm" is what the text answers.'
    assert answer.trace.proof[1].startswith('Sentence 2 says: "')
    assert answer.trace.replay() == "Ada Holm"
