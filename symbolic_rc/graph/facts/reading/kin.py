"""Facts of kinship told otherwise than "the sister of Ada": had a sister, are brothers, his father, Rufus."""

from __future__ import annotations

from collections.abc import Iterator

from symbolic_rc.graph.facts.fact import Fact, Term
from symbolic_rc.graph.facts.reading.relations import both_ways
from symbolic_rc.graph.facts.reading.source import Source
from symbolic_rc.lexicon import kinship
from symbolic_rc.lexicon.nouns import Relation

_HAVING = frozenset("have get".split())
_NAMED = frozenset("name call christen".split())


def kin_facts(source: Source) -> Iterator[Fact]:
    """Yield relations of kinship between those named beside a noun of kinship; ids are not set."""
    syntax, known = source.syntax, kinship()
    for token in range(len(syntax)):
        if syntax.pos[token] != "NOUN":
            continue
        relation = known.get(syntax.lemmas[token].lower())
        if relation is None or relation.kind != "kin":
            continue
        yield from _symmetric(source, token, relation)
        holders, had = _holders(source, token)
        named = _named(source, token)
        if had and not named:
            named = [token]
        subject = source.child(token, "nsubj") if source.child(token, "cop") >= 0 and not had else -1
        if subject >= 0:  # "Karl is the son of Ada and Otto", "Ada and Bo are the children of Otto"
            further = [one for holder in holders for one in source.listed(holder)]
            others = source.listed(subject)
            if further or others:
                twins = source.syntax.tags[subject] == "NNS" and others  # "the twins Ben and Ella"
                holders, named = (
                    [*holders, *further] if others else further,
                    others if twins else [subject, *others],
                )
        for holder in holders:
            for one in named:
                yield from _both_ways(source, one, holder, relation, token)


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
    syntax, found = source.syntax, []
    for child in syntax.children_of(token):
        dep = syntax.deps[child].partition(":")[0]
        if dep in ("appos", "flat", "conj") and syntax.pos[child] == "PROPN" and child > token:
            if dep != "conj" or syntax.tags[token] == "NNS":
                found += [child, *(one for one in source.listed(child) if syntax.pos[one] == "PROPN")]
        elif dep == "acl" and syntax.lemmas[child] in _NAMED:
            found += [c for c in syntax.children_of(child) if syntax.pos[c] == "PROPN" and c > child][:1]
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
    for i, one in enumerate(listed):
        for other in listed[i + 1 :]:
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
