"""The loop over the ordered rules: the first whose strongest proposal is strong enough decides."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from symbolic_rc.core.trace import TriedRule
from symbolic_rc.rules.answering import in_form, within_ends
from symbolic_rc.rules.case import Case
from symbolic_rc.rules.choosing import by_time, joined, proposals_of, strongest, surest
from symbolic_rc.rules.confidence import NOTHING, RuleFit, certainty, told_share
from symbolic_rc.rules.proof import Proposal
from symbolic_rc.rules.rule import Rule


@lru_cache(maxsize=4096)
def _without_proposals(rule: str, threshold: float, missed: str) -> TriedRule:
    return TriedRule(rule, 0.0, threshold, missed)


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
    tried : tuple of TriedRule
        The rules before it.
    confidence : float
        How sure the answer is: learned where a rule's confidence was, else as its proof tells.
    fit : RuleFit or None
        What was learned of the rule that decided.
    """

    rule: str
    proposal: Proposal | None
    text: str
    tried: tuple[TriedRule, ...] = ()
    confidence: float = 0.0
    fit: RuleFit | None = None


def resolve(
    case: Case, rules: Iterable[Rule] | None = None, fits: Mapping[str, RuleFit] | None = None
) -> Resolution:
    """Answer a case by the first rule that is sure enough.

    Parameters
    ----------
    case : Case
    rules : iterable of Rule, optional
        In the order in which they are tried; those that are switched off are passed over. The rulebook of the
        case by default.
    fits : mapping of str to RuleFit, optional
        What was learned of rules: they decide by confidence. A rule that nothing was learned of decides from
        its own threshold on.
    """
    tried: list[TriedRule] = []
    doubt = 0.0
    for rule in case.rules if rules is None else rules:
        if not rule.enabled:
            continue
        fit = fits.get(rule.name) if fits is not None else None
        threshold = rule.threshold if fit is None else fit.threshold
        if fit is not None and fit.never:
            continue
        missed = rule.missed(case)
        proposals = () if missed else proposals_of(case, rule)
        if not proposals:
            tried.append(_without_proposals(rule.name, threshold, missed))
            continue
        if fit is None:
            best = strongest(case, proposals)[0]
            sure = best.strength
        else:
            best, sure = surest(case, proposals, fit)
            threshold = threshold if best.text or best.texts else max(threshold, NOTHING)
            certain = by_time(case, proposals, best) or (fit.flawless and not rule.answers_nothing)
            if certain and best.strength >= rule.threshold:
                threshold = 0.0  # nothing later reads what was so first and what last, or is right more often
        if sure >= threshold and rule.answers_nothing and not case.question.may_refuse:
            doubt = max(doubt, sure)  # something is answered all the same
        elif sure >= threshold:
            sure = (certainty(rule, best) if fit is None else sure) * told_share(case, best)
            best = best if case.learned else within_ends(case, joined(case, proposals, best))
            sure = min(sure, 1.0 - doubt)
            return Resolution(rule.name, best, in_form(case, best), tuple(tried), sure, fit)
        tried.append(TriedRule(rule.name, sure, threshold))
    return Resolution("", None, "", tuple(tried))
