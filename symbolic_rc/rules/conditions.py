"""Conditions of rules, by name: what a question must ask before a rule is tried."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from operator import attrgetter
from typing import TYPE_CHECKING

from symbolic_rc.question.query import LIGHT, says_who_has
from symbolic_rc.question.state_question import read_state_question

if TYPE_CHECKING:
    from symbolic_rc.rules.case import Case


@dataclass(frozen=True, slots=True)
class Condition:
    """What must hold before a rule is tried; two of the same name are the same."""

    name: str  # in words: "asks why"
    #: A function of a module, or `functools.partial` of one, so that rules can be pickled.
    holds: Callable[[Case], object] = field(compare=False)


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
    return Condition(f"asks about a state: {', '.join(forms)}", partial(_asks_state, forms))


def _asks_state(forms: tuple[str, ...], case: Case) -> bool:
    found = read_state_question(case.query.text_asked or case.query.question.text)
    return found is not None and found.form in forms


def _asks_feeling(case: Case) -> bool:
    lemmas = {case.query.syntax.lemmas[i] for i in case.query.content}
    return case.kind == "manner" and bool(lemmas & {"feel", "react"})


def asks_for(kind: str) -> Condition:
    """Return the condition that a fact of a kind is asked for."""
    article = "an" if kind[0] in "aeiou" else "a"
    return Condition(f"asks for {article} {kind}", partial(_asks_fact, kind))


def _asks_fact(kind: str, case: Case) -> bool:
    return any(fact.kind == kind for fact, _ in case.query.asked)


def _is_kind(kinds: tuple[str, ...], case: Case) -> bool:
    return case.kind in kinds


def _names_or_compares(case: Case) -> bool:
    degree = not {"more", "less", "fewer"}.isdisjoint(case.query.lowers)
    more = degree or any(fact.kind == "comparison" for fact in case.query.facts)
    return bool(case.options) or (case.kind == "person" and more)


def _asks_attribute_or_time(case: Case) -> bool:
    return case.kind == "time" or _asks_fact("attribute", case)


def _asks_order(case: Case) -> bool:
    return bool(case.query.time or case.query.understanding.order)


def _ranks(case: Case) -> bool:
    return case.ranker is not None


ASKS_ATTRIBUTE_OR_TIME = Condition("asks for an attribute, or when something is", _asks_attribute_or_time)
ASKS_EVENT = Condition("asks for an argument of an event", _asks_event)
ASKS_REASON = Condition("asks why", partial(_is_kind, ("reason",)))
ASKS_RELATION = Condition("asks how two are related", partial(_is_kind, ("relation",)))
ASKS_AMOUNT = Condition("asks how many or how long", partial(_is_kind, ("number", "duration")))
ASKS_NUMBER = Condition("asks how many", partial(_is_kind, ("number",)))
ASKS_PERSON = Condition("asks for somebody", partial(_is_kind, ("person",)))
ASKS_NAME = Condition("asks what something is called", _asks_name)
ASKS_FEELING = Condition("asks how somebody feels", _asks_feeling)
ASKS_CLAUSE = Condition("asks what happened, why or how", partial(_is_kind, ("event", "reason", "manner")))
HAS_CHOICES = Condition("has choices", attrgetter("question.is_choice"))
HAS_PLACEHOLDER = Condition("has a placeholder", attrgetter("question.is_cloze"))
RANKS = Condition("is asked with a ranker", _ranks)
HAS_OPTIONS = Condition("names its options", attrgetter("options"))
COMPARES = Condition("names its options, or asks who is more so", _names_or_compares)
HAS_ALTERNATIVES = Condition("asks which of several statements is so", attrgetter("query.alternatives"))
IS_POLAR = Condition("asks whether something is so", attrgetter("query.polar"))
ASKS_ORDER = Condition("asks what was first, last, before or after", _asks_order)
