"""What holds of a kind holds of its members; what holds of one member may hold of another."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from symbolic_rc.graph.facts import Fact
from symbolic_rc.graph.facts.reading.attributes import PROPERTIES
from symbolic_rc.graph.facts.reading.phrases import phrase_from
from symbolic_rc.graph.state.naming import Naming, Phrase
from symbolic_rc.rules.case import Case
from symbolic_rc.rules.proof import Link, Proposal
from symbolic_rc.rules.state.common import asked_state, from_phrase

#: What is known of another of the same kind is only likely.
_LIKELY = 0.6


def members(case: Case) -> dict[str, list[tuple[str, Fact]]]:
    """Return the kinds of which the story says that each is one: "Gerd is a hare"; with the fact."""
    naming = Naming(case.facts)
    found: dict[str, list[tuple[str, Fact]]] = {}
    for fact in case.facts.of("attribute"):
        value = fact.terms[1]
        if fact.denied or not fact.told or case.facts.syntax.pos[value.head] != "NOUN":
            continue
        if case.facts.syntax.lowers[value.start] not in ("a", "an"):
            continue
        subject = naming.of(fact.terms[0].start, fact.terms[0].end, fact.terms[0].entity)
        kind = naming.of(value.start, value.end)
        if subject and kind:
            found.setdefault(subject[0].key, []).append((kind[0].key, fact))
    return found


def by_kind(case: Case) -> list[Proposal]:
    """Propose what the story says of somebody's kind: Gerd is a hare, hares are afraid of foxes."""
    asked = asked_state(case, "likes what")
    if asked is None:
        return []
    kinds = [(asked.subject, ()), *((kind, (fact,)) for kind, fact in members(case).get(asked.subject, ()))]
    found = []
    for kind, because in kinds:
        for fact, phrase in _said_of(case, kind, asked.relation, asked.sense):
            links = [Link(asked.subject, kind, "one of its kind", 1.0)] if because else []
            found.append(from_phrase(case, phrase, [*because, fact], links))
        if found:
            break
    return found


def _said_of(case: Case, subject: str, adjective: str, preposition: str) -> Iterator[tuple[Fact, Phrase]]:
    """Yield what an adjective of a subject is said with: ``foxes`` of "hares are afraid of foxes"."""
    naming, syntax = Naming(case.facts), case.facts.syntax
    for fact in case.facts.of("attribute"):
        head = fact.terms[1].head
        if (
            fact.denied
            or syntax.lowers[head] != adjective
            or syntax.lowers[head + 1 : head + 2] != [preposition]
        ):
            continue
        about = naming.of(fact.terms[0].start, fact.terms[0].end, fact.terms[0].entity)
        start, end = phrase_from(syntax, head + 2, len(syntax))
        if about and about[0].key == subject and start < end:
            yield fact, naming.of(start, end)[0]


def like_its_kind(case: Case) -> list[Proposal]:
    """Propose what the story says of others of the same kind: Lotte is a hare and grey, so is Gerd."""
    asked = asked_state(case, "attribute")
    property_ = PROPERTIES.get(asked.relation, "") if asked is not None else ""
    if asked is None or not property_:
        return []
    kinds = members(case)
    own = kinds.get(asked.subject, ())
    if not own:
        return []
    naming = Naming(case.facts)
    told: list[tuple[str, Fact, Fact]] = []
    for fact in case.facts.of("attribute"):
        about = naming.of(fact.terms[0].start, fact.terms[0].end, fact.terms[0].entity)
        if fact.denied or fact.sense != property_ or not about:
            continue
        if about[0].key == asked.subject:
            return [_value(case, [fact], 1.0, ())]
        told += [(kind, fact, since) for kind, since in kinds.get(about[0].key, ())]
    for kind, because in own:
        same = [(fact, since) for other, fact, since in told if other == kind]
        if same:
            counts = Counter(fact.predicate for fact, _ in same)
            fact, since = max(same, key=lambda one: (counts[one[0].predicate], one[0].token))
            link = Link(asked.subject, kind, "others of its kind are so", _LIKELY)
            return [_value(case, [because, since, fact], _LIKELY, (link,))]
    return []


def _value(case: Case, facts: list[Fact], strength: float, links: tuple[Link, ...]) -> Proposal:
    """Return the value of the last of some facts as an answer."""
    value = facts[-1].terms[1]
    found = from_phrase(case, Phrase("", value.start, value.end), facts, links)
    return Proposal(found.start, found.end, found.text, strength, found.support, found.proof)
