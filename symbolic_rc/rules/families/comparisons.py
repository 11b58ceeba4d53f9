"""Comparisons: told, turned round, by antonyms, degrees and numbers, over several steps."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

import numpy as np

from symbolic_rc.graph.facts import Fact, Term
from symbolic_rc.lexicon.english import ORDINALS
from symbolic_rc.lexicon.numbers import number as value_of
from symbolic_rc.lexicon.scales import DEGREES, PLAIN, adjective_of, direction
from symbolic_rc.rules.case import Case
from symbolic_rc.rules.kernels import MET
from symbolic_rc.rules.proof import Proposal
from symbolic_rc.rules.rule import asks_for, rule
from symbolic_rc.rules.terms import Node, key, meant, proposed

#: What the directions of comparisons say: more of it, less, or as much.
SIGN = {"more": 1, "most": 1, "less": -1, "least": -1, "equal": 0}
#: What follows over several steps keeps so much of its strength.
OVER_STEPS = 0.9
#: Words of a question that are part of how it compares.
_OF_DEGREE = ORDINALS | frozenset("more less fewer most least fewest as two both rather".split())
Evidence = TypeVar("Evidence")


@dataclass(slots=True)
class Order(Generic[Evidence]):
    """Who stands directly above whom in what is compared, or is as much so; who is the most or least so.

    Each with what says so: facts, or numbers of sentences.
    """

    above: dict[Node, dict[Node, tuple[Evidence, ...]]] = field(default_factory=lambda: defaultdict(dict))
    same: dict[Node, dict[Node, tuple[Evidence, ...]]] = field(default_factory=lambda: defaultdict(dict))
    most: dict[Node, Evidence] = field(default_factory=dict)
    least: dict[Node, Evidence] = field(default_factory=dict)

    def add(self, way: int, one: Node, other: Node, *evidence: Evidence) -> None:
        """Say that one stands above another (1), below it (-1), or is as much so (0)."""
        if way == 0:
            self.same[one].setdefault(other, evidence)
            self.same[other].setdefault(one, evidence)
        elif one != other:
            high, low = (one, other) if way > 0 else (other, one)
            self.above[low].setdefault(high, evidence)

    def add_extreme(self, way: int, node: Node, evidence: Evidence) -> None:
        """Say that one is the most (1) or the least so (-1)."""
        (self.most if way > 0 else self.least)[node] = evidence

    def over(self, low: Node) -> dict[Node, tuple[Evidence, ...]]:
        """Return all that stand above one, each with what says so on the way, over equals too."""
        found: dict[Node, tuple[Evidence, ...]] = {}
        visited: set[tuple[Node, bool]] = {(low, False)}
        queue: list[tuple[Node, bool, tuple[Evidence, ...]]] = [(low, False, ())]
        while queue:
            node, higher, way = queue.pop(0)
            steps = [(other, True, step) for other, step in self.above.get(node, {}).items()]
            steps += [(other, higher, step) for other, step in self.same.get(node, {}).items()]
            for other, above, step in steps:
                if (other, above) not in visited and other != low:
                    visited.add((other, above))
                    queue.append((other, above, (*way, *step)))
                    if above:
                        found.setdefault(other, (*way, *step))
        return found

    def at_end(
        self, sign: int, nodes: Sequence[Node], rank: int = 1
    ) -> Iterator[tuple[Node, tuple[Evidence, ...]]]:
        """Yield those of some nodes that stand above others (1) or below (-1), at a rank from that end."""
        over = {node: self.over(node) for node in nodes}
        for node in nodes:
            higher = {other: way for other, way in over[node].items() if other in over}
            lower = {low: ways[node] for low, ways in over.items() if node in ways}
            better, worse = (higher, lower) if sign > 0 else (lower, higher)
            if len(better) == rank - 1 and (worse or better):
                ways = worse or better
                yield node, tuple(dict.fromkeys(step for way in ways.values() for step in way))


@dataclass(slots=True)
class Scale(Order[Fact]):
    """What a story's facts say on one scale, also of one alone: a degree or a number; a term of each node."""

    level: dict[Node, tuple[float, Fact]] = field(default_factory=dict)
    term: dict[Node, Term] = field(default_factory=dict)

    def node(self, case: Case, term: Term) -> Node:
        """Return what a term refers to, and remember the term."""
        node = key(case, term)
        self.term.setdefault(node, term)
        return node


@rule("comparison", "comparison", 0.75, asks_for("comparison"))
def compares(case: Case) -> list[Proposal]:
    """The story compares them, in these words, the other way round, or by an antonym.

    Who is older than Ada? -> Ada is younger than Bo. -> Bo
    """
    found: list[Proposal] = []
    if any(fact.kind == "relation" for fact in case.query.facts):
        return found  # "who is Ada's best friend" asks for a friend
    for part, gap in case.query.asked:
        if part.kind != "comparison" or gap.role != "subject" or part.denied:
            continue
        standard = part.term("standard")
        scale = scale_of(case, part.predicate)
        for node, facts in _standing(case, scale, part, standard):
            term = scale.term[node]
            suited = case.kind != "person" or case.suited[case.number_of(term)]
            within = any(term.start <= fact.token < term.end for fact in facts)  # "its lowest point"
            if suited and not within:
                several = sum(fact.kind == "comparison" for fact in facts) > 1  # levels and numbers are exact
                strength = _stated_besides(case, part, facts) * (OVER_STEPS if several else 1.0)
                found.append(proposed(case, term, strength, facts))
    return found


def _stated_besides(case: Case, part: Fact, facts: tuple[Fact, ...]) -> float:
    """Return the share of what the question says besides the comparison that the facts' sentences say too."""
    inside = {part.token, *(i for term in part.terms for i in range(term.start, term.end))}
    inside |= case.query.variables
    lowers = case.query.syntax.lowers
    inside |= {i for i in case.query.content if lowers[i - 2 : i] == ["of", "the"] and value_of(lowers[i])}
    others = [i for i in case.query.content if i not in inside and lowers[i] not in _OF_DEGREE]
    if not (rows := [case.alignment.row[i] for i in others]):
        return 1.0
    sentences = np.asarray(case.facts.syntax.sentences)
    here = np.isin(sentences, [fact.sentence for fact in facts])
    return float((case.alignment.best[rows][:, here].max(axis=1, initial=0.0) >= MET).mean())


def _standing(
    case: Case, scale: Scale, part: Fact, standard: Term | None
) -> Iterator[tuple[Node, tuple[Fact, ...]]]:
    """Yield who stands as asked, with the facts that say so."""
    sign, rank = SIGN[part.sense], rank_of(case.query.syntax.lowers, part.token)
    if sign == 0 or standard is not None:
        for low in scale.term:
            for high, facts in (scale.over(low) if sign else scale.same.get(low, {})).items():
                one, other = (high, low) if sign > 0 else (low, high)
                if standard is None or meant(case, standard, scale.term[other]):
                    yield one, facts
        return
    for node, fact in (scale.most if sign > 0 else scale.least).items():
        if part.sense in ("most", "least") and rank_of(case.facts.syntax.lowers, fact.token) == rank:
            yield node, (fact,)
    yield from scale.at_end(sign, tuple(scale.term), rank)


def rank_of(lowers: Sequence[str], token: int) -> int:
    """Return which from its end a superlative names: 2 of "the second tallest" and "the 2nd tallest"."""
    before = lowers[max(0, token - 2) : token]
    told = (word for word in before if word in ORDINALS or word[-2:] in ("st", "nd", "rd", "th"))
    return next((2 if word == "second" else int(value_of(word) or 1) for word in told), 1)


def scale_of(case: Case, asked: str) -> Scale:
    """Return all that a story says on the scale of an adjective, adverb or counted noun."""
    scale = Scale()
    for fact in case.facts.of("comparison", "attribute"):
        if fact.is_asserted and fact.kind == "comparison":
            _add_comparison(case, scale, fact, direction(fact.predicate, asked))
        elif fact.is_asserted:
            _add_degree(case, scale, fact, asked)
    _add_numbers(case, scale, asked)
    for one, (value, fact) in scale.level.items():
        for other, (less, since) in scale.level.items():
            if value > less:
                scale.add(1, one, other, fact, since)
    return scale


def _add_comparison(case: Case, scale: Scale, fact: Fact, sign: int) -> None:
    if not sign:
        return
    way, subject = sign * SIGN[fact.sense], scale.node(case, fact.terms[0])
    if fact.denied and fact.sense == "equal":  # "not as old as Bo"
        way = -sign
    elif fact.denied:
        return
    if fact.sense in ("most", "least"):
        scale.add_extreme(way, subject, fact)
    elif len(fact.terms) > 1:
        scale.add(way, subject, scale.node(case, fact.terms[1]), fact)


def _add_degree(case: Case, scale: Scale, fact: Fact, asked: str) -> None:
    """Add what is said of one alone: very old, a little old, not old, nine years old."""
    syntax, value = case.facts.syntax, fact.terms[1].head
    children = syntax.children_of(value)
    counted, sign = value, direction(asked, "old") if syntax.pos[value] == "NUM" else 0
    if not sign:
        sign = direction(adjective_of(fact.predicate), asked)
        if not sign or any(syntax.lowers[c] in ("more", "less", "as") for c in children):
            return
        if syntax.tags[value] in ("JJR", "JJS", "RBR", "RBS"):
            return
        years = next((c for c in children if syntax.lemmas[c] in ("year", "month")), -1)
        counted = next(iter(syntax.children_of(years)), -1) if years >= 0 else -1
    level = value_of(syntax.words[counted]) if counted >= 0 else None
    if level is None:
        degrees = (DEGREES[syntax.lowers[c]] for c in children if syntax.lowers[c] in DEGREES)
        level = next(degrees, 0 if fact.denied else PLAIN)
    scale.level[scale.node(case, fact.terms[0])] = (sign * float(level), fact)


def _add_numbers(case: Case, scale: Scale, noun: str) -> None:
    """Add how many of what is counted each has, did, got."""
    counts = [fact for fact in case.facts.of("quantity") if fact.predicate == noun and fact.is_asserted]
    for fact in counts:
        count = value_of(case.facts.syntax.words[fact.terms[1].head])
        for event in case.facts.of("event") if count is not None else ():
            actor = event.term("ARG0")
            counted = any(term.head == fact.terms[0].head for term in event.terms[1:])
            if event.is_asserted and counted and actor is not None:
                scale.level[scale.node(case, actor)] = (float(count or 0), fact)
