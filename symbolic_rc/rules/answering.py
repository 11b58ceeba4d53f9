"""From the term that a proof arrives at to an answer: which mention answers, and where its span ends."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple

from symbolic_rc.core.forks import remembered
from symbolic_rc.coref.mentions.syntax import Syntax
from symbolic_rc.graph.facts import Fact, Facts, Term
from symbolic_rc.lexicon import english as E
from symbolic_rc.lexicon import kinship
from symbolic_rc.question.query import Query
from symbolic_rc.rules.case import Case
from symbolic_rc.rules.proof import Proposal

#: What follows a head and tells more of it than was asked.
_ASIDE = ("acl:relcl", "parataxis", "appos", "advcl")
_CONTENT = ("NOUN", "PROPN", "ADJ", "NUM", "VERB")
_TRAILING = frozenset(("PUNCT", "CCONJ", "SPACE", "POS"))
_LEADING = frozenset(("ADP", "SCONJ", "PUNCT", "CCONJ", "WP$"))


def answer_span(facts: Facts, term: Term) -> tuple[int, int]:
    """Return the tokens of a term that answer, without its preposition, asides and punctuation."""
    syntax = facts.syntax
    start, end = term.start, term.end
    if syntax.pos[term.head] not in ("VERB", "AUX"):
        while start < term.head and not _LEADING.isdisjoint((syntax.pos[start], syntax.tags[start])):
            start += 1
        end = min([end, *_supplements(syntax, term.head)])
    if syntax.pos[term.head] in _CONTENT[:2]:
        end -= (syntax.lowers[end - 1] == "too") + 2 * (syntax.lowers[end - 2 : end] == ["as", "well"])
    while end > start + 1 and not _TRAILING.isdisjoint((syntax.pos[end - 1], syntax.tags[end - 1])):
        end -= 1
    end = min(end, start + 1 + [*syntax.lowers[start + 1 : end], ";"].index(";"))
    opened = next((i for i in range(start + 1, end) if syntax.lowers[i] == "("), end)
    end = end if ")" in syntax.lowers[opened:end] else opened  # before a bracket that it does not close
    while start + 1 < end and syntax.pos[start] in ("PUNCT", "SPACE"):
        start += 1
    return (start, end) if start < end else (term.start, term.end)


def _supplements(syntax: Syntax, head: int) -> Iterator[int]:
    """Yield where what tells more of a noun than was asked begins, also of the name beside it."""
    for child in syntax.children_of(head):
        first, dep = int(syntax.left[child]), syntax.deps[child]
        if child == head + 1 and dep == "appos":  # "his friend Tove"
            yield from _supplements(syntax, child)
        elif child > head:
            addressed = syntax.pos[head] == "PROPN" and syntax.lowers[first] == "to"
            # "Bo, aged nine"
            apart = dep == "acl" and "," in (syntax.lowers[first - 1], syntax.lowers[first])
            joined = dep == "conj" and syntax.pos[child] == "VERB"
            if dep.startswith(_ASIDE) or addressed or apart or joined:
                yield first


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
    part, stands = facts.syntax.pos[term.head], facts.syntax.lowers[term.head] in E.STANDING_FOR_TWO
    if term.entity < 0 or not (part == "PRON" or stands or (named and part != "PROPN")):
        return term
    entity = facts.entities[term.entity]
    mentions = [facts.mentions[i] for i in entity.mentions]
    ranked = [m for m in mentions if m.kind == "name"]
    if not ranked and (part == "PRON" or stands):
        ranked = [m for m in mentions if m.kind == "nominal"]
    if not ranked:
        return term
    words = facts.syntax.words
    best = min(ranked, key=lambda m: (entity.name != " ".join(words[m.start : m.end]), m.end - m.start))
    return Term(term.role, best.start, best.end, best.head, term.entity, "coreference")


#: What answers less well keeps so much of its strength: a description where a name is asked for, or where a
#: person is; what says no more than the question does; several for one; a pronoun that means nobody known.
_NO_NAME, _NO_NAME_OF_PERSON, _NOTHING_NEW, _SEVERAL, _UNKNOWN = 0.25, 0.9, 0.25, 0.7, 0.1
_STRENGTH_OF_NOBODY = 0.9
_POINTING = frozenset("there here then so thus now".split())


class NameForms(NamedTuple):
    """Facts that give a name, by apposition, copula or "called": by entity, and by the head of a term."""

    entities: dict[int, Fact]
    heads: dict[int, Fact]


class Answering(NamedTuple):
    """What answers for a term: how much of its strength is left; the fact that gives a name, if needed."""

    term: Term
    factor: float
    naming: tuple[Fact, ...] = ()


def answering(case: Case, term: Term) -> Answering:
    """Return the term whose words answer for another: "Keith Hudson", of "his father, Keith Hudson"."""
    facts, syntax = case.facts, case.facts.syntax
    term = _of_kind_asked(case, term)
    named = case.kind == "person" or bool(case.query.understanding.form)
    best = best_mention(facts, term, named)
    naming: tuple[Fact, ...] = ()
    nothing_new = says_nothing_new(case, best)
    if (named or nothing_new) and syntax.pos[best.head] != "PROPN":
        name, known = _named(facts, best)
        if nothing_new or not says_nothing_new(case, name):  # "Who is Esther?": what she is, not "Esther"
            best, naming = name, known
        nothing_new = nothing_new and says_nothing_new(case, best)
    if facts.names_nobody(best) or syntax.lowers[best.head] in (*E.ANYBODY, "everything"):
        return Answering(best, _STRENGTH_OF_NOBODY)
    if syntax.pos[best.head] == "PRON" or syntax.lowers[best.head] in _POINTING:
        return Answering(best, _UNKNOWN, naming)
    return Answering(best, _strength_left(case, best, named) * (_NOTHING_NEW if nothing_new else 1.0), naming)


def _strength_left(case: Case, best: Term, named: bool) -> float:
    """Return how well a term answers by its form, where a name may be asked for."""
    syntax, factor = case.facts.syntax, 1.0
    if syntax.pos[best.head] != "PROPN" and named:
        factor *= _NO_NAME if case.query.understanding.form else _NO_NAME_OF_PERSON
    if named and syntax.tags[best.head] == "NNS" and not case.query.understanding.plural:
        factor *= _SEVERAL
    return factor


def _of_kind_asked(case: Case, term: Term) -> Term:
    """Return *rye bread* of "forty loaves of rye bread", where it is asked what kind of bread."""
    syntax, kind = case.facts.syntax, case.query.kind_asked
    if not kind or syntax.lemmas[term.head].lower() == kind:
        return term
    for noun in syntax.children_of(term.head):
        told = syntax.deps[noun] == "nmod" and syntax.lemmas[noun].lower() == kind
        if told and any(syntax.deps[i] in ("compound", "amod") for i in syntax.children_of(noun)):
            return replace(term, start=int(syntax.left[noun]), end=int(syntax.right[noun]) + 1, head=noun)
    return term


def _small_alone(query: Query) -> set[str]:
    """Return the lemmas that a question has in small letters alone: "who hoped" does not name Hope."""
    own = range(query.start, query.end)
    written = [(query.syntax.lemmas[i].lower(), query.syntax.words[i].islower()) for i in own]
    return {lemma for lemma, small in written if small} - {lemma for lemma, small in written if not small}


def says_nothing_new(case: Case, term: Term) -> bool:
    """Return whether all content words of a term, or the noun that it is about, are the question's own."""
    syntax, query = case.facts.syntax, case.query
    asked = query.lemmas
    told = [i for i in range(term.start, term.end) if syntax.pos[i] in _CONTENT]
    words = [syntax.lemmas[i].lower() for i in told]
    if syntax.pos[term.head] == "PROPN" and term.entity >= 0:
        person = case.facts.entities[term.entity].type == "PERSON"
        words = [word for word in words if not (person and word in _small_alone(query))]
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


@remembered
def names_of(facts: Facts) -> NameForms:
    """Return the names that a story's facts give; remembered with them."""
    found = NameForms({}, {})
    told = [one for one in facts.of("attribute") if one.is_asserted and not one.denied]
    for fact in told:
        subject, value = fact.terms[:2]
        if fact.sense == "name" and facts.syntax.pos[value.head] == "PROPN":
            found.heads.setdefault(subject.head, fact)
            if subject.entity >= 0:
                found.entities.setdefault(subject.entity, fact)
    for fact in told:  # what a name is, which another mention may repeat: "Ada is a miller"
        (subject, value), syntax = fact.terms[:2], facts.syntax
        described = syntax.pos[value.head] == "NOUN" and syntax.tags[value.head] == "NN"
        named = syntax.pos[subject.head] == "PROPN" and described and fact.predicate not in kinship()
        if named and 0 <= value.entity != subject.entity and not fact.premises:
            found.entities.setdefault(value.entity, fact)
    return found


#: The most words between a number and what it counts.
_BETWEEN = 3
_YEAR = re.compile(r"1\d{3}|20\d{2}")


def within_ends(case: Case, proposal: Proposal) -> Proposal:
    """Return a proposal with the ends that its question asks for; itself where these are right."""
    if proposal.start < 0 or len(proposal.texts) > 1:
        return proposal
    start, end = proposal.start, proposal.end
    if asks_amount(case):
        start, end = whole_amount(case, start, end)
    elif case.kind == "time":
        start, end = _dated(case, start, end)
    elif case.kind == "reason" and "because" in (words := case.facts.syntax.lowers[start : end - 1]):
        start += words.index("because")
    elif case.kind == "duration" and case.facts.syntax.lowers[start - 1] in ("until", "till"):
        start -= 1  # by the time alone it would not be how long
    elif case.kind == "manner" and "by" in (words := case.facts.syntax.lowers[start : end - 1]):
        known = set(words[: words.index("by")]) <= {*case.query.understanding.lowers}
        start += words.index("by") if known else 0  # "where food is by dancing"
    if (start, end) == (proposal.start, proposal.end):
        return proposal
    text, chars = case.span_text(start, end), case.index.chars
    place = (int(chars[start, 0]), int(chars[end - 1, 1]))
    texts, places = ((text,), (place,)) if proposal.texts else ((), ())
    return replace(proposal, start=start, end=end, text=text, texts=texts, places=places)


def _dated(case: Case, start: int, end: int) -> tuple[int, int]:
    """Return the span of a date with the year behind it, or of its year alone where that is asked for."""
    syntax, asked = case.facts.syntax, case.query.understanding.lowers
    after = [*syntax.words[end : end + 2], "", ""]
    day = syntax.words[end - 1].isdigit() and len(syntax.words[end - 1]) <= len("31")
    if day and after[0] == "," and _YEAR.fullmatch(after[1]):
        end += 2
    elif (day or syntax.pos[end - 1] == "PROPN") and _YEAR.fullmatch(after[0]):
        end += 1
    years = [i for i in range(start, end) if _YEAR.fullmatch(syntax.words[i])]
    if len(years) == 1 and any(pair in (("what", "year"), ("which", "year")) for pair in pairwise(asked)):
        return years[0], years[0] + 1
    return start, end


def asks_amount(case: Case) -> bool:
    """Whether a question asks how much, and names no unit: "how much did it cost"."""
    words = case.query.understanding.lowers
    at = next((i for i, pair in enumerate(pairwise(words[:-1])) if pair == ("how", "much")), -1)
    return at >= 0 and words[at + 2] in E.FUNCTION_WORDS


def whole_amount(case: Case, start: int, end: int) -> tuple[int, int]:
    """Return the span of a whole amount that a span holds a part of: *forty crowns* of *forty*."""
    syntax = case.facts.syntax
    numbers = [i for i in range(start, end) if syntax.pos[i] == "NUM"]
    if not numbers:
        return start, end
    at = numbers[-1]
    while syntax.pos[at] == "NUM" and syntax.deps[at] in ("nummod", "compound", "conj"):
        at = int(syntax.heads[at])
    first = numbers[0]
    while first and _in_number(case, first - 1) and syntax.sentences[first - 1] == syntax.sentences[first]:
        first -= 1
    if syntax.pos[at] not in ("NOUN", "PROPN", "SYM") or not numbers[-1] < at <= numbers[-1] + _BETWEEN:
        return min(start, first), end
    money = at + 1 < len(syntax) and syntax.pos[at + 1] == "NUM"  # "two euros fifty"
    return first, at + 1 + money


def _in_number(case: Case, token: int) -> bool:
    """Whether a token before a number belongs to it: a further number, the sign of a currency, or *and*."""
    syntax = case.facts.syntax
    if syntax.pos[token] in ("NUM", "SYM") or syntax.lowers[token] in ("$", "£", "€"):
        return True
    return syntax.lowers[token] == "and" and token > 0 and syntax.pos[token - 1] == "NUM"


#: A name has fewer words.
_MOST_NAMES = 5
_BEFORE_NAMES = E.TITLES | E.ABBREVIATED_TITLES | {"saint"}


def in_form(case: Case, proposal: Proposal) -> str:
    """Return an answer's words in the form of name that the question asks for, if it asks for one."""
    form = case.query.understanding.form
    term = proposal.proof.term
    if form not in ("first name", "last name", "full name") or term is None:
        return proposal.text
    if term.entity < 0 and case.facts.syntax.pos[term.head] != "PROPN":
        return proposal.text
    full = _full_name(case, proposal, term.entity)
    words = [word for word in full.split() if word.lower().rstrip(".") not in _BEFORE_NAMES]
    if not words or words[0].islower():  # the Prince of Osby
        words = proposal.text.split()
    if form == "full name":
        return full
    return words[0] if form == "first name" else words[-1]


def _full_name(case: Case, proposal: Proposal, entity: int) -> str:
    """Return the longest name of an entity, or of whoever has its only name as last name."""
    names = case.facts.entities[entity].names if entity >= 0 else ()
    longest = max([*names, proposal.text], key=lambda name: (name in names, len(name.split())))
    if " " in longest:
        return longest
    for mention in case.facts.mentions:
        if mention.kind == "name" and mention.end - mention.start > 1:
            text = case.span_text(mention.start, mention.end)
            if longest in (text.split()[-1], text.split()[0]) and len(text.split()) < _MOST_NAMES:
                return text
    return longest
