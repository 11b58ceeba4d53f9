"""The loop over the ordered rules: the first whose strongest proposal is strong enough decides."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from symbolic_rc.rules.facts.book import RULES, FactRule
from symbolic_rc.rules.facts.case import Case
from symbolic_rc.rules.facts.logic.who import names
from symbolic_rc.rules.facts.wording import in_form
from symbolic_rc.rules.proof import Proposal


@dataclass(frozen=True, slots=True)
class Resolution:
    """How a question was answered.

    Attributes
    ----------
    rule : str
        The rule that decided, or empty.
    proposal : Proposal or None
    text : str
        The answer's words.
    tried : tuple of (str, float)
        The rules before it, each with the strength of its best proposal (0 for none).
    """

    rule: str
    proposal: Proposal | None
    text: str
    tried: tuple[tuple[str, float], ...] = ()


def resolve(case: Case, rules: Sequence[FactRule] = RULES) -> Resolution:
    """Answer a case by the first rule that is sure enough; ties go to the better supported sentence."""
    tried: list[tuple[str, float]] = []
    for rule in rules:
        proposals = rule.propose(case)
        if case.query.options:
            proposals = [one for proposal in proposals if (one := as_choice(case, proposal)) is not None]
        if proposals:
            best = max(proposals, key=lambda one: (round(one.strength, 2), one.support, -one.start))
            if best.strength >= rule.threshold:
                return Resolution(rule.name, best, in_form(case, best), tuple(tried))
            tried.append((rule.name, best.strength))
        else:
            tried.append((rule.name, 0.0))
    return Resolution("", None, "", tuple(tried))


def as_choice(case: Case, proposal: Proposal) -> Proposal | None:
    """Return a proposal in the words of the choice that it names, or None if it names none of them."""
    for option in case.query.options:
        if names(case, option, proposal):
            return replace(proposal, text=option)
    return None
