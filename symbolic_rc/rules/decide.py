"""The loop over the ordered rules: the first whose best proposal is confident enough decides."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from symbolic_rc.core.trace import TriedRule
from symbolic_rc.rules.answering import in_form, within_ends
from symbolic_rc.rules.case import Case
from symbolic_rc.rules.choosing import chosen_by_time, joined, most_confident, proposals_of, strongest
from symbolic_rc.rules.confidence import NOTHING, RuleFit, coverage, unfitted_confidence
from symbolic_rc.rules.proof import Proposal
from symbolic_rc.rules.rule import Rule


@dataclass(frozen=True, slots=True)
class Decision:
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
        The probability that the answer is right: learned, or estimated from the proof without a fit.
    fit : RuleFit or None
        What was learned of the rule that decided.
    """

    rule: str
    proposal: Proposal | None
    text: str
    tried: tuple[TriedRule, ...] = ()
    confidence: float = 0.0
    fit: RuleFit | None = None


def decide(
    case: Case, rules: Iterable[Rule] | None = None, fits: Mapping[str, RuleFit] | None = None
) -> Decision:
    """Answer a case by the first rule that is confident enough.

    Parameters
    ----------
    case : Case
    rules : iterable of Rule, optional
        In the order in which they are tried; disabled ones are skipped. The rulebook of the case by default.
    fits : mapping of str to RuleFit, optional
        What was learned of each rule, by name. A rule without a fit decides by its strength and declared
        threshold.
    """
    tried: list[TriedRule] = []
    nothing = 0.0  # the confidence that the story holds no answer, where one has to be given all the same
    for rule in case.rules if rules is None else rules:
        fit = fits.get(rule.name) if fits is not None else None
        if not rule.enabled or (fit is not None and fit.never):
            continue
        missed = rule.missed(case)
        proposals = () if missed else proposals_of(case, rule)
        if not proposals:
            tried.append(
                _without_proposal(rule.name, rule.threshold if fit is None else fit.threshold, missed)
            )
            continue
        best, confidence, threshold = _best(case, rule, proposals, fit)
        if confidence < threshold:
            tried.append(TriedRule(rule.name, confidence, threshold))
        elif rule.answers_nothing and not case.question.may_refuse:
            nothing = max(nothing, confidence)
            tried.append(TriedRule(rule.name, confidence, threshold))
        else:
            confidence = unfitted_confidence(rule, best) if fit is None else confidence
            confidence = min(confidence * coverage(case, best), 1.0 - nothing)
            best = best if case.learned else within_ends(case, joined(case, proposals, best))
            return Decision(rule.name, best, in_form(case, best), tuple(tried), confidence, fit)
    return Decision("", None, "", tuple(tried))


@lru_cache(maxsize=1 << 12)
def _without_proposal(name: str, threshold: float, missed: str) -> TriedRule:
    """Return what is said of a rule that proposes nothing, made once."""
    return TriedRule(name, 0.0, threshold, missed)


def _best(
    case: Case, rule: Rule, proposals: Sequence[Proposal], fit: RuleFit | None
) -> tuple[Proposal, float, float]:
    """Return a rule's best proposal, the confidence in it, and the rule's threshold."""
    if fit is None:
        best = strongest(case, proposals)[0]
        return best, best.strength, rule.threshold
    best, confidence = most_confident(case, proposals, fit)
    threshold = fit.threshold if best.text or best.texts else max(fit.threshold, NOTHING)
    reliable = chosen_by_time(case, proposals, best) or (fit.flawless and not rule.answers_nothing)
    if reliable and best.strength >= rule.threshold:
        threshold = 0.0  # no later rule reads what was so first and what last, or is right more often
    return best, confidence, threshold
