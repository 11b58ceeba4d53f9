"""Reading a story's facts off its layers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from symbolic_rc.core.entity import Entity, Frame, Mention
from symbolic_rc.core.tokens import grouped
from symbolic_rc.coref.mentions.syntax import Syntax, read_syntax
from symbolic_rc.graph.facts.fact import Fact
from symbolic_rc.graph.facts.reading.attributes import attribute_facts
from symbolic_rc.graph.facts.reading.clause import said
from symbolic_rc.graph.facts.reading.comparisons import comparison_facts, quantity_facts
from symbolic_rc.graph.facts.reading.events import event_facts, life_facts, order_facts
from symbolic_rc.graph.facts.reading.implicit import (
    contrasted,
    doings,
    exchanged,
    gapped,
    listed_below,
    makings,
    repeated,
    respectively,
    shared_facts,
)
from symbolic_rc.graph.facts.reading.kinship import kin_facts
from symbolic_rc.graph.facts.reading.source import Source
from symbolic_rc.graph.facts.reading.space import space_facts
from symbolic_rc.graph.facts.store import Facts
from symbolic_rc.lexicon import kinship, wordnet
from symbolic_rc.lexicon.english import UNIVERSAL
from symbolic_rc.lexicon.scales import adjective_of, direction

if TYPE_CHECKING:
    from spacy.tokens import Doc

    from symbolic_rc.coref import Quotation

#: Properties of which each thing has one.
_PROPERTIES = frozenset("colour size age shape material nationality price weight place loudness".split())
#: Maximum number of inherited facts in one story.
_MOST = 200
#: Maximum number of kinds that are followed upwards.
_MOST_STEPS = 6


def inherited(source: Source, facts: Sequence[Fact]) -> Iterator[Fact]:
    """Yield what holds of a kind as holding of those that are of it; ids are not set, `premises` are."""
    stated = [_of_kind_meant(source, fact) for fact in facts if fact.kind in ("event", "attribute")]
    general = [fact for fact in stated if _is_general(source, fact)]
    if not general:
        return
    about = [fact for fact in facts if fact.terms and fact.terms[0].entity >= 0]
    of_entity = grouped((fact.terms[0].entity, fact) for fact in about)
    yield from islice(_for_members(source, facts, general, of_entity), _MOST)


def _for_members(
    source: Source, facts: Sequence[Fact], general: Sequence[Fact], of_entity: Mapping[int, Sequence[Fact]]
) -> Iterator[Fact]:
    """Yield what follows for each member, unless a nearer kind, or itself, is an exception."""
    pos, above = source.syntax.pos, dict[str, str]()  # "wugs are birds"
    for fact in general:
        nouns = [source.lemma(term.head) for term in fact.terms if pos[term.head] == "NOUN"]
        if (fact.kind, fact.denied, len(nouns)) == ("attribute", False, 2):
            above[nouns[0]] = nouns[1]
    for member in facts:
        if not _names_member(source, member):
            continue
        kind, own = source.lemma(member.terms[1].head), of_entity.get(member.terms[0].entity, ())
        steps = [(_steps(source, kind, member, fact, above), fact) for fact in general]
        meant = [(far, fact) for far, fact in steps if far >= 0]
        for far, fact in meant:
            nearer = (other for less, other in meant if less < far)
            if not any(_says_of_same(other, fact) for other in (*nearer, *own)):
                subject = replace(member.terms[0], role=fact.terms[0].role, link="one of its kind")
                terms = (subject, *fact.terms[1:])
                yield replace(fact, id=-1, terms=terms, premises=(member.id, fact.id))


def _of_kind_meant(source: Source, fact: Fact) -> Fact:
    """Return a fact of *they* as one of their kind: "ostriches are birds, but they cannot fly"."""
    subject = fact.terms[0] if fact.terms else None
    if subject is None or subject.entity < 0 or source.syntax.lowers[subject.head] != "they":
        return fact
    heads = [source.mentions[i].head for i in source.entities[subject.entity].mentions]
    nouns = [i for i in heads if i < subject.head and source.syntax.tags[i] == "NNS"]
    if not nouns:
        return fact
    return replace(fact, terms=(replace(source.term(subject.role, nouns[-1]), link="they"), *fact.terms[1:]))


def _says_of_same(one: Fact, other: Fact) -> bool:
    """Whether two facts are about the same event or property, or about one and its contrary."""
    if one.kind != other.kind or one.predicate == other.predicate:
        return one.kind == other.kind
    if one.kind == "event":
        return one.predicate in wordnet().antonyms(other.predicate, "v")
    same = one.sense == other.sense and one.sense in _PROPERTIES
    return same or direction(adjective_of(one.predicate), adjective_of(other.predicate)) == -1


def _is_general(source: Source, fact: Fact) -> bool:
    """Whether a fact is a generic statement: bare plural, all, every, no."""
    if not fact.terms or fact.modality not in ("real", "possible", "obliged"):
        return False
    syntax, subject = source.syntax, fact.terms[0]
    behind = subject.head >= fact.token and subject.link != "ellipsis"  # "birds can fly, but penguins cannot"
    if behind or syntax.pos[subject.head] != "NOUN":
        return False
    before = range(subject.start, subject.head)
    if any(syntax.lowers[i] in UNIVERSAL for i in before):
        return True
    known = any(syntax.pos[i] in ("DET", "NUM", "PRON") or syntax.deps[i] == "nmod:poss" for i in before)
    plural = syntax.tags[subject.head] == "NNS" and not known
    past = any(syntax.tags[i] == "VBD" for i in syntax.children_of(fact.token))
    return plural and not past and syntax.tags[fact.token] in ("VBP", "VB", "JJ", "NN", "NNS")


def _names_member(source: Source, fact: Fact) -> bool:
    """Whether a fact says what somebody or something is: a name and a noun with *a*, or a plural one."""
    syntax = source.syntax
    if fact.kind != "attribute" or fact.denied or not fact.is_asserted:
        return False
    subject, value = fact.terms
    alone = syntax.tags[subject.head] == "NN" and subject.end - subject.start == 1
    name = syntax.pos[subject.head] == "PROPN" or (alone and syntax.words[subject.head][:1].isupper())
    return syntax.pos[value.head] == "NOUN" and name


def _steps(source: Source, kind: str, member: Fact, fact: Fact, above: dict[str, str]) -> int:
    """Return how many steps a fact's kind is above a member's; -1 if the member is not of that kind."""
    syntax, subject = source.syntax, fact.terms[0]
    noun, value = source.lemma(subject.head), member.terms[1]
    words = {syntax.lemmas[i].lower() for i in range(value.start, value.end)}
    others = (i for i in range(subject.start, subject.end) if i != subject.head)
    narrow = {syntax.lemmas[i].lower() for i in others if syntax.pos[i] in ("ADJ", "NOUN", "PROPN")}
    if not narrow <= words:
        return -1
    for steps in range(_MOST_STEPS):
        if noun == kind:
            return steps
        if kind not in above:
            break
        kind = above[kind]
    return _steps_above(kind, noun)


@lru_cache(maxsize=1 << 12)
def _steps_above(kind: str, noun: str) -> int:
    """Return how far a noun's meaning is above a kind's, and one more; or -1."""
    words = wordnet()
    above = words.synsets(noun, "n")[:2]
    for sense in words.synsets(kind, "n")[:2]:
        known = words.ancestors(sense)
        ways = [known[one] for one in above if one in known]
        if ways:
            return 1 + min(ways)
    return -1


_PLACES = frozenset({"GPE", "LOC", "FAC"})
#: Verbs whose frames state a relation: what it is, what it is from the other side, its family.
_VERBS = dict.fromkeys(("own", "possess", "have"), ("owns", "belongs to", "possession"))
_VERBS["belong"] = ("belongs to", "owns", "possession")
_IN = frozenset("in at on near within inside by upon under outside".split())


class _Stated(NamedTuple):
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
        # of a predicate noun its subject's relation is stated: Ada's in "Ada is the mother of Bo"
        subject = source.child(stated.token, "nsubj") if source.child(stated.token, "cop") >= 0 else -1
        own = source.entity_at(subject) if subject >= 0 else -1
        if own in (-1, stated.source) or stated.source != source.entity_at(stated.token):
            one, other = (source.nearest(end, stated.token) for end in (stated.source, stated.target))
            for label, who, of in ((stated.label, one, other), (stated.inverse, other, one)):
                terms = replace(who, role="subject"), replace(of, role="of")
                yield source.fact("relation", label, stated.kind, terms, stated.token)


def _by_phrases(source: Source) -> Iterator[_Stated]:
    """Read noun phrases: "the sister of Bo", "Ada's mill", "the inn at Kells"."""
    for mention in source.mentions:
        if mention.kind != "pronoun":
            for child in source.syntax.children_of(mention.head):
                whose = source.antecedent(child) if source.syntax.lowers[child] == "whose" else child
                target = source.headed_by(whose)
                if target not in (-1, mention.entity):
                    yield from _by_phrase(source, mention, child, target)


def _by_phrase(source: Source, mention: Mention, child: int, target: int) -> Iterator[_Stated]:
    """Read the relation of a mention to the entity of one of its dependents."""
    syntax, head = source.syntax, mention.head
    relation, dep = kinship().get(syntax.lemmas[head]), syntax.deps[child]
    case = source.case(child) if dep == "nmod" else ""
    if relation is not None and (dep == "nmod:poss" or case in ("of", "to")):
        holders = (mention.entity, *_same(source, head, mention.entity)) if relation.kind != "kin" else ()
        for holder in holders:
            yield _Stated(holder, target, relation.relation, relation.inverse, "role", head)
    elif dep == "nmod:poss":
        yield _Stated(target, mention.entity, "owns", "belongs to", "possession", head)
    elif case == "of":
        yield _Stated(mention.entity, target, "part of", "has part", "part", head)
    elif case in _IN and source.entities[target].type in _PLACES:
        yield _Stated(mention.entity, target, "located in", "location of", "location", head)


def _same(source: Source, head: int, entity: int) -> list[int]:
    """Return the entity of which a noun phrase says what it is: by apposition, or by *be*."""
    syntax, other = source.syntax, -1
    denied = any(syntax.lowers[child] in ("not", "n't", "never") for child in syntax.children_of(head))
    if syntax.deps[head].startswith("appos"):
        other = int(syntax.heads[head])
    elif syntax.has_child(head, "cop") and not denied:
        other = syntax.subject_of(head)
    same = source.headed_by(other)
    return [] if same in (-1, entity) else [same]


def _by_clauses(source: Source) -> Iterator[_Stated]:
    """Read frames: who owns what, who married whom, who did something in which place."""
    for frame in source.frames:
        if frame.kind != "verb" or frame.negated:
            continue
        roles: dict[str, int] = {}
        for argument in frame.arguments:
            if (mention := source.filling(argument)) >= 0:
                roles.setdefault(argument.role, source.mentions[mention].entity)
        subject, place = roles.get("ARG0", roles.get("ARG1")), roles.get("ARGM-LOC")
        if subject is None:
            continue
        if place is not None and source.entities[place].type in _PLACES:
            yield _Stated(subject, place, "located in", "location of", "location", frame.head)
        other = roles.get("ARG1") if "ARG0" in roles else roles.get("ARG2")
        if other is not None and frame.lemma in _VERBS and not frame.modality:
            yield _Stated(subject, other, *_VERBS[frame.lemma], frame.head)


#: What is read off the text itself, each from a story's layers to facts without ids.
READERS = (
    event_facts, attribute_facts, relation_facts, kin_facts, comparison_facts, quantity_facts, space_facts,
    life_facts,
)  # fmt: skip


def read_facts(
    doc: Doc,
    mentions: Sequence[Mention],
    entities: Sequence[Entity],
    frames: Sequence[Frame],
    quotations: Sequence[Quotation] = (),
) -> Facts:
    """Return a story's facts, in the order of the words that express them; derived facts are last."""
    syntax = read_syntax(doc)
    mentions, entities = _with_subjects(syntax, mentions, entities)
    source = Source(syntax, mentions, entities, frames, quotations)
    found = sorted((fact for read in READERS for fact in read(source)), key=lambda fact: fact.token)
    for complete in (listed_below, respectively, exchanged, gapped, contrasted, repeated):
        found = complete(source, found)
    facts = _numbered(found, 0)
    for derive in (shared_facts, inherited, order_facts, doings, makings):  # each takes all facts before it
        facts += _numbered(derive(source, facts), len(facts))
    return Facts(facts, source.syntax, entities, mentions)


def _with_subjects(
    syntax: Syntax, mentions: Sequence[Mention], entities: Sequence[Entity]
) -> tuple[Sequence[Mention], Sequence[Entity]]:
    """Return mentions and entities where what follows "Kite is a train", the train or it, is Kite."""
    of = _said_to_be(syntax, mentions, entities)
    firsts = {one.mentions[0] for one in entities if of[one.id] != one.id}
    moved = [
        i
        for i, one in enumerate(mentions)
        if of.get(one.entity, one.entity) != one.entity and i not in firsts
    ]
    if not moved:
        return mentions, entities
    changed = list(mentions)
    for i in moved:
        changed[i] = replace(changed[i], entity=of[changed[i].entity])
    members = grouped((one.entity, i) for i, one in enumerate(changed))
    return changed, [replace(one, mentions=tuple(members[one.id])) for one in entities]


def _said_to_be(syntax: Syntax, mentions: Sequence[Mention], entities: Sequence[Entity]) -> dict[int, int]:
    """Return each entity's own number, or that of which its first mention says what it is."""
    by_head, of = {mention.head: mention for mention in mentions}, {one.id: one.id for one in entities}
    for entity in (one for one in entities if len(one.mentions) > 1 and not one.names):
        noun = mentions[entity.mentions[0]].head
        subject = by_head.get(syntax.subject_of(noun)) if syntax.has_child(noun, "cop") else None
        if subject is not None and said(syntax, noun)[:2] == (False, "real"):
            of[entity.id] = of.get(subject.entity, subject.entity)
    return of


def _numbered(facts: Iterable[Fact], first: int) -> list[Fact]:
    return [replace(fact, id=number) for number, fact in enumerate(facts, first)]
