"""Facts over two events that meet in one entity: "Where was the man who sold the wheel born?"."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from symbolic_rc.graph.facts import Fact, Term
from symbolic_rc.rules.alignment import Alignment
from symbolic_rc.rules.case import Case
from symbolic_rc.rules.entail.converse import ConverseRule, proved_by
from symbolic_rc.rules.event_rules import EventRule, proposal
from symbolic_rc.rules.passes import Met, Pass, met_by_event
from symbolic_rc.rules.proof import Link, Proposal

#: How the event that is asked about may be met, once it is known of whom the question speaks.
_WAYS = (
    EventRule(Pass()),
    ConverseRule(Pass()),
    EventRule(Pass(same_roles=False)),
    EventRule(Pass(same_predicate=False)),
)
#: A description is met so well that it says of whom the question speaks.
_SURE = 0.75
_DESCRIBED = 0.5


class _Described(NamedTuple):
    """A term of the query, the entity that a condition of the query finds for it, and the fact that does."""

    term: Term
    entity: int
    fact: Fact
    told: str


def joins_descriptions(case: Case) -> list[Proposal]:
    """Propose what the story says of whom the question describes by another event, or by a relation."""
    for described in _described(case):
        narrowed = replace(case, alignment=_with(case.alignment, described))
        for way in _WAYS:
            found = [_citing(one, described) for one in way(narrowed) if _uses(one, described.entity)]
            if found:
                return found
    return []


def _described(case: Case) -> Iterator[_Described]:
    """Yield the terms of what is asked that a condition of the query describes, with whom they are."""
    given = [term for part, gap in case.query.asked for term in part.terms if term is not gap]
    asked = [part for part, _ in case.query.asked]
    for condition in case.query.facts:
        if condition in asked:
            continue
        for term in condition.terms:
            same = [one for one in given if one.head == term.head and not case.query.is_variable(one)]
            if not same:
                continue
            for entity, fact in _who(case, condition, term):
                told = case.facts.entities[entity].name
                yield from (_Described(one, entity, fact, told) for one in same)


def _who(case: Case, condition: Fact, term: Term) -> Iterator[tuple[int, Fact]]:
    """Yield whom a term of a condition is, as the story tells it; the surest only."""
    if condition.kind == "event":
        met = [
            one for one in _met(case.alignment, condition, term, Pass())
            if one.arguments and one.term.entity >= 0 and one.score >= _DESCRIBED
        ]  # fmt: skip
        if met:
            best = max(met, key=lambda one: one.score)
            yield best.term.entity, best.fact
    elif condition.kind == "relation" and term.role == "subject":
        similarity = case.alignment.similarity(condition.terms[1])
        for fact in case.facts.of("relation"):
            subject, of = fact.terms
            if fact.predicate != condition.predicate or fact.denied or subject.entity < 0:
                continue
            if similarity[case.number_of(of)] >= _SURE:
                yield subject.entity, fact
                return


def _met(alignment: Alignment, condition: Fact, term: Term, switches: Pass) -> Iterator[Met]:
    """Yield the facts that meet a condition, also from the other side."""
    yield from met_by_event(alignment, condition, term, switches, named=True)
    for turned, variable, predicates in proved_by(alignment.facts, condition, term):
        yield from met_by_event(alignment, turned, variable, switches, None, predicates, True)


def _with(alignment: Alignment, described: _Described) -> Alignment:
    """Return an alignment in which a term of the query is met by the terms of one entity, and by no other."""
    found = replace(alignment)
    terms = alignment.facts.arrays.entity
    found.similarities[described.term] = np.where(terms == described.entity, 1, 0).astype(np.float32)
    return found


def _uses(found: Proposal, entity: int) -> bool:
    return any(term.entity == entity for fact in found.proof.facts for term in fact.terms)


def _citing(found: Proposal, described: _Described) -> Proposal:
    link = Link("who is spoken of", described.told, "the condition in the question", 1.0)
    facts = tuple(dict.fromkeys((described.fact, *found.proof.facts)))
    return replace(found, proof=replace(found.proof, facts=facts, links=(link, *found.proof.links)))


def joins_conditions(case: Case) -> list[Proposal]:
    """Propose who meets two conditions at once: the person who wrote the play and lived in Osby."""
    parts = [(part, gap) for part, gap in case.query.asked if part.kind == "event" and not gap.link]
    if len(parts) < 2:
        return []
    by_entity: dict[int, list[Met]] = {}
    for part, gap in parts[:3]:
        best: dict[int, Met] = {}
        for met in met_by_event(case.alignment, part, gap, Pass(share=0.5), case.suited):
            entity = met.term.entity
            if entity >= 0 and met.arguments and (entity not in best or met.score > best[entity].score):
                best[entity] = met
        for entity, met in best.items():
            by_entity.setdefault(entity, []).append(met)
    found = []
    for several in by_entity.values():
        if len({met.fact.id for met in several}) < 2:
            continue
        one = proposal(case, max(several, key=lambda met: met.score))
        facts = tuple(dict.fromkeys((*one.proof.facts, *(met.fact for met in several))))
        strength = sum(met.score for met in several) / len(parts[:3])
        found.append(replace(one, strength=strength, proof=replace(one.proof, facts=facts)))
    return found
