"""What somebody did, or what happened, before or after what the question tells, first or last."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.graph.facts import Fact, Term
from symbolic_rc.question.query import LIGHT
from symbolic_rc.rules.case import Case
from symbolic_rc.rules.entail.told import best_told
from symbolic_rc.rules.proof import Link, Proof, Proposal
from symbolic_rc.rules.text.clauses import Clauses, clauses_of

#: Words before an event of the question, and where the answer stands from there.
_CUES = {"after": 1, "when": 1, "once": 1, "before": -1, "until": -1}
_FIRST = frozenset(("first",))
_LAST = frozenset(("last", "finally", "lastly", "end"))
_UNITS = frozenset("years year months month weeks week days day hours hour minutes minute time".split())
#: A term is whom the question speaks of.
_MEANT = 0.6
#: What is done farther on is no longer what was done then.
_FAR = 2


@dataclass(frozen=True, slots=True)
class _Asked:
    """What is asked: whose events, on which side of which event, or the first or last."""

    actor: Term | None
    condition: Fact | None
    side: int


def told_in_order(case: Case) -> list[Proposal]:
    """Propose the clause of the event next to the one that the question tells, with the same actor."""
    asked = _asked(case)
    if asked is None:
        return []
    clauses = clauses_of(case.facts)
    rows = {head: row for row, head in enumerate(clauses.head.tolist()) if not clauses.purpose[row]}
    actors = _actors(case, asked.actor)
    events = [f for f in case.facts.of("event") if f.token in rows and _counts(case, f, actors)]
    if asked.condition is None:
        chosen = events[0 if asked.side > 0 else -1] if events and actors is not None else None
        return [_proposal(case, chosen, (), clauses, 0.5)] if chosen is not None else []
    anchor, strength = best_told(case, asked.condition)
    if anchor is None:
        return []
    events = [fact for fact in events if fact.id != anchor.id and fact.token != anchor.token]
    found = _tied(case, anchor, events, asked.side) or _next(anchor, events, asked.side)
    return [_proposal(case, found, (anchor,), clauses, strength)] if found is not None else []


def _asked(case: Case) -> _Asked | None:
    """Return what is asked of order; None for questions that ask for no deed, or for none in order."""
    query = case.query
    part = next((fact for fact, _ in query.asked if fact.kind == "event" and fact.predicate in LIGHT), None)
    if part is None or case.kind != "event":
        return None
    gaps = [term for term in part.terms if query.is_variable(term)]
    actor = next((t for t in part.terms if t.role in ("ARG0", "ARG2") and t not in gaps), None)
    lowers = query.syntax.lowers[query.start : query.end]
    at = next((i for i, word in enumerate(lowers) if word in _CUES and i > 2), -1)
    if at >= 0:
        if lowers[at - 1] in _UNITS or "time" in lowers[:at]:
            return None  # "five years after", "for the first time since"
        later = [f for f in query.facts if f.kind == "event" and f.token > query.start + at and f is not part]
        return _Asked(actor, later[0], _CUES[lowers[at]]) if later else None
    if _FIRST & set(lowers) or query.time == "first":
        return _Asked(actor, None, 1)
    return _Asked(actor, None, -1) if _LAST & set(lowers) or query.time == "last" else None


def _actors(case: Case, actor: Term | None) -> NDArray[np.bool_] | None:
    """Return which terms of the story are whom the question speaks of; None where it names nobody."""
    if actor is None:
        return None
    found = case.alignment.similarity(actor)
    return found >= _MEANT


def _counts(case: Case, fact: Fact, actors: NDArray[np.bool_] | None) -> bool:
    """Whether an event is one that those whom the question speaks of did, as the narrator tells it."""
    if fact.denied or not fact.told or fact.predicate in LIGHT:
        return False
    syntax = case.facts.syntax
    if any(syntax.lowers[child] == "had" for child in syntax.children_of(fact.token) if child < fact.token):
        return False  # done before what is told around it
    if not case.alignment.allowed[fact.token]:
        return False
    if actors is None:
        return True
    return any(term.role in ("ARG0", "ARG1") and actors[case.number_of(term)] for term in fact.terms)


def _tied(case: Case, anchor: Fact, events: list[Fact], side: int) -> Fact | None:
    """Return the event of which the story itself says that it was before or after another."""
    known = {fact.id: fact for fact in events}
    for fact in case.facts.of("order"):
        if fact.predicate != "before" or anchor.id not in fact.premises:
            continue
        earlier, later = fact.premises
        other = (
            later if side > 0 and earlier == anchor.id else earlier if side < 0 and later == anchor.id else -1
        )
        if other in known:
            return known[other]
    return None


def _next(anchor: Fact, events: list[Fact], side: int) -> Fact | None:
    """Return the event next to another in the text, not far from it."""
    near = [f for f in events if (f.token - anchor.token) * side > 0]
    near = [f for f in near if abs(f.sentence - anchor.sentence) <= _FAR]
    return min(near, key=lambda f: abs(f.token - anchor.token), default=None)


def _proposal(
    case: Case, fact: Fact, because: tuple[Fact, ...], clauses: Clauses, strength: float
) -> Proposal:
    row = int(np.flatnonzero(clauses.head == fact.token)[0])
    did = "happen" not in case.query.question.text
    start, end = int(clauses.verb[row] if did else clauses.start[row]), int(clauses.end[row])
    text = case.span_text(start, end)
    told = case.facts.describe(because[0]) if because else "no other before or behind it"
    link = Link("its place in order", told, "the event next to it", strength)
    return Proposal(
        start, end, text, strength, 0.0, Proof((*because, fact), (link,), Term("", start, end, fact.token))
    )
