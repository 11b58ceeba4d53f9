"""Facts of relations: kinship, roles, possession, place, parts; and what follows from two of kinship."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from symbolic_rc.graph.facts.fact import Fact, Term
from symbolic_rc.graph.facts.reading.source import Source
from symbolic_rc.lexicon import kinship

_PLACES = frozenset({"GPE", "LOC", "FAC"})
#: Verbs whose frames state a relation: what it is, what it is from the other side, its family.
_VERBS = {
    "own": ("owns", "belongs to", "possession"),
    "possess": ("owns", "belongs to", "possession"),
    "have": ("owns", "belongs to", "possession"),
    "belong": ("belongs to", "owns", "possession"),
    "marry": ("spouse", "spouse", "kinship"),
    "wed": ("spouse", "spouse", "kinship"),
}
_IN = frozenset("in at on near within inside by upon under outside".split())
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


@dataclass(frozen=True, slots=True)
class _Stated:
    """A relation: entity `source` is the `label` of entity `target`, whose inverse is `inverse`."""

    source: int
    target: int
    label: str
    inverse: str
    kind: str
    token: int


def relation_facts(source: Source) -> Iterator[Fact]:
    """Yield the relations that the story states, each in both directions; ids are not set."""
    found: dict[tuple[int, int, str, int], _Stated] = {}
    for stated in (*_by_phrases(source), *_by_clauses(source)):
        if stated.source != stated.target:
            sentence = int(source.syntax.sentences[stated.token])
            found.setdefault((stated.source, stated.target, stated.label, sentence), stated)
    for stated in sorted(found.values(), key=lambda stated: (stated.token, stated.source, stated.target)):
        if not _of_predicate_noun(source, stated):
            ends = source.nearest(stated.source, stated.token), source.nearest(stated.target, stated.token)
            yield from both_ways(source, ends, (stated.label, stated.inverse), stated.kind, stated.token)


def _by_phrases(source: Source) -> Iterator[_Stated]:
    """Read noun phrases: "the sister of Bo", "Ada's mill", "the inn at Kells"."""
    syntax, known = source.syntax, kinship()
    for mention in source.mentions:
        if mention.kind == "pronoun":
            continue
        head = mention.head
        relation = known.get(syntax.lemmas[head])
        for child in syntax.children_of(head):
            dep, target = syntax.deps[child], source.index.entity_at(child)
            if target in (-1, mention.entity):
                continue
            cases = [syntax.lowers[c] for c in syntax.children_of(child) if syntax.deps[c] == "case"]
            case = cases[0] if cases else ""
            genitive = dep == "nmod:poss" or (dep == "nmod" and case in ("of", "to"))
            if genitive and relation is not None:
                family = "kinship" if relation.kind == "kin" else "role"
                for holder in (mention.entity, *_same(source, head, mention.entity)):
                    yield _Stated(holder, target, relation.relation, relation.inverse, family, head)
            elif dep == "nmod:poss":
                yield _Stated(target, mention.entity, "owns", "belongs to", "possession", head)
            elif dep == "nmod" and case == "of":
                yield _Stated(mention.entity, target, "part of", "has part", "part", head)
            elif dep == "nmod" and case in _IN and source.entities[target].type in _PLACES:
                yield _Stated(mention.entity, target, "located in", "location of", "location", head)


def _same(source: Source, head: int, entity: int) -> list[int]:
    """Return the entity of which a noun phrase says what it is: by apposition, or by *be*."""
    syntax, children = source.syntax, source.syntax.children_of(head)
    same = -1
    if syntax.deps[head].startswith("appos"):
        same = source.index.entity_at(int(syntax.heads[head]))
    elif any(syntax.deps[child] == "cop" for child in children):
        subject = [child for child in children if syntax.deps[child].startswith("nsubj")]
        if subject and not any(syntax.lowers[child] in ("not", "n't", "never") for child in children):
            same = source.index.entity_at(subject[0])
    return [] if same in (-1, entity) else [same]


def _by_clauses(source: Source) -> Iterator[_Stated]:
    """Read frames: who owns what, who married whom, who did something in which place."""
    for frame in source.frames:
        if frame.kind != "verb" or frame.negated:
            continue
        roles: dict[str, int] = {}
        for argument in frame.arguments:
            mention = source.index.of(argument)
            if mention >= 0:
                roles.setdefault(argument.role, source.mentions[mention].entity)
        subject, place = roles.get("ARG0", roles.get("ARG1")), roles.get("ARGM-LOC")
        if subject is None:
            continue
        if place is not None and source.entities[place].type in _PLACES:
            yield _Stated(subject, place, "located in", "location of", "location", frame.head)
        other = roles.get("ARG1") if "ARG0" in roles else roles.get("ARG2")
        if other is not None and frame.lemma in _VERBS and not frame.modality:
            yield _Stated(subject, other, *_VERBS[frame.lemma], frame.head)


def _of_predicate_noun(source: Source, stated: _Stated) -> bool:
    """Whether a relation is told of a predicate noun itself, where it is told of the subject as well.

    "Ada is the mother of Bo": the relation is Ada's.
    """
    if source.child(stated.token, "cop") < 0:
        return False
    subject = source.child(stated.token, "nsubj")
    own = source.entity_at(subject) if subject >= 0 else -1
    return own >= 0 and own != stated.source and stated.source == source.entity_at(stated.token)


def both_ways(
    source: Source, ends: tuple[Term, Term], labels: tuple[str, str], family: str, token: int
) -> Iterator[Fact]:
    """Yield a relation and its inverse between two terms, as a word says it; ids are not set."""
    denied, modality, speaker = source.manner(token)
    sentence = int(source.syntax.sentences[token])
    for (one, other), label in zip((ends, ends[::-1]), labels, strict=True):
        terms = replace(one, role="subject"), replace(other, role="of")
        yield Fact(-1, "relation", label, family, terms, token, sentence, denied, modality, speaker)


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
