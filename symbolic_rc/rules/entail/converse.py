"""Converse verbs: who sells is who is bought from."""

from __future__ import annotations

import weakref
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.graph.facts import Fact, Facts, Term
from symbolic_rc.lexicon.converses import Converse, converses
from symbolic_rc.rules.case import Case
from symbolic_rc.rules.event_rules import proposal
from symbolic_rc.rules.passes import Pass, met_by_event
from symbolic_rc.rules.proof import Link, Proposal

#: How, why and to what extent something is done differs from one side to the other.
_by_verb: weakref.WeakKeyDictionary[Any, dict[str, list[int]]] = weakref.WeakKeyDictionary()
_ADJUNCTS = ("ARGM-MNR", "ARGM-CAU", "ARGM-ADV", "ARGM-PRP", "ARGM-EXT")


@dataclass(frozen=True, slots=True)
class ConverseRule:
    """The rule that proposes what a fact tells of an event by its converse, or by what entails it."""

    switches: Pass

    def __call__(self, case: Case) -> list[Proposal]:
        """Propose for a case."""
        return [one for part, gap in case.query.asked for one in _proposals(case, part, gap, self.switches)]


def _proposals(case: Case, part: Fact, gap: Term, switches: Pass) -> Iterator[Proposal]:
    if gap.link.startswith(("subject of", "object of")) or gap.role in _ADJUNCTS:
        return
    for fact, variable, predicates in proved_by(case.facts, part, gap):
        for met in met_by_event(case.alignment, fact, variable, switches, case.suited, predicates):
            found = proposal(case, met)
            link = Link(part.predicate, met.fact.predicate, "converse", 1.0)
            yield replace(found, proof=replace(found.proof, links=(link, *found.proof.links)))


def proved_by(facts: Facts, part: Fact, gap: Term) -> Iterator[tuple[Fact, Term, NDArray[np.float32]]]:
    """Yield a part of a query from the other side with its variable, and which facts can prove it."""
    at = part.terms.index(gap)
    for turned, predicates in turned_events(facts, part):
        yield turned, turned.terms[at], predicates


def turned_events(facts: Facts, part: Fact) -> Iterator[tuple[Fact, NDArray[np.float32]]]:
    """Yield an event of a query from the other side, or as what entails it, and which facts can tell it."""
    for converse in converses().get(part.predicate, ()) if part.kind == "event" else ():
        predicates = _events(facts, converse)
        terms = _turned(part, converse) if predicates.any() else ()
        if terms:
            yield replace(part, terms=terms), predicates


def _events(facts: Facts, converse: Converse) -> NDArray[np.float32]:
    """Return 1 for the events that one of some verbs tells, else 0; float32, shape (f,)."""
    known = _by_verb.get(facts)
    if known is None:
        known = _by_verb[facts] = {}
        for fact in facts.of("event"):
            known.setdefault(fact.predicate, []).append(fact.id)
    found = np.zeros(len(facts), np.float32)
    for verb in converse.verbs:
        found[known.get(verb, [])] = 1.0
    return found


def _turned(part: Fact, converse: Converse) -> tuple[Term, ...]:
    """Return the terms of an event from the other side; none where a role has no other."""
    roles = [
        converse.roles.get(term.role, "" if term.role[3:].isdigit() else term.role) for term in part.terms
    ]
    if not all(roles):
        return ()
    return tuple(replace(term, role=role) for term, role in zip(part.terms, roles, strict=True))
