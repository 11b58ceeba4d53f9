"""Which terms of a story's facts can be what a question asks for: a person, a place, a time, a number."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.graph.facts import Facts, Term
from symbolic_rc.lexicon import kinship, names, nouns, wordnet

#: What stands for several, or one of two, whatever its own form.
_STANDING_FOR = frozenset("they them former latter".split())
_SOMEBODY = ("PERSON", "ORG", "GROUP")
_ANIMATE = ("person", "group", "animal")
_PLACES = ("GPE", "LOC", "FAC")
_PLACE_ROLES = ("ARGM-LOC", "ARGM-DIR", "ARGM-GOL", "ARG4")
_REASONS = ("ARGM-CAU", "ARGM-PRP", "ARGM-PNC")
_GRAMMAR = ("SPACE", "PUNCT", "CCONJ", "SCONJ", "PART", "ADP", "INTJ")


@lru_cache(maxsize=65536)
def first_sense(lemma: str, part: str = "n") -> str:
    """Return WordNet's class of a word's first sense: ``noun.location``."""
    senses = wordnet().synsets(lemma, part)
    return wordnet().lexname(senses[0]) if senses else ""


def term_types(facts: Facts) -> dict[str, NDArray[np.bool_]]:
    """Return for each kind of answer which terms of the facts can be one; bool, shape (t,) each.

    Besides persons, places, times, numbers and reasons: what can answer at all (``phrase``), and what answers
    "what" and "who" (``thing``).
    """
    return {
        kind: np.array([test(facts, term) for term in facts.terms], np.bool_) for kind, test in _TESTS.items()
    }


def _is_person(facts: Facts, term: Term) -> bool:
    """Whether a term is somebody, or a group of people; also what stands for a list of names."""
    syntax, entity = facts.syntax, facts.entities[term.entity] if term.entity >= 0 else None
    known = entity is not None and entity.type in _SOMEBODY
    if syntax.lowers[term.head] in _STANDING_FOR and entity is not None:
        return known or any(_mentions_person(facts, mention) for mention in entity.mentions)
    if syntax.pos[term.head] in ("VERB", "ADJ", "ADV", "NUM") or _is_circumstance(facts, term):
        return False
    if known or _has_first_name(facts, term.head) or syntax.lemmas[term.head] in kinship():
        return True
    if entity is not None and (entity.type in _PLACES or entity.gender == "neuter"):
        return False
    return syntax.pos[term.head] == "PROPN" or _is_animate(facts, term.head)


def _has_first_name(facts: Facts, token: int) -> bool:
    return facts.syntax.pos[token] == "PROPN" and names().is_first_name(facts.syntax.words[token])


def _mentions_person(facts: Facts, mention: int) -> bool:
    head = facts.mentions[mention].head
    return _has_first_name(facts, head) or (facts.syntax.pos[head] == "NOUN" and _is_animate(facts, head))


def _is_animate(facts: Facts, token: int) -> bool:
    return nouns().animacy(facts.syntax.lemmas[token]) in _ANIMATE


def _is_circumstance(facts: Facts, term: Term) -> bool:
    """Whether a term is a phrase of place, time or circumstance, which names nobody."""
    syntax = facts.syntax
    cases = [c for c in syntax.children_of(term.head) if syntax.deps[c] == "case"]
    told = term.role.startswith("ARGM") and bool(cases)
    return told and syntax.lowers[cases[0]] not in ("by", "with", "of")


def _is_place(facts: Facts, term: Term) -> bool:
    """Whether a term is a place: by name, by its noun, or by its role."""
    kind = facts.entities[term.entity].type if term.entity >= 0 else ""
    if kind in _PLACES or kind == "PERSON":
        return kind != "PERSON"
    local = term.role in _PLACE_ROLES and not _is_time(facts, term)
    return local or first_sense(facts.syntax.lemmas[term.head].lower()) == "noun.location"


def _is_time(facts: Facts, term: Term) -> bool:
    """Whether a term says when."""
    return term.role == "ARGM-TMP" or first_sense(facts.syntax.lemmas[term.head].lower()) == "noun.time"


def _is_reason(facts: Facts, term: Term) -> bool:
    """Whether a term can say why: it has such a role, or is a clause."""
    clause = facts.syntax.pos[term.head] in ("VERB", "AUX", "ADJ") and term.end - term.start > 1
    return term.role in _REASONS or clause


def _is_phrase(facts: Facts, term: Term) -> bool:
    """Whether a term can answer at all: no mark, no word of grammar alone, no question word."""
    return facts.syntax.pos[term.head] not in _GRAMMAR and facts.syntax.tags[term.head][:1] != "W"


_TESTS: dict[str, Callable[[Facts, Term], bool]] = {
    "person": _is_person,
    "place": _is_place,
    "time": _is_time,
    "number": lambda facts, term: "NUM" in facts.syntax.pos[term.start : term.end],
    "reason": _is_reason,
    "phrase": _is_phrase,
    "thing": lambda facts, term: facts.syntax.pos[term.head] != "ADV",  # no bare adverb
}
