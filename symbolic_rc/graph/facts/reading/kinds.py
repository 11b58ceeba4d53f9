"""Facts that members inherit from generic statements about their kind; the nearest kind wins."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import islice

from symbolic_rc.graph.facts.fact import Fact
from symbolic_rc.graph.facts.reading.source import Source
from symbolic_rc.lexicon import wordnet
from symbolic_rc.lexicon.english import UNIVERSAL
from symbolic_rc.lexicon.scales import adjective_of, direction

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
    of_entity: dict[int, list[Fact]] = {}
    for fact in facts:
        if fact.terms and fact.terms[0].entity >= 0:
            of_entity.setdefault(fact.terms[0].entity, []).append(fact)
    yield from islice(_for_members(source, facts, general, of_entity), _MOST)


def _for_members(
    source: Source, facts: Sequence[Fact], general: Sequence[Fact], of_entity: Mapping[int, Sequence[Fact]]
) -> Iterator[Fact]:
    """Yield what follows for each member, unless a nearer kind, or itself, is an exception."""
    above = _kinds_of_kinds(source, general)
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


def _kinds_of_kinds(source: Source, general: Sequence[Fact]) -> dict[str, str]:
    """Return of which kind the story says that each is one: "wugs are birds"."""
    return {
        source.lemma(fact.terms[0].head): source.lemma(fact.terms[1].head)
        for fact in general
        if fact.kind == "attribute"
        and not fact.denied
        and source.syntax.pos[fact.terms[1].head] == "NOUN"
        and source.syntax.pos[fact.terms[0].head] == "NOUN"
    }


def _says_of_same(one: Fact, other: Fact) -> bool:
    """Whether two facts are about the same event or property, or about one and its contrary."""
    if one.kind != other.kind:
        return False
    if one.predicate == other.predicate:
        return True
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
    before = [syntax.lowers[i] for i in range(subject.start, subject.head)]
    if any(word in UNIVERSAL for word in before):
        return True
    plural = syntax.tags[subject.head] == "NNS" and not any(
        syntax.pos[i] in ("DET", "NUM", "PRON") or syntax.deps[i].startswith("nmod:poss")
        for i in range(subject.start, subject.head)
    )
    now = syntax.tags[fact.token] in ("VBP", "VB", "JJ", "NN", "NNS") and not _past(source, fact)
    return plural and now


def _past(source: Source, fact: Fact) -> bool:
    return any(source.syntax.tags[c] == "VBD" for c in source.syntax.children_of(fact.token))


def _names_member(source: Source, fact: Fact) -> bool:
    """Whether a fact says what somebody or something is: a name and a noun with *a*, or a plural one."""
    syntax = source.syntax
    if fact.kind != "attribute" or fact.denied or not fact.is_asserted:
        return False
    subject, value = fact.terms
    name = syntax.pos[subject.head] == "PROPN" or (
        syntax.tags[subject.head] == "NN"
        and subject.end - subject.start == 1
        and syntax.words[subject.head][:1].isupper()
    )
    return syntax.pos[value.head] == "NOUN" and name


def _steps(source: Source, kind: str, member: Fact, fact: Fact, above: dict[str, str]) -> int:
    """Return how many steps a fact's kind is above a member's; -1 if the member is not of that kind."""
    syntax, subject = source.syntax, fact.terms[0]
    noun = source.lemma(subject.head)
    value = member.terms[1]
    words = {syntax.lemmas[i].lower() for i in range(value.start, value.end)}
    narrow = {
        syntax.lemmas[i].lower()
        for i in range(subject.start, subject.end)
        if i != subject.head and syntax.pos[i] in ("ADJ", "NOUN", "PROPN")
    }
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
