"""The span's ends: which words of a term answer, without what answers another question."""

from __future__ import annotations

from symbolic_rc.graph.facts import Fact, Facts, Term

#: What follows a head and tells more of it than was asked.
_ASIDE = ("acl:relcl", "parataxis", "appos", "advcl")
_LEADING = ("ADP", "SCONJ", "PUNCT", "CCONJ")


def answer_span(facts: Facts, term: Term) -> tuple[int, int]:
    """Return the tokens of a term that answer, without its preposition, asides and punctuation."""
    syntax = facts.syntax
    start, end = term.start, term.end
    clause = syntax.pos[term.head] in ("VERB", "AUX")
    while start < term.head and syntax.pos[start] in _LEADING and not clause:
        start += 1
    if not clause:
        for child in syntax.children_of(term.head):
            addressed = syntax.pos[term.head] == "PROPN" and syntax.lowers[int(syntax.left[child])] == "to"
            if child > term.head and (syntax.deps[child].startswith(_ASIDE) or addressed):
                end = min(end, int(syntax.left[child]))
    while end > start + 1 and (
        syntax.pos[end - 1] in ("PUNCT", "CCONJ", "SPACE") or syntax.tags[end - 1] == "POS"
    ):
        end -= 1
    while start + 1 < end and syntax.pos[start] in ("PUNCT", "SPACE"):
        start += 1
    return (start, end) if start < end else (term.start, term.end)


def whole_list(facts: Facts, fact: Fact, term: Term) -> tuple[Term, ...]:
    """Return the members of the list that a term of a fact stands in: the terms of one role, side by side."""
    members = [one for one in fact.terms if one.role == term.role]
    if len(members) < 2 or not any(one.link == "member of a list" for one in members):
        return (term,)
    first = min(members, key=lambda one: one.start)
    listed = [one for one in members if one is first or one.link == "member of a list"]
    return tuple(sorted(listed, key=lambda one: one.start)) if term in listed else (term,)


def best_mention(facts: Facts, term: Term, named: bool = False) -> Term:
    """Return the term under its entity's best wording: a name for a pronoun, or for anything if `named`."""
    pronoun = facts.syntax.pos[term.head] == "PRON"
    if term.entity < 0 or not (pronoun or (named and facts.syntax.pos[term.head] != "PROPN")):
        return term
    entity = facts.entities[term.entity]
    mentions = [facts.mentions[i] for i in entity.mentions]
    ranked = [m for m in mentions if m.kind == "name"]
    if not ranked and pronoun:
        ranked = [m for m in mentions if m.kind == "nominal"]
    if not ranked:
        return term
    full = [m for m in ranked if entity.name == " ".join(facts.syntax.words[m.start : m.end])]
    mention = (full or sorted(ranked, key=lambda m: m.end - m.start))[0]
    return Term(term.role, mention.start, mention.end, mention.head, term.entity, "coreference")
