"""Rules over events: the story tells the event that is asked about, in the same words or in others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from symbolic_rc.graph.facts import Fact, Term
from symbolic_rc.graph.facts.reading.clause import BY_GOVERNOR
from symbolic_rc.rules.answers.answering import answering
from symbolic_rc.rules.answers.phrase import answer_span, whole_list
from symbolic_rc.rules.case import Case
from symbolic_rc.rules.passes import Met, Pass, links, met_by
from symbolic_rc.rules.proof import Proof, Proposal

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


@dataclass(frozen=True, slots=True)
class EventRule:
    """The rule that proposes what the facts met under a pass bind the variable to."""

    switches: Pass

    def __call__(self, case: Case) -> list[Proposal]:
        """Propose for a case."""
        return [proposal(case, one) for one in met_by(case.alignment, self.switches, case.suited)]


event_rule = EventRule


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
