"""Facts of relations: kinship, roles, possession, place, parts; and what follows from two of kinship."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from symbolic_rc.graph.facts.fact import Fact, Term
from symbolic_rc.graph.facts.reading.source import Source
from symbolic_rc.graph.relations import Stated, relations_of
from symbolic_rc.lexicon import kinship

#: A is the first of B, B the second of C: then A is the third of C.
COMPOSED = {
    ("parent", "parent"): "grandparent",
    ("child", "child"): "grandchild",
    ("sibling", "parent"): "uncle-or-aunt",
    ("child", "sibling"): "nephew-or-niece",
    ("child", "uncle-or-aunt"): "cousin",
    ("parent", "spouse"): "parent-in-law",
    ("spouse", "child"): "child-in-law",
    ("sibling", "spouse"): "sibling-in-law",
    ("spouse", "sibling"): "sibling-in-law",
    ("spouse", "parent"): "parent",
    ("parent", "sibling"): "parent",
    ("sibling", "sibling"): "sibling",
    ("child", "spouse"): "child",
    ("sibling", "child"): "child",
    ("child", "parent"): "sibling",
    ("parent", "child"): "spouse",
    ("grandparent", "sibling"): "grandparent",
    ("parent", "grandparent"): "great-grandparent",
    ("child", "grandchild"): "great-grandchild",
    ("spouse", "uncle-or-aunt"): "uncle-or-aunt",
}
#: So many facts at most follow by composition in one story.
MOST_COMPOSED = 400


def relation_facts(source: Source) -> Iterator[Fact]:
    """Yield the relations that the story states, each in both directions; ids are not set."""
    for stated in relations_of(source.syntax, source.mentions, source.entities, source.frames):
        if not _of_predicate_noun(source, stated):
            yield from _both_ways(source, stated)


def _of_predicate_noun(source: Source, stated: Stated) -> bool:
    """Whether a relation is told of a predicate noun itself, where it is told of the subject as well.

    "Ada is the mother of Bo": the relation is Ada's.
    """
    if source.child(stated.token, "cop") < 0:
        return False
    subject = source.child(stated.token, "nsubj")
    own = source.entity_at(subject) if subject >= 0 else -1
    return own >= 0 and own != stated.source and stated.source == source.entity_at(stated.token)


def _both_ways(source: Source, stated: Stated) -> Iterator[Fact]:
    if stated.kind == "equivalence":
        return  # told as an attribute
    denied, modality, speaker = source.manner(stated.token)
    for one, other, label in (
        (stated.source, stated.target, stated.label),
        (stated.target, stated.source, stated.inverse),
    ):
        terms = (_near(source, "subject", one, stated.token), _near(source, "of", other, stated.token))
        yield Fact(
            -1,
            "relation",
            label,
            stated.kind,
            terms,
            stated.token,
            stated.sentence,
            denied,
            modality,
            speaker,
        )


def _near(source: Source, role: str, entity: int, token: int) -> Term:
    """Return a term for an entity: its mention nearest to a token."""
    mentions = [source.mentions[i] for i in source.entities[entity].mentions]
    mention = min(mentions, key=lambda m: (abs(m.head - token), m.start))
    return Term(role, mention.start, mention.end, mention.head, entity)


def identities(facts: Sequence[Fact]) -> dict[int, int]:
    """Return the entity that stands for others of which the story says that they are the same.

    "Mina is the mother of Karl": *Mina* and *the mother of Karl* are one.
    """
    found: dict[int, int] = {}
    known = kinship()  # "the mother of Ada" and "the mother of Bo" are easily taken for one

    def root(entity: int) -> int:
        while entity in found:
            entity = found[entity]
        return entity

    for fact in facts:
        if fact.kind == "attribute" and not fact.denied and fact.told and fact.predicate not in known:
            one, other = (root(term.entity) if term.entity >= 0 else -1 for term in fact.terms)
            if one >= 0 and other >= 0 and one != other:
                found[max(one, other)] = min(one, other)
    return {entity: root(entity) for entity in found}


def composed(facts: Sequence[Fact]) -> Iterator[Fact]:
    """Yield the kinship that follows from two facts of kinship; ids are not set, `premises` are.

    Examples: a mother's brother is an uncle; a brother's daughter is a niece.
    """
    same = identities(facts)
    kin: dict[tuple[int, str, int], Fact] = {}
    for fact in facts:
        if fact.kind == "relation" and fact.sense == "kinship" and not fact.denied:
            one, other = (same.get(term.entity, term.entity) for term in fact.terms)
            kin.setdefault((one, fact.predicate, other), fact)
    related = {(one, other) for one, _, other in kin}
    called = _called(facts, same)
    by_subject: dict[int, list[tuple[str, int, Fact]]] = {}
    for (one, label, other), fact in kin.items():
        by_subject.setdefault(one, []).append((label, other, fact))
    count = 0
    for (one, outer, middle), first in kin.items():
        for inner, other, second in by_subject.get(middle, ()):
            label = COMPOSED.get((outer, inner), "")
            if not label or one == other or (one, other) in related:
                continue
            related.add((one, other))
            count += 1
            if count > MOST_COMPOSED:
                return
            terms = (
                _by_name(first.terms[0], called.get(one)), _by_name(second.terms[1], called.get(other))
            )  # fmt: skip
            yield Fact(
                -1, "relation", label, "kinship", terms, first.token, first.sentence,
                premises=(first.id, second.id),
            )  # fmt: skip


def _called(facts: Sequence[Fact], same: Mapping[int, int]) -> dict[int, Term]:
    """Return the name of each entity that the story tells beside a description: "his father, Hugo"."""
    found: dict[int, Term] = {}
    for fact in facts:
        if fact.kind == "attribute" and fact.sense == "name" and fact.told and not fact.denied:
            subject, name = fact.terms
            entity = name.entity if name.entity >= 0 else subject.entity
            found.setdefault(same.get(entity, entity), replace(name, entity=entity))
    return found


def _by_name(term: Term, name: Term | None) -> Term:
    """Return a term under the name that the story gives what it describes; itself where that is in it."""
    if name is None or term.head == name.head or term.end - term.start == 1:
        return term
    return replace(name, role=term.role)
