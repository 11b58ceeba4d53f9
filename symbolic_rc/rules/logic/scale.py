"""Comparisons on a scale: told, turned round, by antonyms, degrees and numbers, over several steps."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from symbolic_rc.graph.facts import Fact, Term
from symbolic_rc.lexicon.numbers import number as value_of
from symbolic_rc.lexicon.scales import DEGREES, PLAIN, adjective_of, direction
from symbolic_rc.rules.case import Case
from symbolic_rc.rules.logic.who import Node, key, meant, proposed
from symbolic_rc.rules.proof import Proposal
from symbolic_rc.rules.similarity import MET

_SIGN = {"more": 1, "most": 1, "less": -1, "least": -1, "equal": 0}
_TOLD, _OVER_STEPS, _BY_DEGREE = 1.0, 0.9, 0.8
_MOST_STEPS = 12
#: Words of a question that are part of how it compares.
_OF_DEGREE = frozenset("more less fewer most least fewest as two both rather".split())


@dataclass(slots=True)
class Scale:
    """Who stands above whom on one scale, with the facts that say so.

    Attributes
    ----------
    above : dict
        For every node those directly above it, each with the facts that say so.
    level : dict
        What is said of one alone: a degree or a number, with its fact.
    extreme : dict
        The nodes that are said to be the most (1) or the least (-1), with the fact.
    equal : dict
    term : dict
        A term for every node.
    """

    above: dict[Node, dict[Node, Fact]] = field(default_factory=dict)
    level: dict[Node, tuple[float, Fact]] = field(default_factory=dict)
    extreme: dict[Node, tuple[int, Fact]] = field(default_factory=dict)
    equal: dict[Node, dict[Node, Fact]] = field(default_factory=dict)
    term: dict[Node, Term] = field(default_factory=dict)

    def over(self, low: Node) -> dict[Node, tuple[Fact, ...]]:
        """Return all that stand above a node, each with the facts on the way, over equals too."""
        found: dict[Node, tuple[Fact, ...]] = {}
        seen: dict[Node, tuple[Fact, ...]] = {low: ()}
        queue: list[tuple[Node, bool]] = [(low, False)]
        for _ in range(_MOST_STEPS * max(1, len(self.term))):
            if not queue:
                break
            node, higher = queue.pop(0)
            way = found.get(node, seen.get(node, ()))
            for other, fact in self.above.get(node, {}).items():
                if other not in found and other != low:
                    found[other] = (*way, fact)
                    queue.append((other, True))
            for other, fact in self.equal.get(node, {}).items():
                if higher and other not in found and other != low:
                    found[other] = (*way, fact)
                    queue.append((other, True))
                elif not higher and other not in seen:
                    seen[other] = (*way, fact)
                    queue.append((other, False))
        if low in self.level:
            for other, (value, fact) in self.level.items():
                if value > self.level[low][0]:
                    found.setdefault(other, (fact, self.level[low][1]))
        return found


def compares(case: Case) -> list[Proposal]:
    """Propose who is more, less or most so."""
    found: list[Proposal] = []
    if any(fact.kind == "relation" for fact in case.query.facts):
        return found  # "who is Ada's best friend" asks for a friend
    for part, gap in case.query.asked:
        if part.kind != "comparison" or gap.role != "subject" or part.denied:
            continue
        others = [term for term in part.terms if term is not gap and term.role == "standard"]
        scale = scale_of(case, part.predicate)
        for node, strength, facts in _ranked(case, scale, part.sense, others[0] if others else None):
            term = scale.term[node]
            at = case.number_of(term)
            circular = any(term.start <= fact.token < term.end for fact in facts)  # "its lowest point"
            if not circular and (at < 0 or case.suited[at] or case.kind != "person"):
                told = strength * _told_besides(case, part, facts)
                found.append(proposed(case, term, told, facts))
    return found


def _told_besides(case: Case, part: Fact, facts: tuple[Fact, ...]) -> float:
    """Return the share of what the question says besides the comparison that the facts' sentences say too."""
    inside = {part.token, *(i for term in part.terms for i in range(term.start, term.end))}
    inside |= case.query.variables
    lowers = case.query.syntax.lowers
    rows = [
        row
        for token, row in case.alignment.row.items()
        if token not in inside and lowers[token] not in _OF_DEGREE
    ]
    if not rows:
        return 1.0
    sentences = np.asarray(case.facts.syntax.sentences)
    here = np.isin(sentences, [fact.sentence for fact in facts])
    return float((case.alignment.best[rows][:, here].max(axis=1, initial=0.0) >= MET).mean())


def _ranked(
    case: Case, scale: Scale, sense: str, standard: Term | None
) -> Iterator[tuple[Node, float, tuple[Fact, ...]]]:
    """Yield who stands as asked, with the facts that say so."""
    sign = _SIGN[sense]
    over = {node: scale.over(node) for node in scale.term}
    if sense == "equal":
        for node in scale.equal:
            for other, fact in scale.equal[node].items():
                if standard is None or meant(case, standard, scale.term[other]):
                    yield node, _TOLD, (fact,)
        return
    if standard is not None:
        for low, found in over.items():
            for high, facts in found.items():
                one, other = (high, low) if sign > 0 else (low, high)
                if meant(case, standard, scale.term[other]):
                    yield one, _TOLD if len(facts) == 1 else _OVER_STEPS, facts
        return
    for node, (which, fact) in scale.extreme.items():
        if which == sign and sense in ("most", "least"):
            yield node, _TOLD, (fact,)
    for node in scale.term:
        higher = over[node]
        lower = {low: facts[node] for low, facts in over.items() if node in facts}
        better, worse = (higher, lower) if sign > 0 else (lower, higher)
        if worse and not better:
            facts = tuple(dict.fromkeys(fact for way in worse.values() for fact in way))
            yield node, _OVER_STEPS if len(facts) > 1 else _TOLD, facts


def scale_of(case: Case, asked: str) -> Scale:
    """Return all that a story says on the scale of an adjective, adverb or counted noun."""
    scale = Scale()
    for fact in case.facts:
        if not fact.told:
            continue
        if fact.kind == "comparison":
            _add_comparison(case, scale, fact, direction(fact.predicate, asked))
        elif fact.kind == "attribute":
            _add_degree(case, scale, fact, asked)
    _add_numbers(case, scale, asked)
    return scale


def _node(case: Case, scale: Scale, term: Term) -> Node:
    node = key(case, term)
    scale.term.setdefault(node, term)
    return node


def _add_comparison(case: Case, scale: Scale, fact: Fact, sign: int) -> None:
    if not sign:
        return
    way = sign * _SIGN[fact.sense]
    subject = _node(case, scale, fact.terms[0])
    if fact.sense in ("most", "least"):
        if not fact.denied:
            scale.extreme[subject] = (way, fact)
        return
    if len(fact.terms) < 2:
        return
    standard = _node(case, scale, fact.terms[1])
    if fact.sense == "equal":
        if fact.denied:  # "not as old as Bo"
            way = -sign
        else:
            scale.equal.setdefault(subject, {})[standard] = fact
            scale.equal.setdefault(standard, {})[subject] = fact
            return
    elif fact.denied:
        return
    high, low = (subject, standard) if way > 0 else (standard, subject)
    scale.above.setdefault(low, {})[high] = fact


def _add_degree(case: Case, scale: Scale, fact: Fact, asked: str) -> None:
    """Add what is said of one alone: very old, a little old, not old."""
    syntax = case.facts.syntax
    value = fact.terms[1].head
    if syntax.pos[value] == "NUM" and direction(asked, "old"):
        number = value_of(syntax.words[value])
        if number is not None:
            node = _node(case, scale, fact.terms[0])
            scale.level.setdefault(node, (direction(asked, "old") * float(number), fact))
        return
    sign = direction(adjective_of(fact.predicate), asked)
    if not sign or any(syntax.lowers[c] in ("more", "less", "as") for c in syntax.children_of(value)):
        return
    if syntax.tags[value] in ("JJR", "JJS", "RBR", "RBS"):
        return
    node = _node(case, scale, fact.terms[0])
    years = next((c for c in syntax.children_of(value) if syntax.lemmas[c] in ("year", "month")), -1)
    count = next((value_of(syntax.words[c]) for c in syntax.children_of(years)), None) if years >= 0 else None
    if count is not None:
        scale.level[node] = (sign * float(count), fact)
        return
    degrees = [DEGREES[syntax.lowers[c]] for c in syntax.children_of(value) if syntax.lowers[c] in DEGREES]
    degree = degrees[0] if degrees else 0 if fact.denied else PLAIN
    scale.level[node] = (float(sign * degree), fact)


def _add_numbers(case: Case, scale: Scale, noun: str) -> None:
    """Add how many of what is counted each has, did, got."""
    syntax = case.facts.syntax
    for fact in case.facts.of("quantity"):
        if fact.predicate != noun or not fact.told:
            continue
        count = value_of(syntax.words[fact.terms[1].head])
        for event in case.facts.of("event"):
            if (
                count is not None
                and event.told
                and any(t.head == fact.terms[0].head for t in event.terms[1:])
            ):
                actor = event.term("ARG0")
                if actor is not None:
                    scale.level[_node(case, scale, actor)] = (float(count), fact)
