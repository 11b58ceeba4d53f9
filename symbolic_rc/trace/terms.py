"""Facts and terms of a story in a trace, with the reasons for their reference."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from symbolic_rc.core.entity import Mention
from symbolic_rc.core.trace import TracedFact, TracedTerm
from symbolic_rc.graph.facts import Fact, Facts, Term
from symbolic_rc.rules.case import Case
from symbolic_rc.trace.cited import premises_of

_FIRST = frozenset("i me my mine we us our ours".split())
_SECOND = frozenset("you your yours thou thee thy".split())
#: The genders of pronouns.
_GENDERS = {"he": "masculine", "him": "masculine", "his": "masculine", "she": "feminine", "her": "feminine"}
_GENDERS |= {"hers": "feminine", "himself": "masculine", "herself": "feminine"}


def traced_fact(case: Case, fact: Fact, matched: Collection[Term] = ()) -> TracedFact:
    """Return a fact with its premises; `matched` are the terms that match the question's."""
    facts = case.facts
    start, end = case.index.chars[fact.token].tolist()
    return TracedFact(
        fact.id,
        fact.kind,
        fact.sentence,
        start,
        end,
        fact.predicate,
        fact.sense,
        tuple(traced_term(case, term, term in matched) for term in fact.terms),
        "negative" if fact.denied else "positive",
        fact.modality,
        facts.entities[fact.source].name if fact.source >= 0 else "",
        tuple(traced_fact(case, premise) for premise in premises_of(facts, fact)),
    )


def traced_term(case: Case, term: Term, matched: bool = False) -> TracedTerm:
    """Return a term with its words and its entity."""
    facts = case.facts
    return traced_span(
        case,
        term.start,
        term.end,
        sentence=int(facts.syntax.sentences[term.head]),
        role=term.role,
        entity=" ".join(facts.name(term).split()) if term.entity >= 0 else "",
        pronoun=facts.syntax.pos[term.head] in ("PRON", "DET"),
        reference=reference_reason(facts, term),
        matched=matched,
    )


def traced_span(case: Case, start: int, end: int, sentence: int = -1, **more: Any) -> TracedTerm:
    """Return some tokens of the story."""
    chars = case.index.chars
    sentence = int(case.facts.syntax.sentences[start]) if sentence < 0 else sentence
    text = " ".join(case.span_text(start, end).split())
    return TracedTerm(text, int(chars[start, 0]), int(chars[end - 1, 1]), (start, end), sentence, **more)


def text_of(case: Case, term: Term) -> str:
    """Return a term's words in the story, in one line."""
    return " ".join(case.span_text(term.start, term.end).split())


def reference_reason(store: Facts, term: Term) -> str:
    """Return the reason for a term's reference as a phrase; empty for names.

    The reason is that a name is the only one, or the nearest, of its gender before the pronoun; else the
    sieve of coreference resolution that linked it.
    """
    mention = next((m for m in store.mentions if m.head == term.head and m.entity == term.entity), None)
    if mention is None or mention.kind == "name":
        return ""
    word = store.syntax.lowers[mention.head]
    if mention.kind == "pronoun" and word in _FIRST:
        return "who is speaking"
    if mention.kind == "pronoun" and word in _SECOND:
        return "who is spoken to"
    gender = _GENDERS.get(word, "") if mention.kind == "pronoun" else ""
    return (_by_gender(store, mention, gender) if gender else "") or _by_link(mention)


def _by_gender(store: Facts, pronoun: Mention, gender: str) -> str:
    """Return the reason if the pronoun's entity has the only or the nearest name of its gender."""
    before = [
        m
        for m in store.mentions
        if m.kind == "name" and m.start < pronoun.start and store.entities[m.entity].gender == gender
    ]
    if not before or max(before, key=lambda m: m.start).entity != pronoun.entity:
        return ""
    only = {m.entity for m in before} == {pronoun.entity}
    return f"the {'only' if only else 'nearest'} {gender} name before it"


def _by_link(mention: Mention) -> str:
    ranked = not mention.link or mention.link.startswith("ranked")
    return "by coreference" if ranked else f"by coreference ({mention.link})"
