"""First and last, before and after: by words of time, by dates and hours, by the order of telling."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.graph.facts import Fact, Term
from symbolic_rc.graph.facts.reading.derived.order import pluperfect
from symbolic_rc.question.query import LIGHT
from symbolic_rc.rules.alignment import SAME_WORD
from symbolic_rc.rules.case import Case
from symbolic_rc.rules.families.clauses import Clauses, clauses_of
from symbolic_rc.rules.families.measured import time_of
from symbolic_rc.rules.passes import Pass, met_by_event
from symbolic_rc.rules.proof import Link, Proof, Proposal
from symbolic_rc.rules.rule import Rule
from symbolic_rc.rules.terms import Node, best_told, key, meant, proposed

_BEFORE, _AFTER = frozenset(("before", "until", "till")), frozenset(("after", "since", "once"))
_STRENGTH = 1.0


@dataclass(frozen=True, slots=True)
class Doer:
    """One who did what is asked about: the term, the fact that says so, and its place in time."""

    term: Term
    fact: Fact
    when: float | None
    place: float


def first_or_last(case: Case) -> list[Proposal]:
    """Propose who did something first or last, or before or after somebody else did."""
    found: list[Proposal] = []
    for part, gap in case.query.asked:
        if part.kind != "event" or gap.link:
            continue
        reference = reference_in(case, part)
        if part.predicate in LIGHT or not (case.query.time or reference):
            continue
        doers = in_order(case, part, gap, reference[1] if reference else None)
        if len(doers) < 2:
            continue
        if reference is None:
            doer = doers[0] if case.query.time == "first" else doers[-1]
            found.append(proposed(case, doer.term, _STRENGTH, _facts(doers)))
            continue
        at = next((i for i, one in enumerate(doers) if meant(case, reference[1], one.term)), -1)
        other = at + (1 if reference[0] else -1)
        if at >= 0 and 0 <= other < len(doers):
            found.append(proposed(case, doers[other].term, _STRENGTH, _facts((doers[at], doers[other]))))
    return found


def _facts(doers: Sequence[Doer]) -> tuple[Fact, ...]:
    return tuple(dict.fromkeys(doer.fact for doer in doers))


def came_before(case: Case, one: Fact, other: Fact) -> tuple[bool, tuple[Fact, ...]]:
    """Return whether one event was before another, with what says so.

    By what the story says of their order, else by their dates and hours, else by tense, else by the telling.
    """
    for fact in case.facts.of("order"):
        if fact.predicate == "before" and set(fact.premises) == {one.id, other.id}:
            return fact.premises[0] == one.id, (fact, one, other)
    times = _when(case, one), _when(case, other)
    if times[0] is not None and times[1] is not None and times[0] != times[1]:
        return times[0] < times[1], (one, other)
    had = pluperfect(case.facts.syntax, one.token), pluperfect(case.facts.syntax, other.token)
    if had[0] != had[1]:
        return had[0], (one, other)
    return one.token < other.token, (one, other)


def reference_in(case: Case, part: Fact) -> tuple[bool, Term] | None:
    """Return whether the question asks for what is after, and after whom: "who left after Ada"."""
    syntax = case.query.syntax
    for i in range(part.token + 1, case.query.end - 1):
        if syntax.lowers[i] not in _BEFORE | _AFTER:
            continue
        definite = syntax.lowers[i + 1] == "the"  # "before the church"
        noun = i + 1 + definite
        following = syntax.pos[noun + 1] if noun + 1 < case.query.end else "PUNCT"
        if following == "PUNCT" and syntax.pos[noun] == ("NOUN" if definite else "PROPN"):
            return syntax.lowers[i] in _AFTER, Term("", i + 1, noun + 1, noun)
    return None


def in_order(case: Case, part: Fact, gap: Term | None, beside: Term | None = None) -> list[Doer]:
    """Return who did what a part of a query says, the earliest first.

    `beside` is a term of the question that stands in a phrase of time, and is no argument of the event.
    """
    terms = tuple(term for term in part.terms if beside is None or not term.start <= beside.head < term.end)
    asked = Fact(part.id, part.kind, part.predicate, part.sense, terms, part.token, part.sentence)
    gap = gap if gap is not None else next(iter(terms), None)
    if gap is None:
        return []
    others = [term for term in terms if term is not gap]
    row = case.alignment.row.get(part.token)
    if row is None:
        return []
    facts: dict[int, tuple[Fact, Term]] = {}
    if others:
        for met in met_by_event(case.alignment, asked, gap, Pass(share=0.5), case.suited, named=True):
            facts.setdefault(met.fact.id, (met.fact, met.term))
    else:
        for fact in case.facts.of("event"):
            term = fact.term(gap.role) or fact.term("ARG0") or fact.term("ARG1")
            if term is not None and float(case.alignment.best[row, fact.token]) >= SAME_WORD:
                facts.setdefault(fact.id, (fact, term))
    doers: dict[Node, Doer] = {}
    for fact, term in facts.values():
        if fact.told and not fact.denied:
            place = float(fact.token) + _told_order(case, fact)
            doers.setdefault(_node(case, term), Doer(term, fact, _when(case, fact), place))
    for doer in list(doers.values()):
        for after, other in _besides(case, doer.fact):
            known = doers.get(_node(case, other))
            place = doer.place + (-0.5 if after else 0.5)
            if known is None or after == (known.place > doer.place):
                doers[_node(case, other)] = Doer(other, doer.fact, None, place)
    every = list(doers.values())
    if all(one.when is not None for one in every):
        return sorted(every, key=lambda one: one.when or 0.0)
    return sorted(every, key=lambda one: one.place)


def _node(case: Case, term: Term) -> Node:
    """Return what a doer refers to: two nouns are two, whatever coreference takes them for."""
    noun = case.facts.syntax.pos[term.head] == "NOUN"
    return ("noun", case.facts.syntax.lemmas[term.head].lower()) if noun else key(case, term)


def _told_order(case: Case, fact: Fact) -> float:
    """Return what *first* and *last* beside a verb make of its place."""
    syntax = case.facts.syntax
    near = {syntax.lowers[c] for c in syntax.children_of(fact.token)}
    return -1e6 if "first" in near else 1e6 if near & {"last", "finally"} else 0.0


def _besides(case: Case, fact: Fact) -> Iterator[tuple[bool, Term]]:
    """Yield who else did what a fact tells, and whether its own doer came after: "Ada left before Bo"."""
    syntax = case.facts.syntax
    for i in range(fact.token + 1, len(syntax) - 1):
        if syntax.sentences[i] != fact.sentence or (syntax.pos[i] == "VERB" and i > fact.token):
            return
        low, name = syntax.lowers[i], i + 1
        if syntax.pos[name] != "PROPN" or syntax.pos[name + 1 : name + 2] == ["VERB"]:
            continue
        if low in _BEFORE | _AFTER or (
            low == "than" and syntax.lowers[i - 1] in ("earlier", "later", "sooner")
        ):
            entity = next((m.entity for m in case.facts.mentions if m.head == name), -1)
            yield low in _AFTER or syntax.lowers[i - 1] == "later", Term("", name, name + 1, name, entity)


def _when(case: Case, fact: Fact) -> float | None:
    """Return a fact's time as a number that compares with others': of a date, a month, a day, an hour."""
    return time_of(case.facts.syntax, (term for term in fact.terms if term.role.startswith("ARG")))


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


IN_ORDER = Rule(
    "in-order",
    told_in_order,
    0.5,
    "The event next to the one that the question tells, with the same actor; or the first or the last.",
    "own",
    "What did Ada do after she sold the wheel? -> Ada sold the wheel. She left Osby.",
)
