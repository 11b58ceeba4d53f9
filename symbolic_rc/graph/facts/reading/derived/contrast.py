"""What is so of one and not of another in one clause: "not Ada but Bo broke it", "eats fish but no meat"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from symbolic_rc.graph.facts.fact import Fact, Term
from symbolic_rc.graph.facts.reading.source import Source


def contrasted(source: Source, facts: Sequence[Fact]) -> list[Fact]:
    """Return facts in which what is denied of one term alone is told by a fact of its own."""
    return [one for fact in facts for one in (_parted(source, fact) if fact.kind == "event" else (fact,))]


def _parted(source: Source, fact: Fact) -> Iterator[Fact]:
    """Yield a fact without the terms that are denied, and each of these denied."""
    left = [(place, term) for place, term in enumerate(fact.terms) if _is_denied(source, fact, term)]
    if not left or fact.denied:
        yield fact
        return
    places = {place for place, _ in left}
    kept = tuple(term for place, term in enumerate(fact.terms) if place not in places)
    instead = tuple(other for _, term in left for other in _instead_of(source, fact, term))
    roles = {term.role for term in (*kept, *instead)}
    if all(term.role in roles for _, term in left):
        yield replace(fact, terms=(*instead, *kept))
    for _, term in left:
        others = tuple(one for one in kept if one.role != term.role)
        yield replace(fact, terms=(replace(term, start=min(term.start + 1, term.head)), *others), denied=True)


def _is_denied(source: Source, fact: Fact, term: Term) -> bool:
    """Whether *not* stands before a term, or *no* before one of several."""
    word = source.syntax.lowers[term.start] if term.start < term.head else ""
    several = sum(one.role == term.role for one in fact.terms) > 1
    return (
        term.role.startswith("ARG")
        and not term.role.startswith("ARGM")
        and (word == "not" or (word == "no" and several))
    )


def _instead_of(source: Source, fact: Fact, term: Term) -> Iterator[Term]:
    """Yield the one behind *but* that the clause tells of instead."""
    syntax = source.syntax
    if term.end + 1 < len(syntax) and syntax.lowers[term.end] == "but":
        for other in syntax.children_of(fact.token):
            if other > term.end and syntax.deps[other] == syntax.deps[term.head]:
                yield source.term(term.role, other, "instead")
                return
