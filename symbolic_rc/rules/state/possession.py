"""Who has what, how many things, and who gave what to whom."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from symbolic_rc.graph.facts import Fact
from symbolic_rc.graph.state.naming import Phrase
from symbolic_rc.graph.state.timeline import Timeline, Transfer
from symbolic_rc.lexicon import wordnet
from symbolic_rc.question.state_question import StateQuestion
from symbolic_rc.rules.case import Case
from symbolic_rc.rules.proof import Link, Proposal
from symbolic_rc.rules.state.common import asked_state, from_phrase, from_words, timeline

NUMBERS = tuple(
    "none one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen"
    " sixteen".split()
)
#: Verbs that say only that something changes hands; all others also say how.
_GENERAL = frozenset("give hand pass receive get".split())
#: Nouns that count whatever is held.
_ANYTHING = frozenset("object thing item article possession".split())


def has_what(case: Case) -> list[Proposal]:
    """Propose what somebody has in the end, or how many things."""
    asked = asked_state(case, "held", "how many held")
    if asked is None:
        return []
    state = timeline(case)
    key = state.named(asked.subject, {*state.holding, *state.spells, *state.gone})
    if not key:
        return []
    held = list(state.holding.get(key, {}).values())
    gone = state.gone.get(key, [])
    if not held and not gone and key not in state.spells:
        return []
    if asked.form == "how many held" and asked.object not in _ANYTHING:
        held = [one for one in held if _is_a(one.thing.key, asked.object)]
        if not held:
            return []  # what the story does not tell may be so all the same
    facts = [one.fact for one in held] + gone
    link = Link(
        f"has {asked.subject}",
        ", ".join(one.thing.key for one in held) or "nothing",
        "taken and not lost",
        1.0,
    )
    if asked.form == "how many held":
        return [from_words(NUMBERS[min(len(held), len(NUMBERS) - 1)], facts, (link,))]
    if not held:
        return [from_words("nothing", facts, (link,))]
    if len(held) == 1:
        return [from_phrase(case, held[0].thing, facts, (link,))]
    texts = tuple(case.span_text(one.thing.start, one.thing.end) for one in held)
    return [from_words(", ".join(texts), facts, (link,), texts)]


def _is_a(key: str, noun: str) -> bool:
    """Whether what a key names is of a kind: the same noun, or one above it in WordNet."""
    word, words = key.split()[-1], wordnet()
    if word == noun:
        return True
    above = set(words.synsets(noun, "n"))
    return any(not above.isdisjoint(words.ancestors(sense)) for sense in words.synsets(word, "n"))


def has_it(case: Case) -> list[Proposal]:
    """Propose who has something in the end, or had it first."""
    asked = asked_state(case, "holder")
    if asked is None:
        return []
    state = timeline(case)
    transfers = _of_thing(state, asked.object)
    if case.query.time == "first":
        held = [(who, since) for who, since in _holders(state, transfers) if who is not None]
        link = Link(asked.object, "first", "nobody is told to have had it before", 1.0)
        return [from_phrase(case, held[0][0], [held[0][1]], (link,))] if len(held) > 1 else []
    for transfer in reversed(transfers):
        holder = transfer.receiver
        if holder is not None and transfer.thing.key in state.holding.get(holder.key, {}):
            link = Link(asked.object, transfer.thing.key, "not lost since", 1.0)
            return [from_phrase(case, holder, [transfer.fact], (link,))]
    return []


def had_it_before(case: Case) -> list[Proposal]:
    """Propose who had something right before or after somebody else."""
    asked = asked_state(case, "holder before")
    if asked is None:
        return []
    state = timeline(case)
    passed = [t for t in state.transfers if _names(t.receiver, asked.other) or _names(t.giver, asked.other)]
    thing = asked.object if asked.object not in ("", "it") else passed[-1].thing.key if passed else ""
    held = [(who, since) for who, since in _holders(state, _of_thing(state, thing)) if who is not None]
    places = [i for i, (who, _) in enumerate(held) if _names(who, asked.other)]
    if not places:
        return []
    at = places[-1] - 1 if asked.sense == "before" else places[0] + 1
    if not 0 <= at < len(held):
        return []
    facts = (held[at][1], held[max(places[-1], at)][1])
    return [from_phrase(case, held[at][0], facts, (Link(thing, asked.sense, "who had it, in order", 1.0),))]


def _of_thing(state: Timeline, key: str) -> list[Transfer]:
    """Return what happened to a thing: under its own name, else to the only one of its kind."""
    found = [t for t in state.transfers if t.thing.key == key]
    if found or not key:
        return found
    of_kind = [t for t in state.transfers if _is_a(t.thing.key, key)]
    return of_kind if len({t.thing.key for t in of_kind}) == 1 else []


def _holders(state: Timeline, transfers: Sequence[Transfer]) -> Iterator[tuple[Phrase | None, Fact]]:
    """Yield who had a thing, one after the other, each with the fact that says so."""
    last = ""
    had = {change.what[0].key: change for change in reversed(state.changes) if change.kind == "has"}
    first = had.get(transfers[0].thing.key) if transfers else None
    if first is not None and first.fact.token < transfers[0].fact.token:
        last = first.who[0].key
        yield first.who[0], first.fact
    for transfer in transfers:
        for who in (transfer.giver, transfer.receiver):
            if who is not None and who.key != last:
                last = who.key
                yield who, transfer.fact


def passed_on(case: Case) -> list[Proposal]:
    """Propose who gave what to whom, the last time: whoever is given something receives it."""
    asked = asked_state(case, "receiver", "received", "who gave")
    if asked is None:
        return []
    met = [(t, phrase) for t in timeline(case).transfers if (phrase := _wanted(asked, t)) is not None]
    stated = [(t, phrase) for t, phrase in met if t.fact.predicate == asked.relation]
    if asked.relation in _GENERAL and (not stated or _comes_back([t for t, _ in met])):
        stated = [(t, phrase) for t, phrase in met if t.giver is not None]
    elif len(stated) == 1 and _is_read_off(*stated[0]):
        return []  # a rule over single facts reads it off
    if not stated:
        return []  # other transfers do not count: what is lent is not sold
    transfer, phrase = stated[-1]
    link = Link(asked.relation, transfer.fact.predicate, "who gives, what is given, who receives it", 1.0)
    others = [t.fact for t, _ in stated[:-1]]  # proved by being the last of several
    return [from_phrase(case, phrase, [transfer.fact, *others], (link,))]


def _comes_back(transfers: Sequence[Transfer]) -> bool:
    """Whether a thing goes back and forth, so that only the last time can be meant."""
    had: set[tuple[str, str]] = set()
    for transfer in transfers:
        thing, receiver = transfer.thing.key, transfer.receiver
        if receiver is not None and (thing, receiver.key) in had:
            return True
        had.update((thing, who.key) for who in (transfer.giver, receiver) if who is not None)
    return False


def _is_read_off(transfer: Transfer, phrase: Phrase) -> bool:
    """Whether the fact of a transfer has a phrase in the role that says what it is: ARG0 is who gives."""
    subject, other = transfer.giver, transfer.receiver
    if transfer.sense == "gets":
        subject, other = other, subject
    roles = {id(subject): "ARG0", id(transfer.thing): "ARG1", id(other): "ARG2"}
    return transfer.fact.term(roles[id(phrase)]) is not None


def _wanted(asked: StateQuestion, transfer: Transfer) -> Phrase | None:
    """Return what a question asks for of a transfer, or None where the transfer is another one."""
    giver, receiver = transfer.giver, transfer.receiver
    sense = transfer.sense if transfer.fact.predicate == asked.relation else asked.sense
    subject, other = (giver, receiver) if sense == "gives" else (receiver, giver)
    if asked.object and not _names(transfer.thing, asked.object):
        return None
    if asked.other and not _names(other, asked.other):
        return None
    if asked.form == "who gave":
        return subject
    if not _names(subject, asked.subject):
        return None
    return other if asked.form == "receiver" else transfer.thing


def _names(phrase: Phrase | None, key: str) -> bool:
    return phrase is not None and (phrase.key == key or set(key.split()) < set(phrase.key.split()))
