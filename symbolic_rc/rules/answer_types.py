"""Which terms of a story's facts can be what a question asks for: a person, a place, a time, a number."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.graph.facts import Facts, Term
from symbolic_rc.lexicon import kinship, names, nouns, wordnet

#: What stands for several, or one of two, whatever its own form.
_STANDING_FOR = frozenset("they them former latter".split())
_PLACES = ("GPE", "LOC", "FAC")
_REASONS = ("ARGM-CAU", "ARGM-PRP", "ARGM-PNC")
_GRAMMAR = ("SPACE", "PUNCT", "CCONJ", "SCONJ", "PART", "ADP", "INTJ")


@lru_cache(maxsize=65536)
def first_sense(lemma: str, part: str = "n") -> str:
    """Return WordNet's class of a word's first sense: ``noun.location``."""
    senses = wordnet().synsets(lemma, part)
    return wordnet().lexname(senses[0]) if senses else ""


def term_types(facts: Facts) -> dict[str, NDArray[np.bool_]]:
    """Return for each kind of answer which terms of the facts can be one; bool, shape (t,) each."""
    tests = {
        "person": is_person,
        "place": is_place,
        "time": is_time,
        "number": has_number,
        "reason": is_reason,
        "phrase": is_phrase,
        "thing": is_thing,
    }
    return {
        kind: np.array([test(facts, term) for term in facts.terms], np.bool_) for kind, test in tests.items()
    }


def is_person(facts: Facts, term: Term) -> bool:
    """Whether a term is somebody, or a group of people."""
    syntax, entity = facts.syntax, facts.entities[term.entity] if term.entity >= 0 else None
    if syntax.lowers[term.head] in _STANDING_FOR and term.entity >= 0:
        return _named_so(facts, term.entity)
    if syntax.pos[term.head] in ("VERB", "ADJ", "ADV", "NUM") or has_preposition(facts, term):
        return False
    if entity is not None and entity.type in ("PERSON", "ORG", "GROUP"):
        return True
    if syntax.pos[term.head] == "PROPN" and names().is_first_name(syntax.words[term.head]):
        return True
    if syntax.lemmas[term.head] in kinship():
        return True
    if entity is not None and (entity.type in _PLACES or entity.gender == "neuter"):
        return False
    if syntax.pos[term.head] == "PROPN":
        return True
    return nouns().animacy(syntax.lemmas[term.head]) in ("person", "group", "animal")


def _named_so(facts: Facts, entity: int) -> bool:
    """Whether an entity is somebody by what else it is called, also where that is a list of names."""
    found, syntax = facts.entities[entity], facts.syntax
    heads = [mention.head for mention in facts.mentions if mention.entity == entity]
    return found.type in ("PERSON", "ORG", "GROUP") or any(
        (syntax.pos[head] == "PROPN" and names().is_first_name(syntax.words[head]))
        or (
            syntax.pos[head] == "NOUN"
            and nouns().animacy(syntax.lemmas[head]) in ("person", "group", "animal")
        )
        for head in heads
    )


def has_preposition(facts: Facts, term: Term) -> bool:
    """Whether a term is a phrase of place, time or circumstance, which names nobody."""
    syntax = facts.syntax
    cases = [c for c in syntax.children_of(term.head) if syntax.deps[c] == "case"]
    return (
        bool(cases) and term.role.startswith("ARGM") and syntax.lowers[cases[0]] not in ("by", "with", "of")
    )


def is_place(facts: Facts, term: Term) -> bool:
    """Whether a term is a place."""
    entity = facts.entities[term.entity] if term.entity >= 0 else None
    if entity is not None and entity.type in _PLACES:
        return True
    if entity is not None and entity.type == "PERSON":
        return False
    lemma = facts.syntax.lemmas[term.head].lower()
    local = term.role in ("ARGM-LOC", "ARGM-DIR", "ARGM-GOL", "ARG4")
    return first_sense(lemma) == "noun.location" or (local and not is_time(facts, term))


def is_time(facts: Facts, term: Term) -> bool:
    """Whether a term says when."""
    if term.role == "ARGM-TMP":
        return True
    return first_sense(facts.syntax.lemmas[term.head].lower()) == "noun.time"


def is_reason(facts: Facts, term: Term) -> bool:
    """Whether a term can say why: it has such a role, or is a clause."""
    return term.role in _REASONS or (
        facts.syntax.pos[term.head] in ("VERB", "AUX", "ADJ") and term.end - term.start > 1
    )


def is_phrase(facts: Facts, term: Term) -> bool:
    """Whether a term can answer at all: no mark, no word of grammar alone, no question word."""
    return facts.syntax.pos[term.head] not in _GRAMMAR and facts.syntax.tags[term.head][:1] != "W"


def is_thing(facts: Facts, term: Term) -> bool:
    """Whether a term can answer what is asked for with "what" and "who": no bare adverb."""
    return facts.syntax.pos[term.head] != "ADV"


def has_number(facts: Facts, term: Term) -> bool:
    """Whether a term holds a number."""
    return "NUM" in facts.syntax.pos[term.start : term.end]
