"""What events leave so: where somebody lives, what became of something, whether a door is open."""

from __future__ import annotations

from collections.abc import Iterator

from symbolic_rc.graph.facts import Fact, Term
from symbolic_rc.lexicon import wordnet
from symbolic_rc.lexicon.converses import converses, results
from symbolic_rc.rules.case import Case
from symbolic_rc.rules.logic.prove import is_whole, main_parts
from symbolic_rc.rules.logic.who import meant, proposed, said_alone
from symbolic_rc.rules.proof import Link, Proposal

_LIVING = frozenset("live reside dwell".split())
_MOVING = frozenset("move settle emigrate immigrate relocate".split())
_TOWARDS = frozenset("to in into at on".split())
_PLACES = ("ARGM-LOC", "ARGM-GOL", "ARGM-DIR", "ARG2", "ARG4", "ARG1")
_BECOMING = frozenset("become turn".split())
_COPULAS = frozenset("is are".split())


def lives_where(case: Case) -> list[Proposal]:
    """Propose where somebody lives who has moved: the home that the story tells last."""
    if case.kind != "place" or not _present(case):
        return []
    lives = [fact for fact in case.query.facts if fact.kind == "event" and fact.predicate in _LIVING]
    for part in lives:
        subject = next(
            (t for t in part.terms if t.role in ("ARG0", "ARG1") and not case.query.is_variable(t)), None
        )
        homes = list(_homes(case, subject)) if subject is not None else []
        if len(homes) > 1 and any(fact.predicate in _MOVING for fact, _ in homes):
            fact, place = homes[0 if case.query.time == "first" else -1]
            link = Link("live", fact.predicate, "who moves lives there after that", 1.0)
            return [proposed(case, place, 1.0, (fact,), (link,))]
    return []


def _homes(case: Case, subject: Term) -> Iterator[tuple[Fact, Term]]:
    """Yield where somebody lived or moved to, in the order of telling."""
    syntax = case.facts.syntax
    for fact in case.facts.of("event"):
        if fact.predicate not in _LIVING | _MOVING or not fact.told or fact.denied:
            continue
        if not any(meant(case, subject, term) for term in fact.terms):
            continue
        for term in fact.terms:
            cases = [syntax.lowers[c] for c in syntax.children_of(term.head) if syntax.deps[c] == "case"]
            if term.role in _PLACES and cases and cases[0] in _TOWARDS and not meant(case, subject, term):
                yield fact, term
                break


def _present(case: Case) -> bool:
    """Whether a question asks of now: in the present tense, or with a word for it."""
    words = {word.lower() for word in case.query.understanding.words}
    return bool(case.query.time) or bool(words & {"does", "do", "now", "today"})


def became_what(case: Case) -> list[Proposal]:
    """Propose what something is now, or when it is: what it last became, or was changed to."""
    return _changed(case) or _became(case)


def _changed(case: Case) -> list[Proposal]:
    """Propose the day or hour to which something was moved, or that from which it was."""
    words = [word.lower() for word in case.query.understanding.words]
    if case.kind != "time" or words[1:2] not in (["is"], ["was"], ["are"], ["were"], ["will"]):
        return []
    first = case.query.time == "first" or (words[1] in ("was", "were") and "originally" in words)
    named = [
        Term("", i, i + 1, i) for i in case.query.content if case.query.syntax.pos[i] in ("NOUN", "PROPN")
    ]
    changes: dict[int, list[Fact]] = {}
    for fact in case.facts.of("attribute"):
        subject = fact.terms[0]
        if subject.link != "what changed" or not fact.told or fact.denied:
            continue
        if not named or any(meant(case, one, subject) for one in named):
            changes.setdefault(fact.token, []).append(fact)
    if not changes:
        return []
    told = changes[min(changes) if first else max(changes)]
    fact = told[0 if first else -1]
    link = Link(
        "when", case.facts.text(fact.terms[1]), "before it changed" if first else "after it changed", 1.0
    )
    return [proposed(case, fact.terms[1], 1.0, (fact,), (link,))]


def _became(case: Case) -> list[Proposal]:
    if case.query.time != "last":
        return []
    given = [
        term
        for fact in case.query.facts
        if fact.kind == "attribute"
        for term in fact.terms
        if term.head != case.query.gap
    ]
    found: list[Proposal] = []
    for fact in case.facts.of("event"):
        if fact.predicate not in _BECOMING or not fact.told or fact.denied or len(fact.terms) < 2:
            continue
        subject, value = fact.terms[0], fact.terms[1]
        if value.role in ("ARG2", "ARG1") and any(meant(case, term, subject) for term in given):
            link = Link("is now", fact.predicate, "what it became", 1.0)
            found.append(proposed(case, value, 1.0, (fact,), (link,)))
    return found[-1:]


def left_so(case: Case) -> list[Proposal]:
    """Propose whether something is open, locked, dead: by the last event that makes it so or otherwise."""
    words = [word.lower() for word in case.query.understanding.words]
    if not case.query.polar or words[:1] == [] or words[0] not in _COPULAS or case.query.alternatives:
        return []
    parts = main_parts(case)
    for part in (parts[kind] for kind in ("attribute", "event") if kind in parts):
        if not part.terms:
            continue
        verbs, contrary = _verbs(part.predicate)
        events = [
            fact
            for fact in case.facts.of("event")
            if fact.predicate in verbs | contrary and fact.told and _undergoes(case, part.terms[0], fact)
        ]
        last = events[-1] if events else None
        if last is not None and is_whole(case, part, last) and not _told_since(case, part, last):
            so = (last.predicate in verbs) != last.denied
            reason = "the last that happened to it"
            answer = "yes" if so != part.denied else "no"
            return [said_alone(answer, 1.0, (last,), (Link(part.predicate, last.predicate, reason, 1.0),))]
    return []


def _undergoes(case: Case, subject: Term, fact: Fact) -> bool:
    """Whether an event happens to whom a term of the question names: its ARG1, or who alone takes part."""
    undergoing = [term for term in fact.terms if term.role == "ARG1"]
    return any(meant(case, subject, one) for one in undergoing or [t for t in fact.terms if t.role == "ARG0"])


def _told_since(case: Case, part: Fact, event: Fact) -> bool:
    """Whether the story says after an event how something is."""
    later = (fact for fact in case.facts.of("attribute") if fact.token > event.token and fact.told)
    return any(meant(case, part.terms[0], fact.terms[0]) and fact.sense == part.sense for fact in later)


def _verbs(word: str) -> tuple[frozenset[str], frozenset[str]]:
    """Return the verbs that make something so, and those that make it the contrary: *open*, *closed*."""
    known = wordnet()
    own = _making(word)
    contrary = {other for verb in own for other in known.antonyms(verb, "v")}
    opposite = {verb for other in known.antonyms(word, "a") for verb in _making(other)}
    return own, frozenset(contrary | opposite) - own


def _making(word: str) -> frozenset[str]:
    """Return the verbs that make something so: *close* of "closed", *die* and *kill* of "dead"."""
    own = {*wordnet().base(word, "v"), *results().get(word, ())}
    entailing = {verb for one in own for converse in converses().get(one, ()) for verb in converse.verbs}
    return frozenset(own | entailing) if word in results() else frozenset(own)
