"""Where somebody or something is, was before, is said to be: places persist until they change."""

from __future__ import annotations

from symbolic_rc.coref.mentions.syntax import Syntax
from symbolic_rc.graph.facts import Fact, Term
from symbolic_rc.graph.facts.reading.space import place_words
from symbolic_rc.graph.state.naming import Naming, Phrase
from symbolic_rc.lexicon import nouns
from symbolic_rc.rules.case import Case
from symbolic_rc.rules.logic.containment import place_within
from symbolic_rc.rules.proof import Link, Proposal
from symbolic_rc.rules.state.common import asked_state, from_phrase, from_words, timeline

_SOMEBODY = ("person", "animal", "group")


def is_where(case: Case) -> list[Proposal]:
    """Propose the place where somebody or something is in the end, or was before it was elsewhere."""
    asked = asked_state(case, "place", "place before")
    if asked is None:
        return []
    state = timeline(case)
    key = state.named(asked.subject, state.spells)
    if not key:
        return _lies(case, asked.subject) if asked.form == "place" else []
    if asked.form == "place":
        spell = state.spells[key][0 if case.query.time == "first" else -1]
        link = Link(asked.subject, key, "nothing moves it after that", 1.0)
        return [from_phrase(case, spell.places[0], spell.facts, (link,))] if spell.sure else []
    place = state.named(asked.object, {s.places[0].key for s in state.spells[key] if s.sure})
    found = state.before(key, place)
    if found is None:
        return []
    earlier, later = found
    link = Link(f"before {asked.object}", earlier.places[0].key, "the stay before", 1.0)
    return [from_phrase(case, earlier.places[0], (*earlier.facts, *later.facts), (link,))]


def _lies(case: Case, key: str) -> list[Proposal]:
    """Propose where something lies to something else, in the story's words: under the board."""
    naming, syntax = Naming(case.facts), case.facts.syntax
    found: list[Proposal] = []
    for fact in case.facts.of("relation"):
        if fact.sense != "space" or fact.predicate == "fits in" or fact.denied or not fact.told:
            continue
        thing, place = (naming.of(term.start, term.end, term.entity)[:1] for term in fact.terms)
        if not thing or not place or not _same(thing[0].key, key):
            continue
        told = fact.terms[1]
        start = next((i for i in range(max(0, told.start - 4), told.start) if _leads_to(syntax, i, told)), -1)
        link = Link(key, fact.predicate, "where it lies", 1.0)
        if place[0].start == told.start and start >= 0:
            found.append(from_phrase(case, Phrase(key, start, told.end), [fact], (link,)))
        elif start >= 0:  # "under it", in the words of what it is
            words = [*syntax.lowers[start : told.start], case.span_text(place[0].start, place[0].end)]
            found.append(from_words(" ".join(words), [fact], (link,)))
    return found[-1:]


def _leads_to(syntax: Syntax, token: int, place: Term) -> bool:
    """Whether words of place begin at a token and end before a place."""
    found = place_words(syntax.lowers, token, place.end)
    return found is not None and found.end == place.start


def is_there(case: Case) -> list[Proposal]:
    """Propose whether somebody or something is in a place: yes, no, or maybe."""
    asked = asked_state(case, "in place")
    if asked is None:
        return []
    state = timeline(case)
    key = state.named(asked.subject, state.spells)
    spell = state.place(key) if key else None
    if spell is None:
        return []
    found = [place_within(case.facts, one.start, one.end, asked.object) for one in spell.places]
    path = next((facts for inside, facts in found if inside), None)
    here = path is not None
    if not here and any(inside is None for inside, _ in found):
        return []  # a name that the story does not place
    if spell.denied:
        answer = "no" if here else ""
    elif spell.sure:
        answer = "yes" if here else "no"
    else:
        answer = "maybe" if here else "no"
    if not answer:
        return []
    told = ("not " if spell.denied else "") + " or ".join(phrase.key for phrase in spell.places)
    return [
        from_words(
            answer,
            (*spell.facts, *(path or ())),
            (Link(f"{asked.subject} in {asked.object}", told, "the last place told", 1.0),),
        )
    ]


def who_is_there(case: Case) -> list[Proposal]:
    """Propose who or what is in a place now, where the story tells of somebody who left it or came."""
    asked = asked_state(case, "who is there")
    if asked is None:
        return []
    state = timeline(case)
    there: dict[str, Phrase] = {}
    facts: list[Fact] = []
    moved = False
    for change in state.changes:
        for who in (*change.who, *change.what):
            spell = state.place(who.key)
            if spell is None or not _suits(case, who):
                continue
            spells = [one for one in state.spells[who.key] if _same(one.places[0].key, asked.object)]
            if spell.sure and spell in spells:
                there.setdefault(who.key, who)
            facts += spell.facts if spells else ()
            moved = moved or any(one is not spell or one.facts[-1].kind == "event" for one in spells)
    if not there or not moved:
        return []  # where nobody moves, the story states it
    link = Link(f"in {asked.object}", ", ".join(there), "went nowhere else", 1.0)
    found = sorted(there.values(), key=lambda who: who.start)
    if len(found) == 1:
        return [from_phrase(case, found[0], facts, (link,))]
    texts = tuple(case.span_text(who.start, who.end) for who in found)
    return [from_words(" and ".join(texts), facts, (link,), texts)]


def _suits(case: Case, who: Phrase) -> bool:
    """Whether what a phrase names can be whom a question asks for: *who* for people and animals."""
    syntax, head = case.facts.syntax, who.end - 1
    somebody = syntax.pos[head] == "PROPN" or nouns().animacy(syntax.lemmas[head]) in _SOMEBODY
    return somebody == (case.query.understanding.wh == "who")


def _same(told: str, asked: str) -> bool:
    return told == asked or set(asked.split()) < set(told.split())
