"""Events: told in the same words or in others, from the other side, joined by an entity, said by somebody."""

from __future__ import annotations

import weakref
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.graph.facts import Fact, Facts, Term
from symbolic_rc.graph.facts.reading.clause import BY_GOVERNOR
from symbolic_rc.lexicon import rolesets
from symbolic_rc.lexicon.converses import Converse, converses
from symbolic_rc.rules.alignment import SAME_WORD, Alignment
from symbolic_rc.rules.answering import answer_span, answering, best_mention, whole_list
from symbolic_rc.rules.case import Case
from symbolic_rc.rules.conditions import ASKS_EVENT
from symbolic_rc.rules.passes import Met, Pass, links, met_by, met_by_event
from symbolic_rc.rules.proof import Link, Proof, Proposal
from symbolic_rc.rules.rule import Rule
from symbolic_rc.rules.terms import best_told, key, proposed

#: A fact that somebody only says or believes, or that is only planned, proves less than one that is told.
_NOT_TOLD = 0.7
#: Roles that one alone fills in an event, and what meets a term of the question less than this is another.
CORE, OTHER = ("ARG0", "ARG1", "ARG2"), 0.3
#: A place at the other end of a way is hardly the answer.
_OTHER_WAY = 0.4
_MODAL = ("possible", "obliged")
_TOWARDS = frozenset("to into towards toward onto".split())
_GOING = frozenset(
    "go goes going gone move moves moving moved travel sail fly ride walk run return arrive".split()
)
_STRANDED = frozenset("from with for through against about beside behind under over".split())
#: What a question names does not answer it.
NAMED = 0.55


def event_rule(switches: Pass) -> Callable[[Case], list[Proposal]]:
    """Return the rule that proposes what the facts met under a pass bind the variable to."""

    def propose(case: Case) -> list[Proposal]:
        met = met_by(case.alignment, switches, case.suited)
        return [proposal(case, one) for one in met]

    return propose


def proposal(case: Case, met: Met) -> Proposal:
    """Return the answer that a met fact gives, with its proof."""
    met = _with_preposition(case, met)
    unmet, contrary = _doubts(case, met)
    support = float(case.alignment.sentence_support[met.fact.sentence])
    told = 1.0 if _told_as_asked(case, met) else _NOT_TOLD
    alone = case.kind == "number" or bool(case.query.options)
    members = () if alone else whole_list(case.facts, met.fact, met.term)
    members = tuple(one for one in members if _may_answer(case, one))
    if len(members) > 1 and len(members) < len(whole_list(case.facts, met.fact, met.term)):
        return _some_of_list(case, met, members, told, support)
    if len(members) > 1:
        start, end = answer_span(case.facts, members[0])[0], answer_span(case.facts, members[-1])[1]
        proof = Proof((met.fact,), links(case.alignment, met.part, met), met.term)
        text = case.span_text(start, end)
        return Proposal(start, end, text, met.score * told, support, proof, unmet=unmet, contrary=contrary)
    term, factor, naming = answering(case, met.term)
    start, end = answer_span(case.facts, term)
    strength = met.score * factor * told * _direction(case, met.term)
    proof = Proof((met.fact, *naming), links(case.alignment, met.part, met), met.term)
    text = case.span_text(start, end)
    return Proposal(start, end, text, strength, support, proof, unmet=unmet, contrary=contrary)


def _some_of_list(case: Case, met: Met, members: Sequence[Term], told: float, support: float) -> Proposal:
    """Return as an answer those members of a list that are of the asked kind."""
    texts = tuple(case.span_text(*answer_span(case.facts, one)) for one in members)
    proof = Proof((met.fact,), links(case.alignment, met.part, met), met.term)
    return Proposal(-1, -1, " and ".join(texts), met.score * told, support, proof, texts)


def _doubts(case: Case, met: Met) -> tuple[int, int]:
    """Return how many arguments of the question's fact are not met, and for how many another one stands."""
    done = {id(asked) for asked, _, _ in met.arguments}
    unmet = contrary = 0
    for term in met.part.terms:
        if id(term) in done or case.query.is_variable(term) or term.head not in case.alignment.row:
            continue
        unmet += 1
        similarity = case.alignment.similarity(term)
        others = [one for one in met.fact.terms if one.role == term.role and one is not met.term]
        others = [one for one in others if case.facts.syntax.pos[one.head] != "PRON"]  # "it" may be anything
        differs = all(similarity[case.number_of(one)] < OTHER for one in others)
        contrary += bool(others) and term.role in CORE and differs
    return unmet, contrary


def _told_as_asked(case: Case, met: Met) -> bool:
    """Whether a fact is told as what the question asks for: as so, as possible, as a duty, as a belief."""
    if met.part.modality in _MODAL and met.fact.modality in _MODAL:
        return met.fact.modality == met.part.modality  # "who must leave" asks for no one who may
    return met.fact.told != _asks_belief(case, met.part)


def _asks_belief(case: Case, part: Fact) -> bool:
    """Whether a question asks what somebody thinks, says or hopes: "who did Bo think had sold it"."""
    return any(
        fact is not part
        and fact.kind == "event"
        and fact.predicate in BY_GOVERNOR
        and any(term.start <= part.token < term.end for term in fact.terms)
        for fact in case.query.facts
    )


def _with_preposition(case: Case, met: Met) -> Met:
    """Return a met fact with its variable bound to the term behind the question's own preposition.

    "Where did Ada travel to", "with whom did Ada travel": the fact says to where, and with whom.
    """
    wanted = _preposition(case)
    if not wanted or _case_of(case, met.term) in wanted:
        return met
    for term in met.fact.terms:
        at = case.number_of(term)
        if _case_of(case, term) in wanted and at >= 0 and case.alignment.asked_about[at] < NAMED:
            fits = case.suited[at] or case.kind == "place"
            return replace(met, term=term) if fits else met
    return met


def _preposition(case: Case) -> frozenset[str]:
    """Return the prepositions that the question's own one, at its end or its beginning, is met by."""
    words = [word.lower() for word in case.query.understanding.words if word[0].isalpha()]
    wh = case.query.understanding.wh
    if not words or not wh:
        return frozenset()
    for word in (words[-1], words[0]):
        if word in _TOWARDS:
            return _TOWARDS
        if word in _STRANDED:
            return frozenset((word,))
    return _TOWARDS if wh == "where" and _GOING.intersection(words) else frozenset()


def _case_of(case: Case, term: Term) -> str:
    syntax = case.facts.syntax
    first = syntax.lowers[term.start] if syntax.pos[term.start] in ("ADP", "SCONJ") else ""
    cases = [syntax.lowers[c] for c in syntax.children_of(term.head) if syntax.deps[c] == "case"]
    return first or next(iter(cases), "")


def _direction(case: Case, term: Term) -> float:
    """Return what is left of a place's strength: where somebody goes to is not where they come from."""
    if case.query.understanding.wh != "where":
        return 1.0
    words = [word for word in case.query.understanding.words if word[0].isalpha()]
    syntax = case.facts.syntax
    cases = [syntax.lowers[c] for c in syntax.children_of(term.head) if syntax.deps[c] == "case"]
    if words[-1:] == ["from"]:
        return _OTHER_WAY if cases and cases[0] in _TOWARDS else 1.0
    goes = words[-1:] == ["to"] or bool(_GOING.intersection(words))
    return _OTHER_WAY if goes and "from" in cases else 1.0


def _may_answer(case: Case, term: Term) -> bool:
    """Whether a member of a list can be what is asked for, and is not what the question names."""
    at = case.number_of(term)
    return bool(case.suited[at]) and float(case.alignment.asked_about[at]) < NAMED


#: How, why and to what extent something is done differs from one side to the other.
_by_verb: weakref.WeakKeyDictionary[Any, dict[str, list[int]]] = weakref.WeakKeyDictionary()
_ADJUNCTS = ("ARGM-MNR", "ARGM-CAU", "ARGM-ADV", "ARGM-PRP", "ARGM-EXT")


def converse_rule(switches: Pass) -> Callable[[Case], list[Proposal]]:
    """Return the rule that proposes what a fact tells of an event by its converse, or by what entails it."""

    def propose(case: Case) -> list[Proposal]:
        return [one for part, gap in case.query.asked for one in _proposals(case, part, gap, switches)]

    return propose


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


#: How the event that is asked about may be met, once it is known of whom the question speaks.
_WAYS = (
    event_rule(Pass()),
    converse_rule(Pass()),
    event_rule(Pass(same_roles=False)),
    event_rule(Pass(same_predicate=False)),
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


#: VerbNet's classes of saying and thinking.
_SAYING = (
    "say-37.7", "tell-37.2", "transfer_mesg-37.1.1", "manner_speaking-37.3", "lecture-37.11",
    "chit_chat-37.6", "complain-37.8", "advise-37.9", "confess-37.10", "promise-37.13", "inquire-37.1.2",
    "conjecture-29.5", "consider-29.9",
)  # fmt: skip


#: Whoever the question names is not whom it asks for.
_NAMED = 0.5


def who_says(case: Case) -> list[Proposal]:
    """Propose whose words or thoughts it is that a question repeats."""
    asked = next(
        ((part, gap) for part, gap in case.query.asked if gap.role == "ARG0" and says(part.predicate)), None
    )
    if asked is None or case.kind != "person":
        return []
    part, _ = asked
    said = [term for term in part.terms if term.role == "ARG1"]
    contents = [
        fact for fact in case.query.facts
        if fact is not part and any(term.start <= fact.token < term.end for term in said)
    ]  # fmt: skip
    found = []
    for content in contents:
        fact, strength = best_told(case, content, lambda fact: fact.source >= 0)
        if fact is not None and case.alignment.entity[:, fact.source].max(initial=0.0) < _NAMED:
            found.append(_speaker(case, part, fact, strength))
    return [one for one in found if one is not None]


@lru_cache(maxsize=4096)
def says(lemma: str) -> bool:
    """Whether a verb is one of saying or thinking, as VerbNet has it."""
    classes = [name for sense in rolesets().of(lemma, "v") for name in _classes(sense)]
    return any(name == each or name.startswith(each + "-") for name in classes for each in _SAYING)


def _classes(sense: str) -> tuple[str, ...]:
    roleset = rolesets().get(sense)
    return roleset.verbnet if roleset is not None else ()


def _speaker(case: Case, part: Fact, fact: Fact, strength: float) -> Proposal | None:
    """Return the name of whoever says a fact, as an answer."""
    entity = case.facts.entities[fact.source]
    if not entity.mentions:
        return None
    nearest = min(
        (case.facts.mentions[i] for i in entity.mentions), key=lambda m: (abs(m.head - fact.token), m.start)
    )
    source = Term("source", nearest.start, nearest.end, nearest.head, fact.source)
    term = best_mention(case.facts, source, named=True)
    start, end = answer_span(case.facts, term)
    link = Link(part.predicate, case.facts.text(source), f"{fact.modality} by", strength)
    return Proposal(start, end, case.span_text(start, end), strength, 0.0, Proof((fact,), (link,), source))


_LEFT_OVER = 0.6


def left_over(case: Case) -> list[Proposal]:
    """Propose who did such a thing, but not what the question denies."""
    found: list[Proposal] = []
    for part, gap in case.query.asked:
        row = case.alignment.row.get(part.token)
        if part.kind != "event" or not part.denied or row is None or len(part.terms) < 2 or gap.link:
            continue
        met = [
            one
            for one in met_by_event(case.alignment, part, gap, Pass(), case.suited, any_polarity=True)
            if not one.fact.denied and one.fact.told
        ]
        did = {key(case, one.term) for one in met}
        for fact in case.facts.of("event"):
            term = fact.term(gap.role)
            at = case.number_of(term) if term is not None else -1
            same = float(case.alignment.best[row, fact.token]) >= SAME_WORD
            if term is None or not same or fact.denied or not fact.told or not case.suited[at]:
                continue
            if met and key(case, term) not in did:
                cited = (fact, *(one.fact for one in met))
                found.append(proposed(case, term, _LEFT_OVER, tuple(dict.fromkeys(cited))))
    return found


_SOURCE = "own lexicon of converses over PropBank's roles; VerbNet's classes of giving and getting"

CONVERSE = Rule(
    "converse",
    converse_rule(Pass()),
    0.3,
    "A fact tells the event from the other side, or one that entails it, with all that the question names.",
    _SOURCE,
    "Who bought the wheel? -> Ada sold Bo the wheel.",
    conditions=(ASKS_EVENT,),
)
CONVERSE_IN_PART = Rule(
    "converse-in-part",
    converse_rule(Pass(share=0.5)),
    0.3,
    "A fact tells the event from the other side, with half of what the question names.",
    _SOURCE,
    "Who bought the old wheel in spring? -> Ada sold Bo the wheel.",
    conditions=(ASKS_EVENT,),
)
JOINED_CONDITIONS = Rule(
    "joined-conditions",
    joins_conditions,
    0.3,
    "Two facts together tell of one entity what the question says of whom it asks for.",
    "own",
    "Who sold the wheel and left Osby? -> Ada sold the wheel. She left Osby.",
)
JOINED_DESCRIPTION = Rule(
    "joined-description",
    joins_descriptions,
    0.3,
    "Of whom the question speaks is found by its condition first, then what the story says of them.",
    "own",
    "Where does the man who sold the wheel live? -> Bo sold the wheel. Bo lives in Osby.",
)
SPEAKER = Rule(
    "speaker",
    who_says,
    0.72,
    "Whose words or thoughts it is that the question repeats.",
    "own; VerbNet's classes of saying and thinking",
    'Who warned that the bridge would fall? -> "The bridge will fall," said Odd.',
)
