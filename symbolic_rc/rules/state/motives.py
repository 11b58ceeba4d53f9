"""Why somebody goes somewhere or takes something: what they need; and where what they need is to be had."""

from __future__ import annotations

from collections.abc import Iterator

from symbolic_rc.coref.mentions.syntax import Syntax
from symbolic_rc.graph.facts import Fact
from symbolic_rc.graph.state import Change
from symbolic_rc.graph.state.naming import Naming, Phrase
from symbolic_rc.lexicon.needs import needs
from symbolic_rc.rules.case import Case
from symbolic_rc.rules.proof import Link, Proposal
from symbolic_rc.rules.state.common import asked_state, from_phrase, from_words, timeline

#: A need so many sentences before what is done may be its motive.
_SOON = 12


def _needs(case: Case, key: str) -> Iterator[Fact]:
    """Yield the facts that say what somebody needs: "Ada is thirsty"."""
    naming = Naming(case.facts)
    for fact in case.facts.of("attribute"):
        head = fact.terms[1].head
        if fact.denied or not fact.told or case.facts.syntax.lowers[head] not in needs():
            continue
        if not _is_said(case.facts.syntax, head):
            continue
        about = naming.of(fact.terms[0].start, fact.terms[0].end, fact.terms[0].entity)
        if about and (about[0].key == key or (key and set(key.split()) < set(about[0].key.split()))):
            yield fact


def _is_said(syntax: Syntax, token: int) -> bool:
    """Whether somebody is said to be so, by a copula, and is not only called so: "dirty tricks"."""
    before = syntax.lemmas[max(0, token - 3) : token]
    return ("be" in before or "feel" in before or "become" in before or "get" in before) and (
        syntax.deps[token] not in ("amod", "compound")
    )


def _done(case: Case, key: str, after: Fact) -> Change | None:
    """Return what somebody did next, soon after a fact, that changed where they are or what they have."""
    for change in timeline(case).changes:
        if 0 < change.fact.sentence - after.sentence <= _SOON and any(who.key == key for who in change.who):
            return change
    return None


def drives(case: Case) -> list[Proposal]:
    """Propose what somebody needed as the reason for which they went somewhere or took something."""
    asked = asked_state(case, "motive")
    if asked is None:
        return []
    for need in reversed(list(_needs(case, asked.subject))):
        done = _done(case, asked.subject, need)
        if done is not None:
            head = need.terms[1].head
            link = Link(f"why {asked.subject}", need.predicate, "a need before what was done for it", 1.0)
            return [from_phrase(case, Phrase("", head, head + 1), [need, done.fact], (link,))]
    return []


def will_go(case: Case) -> list[Proposal]:
    """Propose where somebody will go for what they need: a place of the story, or the likeliest."""
    asked = asked_state(case, "future place")
    if asked is None:
        return []
    found = list(_needs(case, asked.subject))
    if not found:
        return []
    need = case.facts.syntax.lowers[found[-1].terms[1].head]
    places = needs()[need]
    told = {p.key: p for spells in timeline(case).spells.values() for s in spells for p in s.places}
    link = Link(f"where {asked.subject} will go", need, "where one finds what one needs", 1.0)
    for place in places:
        if place in told:
            return [from_phrase(case, told[place], [found[-1]], (link,))]
    return [from_words(places[0], [found[-1]], (link,), strength=0.7)]
