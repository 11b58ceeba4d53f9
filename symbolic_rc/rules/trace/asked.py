"""Whether a rule over facts is meant for a question at all: what it must ask about."""

from __future__ import annotations

from collections.abc import Callable

from symbolic_rc.question.query import LIGHT
from symbolic_rc.question.state_question import read_state_question
from symbolic_rc.rules.facts.case import Case


def asks_event(case: Case) -> bool:
    """Whether the question asks about an event that its verb names."""
    return any(
        fact.kind == "event" and fact.predicate not in LIGHT and not term.link
        for fact, term in case.query.asked
    )


def asks_reason(case: Case) -> bool:
    """Whether the question asks why."""
    return case.kind == "reason"


def asks_number(case: Case) -> bool:
    """Whether the question asks how many."""
    return case.kind == "number"


def asks_name(case: Case) -> bool:
    """Whether the question asks what something is called."""
    return any(fact.kind == "attribute" and fact.sense == "name" for fact, _ in case.query.asked)


def asks_feeling(case: Case) -> bool:
    """Whether the question asks how somebody feels."""
    lemmas = {case.query.syntax.lemmas[i] for i in case.query.content}
    return case.kind == "manner" and bool(lemmas & {"feel", "react"})


def asks_clause(case: Case) -> bool:
    """Whether the question asks for a deed, an event, a reason or a way."""
    return case.kind in ("event", "reason", "manner")


def _asks_state(*forms: str) -> Callable[[Case], bool]:
    """Return whether the question is one about the state of a story, of one of some forms."""

    def asks(case: Case) -> bool:
        found = read_state_question(case.query.question.text)
        return found is not None and found.form in forms

    return asks


def _asks(kind: str) -> Callable[[Case], bool]:
    return lambda case: any(fact.kind == kind for fact, _ in case.query.asked)


#: What the question must ask, by rule; rules that are not named here are meant for every question.
CONDITIONS: dict[str, Callable[[Case], bool]] = {
    "either": lambda case: bool(case.query.alternatives),
    "first-or-last": lambda case: bool(case.query.time or case.query.understanding.order),
    "count": asks_number,
    "yes-or-no": lambda case: case.query.polar,
    "stated": asks_event,
    "stated-in-part": asks_event,
    "paraphrased": asks_event,
    "other-roles": asks_event,
    "predicate-alone": asks_event,
    "paraphrased-in-part": asks_event,
    "reason": asks_reason,
    "comparison": _asks("comparison"),
    "relation": _asks("relation"),
    "quantity": asks_number,
    "called": asks_name,
    "attribute": _asks("attribute"),
    "feeling": asks_feeling,
    "nearest-clause": asks_clause,
    "place": _asks_state("place", "place before"),
    "in-place": _asks_state("in place"),
    "possession": _asks_state("held", "how many held"),
    "holder": _asks_state("holder"),
    "transfer": _asks_state("receiver", "received", "who gave"),
    "what-lies-there": _asks_state("what lies", "lies to what"),
    "position": _asks_state("position"),
    "way": _asks_state("path"),
    "chain-of-comparisons": _asks_state("size", "compared"),
    "kind": _asks_state("likes what"),
    "future-place": _asks_state("future place"),
    "motive": _asks_state("motive"),
    "like-its-kind": _asks_state("attribute"),
}


def applies(rule: str, case: Case) -> bool:
    """Whether a rule is meant for such a question."""
    return rule not in CONDITIONS or CONDITIONS[rule](case)
