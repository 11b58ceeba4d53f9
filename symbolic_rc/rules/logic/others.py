"""Who is left over: who did not do what others of the same story did."""

from __future__ import annotations

from symbolic_rc.rules.alignment import SAME_WORD
from symbolic_rc.rules.case import Case
from symbolic_rc.rules.logic.who import key, proposed
from symbolic_rc.rules.passes import Pass, met_by_event
from symbolic_rc.rules.proof import Proposal

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
