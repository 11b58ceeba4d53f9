"""Questions that ask whether something is so."""

from __future__ import annotations

from symbolic_rc.rules.facts.case import Case
from symbolic_rc.rules.facts.logic.prove import prove
from symbolic_rc.rules.facts.logic.who import said_alone
from symbolic_rc.rules.proof import Link, Proposal

#: What no fact of the story says is taken not to be so, with less certainty than what one denies.
_NOT_SAID = 0.4


def is_so(case: Case) -> list[Proposal]:
    """Answer yes where the story proves what is asked, else no."""
    if not case.query.polar or case.query.alternatives or not case.query.facts:
        return []
    verdict = prove(case)
    if verdict.holds is None:
        link = Link(case.query.question.text, "", "no fact says so", _NOT_SAID)
        return [said_alone("no", _NOT_SAID, (), (link,))]
    # "didn't she complain" asks whether she did, and is read as a statement that she did not
    begins = " ".join(case.query.understanding.words[:2]).lower()
    holds = verdict.holds != ("n't" in begins or "n’t" in begins)
    return [said_alone("yes" if holds else "no", verdict.strength, verdict.facts, verdict.links)]
