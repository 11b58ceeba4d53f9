"""Facts of short texts: what is said, how, by whom, and what follows."""

from __future__ import annotations

import pytest

from symbolic_rc.graph.facts import Facts, PatternError, parse_pattern
from symbolic_rc.story import Story


def facts_of(text: str) -> Facts:
    return Story.from_text(text).facts


def told(facts: Facts, kind: str, predicate: str) -> list[dict[str, str]]:
    """The terms of all facts of a predicate: role to name."""
    found = [fact for fact in facts.of(kind) if predicate in (fact.predicate, fact.sense)]
    return [{term.role: facts.name(term) for term in fact.terms} for fact in found]


@pytest.mark.parametrize(
    ("text", "verb", "denied", "modality"),
    [
        ("Nora: Has Ulf mended the gate?\nKarl: Yes, last week.", "mend", False, "said"),
        ("“Did Ulf mend the gate?” asked Nora. “No,” said Karl.", "mend", True, "said"),
        ("Nora: Did Ulf mend the gate? Karl: No one knows.", "mend", False, "asked"),
        ("Ada sold the wheel.", "sell", False, "real"),
        ("Ada did not sell the wheel.", "sell", True, "real"),
        ("Ada never sold the wheel.", "sell", True, "real"),
        ("Nobody sold the wheel.", "sell", True, "real"),
        ("Ada wanted to sell the wheel.", "sell", False, "wished"),
        ("Ada promised to sell the wheel.", "sell", False, "planned"),
        ("Ada failed to sell the wheel.", "sell", True, "real"),
        ("Ada managed to sell the wheel.", "sell", False, "real"),
        ("Ada must sell the wheel.", "sell", False, "obliged"),
        ("Ada might sell the wheel.", "sell", False, "possible"),
        ("Bo thinks that Ada sold the wheel.", "sell", False, "believed"),
        ("Bo ordered Ada to sell the wheel.", "sell", False, "ordered"),
        ("If Ada sold the wheel, Bo was happy.", "sell", False, "conditional"),
    ],
)
def test_how_an_event_is_said(text: str, verb: str, denied: bool, modality: str) -> None:
    events = [fact for fact in facts_of(text).of("event") if fact.predicate == verb]
    assert [(fact.denied, fact.modality) for fact in events] == [(denied, modality)]


def test_who_says_so() -> None:
    story = Story.from_text('Ada met Bo Finch at the mill. "Karl stole the money," said Bo Finch.')
    (stolen,) = [fact for fact in story.facts if fact.predicate == "steal"]
    assert stolen.modality == "said"
    assert story.entities[stolen.source].name == "Bo Finch"
    assert not stolen.is_asserted


def test_subjects_of_infinitives_and_further_verbs() -> None:
    facts = facts_of("Ada asked Karl to mend the wheel. Bo came in and took the key.")
    assert told(facts, "event", "mend.01")[0]["ARG0"] == "Karl"
    assert told(facts, "event", "take.01")[0]["ARG0"] == "Bo"


def test_passive_and_members_of_a_list() -> None:
    facts = facts_of("The barn was painted by Karl and Mina.")
    (painted,) = [fact for fact in facts.of("event") if fact.predicate == "paint"]
    assert {facts.name(term) for term in painted.terms if term.role == "ARG0"} >= {"Mina"}
    assert facts.text(painted.term("ARG1")) == "The barn"


@pytest.mark.parametrize(
    ("text", "kind", "value"),
    [
        ("Ada Holm is a miller.", "profession", "a miller"),
        ("Ada Holm, a miller, slept.", "profession", "a miller"),
        ("The barn is red.", "colour", "red"),
        ("They saw a tall tower.", "size", "tall"),
        ("Ada became a doctor.", "profession", "a doctor"),
        ("They had a dog named Rex.", "name", "Rex"),
        ("The colour of the door is green.", "colour", "green"),
        ("Karl painted the barn red.", "colour", "red"),
        ("She is a French singer.", "nationality", "French"),
        ("Bo works as a cook in Oslo.", "profession", "a cook"),
        ("The barn serves as a stable.", "place", "a stable"),
    ],
)
def test_attributes_and_their_kinds(text: str, kind: str, value: str) -> None:
    facts = facts_of(text)
    found = [facts.text(fact.term("value")) for fact in facts.of("attribute") if fact.sense == kind]
    assert value in found


@pytest.mark.parametrize(
    ("text", "who"),
    [
        ("The kite is a toy that climbs hills.", "The kite"),
        ("The kite is not really a toy that climbs hills.", "a toy"),
        ("It was a boy that climbed hills.", "a boy"),
    ],
)
def test_a_clause_that_describes_a_predicate_is_about_its_subject(text: str, who: str) -> None:
    facts = facts_of(text)
    (climbs,) = [fact for fact in facts.of("event") if fact.predicate == "climb"]
    assert facts.text(climbs.term("ARG0")) == who


def test_comparisons() -> None:
    facts = facts_of("Bo is older than Ada. Mina is less patient than Karl. Rex is the fastest dog of all.")
    found = {(fact.predicate, fact.sense, facts.name(fact.terms[0])) for fact in facts.of("comparison")}
    assert {("old", "more", "Bo"), ("patient", "less", "Mina")} <= found
    assert any(predicate == "fast" and sense == "most" for predicate, sense, _ in found)


def test_order_in_time() -> None:
    facts = facts_of("Before he left the house, Bo fed the cat.")
    (order,) = facts.of("order")
    first, second = (facts[i] for i in order.premises)
    assert (first.predicate, second.predicate) == ("feed", "leave")


def test_quantities() -> None:
    facts = facts_of("Karl has three dogs and forty coins.")
    assert [(fact.predicate, facts.text(fact.terms[1])) for fact in facts.of("quantity")] == [
        ("dog", "three"),
        ("coin", "forty"),
    ]


def test_matching_binds_variables_and_joins_facts() -> None:
    facts = facts_of("Ada Holm kept the mill that her uncle had built. Ada sold the wheel to Bo.")
    (sold,) = facts.match("sell(ARG0=?who, ARG1=the wheel)")
    assert facts.name(sold.bindings["who"]) == "Ada Holm"
    (built,) = facts.match("build(ARG0=?x, ARG1=mill) & relation:uncle-or-aunt(?x, of=Ada)")
    assert facts.name(built.bindings["x"]) == "her uncle"
    assert not facts.match("sell(ARG0=Bo, ARG1=wheel)")


@pytest.mark.parametrize("text", ["", "sell", "sell(ARG0=?x", "colour:red(?x)"])
def test_patterns_that_cannot_be_read_say_why(text: str) -> None:
    with pytest.raises(PatternError, match=r"pattern|kind of fact"):
        parse_pattern(text)
