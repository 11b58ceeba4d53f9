"""Which mention answers for a term, and how well: a name for a pronoun or a description."""

from __future__ import annotations

import weakref
from typing import Any, NamedTuple

from symbolic_rc.graph.facts import Fact, Facts, Term
from symbolic_rc.lexicon import kinship
from symbolic_rc.rules.answers.phrase import best_mention
from symbolic_rc.rules.case import Case

#: What answers less well keeps so much of its strength: a description where a name is asked for, or where a
#: person is; what says no more than the question does; several for one; a pronoun that means nobody known.
_NO_NAME, _NO_NAME_OF_PERSON, _NOTHING_NEW, _SEVERAL, _UNKNOWN = 0.25, 0.9, 0.25, 0.7, 0.1
_RELATIVE = frozenset("who which that whom".split())
_POINTING = frozenset("there here then so thus now".split())
_names: weakref.WeakKeyDictionary[Any, Names] = weakref.WeakKeyDictionary()


class Names(NamedTuple):
    """Facts that give a name, by apposition, copula or "called": by entity, and by the head of a term."""

    entities: dict[int, Fact]
    heads: dict[int, Fact]


class Answering(NamedTuple):
    """What answers for a term.

    Attributes
    ----------
    term : Term
    factor : float
        How much of the term's strength is left.
    naming : tuple of Fact
        The fact that gives its name, where that was needed.
    """

    term: Term
    factor: float
    naming: tuple[Fact, ...] = ()


def answering(case: Case, term: Term) -> Answering:
    """Return the term whose words answer for another one, and what is left of its strength.

    Examples
    --------
    "his father" is answered as "Keith Hudson", where the story says "his father, Keith Hudson".
    """
    facts, syntax = case.facts, case.facts.syntax
    term = _antecedent(facts, term)
    named = case.kind == "person" or bool(case.query.understanding.form)
    best = best_mention(facts, term, named)
    naming: tuple[Fact, ...] = ()
    nothing_new = says_nothing_new(case, best)
    if (named or nothing_new) and syntax.pos[best.head] != "PROPN":
        name, known = _named(facts, best)
        if nothing_new or not says_nothing_new(case, name):  # "Who is Esther?": what she is, not "Esther"
            best, naming = name, known
        nothing_new = nothing_new and says_nothing_new(case, best)
    part, factor = syntax.pos[best.head], 1.0
    if part == "PRON" or syntax.lowers[best.head] in _POINTING:
        return Answering(best, _UNKNOWN, naming)
    if nothing_new:
        factor *= _NOTHING_NEW
    if part != "PROPN" and named:
        factor *= _NO_NAME if case.query.understanding.form else _NO_NAME_OF_PERSON
    if named and syntax.tags[best.head] == "NNS" and not case.query.understanding.plural:
        factor *= _SEVERAL
    return Answering(best, factor, naming)


def _antecedent(facts: Facts, term: Term) -> Term:
    """Return what a relative pronoun stands for."""
    syntax = facts.syntax
    if syntax.lowers[term.head] not in _RELATIVE or syntax.pos[term.head] not in ("PRON", "DET", "SCONJ"):
        return term
    at = int(syntax.heads[term.head])
    while not syntax.deps[at].startswith("acl") and syntax.deps[at] in ("xcomp", "conj", "ccomp"):
        at = int(syntax.heads[at])
    noun = int(syntax.heads[at])
    if not syntax.deps[at].startswith("acl") or noun == at:
        return term
    start, end = int(syntax.left[noun]), min(int(syntax.right[noun]) + 1, term.start)
    entity = next((m.entity for m in facts.mentions if m.head == noun), -1)
    return Term(term.role, start, max(end, noun + 1), noun, entity, "relative clause")


def says_nothing_new(case: Case, term: Term) -> bool:
    """Tell whether all content words of a term, or the noun that it is about, are the question's own."""
    syntax, query = case.facts.syntax, case.query
    asked = {query.syntax.lemmas[i].lower() for i in range(query.start, query.end)}
    words = [
        syntax.lemmas[i].lower()
        for i in range(term.start, term.end)
        if syntax.pos[i] in ("NOUN", "PROPN", "ADJ", "NUM", "VERB")
    ]
    focus = query.understanding.focus
    bare = bool(focus) and syntax.lemmas[term.head].lower() in (focus, focus.removesuffix("s"))
    return bool(words) and (set(words) <= asked or (bare and len(words) == 1))


def _named(facts: Facts, term: Term) -> tuple[Term, tuple[Fact, ...]]:
    """Return the name that the story gives what a term describes, with the fact that does; or the term."""
    names = names_of(facts)
    fact = names.heads.get(term.head) or (names.entities.get(term.entity) if term.entity >= 0 else None)
    if fact is None:
        return term, ()
    name = next(one for one in reversed(fact.terms) if facts.syntax.pos[one.head] == "PROPN")
    return Term(term.role, name.start, name.end, name.head, name.entity, "called so"), (fact,)


def names_of(facts: Facts) -> Names:
    """Return the names that a story's facts give; remembered with them."""
    found = _names.get(facts)
    if found is None:
        found = _names[facts] = Names({}, {})
        for fact in facts.of("attribute"):
            if fact.sense == "name" and fact.told and not fact.denied:
                subject, value = fact.terms[:2]
                if facts.syntax.pos[value.head] == "PROPN":
                    found.heads.setdefault(subject.head, fact)
                    if subject.entity >= 0:
                        found.entities.setdefault(subject.entity, fact)
        for fact in facts.of("attribute"):
            if fact.told and not fact.denied and not fact.premises and _tells_who(facts, fact):
                found.entities.setdefault(fact.terms[1].entity, fact)
    return found


def _tells_who(facts: Facts, fact: Fact) -> bool:
    """Whether a fact tells of a name what it is, which another mention may repeat: "Ada is a miller"."""
    subject, value = fact.terms[:2]
    syntax = facts.syntax
    return (
        value.entity >= 0
        and value.entity != subject.entity
        and syntax.pos[subject.head] == "PROPN"
        and syntax.pos[value.head] == "NOUN"
        and syntax.tags[value.head] == "NN"
        and fact.predicate not in kinship()
    )
