"""Reading a story's facts off its layers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from symbolic_rc.core.entity import Entity, Frame, Mention
from symbolic_rc.coref.mentions.syntax import read_syntax
from symbolic_rc.graph.facts.fact import Fact, Term
from symbolic_rc.graph.facts.reading.attributes import attribute_facts
from symbolic_rc.graph.facts.reading.comparisons import comparison_facts, quantity_facts
from symbolic_rc.graph.facts.reading.events import event_facts
from symbolic_rc.graph.facts.reading.implicit import (
    contrasted,
    doings,
    gapped,
    repeated,
    respectively,
    shared_facts,
)
from symbolic_rc.graph.facts.reading.kinds import inherited
from symbolic_rc.graph.facts.reading.kinship import kin_facts
from symbolic_rc.graph.facts.reading.order import life_facts, order_facts
from symbolic_rc.graph.facts.reading.source import Source
from symbolic_rc.graph.facts.reading.space import space_facts
from symbolic_rc.graph.facts.store import Facts
from symbolic_rc.lexicon import kinship

if TYPE_CHECKING:
    from spacy.tokens import Doc

    from symbolic_rc.coref import Quotation

_PLACES = frozenset({"GPE", "LOC", "FAC"})
#: Verbs whose frames state a relation: what it is, what it is from the other side, its family.
_VERBS = {
    "own": ("owns", "belongs to", "possession"),
    "possess": ("owns", "belongs to", "possession"),
    "have": ("owns", "belongs to", "possession"),
    "belong": ("belongs to", "owns", "possession"),
}
_IN = frozenset("in at on near within inside by upon under outside".split())


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
    for mention in source.mentions:
        if mention.kind != "pronoun":
            for child in source.syntax.children_of(mention.head):
                whose = source.antecedent(child) if source.syntax.lowers[child] == "whose" else child
                target = source.index.entity_at(whose)
                if target not in (-1, mention.entity):
                    yield from _by_phrase(source, mention, child, target)


def _by_phrase(source: Source, mention: Mention, child: int, target: int) -> Iterator[_Stated]:
    """Read the relation of a mention to the entity of one of its dependents."""
    syntax, head = source.syntax, mention.head
    relation, dep = kinship().get(syntax.lemmas[head]), syntax.deps[child]
    cases = [syntax.lowers[c] for c in syntax.children_of(child) if syntax.deps[c] == "case"]
    case = cases[0] if cases and dep == "nmod" else ""
    if relation is not None and (dep == "nmod:poss" or case in ("of", "to")):
        for holder in (
            (mention.entity, *_same(source, head, mention.entity)) if relation.kind != "kin" else ()
        ):
            yield _Stated(holder, target, relation.relation, relation.inverse, "role", head)
    elif dep == "nmod:poss":
        yield _Stated(target, mention.entity, "owns", "belongs to", "possession", head)
    elif case == "of":
        yield _Stated(mention.entity, target, "part of", "has part", "part", head)
    elif case in _IN and source.entities[target].type in _PLACES:
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
            if (mention := source.index.of(argument)) >= 0:
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
    """Whether a relation is stated of a noun and of its subject: Ada's in "Ada is the mother of Bo"."""
    if source.child(stated.token, "cop") < 0:
        return False
    subject = source.child(stated.token, "nsubj")
    own = source.entity_at(subject) if subject >= 0 else -1
    return own >= 0 and own != stated.source and stated.source == source.entity_at(stated.token)


def both_ways(
    source: Source, ends: tuple[Term, Term], labels: tuple[str, str], family: str, token: int
) -> Iterator[Fact]:
    """Yield a relation and its inverse between two terms, as a word says it; ids are not set."""
    for (one, other), label in zip((ends, ends[::-1]), labels, strict=True):
        terms = replace(one, role="subject"), replace(other, role="of")
        yield source.fact("relation", label, family, terms, token)


#: What is read off the text itself, each from a story's layers to facts without ids.
READERS = (
    event_facts, attribute_facts, relation_facts, kin_facts, comparison_facts, quantity_facts, space_facts,
    life_facts,
)  # fmt: skip
#: Derivations, in order; each takes all facts before it.
DERIVATIONS = (
    shared_facts, inherited, order_facts, doings,
)  # fmt: skip


def read_facts(
    doc: Doc,
    mentions: Sequence[Mention],
    entities: Sequence[Entity],
    frames: Sequence[Frame],
    quotations: Sequence[Quotation] = (),
) -> Facts:
    """Return a story's facts, in the order of the words that express them; derived facts are last."""
    source = Source(read_syntax(doc), mentions, entities, frames, quotations)
    found = sorted((fact for read in READERS for fact in read(source)), key=lambda fact: fact.token)
    for complete in (respectively, gapped, contrasted, repeated):
        found = complete(source, found)
    facts = _numbered(found, 0)
    for derive in DERIVATIONS:
        facts += _numbered(derive(source, facts), len(facts))
    return Facts(facts, source.syntax, entities, mentions)


def _numbered(facts: Iterable[Fact], first: int) -> list[Fact]:
    return [replace(fact, id=number) for number, fact in enumerate(facts, first)]
