"""How sure an answer is where nothing was learned of the rule that gave it."""

from __future__ import annotations

from symbolic_rc.rules.case import Case
from symbolic_rc.rules.proof import Proposal
from symbolic_rc.rules.rule import Rule

#: What an answer keeps of its strength that rests on words near by, on frequency, on a clause.
_BY_GROUND = {"nearness": 0.2, "mentions": 0.1, "clause": 0.5, "guess": 0.2, "filled": 0.5}
#: And for each thing that the question names and the fact does not, or for which it names another.
_UNMET, _CONTRARY = 0.5, 0.5
#: Rules that take a fact whose roles are others.
_LOOSE = {"other-roles": 0.4, "paraphrased-in-part": 0.4}


#: A word of the question is told in the story from here on.
_PRESENT = 0.6


def certainty(rule: Rule, proposal: Proposal) -> float:
    """Return how sure an unfitted rule's answer is: its strength, less what its proof leaves open.

    These are no probabilities, but tell what is proved from what is guessed, so that guesses can be refused.
    """
    grounds = _BY_GROUND.get(proposal.proof.rests_on, 1.0) * _LOOSE.get(rule.name, 1.0)
    doubts: float = _UNMET**proposal.unmet * _CONTRARY**proposal.contrary
    return min(1.0, proposal.strength) * grounds * doubts


def told_share(case: Case, proposal: Proposal) -> float:
    """Return what is left of the confidence in a candidate where the story lacks words of the question.

    That is their share: of *Wilma's husband*, where the story tells of no husband, a half. Proofs cite what
    meets the question, and of data sets that were learned from it is known how often they use other words.
    """
    if proposal.proof.rests_on != "ranking" or case.learned or not len(case.alignment.best):
        return 1.0
    return float((case.alignment.best.max(axis=1, initial=0.0) >= _PRESENT).mean())
