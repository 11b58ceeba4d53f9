"""Rules over events: the story tells the event that is asked about, in the same words or in others."""

from __future__ import annotations

from collections.abc import Callable

from symbolic_rc.graph.facts import Term
from symbolic_rc.rules.facts.answering import answering
from symbolic_rc.rules.facts.case import Case
from symbolic_rc.rules.facts.passes import Met, Pass, links, met_by
from symbolic_rc.rules.facts.phrase import answer_span, whole_list
from symbolic_rc.rules.proof import Proof, Proposal

#: A fact that somebody only says or believes, or that is only planned, proves less than one that is told.
_NOT_TOLD = 0.7
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
    support = float(case.alignment.sentence_support[met.fact.sentence])
    told = 1.0 if met.fact.told else _NOT_TOLD
    alone = case.kind == "number" or bool(case.query.options)
    members = () if alone else whole_list(case.facts, met.fact, met.term)
    members = tuple(one for one in members if _may_answer(case, one))
    if len(members) > 1:
        start, end = answer_span(case.facts, members[0])[0], answer_span(case.facts, members[-1])[1]
        proof = Proof((met.fact,), links(case.alignment, met.part, met), met.term)
        return Proposal(start, end, case.span_text(start, end), met.score * told, support, proof)
    term, factor, naming = answering(case, met.term)
    start, end = answer_span(case.facts, term)
    strength = met.score * factor * told
    proof = Proof((met.fact, *naming), links(case.alignment, met.part, met), met.term)
    return Proposal(start, end, case.span_text(start, end), strength, support, proof)


def _may_answer(case: Case, term: Term) -> bool:
    """Whether a member of a list can be what is asked for, and is not what the question names."""
    at = case.number_of(term)
    return bool(case.suited[at]) and float(case.alignment.asked_about[at]) < NAMED
