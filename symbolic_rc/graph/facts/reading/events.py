"""Facts of events: who takes part, also where another clause names them, and which was before which."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from symbolic_rc.core.entity import Argument, Frame
from symbolic_rc.coref.mentions.syntax import Syntax
from symbolic_rc.graph.facts.fact import Fact, Term
from symbolic_rc.graph.facts.reading.clause import begins_then
from symbolic_rc.graph.facts.reading.numbers import read_numbers
from symbolic_rc.graph.facts.reading.source import Source
from symbolic_rc.lexicon import rolesets
from symbolic_rc.lexicon.english import word_set
from symbolic_rc.lexicon.measures import unit_kinds
from symbolic_rc.lexicon.wordnet import wordnet

#: Arguments that say how a predicate is said; a fact has fields of its own for that.
_OF_THE_PREDICATE = ("ARGM-NEG", "ARGM-MOD", "ARGM-DIS")
#: Words whose meaning depends on who speaks to whom, and for one of two.
_OF_SPEECH = word_set("i me you former latter")
#: Numbered roles that the frame parser gives to times by mistake, and prepositions of times.
_FREE, _OF_TIMES = ("ARG1", "ARG2", "ARG3", "ARG4"), word_set("at in on since until before after")
#: Adjuncts whose kind the frame parser may mistake, and the words that show it.
_ADJUNCTS = ("ARGM-ADV", "ARGM-GOL", "ARGM-LOC", "ARGM-MNR", "ARGM-PRD")
_LASTING = word_set("at during for in on until")
_WHERE = word_set("abroad downstairs indoors nearby outdoors outside overseas underground upstairs")
#: Prepositions of places, where the frame parser takes a phrase for any adjunct.
_OF_PLACES = word_set("above below beneath underneath under behind beside near inside outside opposite")
_TO = word_set("to into onto")
_FREQUENT = word_set("once twice thrice hourly daily weekly monthly yearly")
_ADDING = word_set("only but also both either as well")
_BY_PREPOSITION = {
    "to": "ARG2", "with": "ARGM-COM", "for": "ARGM-GOL", "from": "ARG2", "by": "ARGM-MNR",
    "in": "ARGM-LOC", "on": "ARGM-LOC", "at": "ARGM-LOC", "into": "ARGM-DIR", "after": "ARGM-TMP",
    "before": "ARGM-TMP", "during": "ARGM-TMP", "until": "ARGM-TMP", "because": "ARGM-CAU",
}  # fmt: skip


def event_facts(source: Source) -> Iterator[Fact]:
    """Yield a fact for each frame that tells an event or a state, in order of the text; ids are not set.

    A verb that the frame parser left out has a frame without a roleset, whose terms come from the syntax.
    """
    syntax = source.syntax
    framed = {frame.head for frame in source.frames}
    missed = (
        Frame("", token, token, token + 1, "verb")
        for token in range(len(syntax))
        if syntax.pos[token] == "VERB" and token not in framed and syntax.deps[token] not in ("amod", "case")
    )
    for frame in sorted((*source.frames, *missed), key=lambda frame: frame.head):
        dep = syntax.deps[frame.head].partition(":")[0]
        if dep in ("aux", "cop") or (frame.lemma == "be" and source.child(frame.head, "obl", "advmod") < 0):
            continue
        if not (terms := _terms(source, frame)) and frame.kind != "verb":
            continue
        fact = source.fact("event", source.lemma(frame.head), frame.roleset, terms, frame.head)
        affirmed = _not_only(source, frame) or begins_then(syntax, frame.head)
        fact = replace(fact, denied=fact.denied or (frame.negated and not affirmed))
        yield from _with_gapped(source, fact)


def _with_gapped(source: Source, fact: Fact) -> Iterator[Fact]:
    """Yield an event, and that of a clause without its verb: "sold figs in May and pears in June"."""
    first = source.child(fact.token, "obj")
    second, behind, before = _gapped(source, fact.token, first) if first >= 0 else (-1, -1, -1)
    known = {term.head: term for term in fact.terms}
    if second < 0 or not {first, before} <= known.keys():
        yield fact
        return
    start = source.phrase(second)[0]
    kept = tuple(term for term in fact.terms if term.start < start)
    yield replace(fact, terms=kept)
    shared = tuple(term for term in kept if term.start < fact.token)
    told = source.term(known[first].role, second), source.term(known[before].role, behind)
    yield replace(fact, terms=(*shared, replace(told[0], end=min(told[0].end, told[1].start)), told[1]))


def _gapped(source: Source, verb: int, first: int) -> tuple[int, int, int]:
    """Return the object of a clause without its verb, its adjunct, and that of the clause before; or -1."""
    syntax = source.syntax
    for before in (c for c in syntax.children_of(verb) if syntax.deps[c] == "obl" and c > first):
        if (second := max(_joined_behind(source, one, before) for one in (before, first))) < 0:
            continue
        for behind in (*syntax.children_of(verb), *syntax.children_of(second)):
            adjunct = behind > second and syntax.deps[behind] in ("obl", "nmod")
            alike = syntax.pos[before] == syntax.pos[behind] == "NUM"
            if adjunct and (alike or source.case(before) == source.case(behind) != ""):
                return second, behind, before
    return -1, -1, -1


def _joined_behind(source: Source, noun: int, place: int) -> int:
    """Return what a conjunction joins to a noun behind a place, without a preposition; or -1."""
    joined = (c for c in source.syntax.children_of(noun) if source.syntax.deps[c] == "conj" and c > place)
    return next((c for c in joined if source.child(c, "cc") >= 0 and not source.case(c)), -1)


def _not_only(source: Source, frame: Frame) -> bool:
    """Whether all that denies a frame is *not* before *only*, which adds to what is told."""
    lowers = source.syntax.lowers
    places = [one.head for one in frame.arguments if one.role == "ARGM-NEG"]
    return bool(places) and all(lowers[at + 1 : at + 2] == ["only"] for at in places)


def _terms(source: Source, frame: Frame) -> list[Term]:
    """Return the terms of a frame: its arguments, members of lists, and what the syntax adds."""
    head = frame.head
    found = list(_of_arguments(source, frame))
    found += source.thanking(head, {term.role for term in found})
    if frame.kind == "verb":
        taken, roles = {term.head for term in found}, {term.role for term in found}
        found += [term for term in _from_syntax(source, frame, roles) if term.head not in taken]
        found = [*_regular(source, head, found), *_whereto(source, found)]
    return [_lasting(source, term) for term in found if not _is_elsewhere(source.syntax, term)]


def _lasting(source: Source, term: Term) -> Term:
    """Return "for half an hour" as a time, whichever role the frame has for it."""
    other = not term.role.startswith("ARGM") and source.case(term.head) == "for"
    return replace(term, role="ARGM-TMP") if other and "time" in unit_kinds(source.lemma(term.head)) else term


def _is_elsewhere(syntax: Syntax, term: Term) -> bool:
    """Whether it is not so then, or there (see `implicit`), or less: "deeper here than in the bay"."""
    beyond = "than" in syntax.lowers[max(0, term.start - 1) : term.start + 1]
    before = syntax.lowers[term.start : term.head]
    return "except" in before or (beyond and "ADP" in syntax.pos[term.start : term.start + 2])


def _of_arguments(source: Source, frame: Frame) -> Iterator[Term]:
    """Yield the terms of a frame's arguments, without those that belong to the verb above."""
    above, others = int(source.syntax.heads[frame.head]), source.not_doing(frame.head)
    # the subject of such a gerund is easily taken for that of the verb above
    subject = source.child(above, "nsubj") if source.of_object(frame.head, above) else -1
    relative = source.syntax.deps[frame.head].startswith("acl:relcl")
    described = source.described(above) if relative else -1
    roles = {argument.role for argument in frame.arguments}
    for argument in frame.arguments:
        role = argument.role.removeprefix("R-")  # "to whom", where the noun has no role of its own
        known = role != argument.role and (role in roles or source.antecedent(argument.head) < 0)
        if known or role.startswith("C-") or role in _OF_THE_PREDICATE:
            continue
        whole = _of_argument(source, replace(argument, role=role))
        if argument.head == above != described >= 0:
            whole = source.term(argument.role, described, "relative clause")
        for term in _members(source, whole):
            foreign = term.head == subject >= 0 or (term.role == "ARG0" and term.head in others)
            if not foreign:
                yield term


def _whereto(source: Source, terms: list[Term]) -> Iterator[Term]:
    """Yield the other end of a way, where it looks like a part of the first: "from Riga to Oslo"."""
    syntax = source.syntax
    heads = {term.head for term in terms}
    for start in (term.head for term in terms if source.case(term.head) == "from"):
        for child in syntax.children_of(start):
            if child not in heads and syntax.deps[child] == "nmod" and source.case(child) in _TO:
                yield source.term("ARGM-GOL", child, "syntax")


def _regular(source: Source, head: int, terms: list[Term]) -> list[Term]:
    """Return the terms of a verb with its subject and object in the roles that most verbs have."""
    subject, undergoing, indirect = _participants(source, head)
    roles, by_head = {term.role for term in terms}, {term.head: term.role for term in terms}
    acted_on = by_head.get(subject) == "ARG1" and "ARG0" not in roles
    if acted_on and undergoing not in (-1, *by_head):
        return _acting(source, undergoing, terms)
    if by_head.get(undergoing) != "ARG2" or indirect >= 0:
        return terms
    if acted_on:
        turned = {"ARG1": "ARG0", "ARG2": "ARG1"}
    elif "ARG1" not in roles:
        turned = {"ARG2": "ARG1"}
    else:
        return terms
    if any(term.role in turned and _prepositional(source.syntax, term) for term in terms):
        return terms
    return [replace(term, role=turned.get(term.role, term.role)) for term in terms]


def _participants(source: Source, head: int) -> tuple[int, int, int]:
    """Return the heads of who acts, of what undergoes it, and of a second object; -1 for none."""
    subject, undergoing = source.child(head, "nsubj"), source.child(head, "obj")
    indirect = source.child(head, "iobj")
    if undergoing < 0:
        undergoing, indirect = indirect, -1
    if source.child(head, "aux:pass", "nsubj:pass") >= 0:
        return source.child(head, "obl:agent"), subject if undergoing < 0 else undergoing, indirect
    return subject, undergoing, indirect


def _acting(source: Source, undergoing: int, terms: list[Term]) -> list[Term]:
    """Return the terms of a verb with a missed object: of "midges spread the fever" not only midges."""
    acting = [replace(term, role="ARG0") if term.role == "ARG1" else term for term in terms]
    return [*acting, *_members(source, source.term("ARG1", undergoing, "syntax"))]


def _prepositional(syntax: Syntax, term: Term) -> bool:
    return syntax.lowers[term.start] != "by" and syntax.pos[term.start] == "ADP"


def _of_argument(source: Source, argument: Argument) -> Term:
    if (antecedent := source.antecedent(argument.head)) >= 0:
        return source.term(argument.role, antecedent, "relative clause")
    mention = source.filling(argument)
    entity = source.mentions[mention].entity if mention >= 0 else -1
    if source.syntax.lowers[argument.head] in _OF_SPEECH:
        own = source.entity_at(argument.head)
        entity = own if own >= 0 else entity
    return Term(_role_of(source, argument), argument.start, argument.end, argument.head, entity)


def _role_of(source: Source, argument: Argument) -> str:
    """Return an argument's role: of place, time or manner also where the frame parser has another."""
    syntax, role, head = source.syntax, argument.role, argument.head
    first = syntax.lowers[argument.start]
    if role in ("ARGM-ADV", "ARG0") and first in _OF_PLACES:
        return "ARGM-LOC"
    if _is_when(source, argument, first) or (role in _ADJUNCTS and first in ("overnight", "nowadays")):
        return "ARGM-TMP"
    if role in _ADJUNCTS and syntax.lowers[head] in _WHERE and head == argument.start:
        return "ARGM-LOC"  # "slept downstairs"
    verb = syntax.lemmas[int(syntax.heads[head])].lower()
    depictive = syntax.deps[head] == "xcomp" and syntax.pos[head] == "ADJ"
    moves = depictive and (verb == "die" or wordnet().class_of(verb, "v") == "verb.motion")
    return "ARGM-MNR" if moves else role  # "came home hungry"


def _is_when(source: Source, argument: Argument, first: str) -> bool:
    """Whether an argument that is not taken for a time is one: "closes at half past five", "every hour"."""
    if argument.role in _FREE and first == "every":
        return any(map(source.is_time, range(argument.start, argument.end)))
    begins = _OF_TIMES if argument.role in _FREE else _LASTING if argument.role in _ADJUNCTS else ()
    return first in begins and source.is_time(argument.head)


def _members(source: Source, term: Term) -> Iterator[Term]:
    """Yield a term, and each further member of the list that it heads, each under its own words."""
    if not (others := source.listed(term.head)):
        yield term
        return
    start, end = source.phrase(term.head)
    start = min(start, term.start) if source.syntax.pos[term.start] == "ADP" else start
    # "a lamp but also a rug"
    words, inside = source.syntax.lowers, range(term.head + 1, min(end, others[0]))
    end = next((i for i in inside if words[i : i + 2] == ["but", "also"]), end)
    start = _past_adding(source, start, term.head)
    yield replace(term, start=start, end=end, entity=source.entity_at(term.head))
    for child in others:
        member = source.term(term.role, child, "member of a list")
        yield replace(member, start=_past_adding(source, member.start, child))


def _past_adding(source: Source, start: int, head: int) -> int:
    """Return where a noun phrase begins behind the words that join it: "not only the mirror"."""
    lowers = source.syntax.lowers
    start += lowers[start : start + 2] == ["not", "only"]
    return next((i for i in range(start, head) if lowers[i] not in _ADDING), head)


def _from_syntax(source: Source, frame: Frame, roles: set[str]) -> Iterator[Term]:
    """Yield terms for dependents that the frame leaves out: subject, object, agent, oblique phrases."""
    syntax, head = source.syntax, frame.head
    acting, role = _of_agent_and_subject(source, frame)
    before = {one.role for one in frame.arguments if one.end <= frame.start}  # "the wheel broke"
    if role not in roles and not (role == "ARG0" and "ARG1" in before & roles):
        yield from _subject_terms(source, head, role)
    by_relation = {"obj": "" if role == "ARG1" else "ARG1", "obl:agent": acting, "iobj": "ARG2"}
    for child in syntax.children_of(head):
        dep = syntax.deps[child]
        role = by_relation.get(dep, "")
        if role and role not in roles:
            term = source.term(role, child, "syntax")
            yield from (term,) if dep == "iobj" else _members(source, term)
            continue
        covered = any(argument.start <= child < argument.end for argument in frame.arguments)
        if not covered and (role := _of_adjunct(source, child, roles)):
            yield source.term(role, child, "syntax")


def _of_adjunct(source: Source, token: int, roles: set[str]) -> str:
    """Return the role of an oblique phrase, or of *twice* where no other time is told; or empty."""
    dep = source.syntax.deps[token]
    if source.syntax.lowers[token] in _FREQUENT and "ARGM-TMP" not in roles:
        return "ARGM-TMP"
    oblique = dep.startswith("obl") and dep != "obl:agent"
    return _BY_PREPOSITION.get(source.case(token), "ARGM-ADV") if oblique else ""


def _of_agent_and_subject(source: Source, frame: Frame) -> tuple[str, str]:
    """Return the roles of who acts, as far as the roleset is known, and of the subject."""
    known, syntax, head = rolesets().get(frame.roleset), source.syntax, frame.head
    transitive = known is None or known.role("ARG0") or source.child(head, "obj", "obl:agent") >= 0
    acting = "ARG0" if transitive else "ARG1"
    participle = syntax.tags[head] == "VBN" and syntax.deps[head].startswith("acl")
    bare = participle and source.child(head, "nsubj") < 0
    return acting, "ARG1" if bare or source.child(head, "aux:pass", "nsubj:pass") >= 0 else acting


def _subject_terms(source: Source, head: int, role: str) -> Iterator[Term]:
    subject, link = source.subject(head)
    if subject < 0 and head in source.addressees and source.is_imperative(head):
        yield replace(source.nearest(source.addressees[head], head), role=role, link="who is addressed")
    if subject >= 0 and source.syntax.pos[subject] != "EXPL":
        yield from _members(source, source.term(role, subject, link or "syntax"))


#: Words that begin a clause of time, with what they say of the clause's event against the main one.
_CUES = {
    "before": "after", "until": "after", "till": "after", "after": "before", "since": "before",
    "once": "before", "when": "with", "while": "with", "as": "with", "whilst": "with",
}  # fmt: skip
_ONE_END = {frozenset(("born", "b.")): "bear", frozenset(("died", "d.")): "die"}
#: Maximum number of tokens in the brackets of a life.
_BRACKET = 12


def order_facts(source: Source, facts: Sequence[Fact]) -> Iterator[Fact]:
    """Yield a fact for each pair of events whose order the text states; ids are not set."""
    by_head = {fact.token: fact for fact in reversed(facts) if fact.kind == "event"}
    for fact in facts:
        if fact.kind != "event":
            continue
        cue, other = _time_relation(source.syntax, fact.token)
        if not cue or other not in by_head or other == fact.token:
            continue
        first, second = (by_head[other], fact) if cue == "after" else (fact, by_head[other])
        label = "with" if cue == "with" else "before"
        terms = tuple(
            Term(role, *source.phrase(event.token), event.token)
            for role, event in (("event", first), ("other", second))
        )
        yield Fact(-1, "order", label, cue, terms, fact.token, fact.sentence, premises=(first.id, second.id))


def life_facts(source: Source) -> Iterator[Fact]:
    """Read "Ada Ohm (1843-1911)", "Bo (born 1950)": when somebody was born and died; ids are not set."""
    syntax, low = source.syntax, source.syntax.lowers
    for at in [i for i, word in enumerate(low) if word == "(" and i and syntax.pos[i - 1] == "PROPN"]:
        name = at - 1
        while syntax.deps[name] in ("flat", "compound"):
            name = int(syntax.heads[name])
        entity = source.entity_at(name)
        if entity >= 0 and source.entities[entity].type == "PERSON":
            subject = Term("ARG1", source.phrase(name)[0], at, name, entity)
            for verb, (start, end) in _ends_of_life(syntax, at):
                terms = subject, Term("ARGM-TMP", start, end, end - 1)
                sense = "bear.02" if verb == "bear" else "die.01"
                yield source.fact("event", verb, sense, terms, end - 1)


def _ends_of_life(syntax: Syntax, at: int) -> list[tuple[str, tuple[int, int]]]:
    """Return where the dates of birth and death stand in a bracket, with the verbs that they are of."""
    bracket = syntax.lowers[at : at + _BRACKET]
    end = at + (bracket.index(")") if ")" in bracket else 0)
    numbers = read_numbers(syntax, at + 1, end)
    spans = [(one.start, one.end) for one in numbers if one.date and one.date.years[0]]
    alone = next((verb for words, verb in _ONE_END.items() if not words.isdisjoint(bracket)), "")
    verbs = ["bear", "die"] if len(set(spans)) == 2 else [alone] if alone and len(spans) == 1 else []
    return list(zip(verbs, spans, strict=False))


def pluperfect(syntax: Syntax, token: int, words: Sequence[str] = ("had", "'d", "having")) -> bool:
    """Whether a verb is in the past perfect: "had washed"."""
    children = syntax.children_of(token)
    return any(syntax.lowers[i] in words and syntax.deps[i].startswith("aux") for i in children)


def _time_relation(syntax: Syntax, head: int) -> tuple[str, int]:
    """Return how a predicate stands to another in time (before, after, with), and its token, or -1."""
    up = int(syntax.heads[head])
    for child in syntax.children_of(head) if syntax.deps[head].startswith("advcl") else ():
        if syntax.lowers[child] in _CUES and syntax.deps[child] in ("mark", "advmod", "case"):
            return _CUES[syntax.lowers[child]], up
    had = syntax.tags[head] == "VBN" and up != head and pluperfect(syntax, head, ("had",))
    return ("before", up) if had and not pluperfect(syntax, up, ("had",)) else ("", -1)
