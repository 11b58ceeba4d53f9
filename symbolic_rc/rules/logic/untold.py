"""What a story leaves untold: where and when something happened, and who somebody's relatives are."""

from __future__ import annotations

from symbolic_rc.graph.facts import Fact, Term
from symbolic_rc.rules.case import Case, types_of
from symbolic_rc.rules.logic.who import key, meant
from symbolic_rc.rules.passes import Pass, met_by_event

#: Relatives that a story tells as such, where others follow.
_DIRECT = ("parent", "spouse")
#: The kinds of terms that tell the circumstances of an event, by what a question asks for.
_CIRCUMSTANCES = {"place": "place", "time": "time"}


def no_circumstance(case: Case, part: Fact, gap: Term) -> list[tuple[Fact, str]]:
    """Return the facts that tell an event without the circumstance that is asked for.

    A place or time in the same sentence may be it, and so may one that is told of anybody who takes part.
    """
    kind = _CIRCUMSTANCES.get(case.kind, "")
    if not kind or not gap.role.startswith("ARGM"):
        return []
    told = [met.fact for met in met_by_event(case.alignment, part, None, Pass(), any_polarity=True)]
    if not told:
        return []
    terms = [term for fact in told for term in fact.terms]
    if any(term.role == "ARGM-ADV" and case.facts.syntax.pos[term.start] == "ADP" for term in terms):
        return []  # an adjunct that may be just that
    such = types_of(case.facts)[kind]
    about = {key(case, term) for fact in told for term in fact.terms if not term.role.startswith("ARGM")}
    sentences = {fact.sentence for fact in told}
    for fact in case.facts:
        near = fact.sentence in sentences or any(key(case, term) in about for term in fact.terms)
        if near and any(such[case.number_of(term)] for term in fact.terms):
            return []
    return [(fact, f"no {kind} is told") for fact in told]


def no_relative(case: Case, part: Fact, gap: Term) -> list[tuple[Fact, str]]:
    """Return whose relative somebody is said to be, where none is the one that is asked for."""
    if part.sense != "kinship" or part.predicate not in _DIRECT:
        return []
    place, given = next((i, term) for i, term in enumerate(part.terms) if term is not gap)
    told = [
        fact
        for fact in case.facts.of("relation")
        if fact.sense == "kinship" and any(meant(case, given, term) for term in fact.terms)
    ]
    if any(fact.predicate == part.predicate and meant(case, given, fact.terms[place]) for fact in told):
        return []
    return [(fact, "another relative is told") for fact in told[:1]]
