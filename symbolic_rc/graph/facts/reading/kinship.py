"""Facts of kinship beside "the sister of Ada": had a sister, are brothers, married; and what follows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations

from symbolic_rc.graph.facts.fact import Fact, Term
from symbolic_rc.graph.facts.reading.relations import both_ways
from symbolic_rc.graph.facts.reading.source import Source
from symbolic_rc.lexicon import kinship
from symbolic_rc.lexicon.nouns import Relation

_HAVING = frozenset("have get".split())
_NAMED = frozenset("name call christen".split())
_MARRYING = frozenset("marry wed".split())
_RAISING = frozenset("adopt father mother beget".split())
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


def kin_facts(source: Source) -> Iterator[Fact]:
    """Yield relations of kinship between those named beside a noun of kinship; ids are not set."""
    syntax, known = source.syntax, kinship()
    for token in range(len(syntax)):
        relation = known.get(syntax.lemmas[token].lower()) if syntax.pos[token] == "NOUN" else None
        if relation is None or relation.kind != "kin":
            continue
        yield from _symmetric(source, token, relation)
        holders, had = _holders(source, token)
        named = _named(source, token) or ([token] if had else [])
        subject = source.child(token, "nsubj") if source.child(token, "cop") >= 0 and not had else -1
        if subject >= 0:
            holders, named = _by_predicate(source, subject, holders, named)
        for holder in holders:
            for one in named:
                yield from _both_ways(source, one, holder, relation, token)


def _by_predicate(
    source: Source, subject: int, holders: list[int], named: list[int]
) -> tuple[list[int], list[int]]:
    """Return whose relatives a predicate noun names, and who they are.

    "Karl is the son of Ada and Otto", "Ada and Bo are the children of Otto".
    """
    further = [one for holder in holders for one in source.listed(holder)]
    others = source.listed(subject)
    if not further and not others:
        return holders, named
    twins = source.syntax.tags[subject] == "NNS" and others  # "the twins Ben and Ella"
    return [*holders, *further] if others else further, others if twins else [subject, *others]


def _holders(source: Source, token: int) -> tuple[list[int], bool]:
    """Return whose relative a noun names, and whether by *have*."""
    syntax = source.syntax
    verb = int(syntax.heads[token])
    if syntax.deps[token] == "obj" and syntax.lemmas[verb] in _HAVING:
        subject = source.subject(verb)[0]
        return ([subject, *source.listed(subject)] if subject >= 0 else []), True
    for child in syntax.children_of(token):
        cases = [syntax.lowers[c] for c in syntax.children_of(child) if syntax.deps[c] == "case"]
        if syntax.deps[child] == "nmod:poss" or (syntax.deps[child] == "nmod" and "of" in cases):
            if syntax.lowers[child] == "their" and source.entity_at(child) >= 0:
                return source.pair_before(child) or [child], False
            return [child], False
    return [], False


def _named(source: Source, token: int) -> list[int]:
    """Return the names of those whom a noun of kinship stands for, where they stand beside it."""
    syntax = source.syntax
    found: list[int] = []

    def proper(tokens: Iterable[int]) -> list[int]:
        return [one for one in tokens if syntax.pos[one] == "PROPN"]

    for child in syntax.children_of(token):
        dep = syntax.deps[child].partition(":")[0]
        if dep in ("appos", "flat", "conj") and child > token and proper([child]):
            if dep != "conj" or syntax.tags[token] == "NNS":
                found += [child, *proper(source.listed(child))]
        elif dep == "acl" and syntax.lemmas[child] in _NAMED:
            found += [c for c in proper(syntax.children_of(child)) if c > child][:1]
    above, dep = int(syntax.heads[token]), syntax.deps[token].partition(":")[0]
    if syntax.pos[above] == "PROPN" and dep in ("nsubj", "compound", "appos"):
        found.append(above)
    return list(dict.fromkeys(found))


def _symmetric(source: Source, token: int, relation: Relation) -> Iterator[Fact]:
    """Read "Ada and Bo are cousins"."""
    if relation.relation != relation.inverse or source.child(token, "cop") < 0:
        return
    subject = source.child(token, "nsubj")
    listed = [subject, *source.listed(subject)] if subject >= 0 else []
    for one, other in combinations(listed, 2):
        yield from _both_ways(source, one, other, relation, token)


def _both_ways(source: Source, one: int, other: int, relation: Relation, token: int) -> Iterator[Fact]:
    name = source.child(other, "appos")  # "Anna's sister Berta has a son": he is Berta's
    called = name >= 0 and source.syntax.pos[name] == "PROPN"
    ends = _term(source, one, token), _term(source, name if called else other, other)
    if ends[0].entity < 0 or ends[1].entity < 0 or ends[0].entity == ends[1].entity:
        return
    yield from both_ways(source, ends, (relation.relation, relation.inverse), "kinship", token)


def _term(source: Source, token: int, noun: int = -1) -> Term:
    """Return the term of a name, which is one with the noun beside it where it has no entity of its own."""
    start, end = source.phrase(token)
    while start < token and source.syntax.pos[start] == "ADP":
        start += 1
    entity = source.entity_at(token)
    named = entity < 0 <= noun and source.syntax.pos[token] == "PROPN"
    return Term("", start, end, token, source.entity_at(noun) if named else entity)


def kin_of_events(source: Source, facts: Sequence[Fact]) -> Iterator[Fact]:
    """Yield the kinship that events bring about, each in both directions; ids are not set.

    "Ada married Bo", "Ada and Bo married": each is the spouse of the other. "Ada gave birth to Karl": she is
    a parent of his.
    """
    known = {
        (fact.terms[0].entity, fact.predicate, fact.terms[1].entity)
        for fact in facts
        if fact.kind == "relation" and fact.sense == "kinship"
    }
    for fact in facts:
        if fact.kind == "event" and fact.told and not fact.denied:
            for one in _of_event(source, fact):
                if (one.terms[0].entity, one.predicate, one.terms[1].entity) not in known:
                    yield one


def _of_event(source: Source, fact: Fact) -> Iterator[Fact]:
    if fact.predicate in _MARRYING or _gets_married(source, fact):
        pairs = combinations(_people(source, fact, "ARG0", "ARG1", "ARG2"), 2)
        for one, other in list(pairs)[:1]:
            yield from _both(fact, one, "spouse", other, "spouse")
        return
    parents, children = _birth(source, fact)
    for parent in parents:
        for child in children:
            yield from _both(fact, parent, "parent", child, "child")


def _gets_married(source: Source, fact: Fact) -> bool:
    """Whether an event is that of "Ada and Bo got married"."""
    return fact.predicate == "get" and any(source.syntax.lowers[t.head] == "married" for t in fact.terms)


def _birth(source: Source, fact: Fact) -> tuple[list[Term], list[Term]]:
    """Return the parents and the children of which an event tells, if it does."""
    if fact.predicate in _RAISING:
        return _people(source, fact, "ARG0"), _people(source, fact, "ARG1")
    gift = fact.term("ARG1")
    if fact.predicate == "give" and gift is not None and source.syntax.lowers[gift.head] == "birth":
        return _people(source, fact, "ARG0"), _people(source, fact, "ARG2", "ARG1")
    if fact.predicate == "bear" and source.child(fact.token, "nsubj:pass", "aux:pass") >= 0:
        to = [term for term in fact.terms if source.syntax.lowers[term.start] in ("to", "of")]
        to += [source.term(term.role, one) for term in to for one in source.listed(term.head)]
        return [term for term in to if _is_name(source, term)], _people(source, fact, "ARG1")
    return [], []


def _people(source: Source, fact: Fact, *roles: str) -> list[Term]:
    """Return the terms of some roles that name somebody, each once."""
    found: dict[int, Term] = {}
    for term in fact.terms:
        if term.role in roles and term.entity >= 0 and _is_name(source, term):
            found.setdefault(term.entity, term)
    return list(found.values())


def _is_name(source: Source, term: Term) -> bool:
    return term.entity >= 0 and source.syntax.pos[term.head] in ("PROPN", "PRON")


def _both(fact: Fact, one: Term, label: str, other: Term, inverse: str) -> Iterator[Fact]:
    for first, relation, second in ((one, label, other), (other, inverse, one)):
        terms = (replace(first, role="subject"), replace(second, role="of"))
        yield Fact(-1, "relation", relation, "kinship", terms, fact.token, fact.sentence, premises=(fact.id,))


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
