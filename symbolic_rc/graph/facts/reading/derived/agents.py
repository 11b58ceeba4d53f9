"""What somebody did who is named for it: "the winner of the race" won it, "Ada's teacher" teaches her."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

from symbolic_rc.graph.facts.fact import Fact, Term
from symbolic_rc.graph.facts.reading.attribute_kinds import kind_of_noun
from symbolic_rc.graph.facts.reading.source import Source
from symbolic_rc.lexicon import wordnet

_ENDINGS = ("er", "or", "ar")
_DOERS = ("profession", "person", "role")


def doings(source: Source, facts: Sequence[Fact]) -> Iterator[Fact]:
    """Yield the event that a noun for its doer tells, of whoever is said to be that; ids are not set."""
    for fact in facts:
        if fact.kind != "attribute" or source.syntax.pos[fact.token] != "NOUN":
            continue
        verb, done = verb_of(source.lemma(fact.token)), _done(source, fact.token)
        if verb and done is not None and fact.terms[1].head == fact.token:
            terms = (replace(fact.terms[0], role="ARG0"), done)
            yield replace(
                fact,
                id=-1,
                kind="event",
                predicate=verb,
                sense=f"{verb}.01",
                terms=terms,
                premises=(fact.id,),
            )


@lru_cache(maxsize=4096)
def verb_of(noun: str) -> str:
    """Return the verb that tells what somebody does who is called by a noun, or empty.

    Examples
    --------
    >>> verb_of("winner"), verb_of("teacher"), verb_of("sister"), verb_of("corner")
    ('win', 'teach', '', '')
    """
    if not noun.endswith(_ENDINGS) or kind_of_noun(noun) not in _DOERS:
        return ""
    words = wordnet()
    verbs = (one for one in words.derivations(noun, "n") if words.has(one, "v") and one != noun)
    return next((one for one in verbs if noun.startswith(one.rstrip("ey")) and len(one) < len(noun)), "")


def _done(source: Source, noun: int) -> Term | None:
    """Return whom or what it is done to: "the winner of the race", "Ada's teacher"."""
    for child in source.syntax.children_of(noun):
        case = source.child(child, "case")
        word = source.syntax.lowers[case] if case >= 0 else ""
        dep = source.syntax.deps[child]
        if dep == "nmod:poss" or (dep == "nmod" and word == "of"):
            term = source.term("ARG1", child, "of the doer")
            return replace(term, start=case + 1) if word == "of" and term.start == case else term
    return None
