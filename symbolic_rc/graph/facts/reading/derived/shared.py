"""Facts of others than a clause's subject: exceptions, ellipsis, *instead of*, *respectively*."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from symbolic_rc.graph.facts.fact import Fact, Term
from symbolic_rc.graph.facts.reading.source import Source

_ALL = frozenset("all everybody everyone every each".split())
_NONE = frozenset("nobody nothing none no neither".split())
_EXCEPT = frozenset("except besides save apart".split())
_ELLIPTIC = frozenset(
    "is are was were can could did does do has had have will would may might must should ca wo".split()
)
_LIKEWISE = frozenset("so neither nor".split())
_NOT = frozenset(("not", "n't"))
_CORE = ("ARG0", "ARG1", "ARG2")
_JOINING = frozenset((",", ";", "and", "but", "while"))


def shared_facts(source: Source, facts: Sequence[Fact]) -> Iterator[Fact]:
    """Yield what follows for others from facts that were read; ids are not set, `premises` are."""
    for fact in facts:
        if fact.kind in ("event", "attribute"):
            yield from _exceptions(source, fact)
            yield from _instead(source, fact)
    yield from _elliptic(source, facts)


def gapped(source: Source, facts: Sequence[Fact]) -> list[Fact]:
    """Return facts with those of clauses that lack their verb: "the hall holds 600 people, the church 250".

    What was read into such a clause is no part of the one before it.
    """
    found: list[Fact] = []
    for fact in facts:
        clauses = _clauses_without_verb(source, fact) if fact.kind == "event" and not fact.premises else []
        inside = [range(subject.start, value.end) for subject, value in clauses]
        kept = [term for term in fact.terms if not any(term.head in span for span in inside)]
        found.append(replace(fact, terms=tuple(kept)) if clauses else fact)
        for subject, value in clauses:
            given = _subject_and_object(source, fact)
            terms = (replace(subject, role=given[0].role), replace(value, role=given[1].role))
            rest = [term for term in kept if term.role not in (given[0].role, given[1].role)]
            found.append(replace(fact, terms=(*terms, *rest)))
            number = next((i for i in range(value.start, value.end) if source.syntax.pos[i] == "NUM"), -1)
            counted = [one for one in facts if one.kind == "quantity" and one.sentence == fact.sentence]
            if number >= 0 and counted and value.head == number:
                told = (replace(value, role="counted"), replace(value, role="value"))
                found.append(replace(counted[0], terms=told, token=number))
    return found


def _subject_and_object(source: Source, fact: Fact) -> list[Term]:
    """Return the subject and the object of an event, or less where it has not both."""
    before = [term for term in fact.terms if term.role in _CORE and term.end <= fact.token]
    behind = [term for term in fact.terms if term.role in _CORE and term.start > fact.token]
    behind = [term for term in behind if _begins_object(source, term.start)]
    return [before[0], behind[0]] if before and behind else []


def _begins_object(source: Source, token: int) -> bool:
    return source.syntax.pos[token] == "NUM" or source.syntax.lowers[token] in ("a", "an")


def _clauses_without_verb(source: Source, fact: Fact) -> list[tuple[Term, Term]]:
    """Return subject and object of each clause behind an event's that has these two alone."""
    syntax, found = source.syntax, []
    given = _subject_and_object(source, fact)
    at = given[1].head + 1 if given else len(syntax)
    while at < len(syntax) and syntax.sentences[at] == fact.sentence:
        start = at
        while start < len(syntax) and syntax.lowers[start] in _JOINING:
            start += 1
        middle = start
        while middle < len(syntax) and syntax.pos[middle] in ("DET", "ADJ", "PROPN", "NOUN"):
            if middle > start and _begins_object(source, middle):
                break
            middle += 1
        end = middle + 1
        while end < len(syntax) and syntax.pos[end] in ("ADJ", "NOUN"):
            end += 1
        nominal = start < middle < len(syntax) and syntax.pos[middle - 1] in ("PROPN", "NOUN")
        closed = end >= len(syntax) or syntax.lowers[end] in _JOINING or syntax.pos[end] == "PUNCT"
        if start == at or not nominal or not closed or not _begins_object(source, middle):
            break
        subject = Term("", start, middle, middle - 1, source.entity_at(middle - 1), "gapping")
        found.append((subject, Term("", middle, end, end - 1, source.entity_at(end - 1), "gapping")))
        at = end
    return found


def _turned(fact: Fact, place: int, term: Term, denied: bool) -> Fact:
    terms = tuple(replace(term, role=old.role) if i == place else old for i, old in enumerate(fact.terms))
    return replace(fact, id=-1, terms=terms, denied=denied, premises=(fact.id,))


def _exceptions(source: Source, fact: Fact) -> Iterator[Fact]:
    """Read "nobody except Ada knew", "all but Bo left": what is not so of the rest."""
    syntax = source.syntax
    for place, term in enumerate(fact.terms[:2]):
        words = syntax.lowers[term.start : term.end]
        opening = words[0] if words else ""
        if opening not in _ALL | _NONE:
            continue
        at = next((i for i in range(term.start + 1, term.end) if syntax.lowers[i] in _EXCEPT), -1)
        if at < 0 and "but" in words:
            at = term.start + words.index("but")
        end = term.end
        if at < 0 and syntax.lowers[end : end + 1] == ["but"] and syntax.pos[end + 1 : end + 2] == ["PROPN"]:
            at, end = end, end + 2  # "all the boys but Karl"
        if at < 0:
            continue
        nominal = [i for i in range(at + 1, end) if syntax.pos[i] in ("PROPN", "NOUN")]
        left_out = [i for i in nominal if syntax.deps[i] != "compound"]
        for token in left_out[:1]:
            for one in (token, *source.listed(token)):
                out = Term(term.role, *source.phrase(one), one, source.entity_at(one), "exception")
                yield _turned(fact, place, replace(out, start=max(out.start, at + 1)), opening in _ALL)


def _instead(source: Source, fact: Fact) -> Iterator[Fact]:
    """Read "instead of Bo, Ada went": Bo did not."""
    syntax = source.syntax
    for place, term in enumerate(fact.terms):
        low = syntax.lowers
        at = next((i for i in range(term.start, term.end) if low[i] == "instead"), -1)
        if at < 0 or not term.role.startswith("ARGM"):
            continue
        names = [i for i in range(at, term.end) if syntax.pos[i] in ("PROPN", "NOUN")]
        subject = next((i for i, one in enumerate(fact.terms) if one.role in ("ARG0", "ARG1")), -1)
        if names and subject >= 0 and place != subject:
            out = Term("", *source.phrase(names[0]), names[0], source.entity_at(names[0]), "instead of")
            yield _turned(fact, subject, replace(out, start=max(out.start, at + 2)), True)


def _elliptic(source: Source, facts: Sequence[Fact]) -> Iterator[Fact]:
    """Read "Ada can swim, but Bo cannot", "Ada is not a nurse, but Bo is"."""
    syntax, low = source.syntax, source.syntax.lowers
    told: dict[int, list[Fact]] = {}
    for fact in facts:
        if fact.kind in ("event", "attribute") and fact.terms and not fact.terms[0].link:
            told.setdefault(fact.sentence, []).append(fact)
    yield from _so_does(source, told)
    for i in range(1, len(syntax)):
        if low[i] not in _ELLIPTIC or syntax.pos[i - 1] not in ("PROPN", "NOUN", "PRON"):
            continue
        after = i + 1
        denied = after < len(syntax) and low[after] in _NOT
        after += denied
        if after < len(syntax) and syntax.pos[after] != "PUNCT" and low[after] not in ("too", "either"):
            continue
        before = [
            fact
            for fact in told.get(int(syntax.sentences[i]), ())
            if fact.token < i - 1 and fact.terms[0].head < fact.token + (fact.kind == "attribute")
        ]
        if not before:
            continue
        last = before[-1].token
        subject = Term("", *source.phrase(i - 1), i - 1, source.entity_at(i - 1), "ellipsis")
        subject = replace(subject, end=min(subject.end, i))
        for fact in before:
            if fact.token == last:
                yield _turned(fact, 0, subject, denied)


def _so_does(source: Source, told: Mapping[int, list[Fact]]) -> Iterator[Fact]:
    """Read "so does Bo", "neither can Mina": what was told last is so of them too, or not."""
    syntax, low = source.syntax, source.syntax.lowers
    for i in range(2, len(syntax) - 2):
        if low[i] not in _LIKEWISE or low[i + 1] not in _ELLIPTIC or syntax.pos[i + 2] != "PROPN":
            continue
        if i + 3 < len(syntax) and syntax.pos[i + 3] not in ("PUNCT", "CCONJ"):
            continue
        sentence = int(syntax.sentences[i])
        near = (*told.get(sentence - 1, ()), *told.get(sentence, ()))
        before = [fact for fact in sorted(near, key=lambda fact: fact.id) if fact.token < i]
        name = i + 2
        subject = Term("", name, name + 1, name, source.entity_at(name), "ellipsis")
        for fact in before:
            if fact.token == before[-1].token:
                yield _turned(fact, 0, subject, low[i] != "so")


def respectively(source: Source, facts: Sequence[Fact]) -> list[Fact]:
    """Return facts in which "Ada and Bo bought a hat and a coat, respectively" is told one by one."""
    syntax = source.syntax
    where = {int(syntax.sentences[i]) for i, word in enumerate(syntax.lowers) if word == "respectively"}
    if not where:
        return list(facts)
    found = []
    for fact in facts:
        roles = [term.role for term in fact.terms]
        several = [role for role in dict.fromkeys(roles) if roles.count(role) > 1]
        counts = {roles.count(role) for role in several}
        if fact.sentence not in where or len(several) != 2 or len(counts) != 1:
            found.append(fact)
            continue
        columns = [[term for term in fact.terms if term.role == role] for role in several]
        rest = [term for term in fact.terms if term.role not in several and not _only_says_so(source, term)]
        for pair in zip(*columns, strict=True):
            terms = (*(replace(_own_words(source, term), link="respectively") for term in pair), *rest)
            found.append(replace(fact, terms=terms))
    return found


def _only_says_so(source: Source, term: Term) -> bool:
    return source.syntax.lowers[term.start : term.end] == ["respectively"]


def _own_words(source: Source, term: Term) -> Term:
    words = source.syntax.lowers
    end = next((i for i in range(term.start, term.end) if words[i] == "respectively"), term.end)
    while end > term.start + 1 and source.syntax.pos[end - 1] == "PUNCT":
        end -= 1
    return replace(term, end=max(end, term.head + 1))
