"""Facts that follow for one of a kind from what is told of the kind; a nearer kind goes first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from symbolic_rc.graph.facts.fact import Fact
from symbolic_rc.graph.facts.reading.source import Source
from symbolic_rc.lexicon import wordnet

_EVERY = frozenset("all every each any no most".split())
#: So many facts at most follow in one story.
_MOST = 200


def inherited(source: Source, facts: Sequence[Fact]) -> Iterator[Fact]:
    """Yield what holds of a kind as holding of those that are of it; ids are not set, `premises` are."""
    general = [fact for fact in facts if fact.kind in ("event", "attribute") and _is_general(source, fact)]
    if not general:
        return
    count = 0
    for member in facts:
        if (
            member.kind != "attribute"
            or member.denied
            or not member.told
            or not _names_member(source, member)
        ):
            continue
        kind = source.lemma(member.terms[1].head)
        meant = [(steps, fact) for fact in general if (steps := _steps(source, kind, member, fact)) >= 0]
        for steps, fact in meant:
            nearer = any(s < steps and f.predicate == fact.predicate for s, f in meant)
            exception = any(
                f.predicate == fact.predicate and f.terms and f.terms[0].entity == member.terms[0].entity >= 0
                for f in facts
            )
            if nearer or exception:
                continue
            count += 1
            if count > _MOST:
                return
            subject = replace(member.terms[0], role=fact.terms[0].role, link="one of its kind")
            yield replace(fact, id=-1, terms=(subject, *fact.terms[1:]), premises=(member.id, fact.id))


def _is_general(source: Source, fact: Fact) -> bool:
    """Whether a fact is told of a kind: bare plural, all, every, no."""
    if not fact.terms or fact.modality not in ("real", "possible", "obliged"):
        return False
    syntax, subject = source.syntax, fact.terms[0]
    if subject.head >= fact.token or syntax.pos[subject.head] != "NOUN":
        return False
    before = [syntax.lowers[i] for i in range(subject.start, subject.head)]
    if any(word in _EVERY for word in before):
        return True
    plural = syntax.tags[subject.head] == "NNS" and not any(
        syntax.pos[i] in ("DET", "NUM", "PRON") or syntax.deps[i].startswith("nmod:poss")
        for i in range(subject.start, subject.head)
    )
    now = syntax.tags[fact.token] in ("VBP", "VB", "JJ", "NN", "NNS") and not _past(source, fact)
    return plural and now


def _past(source: Source, fact: Fact) -> bool:
    tags = [source.syntax.tags[c] for c in source.syntax.children_of(fact.token)]
    return "VBD" in tags


def _names_member(source: Source, fact: Fact) -> bool:
    """Whether a fact says what somebody or something is: a name and a noun with *a*, or a plural one."""
    syntax = source.syntax
    if fact.kind != "attribute" or fact.denied or not fact.told:
        return False
    subject, value = fact.terms
    return syntax.pos[value.head] == "NOUN" and syntax.pos[subject.head] == "PROPN"


def _steps(source: Source, kind: str, member: Fact, fact: Fact) -> int:
    """Return how far the kind that a fact tells of is above that of a member; -1 if the member is not of it.

    What narrows the kind ("all dogs on the farm") must be told of the member too.
    """
    syntax, subject = source.syntax, fact.terms[0]
    noun = source.lemma(subject.head)
    value = member.terms[1]
    told = {syntax.lemmas[i].lower() for i in range(value.start, value.end)}
    narrow = {
        syntax.lemmas[i].lower()
        for i in range(subject.start, subject.end)
        if i != subject.head and syntax.pos[i] in ("ADJ", "NOUN", "PROPN")
    }
    if not narrow <= told:
        return -1
    if noun == kind:
        return 0
    words = wordnet()
    above = words.synsets(noun, "n")[:2]
    for sense in words.synsets(kind, "n")[:2]:
        known = words.ancestors(sense)
        steps = [known[one] for one in above if one in known]
        if steps:
            return 1 + min(steps)
    return -1
