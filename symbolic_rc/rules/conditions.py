"""Conditions of rules, by name: what a question must ask before a rule is tried."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from symbolic_rc.question.query import LIGHT, says_who_has
from symbolic_rc.question.state_question import read_state_question

if TYPE_CHECKING:
    from symbolic_rc.rules.case import Case


class Condition(NamedTuple):
    """What must hold before a rule is tried.

    Attributes
    ----------
    name : str
        In words: "asks why".
    holds : callable
        From a case to whether it does.
    """

    name: str
    holds: Callable[[Case], bool]


def _asks_event(case: Case) -> bool:
    return any(
        fact.kind == "event"
        and (fact.predicate not in LIGHT or says_who_has(case.query, fact, term))
        and not term.link.startswith(("subject of", "object of"))
        for fact, term in case.query.asked
    )


def _asks_name(case: Case) -> bool:
    return any(fact.kind == "attribute" and fact.sense == "name" for fact, _ in case.query.asked)


def asks_state(*forms: str) -> Condition:
    """Return the condition that a question is about the state of a story, in one of some forms."""

    def asks(case: Case) -> bool:
        found = read_state_question(case.query.text_asked or case.query.question.text)
        return found is not None and found.form in forms

    return Condition(f"asks about a state: {', '.join(forms)}", asks)


def _asks_feeling(case: Case) -> bool:
    lemmas = {case.query.syntax.lemmas[i] for i in case.query.content}
    return case.kind == "manner" and bool(lemmas & {"feel", "react"})


def asks_for(kind: str) -> Condition:
    """Return the condition that a fact of a kind is asked for."""
    article = "an" if kind[0] in "aeiou" else "a"
    return Condition(
        f"asks for {article} {kind}", lambda case: any(fact.kind == kind for fact, _ in case.query.asked)
    )


ASKS_ATTRIBUTE_OR_TIME = Condition(
    "asks for an attribute, or when something is",
    lambda case: case.kind == "time" or any(fact.kind == "attribute" for fact, _ in case.query.asked),
)
ASKS_EVENT = Condition("asks for an argument of an event", _asks_event)
ASKS_REASON = Condition("asks why", lambda case: case.kind == "reason")
ASKS_RELATION = Condition("asks how two are related", lambda case: case.kind == "relation")
ASKS_NUMBER = Condition("asks how many", lambda case: case.kind == "number")
ASKS_NAME = Condition("asks what something is called", _asks_name)
ASKS_FEELING = Condition("asks how somebody feels", _asks_feeling)
ASKS_CLAUSE = Condition(
    "asks what happened, why or how", lambda case: case.kind in ("event", "reason", "manner")
)
HAS_CHOICES = Condition("has choices", lambda case: case.question.is_choice)
HAS_PLACEHOLDER = Condition("has a placeholder", lambda case: case.question.is_cloze)
RANKS = Condition("there is a ranker", lambda case: case.ranker is not None)
HAS_OPTIONS = Condition("names its options", lambda case: bool(case.options))
HAS_ALTERNATIVES = Condition(
    "asks which of several statements is so", lambda case: bool(case.query.alternatives)
)
IS_POLAR = Condition("asks whether something is so", lambda case: case.query.polar)
ASKS_ORDER = Condition(
    "asks what was first, last, before or after",
    lambda case: bool(case.query.time or case.query.understanding.order),
)
