"""Facts of events: frames with the entities that take part, also where another clause names them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from symbolic_rc.core.frame import Argument, Frame
from symbolic_rc.coref.mentions.syntax import Syntax
from symbolic_rc.graph.facts.fact import Fact, Term
from symbolic_rc.graph.facts.reading.source import Source
from symbolic_rc.lexicon import rolesets

#: Arguments that say how a predicate is said; a fact has fields of its own for that.
_OF_THE_PREDICATE = ("ARGM-NEG", "ARGM-MOD", "ARGM-DIS")
#: Words whose meaning depends on who speaks to whom, and for one of two.
_OF_SPEECH = frozenset("i me you former latter".split())
#: Prepositions of places, where the frame parser takes a phrase for any adjunct.
_OF_PLACES = frozenset(
    "above below beneath underneath under behind beside near inside outside opposite".split()
)
_TO = frozenset("to into onto".split())
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
        terms = _terms(source, frame)
        if not terms and frame.kind != "verb":
            continue
        fact = source.fact("event", source.lemma(frame.head), frame.roleset, terms, frame.head)
        yield replace(fact, denied=fact.denied or frame.negated)


def _terms(source: Source, frame: Frame) -> list[Term]:
    """Return the terms of a frame: its arguments, members of lists, and what the syntax adds."""
    head = frame.head
    arguments = (
        argument
        for argument in frame.arguments
        if not argument.role.startswith(("R-", "C-")) and argument.role not in _OF_THE_PREDICATE
    )
    found = [term for argument in arguments for term in _members(source, _of_argument(source, argument))]
    if source.of_object(head, above := int(source.syntax.heads[head])):
        # the subject of such a gerund is easily taken for that of the verb above
        subject = source.child(above, "nsubj")
        found = [term for term in found if term.head != subject or term.head < 0]
    others = source.not_doing(head)
    found = [term for term in found if term.role != "ARG0" or term.head not in others]
    found += source.thanking(head, {term.role for term in found})
    if frame.kind == "verb":
        taken, roles = {term.head for term in found}, {term.role for term in found}
        found += [term for term in _from_syntax(source, frame, roles) if term.head not in taken]
        found = [*_regular(source, head, found), *_whereto(source, found)]
    return found


def _whereto(source: Source, terms: list[Term]) -> Iterator[Term]:
    """Yield the other end of a way, where it looks like a part of the first: "from Riga to Oslo"."""
    syntax = source.syntax
    heads = {term.head for term in terms}
    for term in terms:
        case = source.child(term.head, "case")
        if case < 0 or syntax.lowers[case] != "from":
            continue
        for child in syntax.children_of(term.head):
            to = source.child(child, "case")
            if child not in heads and syntax.deps[child] == "nmod" and to >= 0 and syntax.lowers[to] in _TO:
                yield source.term("ARGM-GOL", child, "syntax")


def _regular(source: Source, head: int, terms: list[Term]) -> list[Term]:
    """Return the terms of a verb with its subject and object in the roles that most verbs have.

    Rolesets number them otherwise for some ("Ada helped Bo": Bo is ARG2; "Bo followed Ada": Bo is ARG1, Ada
    ARG2), and the frame parser does now and then.
    """
    subject, undergoing = source.child(head, "nsubj"), source.child(head, "obj")
    indirect = source.child(head, "iobj")
    if undergoing < 0:
        undergoing, indirect = indirect, -1
    if source.child(head, "aux:pass", "nsubj:pass") >= 0:
        subject, undergoing = source.child(head, "obl:agent"), subject if undergoing < 0 else undergoing
    roles, by_head = {term.role for term in terms}, {term.head: term.role for term in terms}
    if by_head.get(undergoing) != "ARG2" or indirect >= 0:
        return terms
    if by_head.get(subject) == "ARG1" and "ARG0" not in roles:
        turned = {"ARG1": "ARG0", "ARG2": "ARG1"}
    elif "ARG1" not in roles:
        turned = {"ARG2": "ARG1"}
    else:
        return terms
    if any(term.role in turned and _prepositional(source.syntax, term) for term in terms):
        return terms
    return [replace(term, role=turned.get(term.role, term.role)) for term in terms]


def _prepositional(syntax: Syntax, term: Term) -> bool:
    return syntax.lowers[term.start] != "by" and syntax.pos[term.start] == "ADP"


def _of_argument(source: Source, argument: Argument) -> Term:
    antecedent = source.antecedent(argument.head)
    if antecedent >= 0:
        return source.term(argument.role, antecedent, "relative clause")
    mention = source.index.of(argument)
    entity = source.mentions[mention].entity if mention >= 0 else -1
    if source.syntax.lowers[argument.head] in _OF_SPEECH:
        own = source.entity_at(argument.head)
        entity = own if own >= 0 else entity
    role = argument.role
    if role == "ARGM-ADV" and source.syntax.lowers[argument.start] in _OF_PLACES:
        role = "ARGM-LOC"
    return Term(role, argument.start, argument.end, argument.head, entity)


def _members(source: Source, term: Term) -> Iterator[Term]:
    """Yield a term, and each further member of the list that it heads, each under its own words."""
    others = source.listed(term.head)
    if not others:
        yield term
        return
    start, end = source.phrase(term.head)
    start = min(start, term.start) if source.syntax.pos[term.start] == "ADP" else start
    yield replace(term, start=start, end=end, entity=max(source.entity_at(term.head), -1))
    for child in others:
        yield source.term(term.role, child, "member of a list")


def _from_syntax(source: Source, frame: Frame, roles: set[str]) -> Iterator[Term]:
    """Yield terms for dependents that the frame leaves out: subject, object, agent, oblique phrases."""
    syntax, head = source.syntax, frame.head
    passive = source.child(head, "aux:pass", "nsubj:pass") >= 0 or (
        syntax.tags[head] == "VBN" and syntax.deps[head].startswith("acl") and source.child(head, "nsubj") < 0
    )
    acting = "ARG0" if _acts(frame.roleset) else "ARG1"
    role = "ARG1" if passive else acting
    if role not in roles and not (role == "ARG0" and "ARG1" in roles and _only_undergoes(frame)):
        subject, link = source.subject(head)
        if subject >= 0 and syntax.pos[subject] != "EXPL":
            yield from _members(source, source.term(role, subject, link or "syntax"))
    by_relation = {"obj": "" if role == "ARG1" else "ARG1", "obl:agent": acting, "iobj": "ARG2"}
    for child in syntax.children_of(head):
        dep = syntax.deps[child]
        role = by_relation.get(dep, "")
        if role and role not in roles:
            term = source.term(role, child, "syntax")
            yield from (term,) if dep == "iobj" else _members(source, term)
        elif dep.startswith("obl") and dep != "obl:agent" and not _covered(frame, child):
            case = source.child(child, "case")
            role = _BY_PREPOSITION.get(syntax.lowers[case] if case >= 0 else "", "ARGM-ADV")
            yield source.term(role, child, "syntax")


def _covered(frame: Frame, token: int) -> bool:
    """Whether a token stands in one of the frame's arguments."""
    return any(argument.start <= token < argument.end for argument in frame.arguments)


def _acts(roleset: str) -> bool:
    """Whether a roleset has somebody who acts, as far as it is known."""
    known = rolesets().get(roleset)
    return known is None or known.role("ARG0") is not None


def _only_undergoes(frame: Frame) -> bool:
    """Whether the frame's own subject is what undergoes: "the wheel broke"."""
    return any(argument.role == "ARG1" and argument.end <= frame.start for argument in frame.arguments)
