"""Kinship that follows from events: who married whom, who gave birth to whom, who was born to whom."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations

from symbolic_rc.graph.facts.fact import Fact, Term
from symbolic_rc.graph.facts.reading.source import Source

_MARRYING = frozenset("marry wed".split())
_RAISING = frozenset("adopt father mother beget".split())


def kin_of_events(source: Source, facts: Sequence[Fact]) -> Iterator[Fact]:
    """Yield the kinship that events bring about, each in both directions; ids are not set.

    "Ada married Bo", "Ada and Bo married": each is the spouse of the other. "Ada gave birth to Karl": she is
    a parent of his.
    """
    known = {
        (fact.terms[0].entity, fact.predicate, fact.terms[1].entity)
        for fact in facts
        if fact.kind == "relation" and fact.sense == "kinship"
    }
    for fact in facts:
        if fact.kind == "event" and fact.told and not fact.denied:
            for one in _of_event(source, fact):
                if (one.terms[0].entity, one.predicate, one.terms[1].entity) not in known:
                    yield one


def _of_event(source: Source, fact: Fact) -> Iterator[Fact]:
    if fact.predicate in _MARRYING or _gets_married(source, fact):
        pairs = combinations(_people(source, fact, "ARG0", "ARG1", "ARG2"), 2)
        for one, other in list(pairs)[:1]:
            yield from _both(fact, one, "spouse", other, "spouse")
        return
    parents, children = _birth(source, fact)
    for parent in parents:
        for child in children:
            yield from _both(fact, parent, "parent", child, "child")


def _gets_married(source: Source, fact: Fact) -> bool:
    """Whether an event is that of "Ada and Bo got married"."""
    return fact.predicate == "get" and any(source.syntax.lowers[t.head] == "married" for t in fact.terms)


def _birth(source: Source, fact: Fact) -> tuple[list[Term], list[Term]]:
    """Return the parents and the children of which an event tells, if it does."""
    if fact.predicate in _RAISING:
        return _people(source, fact, "ARG0"), _people(source, fact, "ARG1")
    gift = fact.term("ARG1")
    if fact.predicate == "give" and gift is not None and source.syntax.lowers[gift.head] == "birth":
        return _people(source, fact, "ARG0"), _people(source, fact, "ARG2", "ARG1")
    if fact.predicate == "bear" and source.child(fact.token, "nsubj:pass", "aux:pass") >= 0:
        to = [term for term in fact.terms if source.syntax.lowers[term.start] in ("to", "of")]
        to += [source.term(term.role, one) for term in to for one in source.listed(term.head)]
        return [term for term in to if _is_name(source, term)], _people(source, fact, "ARG1")
    return [], []


def _people(source: Source, fact: Fact, *roles: str) -> list[Term]:
    """Return the terms of some roles that name somebody, each once."""
    found: dict[int, Term] = {}
    for term in fact.terms:
        if term.role in roles and term.entity >= 0 and _is_name(source, term):
            found.setdefault(term.entity, term)
    return list(found.values())


def _is_name(source: Source, term: Term) -> bool:
    return term.entity >= 0 and source.syntax.pos[term.head] in ("PROPN", "PRON")


def _both(fact: Fact, one: Term, label: str, other: Term, inverse: str) -> Iterator[Fact]:
    for first, relation, second in ((one, label, other), (other, inverse, one)):
        terms = (replace(first, role="subject"), replace(second, role="of"))
        yield Fact(-1, "relation", relation, "kinship", terms, fact.token, fact.sentence, premises=(fact.id,))
