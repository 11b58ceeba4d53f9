"""The loop over the ordered rules: the first whose strongest proposal is strong enough decides."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from symbolic_rc.rules.facts.book import RULES, FactRule
from symbolic_rc.rules.facts.case import Case
from symbolic_rc.rules.facts.logic.who import names
from symbolic_rc.rules.facts.wording import in_form
from symbolic_rc.rules.proof import Proposal

#: Words that say that what is told of one was told of another.
_TOO = frozenset("also too likewise".split())
_MOST_JOINED = 6


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
            best = max(proposals, key=lambda one: rank(case, one))
            if best.strength >= rule.threshold:
                best = joined(case, proposals, best)
                return Resolution(rule.name, best, in_form(case, best), tuple(tried))
            tried.append((rule.name, best.strength))
        else:
            tried.append((rule.name, 0.0))
    return Resolution("", None, "", tuple(tried))


def joined(case: Case, proposals: Sequence[Proposal], best: Proposal) -> Proposal:
    """Return the best proposal with those that are as good, where a question asks for several answers.

    Likewise where the story says that another is so *too*.
    """
    lowers, facts = case.query.syntax.lowers[case.query.start : case.query.end], best.proof.facts
    several = bool({"are", "were"} & set(lowers[1:3])) or case.query.understanding.plural
    if case.query.time or case.query.options or case.kind == "number" or best.start < 0 or not facts:
        return best
    equal: dict[tuple[int, int], Proposal] = {}
    for one in proposals:
        told = bool(one.proof.facts) and one.proof.facts[0].told and one.proof.facts[0].kind == facts[0].kind
        if told and one.start >= 0 and abs(one.strength - best.strength) < 0.01:
            equal.setdefault((one.start, one.end), one)
    found = sorted(equal.values(), key=lambda one: one.start)
    texts = tuple(dict.fromkeys(one.text for one in found))
    too = any(_says_too(case, one) for one in found)
    if len(texts) < 2 or len(texts) > _MOST_JOINED or not (several or too):
        return best
    every = tuple(dict.fromkeys(fact for one in found for fact in one.proof.facts))
    proof = replace(best.proof, facts=every)
    return replace(best, start=-1, end=-1, text=" and ".join(texts), texts=texts, proof=proof)


def _says_too(case: Case, proposal: Proposal) -> bool:
    syntax, sentence = case.facts.syntax, proposal.proof.facts[0].sentence
    token = proposal.proof.facts[0].token
    near = range(max(0, token - 12), min(len(syntax), token + 12))
    return any(syntax.lowers[i] in _TOO and syntax.sentences[i] == sentence for i in near)


def rank(case: Case, proposal: Proposal) -> tuple[float, float, float]:
    """Return what proposals are ordered by: strength; the time that is asked for; the sentence; place."""
    strength = round(proposal.strength, 2)
    facts = proposal.proof.facts
    if case.query.time and facts:
        told = float(facts[0].token)
        return strength, told if case.query.time == "last" else -told, 0.0
    return strength, proposal.support, float(-proposal.start)


def as_choice(case: Case, proposal: Proposal) -> Proposal | None:
    """Return a proposal in the words of the choice that it names, or None if it names none of them."""
    for option in case.query.options:
        if names(case, option, proposal):
            return replace(proposal, text=option)
    return None
