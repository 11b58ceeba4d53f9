"""What a pronoun means where an event is told again: "she hid the map … it was Bo who had hidden it"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from symbolic_rc.graph.facts.fact import Fact, Term
from symbolic_rc.graph.facts.reading.source import Source
from symbolic_rc.lexicon import wordnet

_THINGS = frozenset(("it", "them", "one"))
#: The roles of what undergoes an event.
_UNDERGOING = ("ARG1", "ARG2")
#: The first telling is at most so many sentences before.
_NEAR = 3


def repeated(source: Source, facts: Sequence[Fact]) -> list[Fact]:
    """Return facts in which *it* and *them* are what underwent the same event before, or its contrary.

    The verb decides against the nearest noun: who opens a door, and then it, opens the door.
    """
    found: list[Fact] = []
    earlier: dict[str, list[Fact]] = {}
    for fact in facts:
        one = fact
        if fact.kind == "event":
            if any(_is_meant(source, term) for term in fact.terms):
                same = (fact.predicate, *wordnet().antonyms(fact.predicate, "v"))
                told = sorted(
                    (old for verb in same for old in earlier.get(verb, ())), key=lambda old: old.token
                )
                before = [old for old in told if fact.sentence - old.sentence <= _NEAR]
                one = replace(fact, terms=tuple(_meant(source, term, before) for term in fact.terms))
            earlier.setdefault(fact.predicate, []).append(one)
        found.append(one)
    return found


def _is_meant(source: Source, term: Term) -> bool:
    return term.role in _UNDERGOING and source.syntax.lowers[term.head] in _THINGS


def _meant(source: Source, term: Term, before: Sequence[Fact]) -> Term:
    """Return a term with the entity that the same role had before, where it is such a pronoun."""
    syntax = source.syntax
    if not _is_meant(source, term):
        return term
    plural = syntax.lowers[term.head] == "them"
    for fact in reversed(before):
        for old in fact.terms:
            noun = syntax.pos[old.head] == "NOUN" and (syntax.tags[old.head] == "NNS") == plural
            if old.role in _UNDERGOING and old.head < term.head and old.entity >= 0 and noun:
                return replace(term, entity=old.entity, link=term.link or "the same event")
    return term
