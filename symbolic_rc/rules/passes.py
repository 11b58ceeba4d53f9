"""Rules over single facts, each a pass of a few declared switches; their order is their precision.

After the multi-pass sieve of Raghunathan et al. (2010): exact matches first, then looser ones.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.graph.facts import Fact, Facts, Term
from symbolic_rc.graph.facts.arrays import INFERRED, KIND_NUMBER, ROLE_NUMBER, ROLES
from symbolic_rc.graph.facts.kernels import UNMET, PatternArrays, match_facts
from symbolic_rc.graph.inference.clauses import told_as
from symbolic_rc.lexicon.nouns import nouns
from symbolic_rc.question.query import LIGHT
from symbolic_rc.rules.alignment import NAMED, SAME_WORD, Alignment
from symbolic_rc.rules.kernels import MET
from symbolic_rc.rules.proof import Link

_NUMBERED = tuple(f"ARG{i}" for i in range(6))
_ADJUNCTS = tuple(role for role in ROLES if role.startswith("ARGM"))
#: The roles of places.
PLACES = ("ARGM-LOC", "ARGM-DIR", "ARGM-GOL", "ARG2", "ARG4")
_REASONS = ("ARGM-CAU", "ARGM-PRP", "ARGM-PNC")

#: An only object may be what is done or whom it is done for: "helped Ruth".
_OBJECT = 0.6


@cache
def same_roles() -> NDArray[np.float32]:
    """Return how well roles (columns) meet roles asked for (rows), where they must be the same.

    Places are given as locations, directions and goals alike, reasons as causes and purposes; what the frame
    parser calls an adverbial may be any adjunct.
    """
    table = np.eye(len(ROLES), dtype=np.float32)
    _set(table, PLACES[:3], PLACES, 0.9)
    _set(table, PLACES[:3], ("ARG3",), 0.8)  # whence somebody comes
    _set(table, _REASONS, _REASONS, 0.95)
    _set(table, _REASONS, ("ARGM-ADV",), 0.6)
    _set(table, ("ARG1",), ("ARG2",), _OBJECT)
    _set(table, ("ARGM-TMP", "ARGM-MNR", "ARGM-LOC", "ARGM-COM"), ("ARGM-ADV",), 0.7)
    _set(table, ("ARGM-MNR",), ("ARG0",), 0.8)  # "spread by insects"; see `_arguments`
    return table


@cache
def _sole_roles() -> NDArray[np.float32]:
    """`same_roles` where a subject is all that is told: who flies or falls may act or undergo it."""
    table = same_roles().copy()
    _set(table, ("ARG0", "ARG1"), ("ARG1", "ARG0"), 0.9)
    return table


@cache
def _any_roles() -> NDArray[np.float32]:
    """`same_roles` where the story may word it otherwise: other verbs number their roles otherwise."""
    table = same_roles().copy()
    _set(table, _NUMBERED, _NUMBERED, 0.4)
    _set(table, _ADJUNCTS, _ADJUNCTS, 0.4)
    for numbered, value in ((_NUMBERED[2:], 0.6), (_NUMBERED[:2], 0.3)):
        _set(table, _ADJUNCTS, numbered, value)
        _set(table, numbered, _ADJUNCTS, value)
    return table


def _set(table: NDArray[np.float32], rows: tuple[str, ...], columns: tuple[str, ...], value: float) -> None:
    """Raise entries to a value where they are lower."""
    for row in rows:
        for column in columns:
            place = ROLE_NUMBER[row], ROLE_NUMBER[column]
            table[place] = max(table[place], value)


#: A paraphrase meets a predicate so well.
_PARAPHRASE = 0.2
#: Verbs that say that somebody has something, by how surely.
_POSSESSING = {"have": 1.0, "own": 0.95, "possess": 0.95, "keep": 0.9, "hold": 0.85, "eat": 0.6, "carry": 0.6}


@dataclass(frozen=True, slots=True)
class Pass:
    """What a pass asks of a fact."""

    same_predicate: bool = True  # else a paraphrase will do
    same_roles: bool = True
    share: float = 1.0  # of the query's arguments that must be met
    named: bool = False  # whether what the question names itself may answer
    any_polarity: bool = False
    inferred: bool | None = None  # whether it must follow by a clause of inference, or must not


@dataclass(frozen=True, slots=True)
class Met:
    """A fact that meets a part of a query."""

    part: Fact
    fact: Fact
    term: Term  # what the variable is bound to
    score: float
    arguments: tuple[tuple[Term, Term, float], ...]  # of the query, those that meet them, and how well


def met_by(alignment: Alignment, switches: Pass, suited: NDArray[np.bool_] | None = None) -> Iterator[Met]:
    """Yield the facts that meet a query's asked facts under a pass; `suited` says which terms may answer."""
    for fact, gap in alignment.query.events_asked:
        if switches.share > 0 or not _says_little_alone(alignment, fact):
            yield from met_by_event(alignment, fact, gap, switches, suited)


def _says_little_alone(alignment: Alignment, fact: Fact) -> bool:
    """Whether an asked fact says nothing without its arguments: who *has*; who saw the *fire* (who fired)."""
    others = ((one, gap) for one, gap in alignment.query.asked if one.token != fact.token)
    telling = [(one.terms, gap) for one, gap in others if one.predicate not in LIGHT]
    given = (term for terms, gap in telling for term in terms if term is not gap)
    told_about = any(term.start <= fact.token < term.end for term in given)
    return fact.predicate == "have" or (told_about and alignment.query.syntax.pos[fact.token] == "NOUN")


def met_by_event(
    alignment: Alignment,
    part: Fact,
    gap: Term | None,
    switches: Pass,
    suited: NDArray[np.bool_] | None = None,
) -> Iterator[Met]:
    """Yield the facts that meet one part of a query; `gap` is its term that is asked for, if one is.

    `suited` says which terms of the story may answer, all by default; bool, shape (t,).
    """
    predicates = _predicates(alignment, part, switches)
    asked = _arguments(alignment, part, gap, suited, switches.named) if predicates.any() else None
    if asked is None or not asked.roles or (asked.unmet and switches.share > 0):
        return
    sole = switches.same_roles and _has_only_subject(alignment, part)
    scores, assigned = _matched(alignment, asked, predicates, switches, sole)
    for number in np.flatnonzero(scores > 0).tolist():
        row, fact = assigned[number].tolist(), alignment.facts[number]
        bound = None if gap is None else alignment.facts.terms[row[-1]]
        is_so = _is_denied(alignment.facts, fact, bound) == part.denied
        if not _is_wanted(switches, fact, is_so, asked, row):
            continue
        if sole and not _is_only_core(fact) and _exchanged(alignment, asked.roles, row):
            continue
        found = _met_arguments(alignment, asked, row)
        if bound is None and found:
            bound = found[0][1]
        if bound is not None:
            yield Met(part, fact, bound, float(scores[number]), found)


def _is_denied(facts: Facts, fact: Fact, bound: Term | None) -> bool:
    """Whether a fact is denied of what the variable is bound to; "nobody came" asserts *nobody*."""
    return fact.denied and (bound is None or not facts.names_nobody(bound))


def _is_wanted(switches: Pass, fact: Fact, is_so: bool, asked: _Arguments, row: list[int]) -> bool:
    """Whether a fact has the polarity, is stated or inferred, and meets as many arguments, as is wanted.

    One argument is met at least, where a predicate alone says little.
    """
    met = sum(at != UNMET for at in row[: len(asked.weighed)])
    needs_one = switches.share > 0 and bool(asked.weighed or not fact.clause)
    told = switches.inferred is None or switches.inferred == fact.is_other_side
    told = told and (switches.any_polarity or is_so)
    return told and met >= switches.share * len(asked.weighed) and (met > 0 or not needs_one)


def _met_arguments(
    alignment: Alignment, asked: _Arguments, row: list[int]
) -> tuple[tuple[Term, Term, float], ...]:
    """Return the arguments that are met, each with the term of the story that meets it, and how well."""
    return tuple(
        (term, alignment.facts.terms[at], float(similarity[at]))
        for (term, similarity), at in zip(asked.weighed, row, strict=False)
        if at != UNMET
    )


def _matched(
    alignment: Alignment, asked: _Arguments, predicates: NDArray[np.float32], switches: Pass, sole: bool
) -> tuple[NDArray[np.float32], NDArray[np.int32]]:
    """Return how well each fact (f) meets a pattern, and which term meets each argument; (f,) and (f, a)."""
    arrays = alignment.facts.arrays
    table = _sole_roles() if sole else same_roles() if switches.same_roles else _any_roles()
    must = np.ones(len(asked.roles), np.bool_)
    must[: len(asked.weighed)] = switches.share >= 1.0
    weights = np.ones(len(asked.roles), np.float32)
    pattern = PatternArrays(predicates, asked.similarities, table[asked.roles], weights, must)
    scores = np.empty(len(arrays.kind), np.float32)
    assigned = np.empty((len(arrays.kind), len(asked.roles)), np.int32)
    match_facts(arrays, pattern, scores, assigned)
    return scores, assigned


@dataclass(frozen=True, slots=True, eq=False)
class _Arguments:
    """What the patterns of all passes ask of the arguments (a) of one fact of a query."""

    weighed: list[tuple[Term, NDArray[np.float32]]]  # those that say something
    similarities: NDArray[np.float32]  # (a, t), nought below `MET`; last what may be asked for
    roles: list[int]
    unmet: bool  # whether no term of the story meets any
    of: tuple[object, ...]  # what they were made for, which so stays in memory


def _arguments(
    alignment: Alignment, part: Fact, gap: Term | None, suited: NDArray[np.bool_] | None, named: bool
) -> _Arguments:
    """Return what patterns ask of the arguments of a part of the query; made once for all passes."""
    key = (id(part), id(gap), id(suited), named)
    found: _Arguments | None = alignment.prepared.get(key)
    if found is not None:
        return found
    given = [term for term in part.terms if term is not gap and alignment.tells(term)]
    weighed = [(term, alignment.similarity(term)) for term in given]
    similarities = [np.where(similarity >= MET, similarity, 0) for _, similarity in weighed]
    if gap is not None:
        free = np.ones(len(alignment.facts.arrays.head), np.bool_) if named else alignment.asked_about < NAMED
        if gap.role == "ARGM-MNR":
            acting = np.flatnonzero(alignment.facts.arrays.role == ROLE_NUMBER["ARG0"])
            free[acting] &= np.array([_by_which(alignment.facts, i) for i in acting.tolist()], np.bool_)
        similarities.append(free if suited is None else free & suited)
        given = [*given, gap]
    roles = [ROLE_NUMBER.get(term.role, 0) for term in given]
    found = alignment.prepared[key] = _Arguments(
        weighed,
        np.array(similarities, np.float32).reshape(len(roles), len(alignment.facts.arrays.head)),
        roles,
        bool(weighed) and not any(row.any() for row in similarities[: len(weighed)]),
        (part, gap, suited),
    )
    return found


def _by_which(facts: Facts, number: int) -> bool:
    """Whether a term tells by what something is done, "by a storm", rather than by whom."""
    term, syntax = facts.terms[number], facts.syntax
    thing = syntax.pos[term.head] == "NOUN" and nouns().animacy(syntax.lemmas[term.head].lower()) != "person"
    return thing and syntax.lowers[term.start] == "by"


def _has_only_subject(alignment: Alignment, part: Fact) -> bool:
    """Whether a part of a query has a subject and no other core role: who flies may act or undergo it."""
    syntax = alignment.query.syntax
    passive = any(syntax.deps[c] in ("aux:pass", "nsubj:pass") for c in syntax.children_of(part.token))
    return not passive and _is_only_core(part)


def _is_only_core(fact: Fact) -> bool:
    roles = {term.role for term in fact.terms if not term.role.startswith("ARGM")}
    return len(roles) == 1 and roles <= {"ARG0", "ARG1"}


def _exchanged(alignment: Alignment, roles: list[int], row: list[int]) -> bool:
    """Whether an argument is met in the other of the two roles of a subject."""
    told = alignment.facts.arrays.role
    subjects = {ROLE_NUMBER["ARG0"], ROLE_NUMBER["ARG1"]}
    pairs = ({role, int(told[at])} for role, at in zip(roles, row, strict=False) if at != UNMET)
    return subjects in pairs


def _predicates(alignment: Alignment, part: Fact, switches: Pass) -> NDArray[np.float32]:
    """Return how well each fact's predicate meets that of a part of the query; made once for all passes."""
    key = (id(part), switches.same_predicate)
    if key in alignment.prepared:
        return alignment.prepared[key][1]
    arrays, row = alignment.facts.arrays, alignment.row.get(part.token)
    found = np.zeros(len(arrays.kind), np.float32)
    events = arrays.kind == KIND_NUMBER["event"]
    if row is not None:
        near = alignment.best[row][arrays.token]
        least = SAME_WORD if switches.same_predicate else _PARAPHRASE
        np.copyto(found, near, where=events & (near >= least))
        for number in events_stated(alignment.facts, part.predicate):
            unsaid = arrays.kind[number] == INFERRED or not near[number]
            if unsaid and alignment.allowed[arrays.token[number]]:
                found[number] = 1.0  # no word says it: it follows, or a user added it
    elif part.predicate == "have":
        told = [_POSSESSING.get(fact.predicate, 0.0) for fact in alignment.facts]
        np.copyto(found, np.array(told, np.float32), where=events)
    alignment.prepared[key] = part, found  # with the part, so that no other one has its place in memory
    return found


def events_stated(facts: Facts, verb: str) -> list[int]:
    """Return the ids of the events of a verb, and of what clauses infer that it can tell, too."""
    others = (number for one in told_as().get(verb, ()) for number in facts.events_of.get(one, ()))
    return [*facts.events_of.get(verb, ()), *(number for number in others if facts[number].clause)]


def links(alignment: Alignment, part: Fact, met: Met) -> tuple[Link, ...]:
    """Return how the parts of a query are met by a fact, in words."""
    facts, query = alignment.facts, alignment.query
    found = []
    row = alignment.row.get(part.token)
    if met.fact.clause:
        found.append(Link(part.predicate, met.fact.predicate, f"follows by {met.fact.clause}", 1.0))
    elif row is not None:
        reason = alignment.reason(row, met.fact.token)
        strength = float(alignment.best[row, met.fact.token])
        found.append(Link(part.predicate, met.fact.predicate, reason, strength))
    for asked, term, similarity in met.arguments:
        head = alignment.row.get(asked.head)
        reason = alignment.reason(head, term.head) if head is not None else "its words"
        if not reason and term.entity >= 0:
            reason = "coreference"
        if asked.role != term.role:
            reason += f", {asked.role} as {term.role}"
        found.append(Link(query.text(asked), facts.text(term), reason, similarity))
    return tuple(found)
