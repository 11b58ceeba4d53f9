"""Who or what was the first or the last of which something is told."""

from __future__ import annotations

from dataclasses import replace

from symbolic_rc.graph.facts import Fact, Term
from symbolic_rc.question.query import LIGHT
from symbolic_rc.rules.facts.case import Case
from symbolic_rc.rules.facts.event_rules import proposal
from symbolic_rc.rules.facts.passes import Pass, met_by_event
from symbolic_rc.rules.proof import Link, Proposal

_RANKS = {"first": 0, "last": -1, "finally": -1}


def first_or_last(case: Case) -> list[Proposal]:
    """Propose the answer of the first, or the last, of the facts that meet the question but for that word."""
    query = case.query
    lowers = query.syntax.lowers
    ranked = [
        i for i in range(query.start, query.end)
        if lowers[i] in _RANKS and lowers[i + 1 : i + 2] not in (["name"], ["names"])
    ]  # fmt: skip
    if len(ranked) != 1 or case.kind not in ("person", "object"):
        return []
    place = ranked[0]
    for part, gap in query.asked:
        if part.kind != "event" or part.predicate in LIGHT or gap.start <= place < gap.end:
            continue
        bare, variable = _without(part, gap, place)
        switches = Pass(share=1.0 if len(bare.terms) > 1 else 0.0)
        found_by = met_by_event(case.alignment, bare, variable, switches, case.suited)
        met = [one for one in found_by if one.fact.told]
        if len({one.fact.id for one in met}) < 2:
            continue
        chosen = sorted(met, key=lambda one: one.fact.token)[_RANKS[lowers[place]]]
        found = proposal(case, chosen)
        others = tuple(one.fact for one in met)
        link = Link(lowers[place], f"one of {len(met)}", "their order in the story", 1.0)
        facts = tuple(dict.fromkeys((*found.proof.facts, *others)))
        return [replace(found, proof=replace(found.proof, facts=facts, links=(link, *found.proof.links)))]
    return []


def _without(part: Fact, gap: Term, place: int) -> tuple[Fact, Term]:
    """Return a part of the query without the word that ranks, and its variable."""
    terms = []
    for term in part.terms:
        if term is gap or not term.start <= place < term.end:
            terms.append(term)
        elif term.end - term.start > 1 and place == term.end - 1:
            head = term.head if term.head != place else place - 1
            terms.append(replace(term, end=place, head=head))
    return replace(part, terms=tuple(terms)), gap
