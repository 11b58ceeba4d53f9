"""Replay: the deciding rule sees only what the proof cites; the ranker ranks again."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

import numpy as np

from symbolic_rc.graph.facts import Fact, Facts
from symbolic_rc.rules.case import Case
from symbolic_rc.rules.choices import choice_scores
from symbolic_rc.rules.confidence import RuleFit
from symbolic_rc.rules.decide import Decision, decide
from symbolic_rc.rules.proof import Proposal
from symbolic_rc.rules.rule import Rule
from symbolic_rc.trace.cited import Cited, cited


def replay(case: Case, rule: Rule, proposal: Proposal, fit: RuleFit | None = None) -> str:
    """Return the answer of a rule from the evidence of a proof only; empty if it finds no proof there.

    The rule sees only the cited facts, or for rules over the text the facts and words of the cited sentences,
    and the names of entities. The ranker, which compares all candidates, ranks them again. A learned choice
    among a rule's proposals (`fit`) is repeated.
    """
    if proposal.proof.rests_on == "ranking":
        return decide(replace(case), [rule], None if fit is None else {rule.name: fit}).text
    part = part_of(case, cited(case, proposal), proposal.proof.rests_on)
    if fit is None:
        return decide(part, [rule]).text
    return decide(part, [rule], {rule.name: replace(fit, threshold=0.0)}).text


def resolve_without_choices(case: Case) -> Decision:
    """Answer a case as if it had no choices."""
    return decide(case, [rule for rule in case.rules if rule.name != "choice"])


def replay_choice(case: Case, sentences: Collection[int]) -> str:
    """Return the choice that some sentences support best."""
    part, choices = _part_of_sentences(case, sentences), case.question.choices
    return choices[int(choice_scores(part, choices, resolve_without_choices(part).text).argmax())]


def part_of(case: Case, found: Cited, rests_on: str) -> Case:
    """Return a case restricted to what is cited."""
    if rests_on == "facts":
        stated = [fact for fact in found.facts if not fact.clause]
        facts = case.story.infer(_store(case.facts, _numbered(stated)))
        return replace(
            case, facts=facts, alignment=replace(case.alignment, facts=facts, whole=case.alignment)
        )
    return _part_of_sentences(case, found.sentences, counted=rests_on == "mentions")


def _part_of_sentences(case: Case, sentences: Collection[int], counted: bool = False) -> Case:
    """Return a case of some sentences with the names of all entities; if `counted`, their mentions alone."""
    kept = [fact for fact in case.facts if fact.sentence in sentences or fact.sense == "name"]
    facts = _store(case.facts, _numbered(kept), sentences if counted else None)
    inside = np.isin(np.asarray(case.facts.syntax.sentences), list(sentences))
    best = np.where(inside, case.alignment.best, 0).astype(np.float32)
    allowed = case.alignment.allowed & inside
    alignment = replace(case.alignment, facts=facts, best=best, allowed=allowed, whole=case.alignment)
    return replace(case, facts=facts, alignment=alignment)


def _numbered(facts: Sequence[Fact]) -> list[Fact]:
    number = {fact.id: new for new, fact in enumerate(facts)}
    return [
        replace(fact, id=new, premises=tuple(number[one] for one in fact.premises if one in number))
        for new, fact in enumerate(facts)
    ]


def _store(whole: Facts, facts: Sequence[Fact], sentences: Collection[int] | None = None) -> Facts:
    """Return a store of some facts, with the entities' mentions in some sentences."""
    entities = whole.entities
    if sentences is not None:
        where = whole.syntax.sentences
        inside = {i for i, m in enumerate(whole.mentions) if int(where[m.head]) in sentences}
        entities = [
            replace(entity, mentions=tuple(i for i in entity.mentions if i in inside)) for entity in entities
        ]
    return Facts(facts, whole.syntax, entities, whole.mentions)
