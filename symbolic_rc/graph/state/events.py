"""What changes the state of a story, event by event, and the state: who is where, who has what."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

from symbolic_rc.core.forks import remembered
from symbolic_rc.coref.mentions.syntax import Syntax
from symbolic_rc.graph.facts import Fact, Facts, Term
from symbolic_rc.graph.facts.reading.phrases import (
    head_of,
    key_of,
    phrase_from,
    phrase_to,
    sentence_end,
    sentence_start,
)
from symbolic_rc.graph.facts.reading.space import WHEREABOUTS, can_be_place
from symbolic_rc.lexicon import nouns, rolesets, wordnet
from symbolic_rc.lexicon.english import OBJECT_PRONOUNS, PHRASE_DETERMINERS, TIME_ADVERBS, word_set

#: Effects of verbs without an object, and with one, in the order in which they are looked for.
_MOVING = "escape-51.1 run-51.3.2 roll-51.3.1 vehicle-51.4 nonvehicle-51.4 meander-47.7 rush-53 reach-51.8"
_WITH_OBJECT = (
    ("gets", "get-13.5.1 obtain-13.5.2 steal-10.5 hold-15.1"),
    ("gives", "give-13.1 contribute-13.2 fulfilling-13.4.1 future_having-13.3"),
    ("brings", "bring-11.3 carry-11.4 slide-11.2"),
    ("gives", "send-11.1"),
    ("puts", "put-9.1 put_spatial-9.2 put_direction-9.4 funnel-9.3 throw-17.1"),
    ("has", "own-100 keep-15.2 hold-15.1"),
    ("moves", "escape-51.1-1-2 reach-51.8"),
    ("makes", "build-26.1 preparing-26.3 create-26.4"),
)
_GIVING = ("give-13.1", "send-11.1", "contribute-13.2", "future_having-13.3")
#: Verbs whose rolesets have no link to VerbNet, or one of another sense; own.
_OTHERS = {
    "pick_up": "gets", "take_up": "gets", "pick": "gets", "collect": "gets",
    "put_down": "puts", "set_down": "puts", "lay_down": "puts", "let_go": "puts", "lay": "puts",
    "hand_over": "gives", "give_away": "gives", "give_back": "gives",
    "hand_back": "gives", "pass_on": "gives",
    "move": "puts", "shift": "puts", "push": "puts", "drag": "puts", "roll": "puts", "hang": "puts",
    "leave": "leaves", "have": "has", "carry": "brings", "enter": "moves", "reach": "moves",
    "go_back": "moves", "come_back": "moves", "head": "moves",
}  # fmt: skip


def effect_of(lemma: str, sense: str, with_object: bool, to_somebody: bool = False) -> str:
    """Return what a verb does: moves, gets, gives, puts, brings, has, leaves, makes; or nothing.

    `sense` is its roleset, or empty; the verb's other senses count where that one has no effect. Where a
    person follows behind "to", what can be giving is giving ("passed the salt to Bo").
    """
    phrasal = sense.rpartition(".")[0]
    verb = phrasal if "_" in phrasal else lemma
    if to_somebody and with_object and _has_sense(lemma, _GIVING):
        return "gives"
    own = _OTHERS.get(verb, "")
    if own and (with_object or own in ("moves", "leaves")):
        return own
    senses = (one for each in ((sense,), rolesets().of(verb, "v")) for one in each)
    return next(filter(None, (_by_class(one, with_object) for one in senses)), "")


@lru_cache(maxsize=8192)
def _by_class(sense: str, with_object: bool) -> str:
    classes = _classes(sense)
    for effect, wanted in _WITH_OBJECT if with_object else (("moves", _MOVING),):
        if any(_belongs(name, each) for each in wanted.split() for name in classes):
            return effect
    return ""


def passes_on(lemma: str) -> bool:
    """Whether a verb can say that a thing goes from one to another: give, hand, buy, receive; not rescue."""
    return _has_sense(lemma, (*_GIVING, "get-13.5.1", "obtain-13.5.2"))


@lru_cache(maxsize=8192)
def _has_sense(lemma: str, wanted: tuple[str, ...]) -> bool:
    classes = [name for sense in rolesets().of(lemma, "v") for name in _classes(sense)]
    return any(_belongs(name, each) for each in wanted for name in classes)


def _classes(sense: str) -> tuple[str, ...]:
    roleset = rolesets().get(sense)
    return roleset.verbnet if roleset is not None else ()


def _belongs(name: str, wanted: str) -> bool:
    """Whether a VerbNet class is a wanted one, or under it."""
    return name == wanted or name.startswith((wanted + "-", wanted + "."))


@dataclass(frozen=True, slots=True)
class Phrase:
    """What a noun phrase names: its key, and the tokens of the story that name it."""

    key: str
    start: int
    end: int


class Naming:
    """Gives phrases of a story their keys."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts

    def of(self, start: int, end: int, entity: int = -1) -> tuple[Phrase, ...]:
        """Return what tokens name, one phrase for each member of a list; pronouns by what they mean."""
        syntax = self.facts.syntax
        words = syntax.lowers
        while start < end and (
            syntax.pos[start] in ("ADP", "SCONJ", "PUNCT", "ADV")
            or words[start] in TIME_ADVERBS
            or (start + 1 < end and words[start] in PHRASE_DETERMINERS and words[start + 1] in TIME_ADVERBS)
        ):
            start += 1
        if start < end and syntax.pos[start] == "PRON" and syntax.lowers[start] not in PHRASE_DETERMINERS:
            return self._of_pronoun(start, entity)
        return tuple(self._members(start, end))

    def _members(self, start: int, end: int) -> Iterator[Phrase]:
        syntax = self.facts.syntax
        at = start
        while at < end:
            first, last = phrase_from(syntax, at, end)
            if first == last:
                return
            yield Phrase(key_of(syntax.words[first:last]), first, last)
            at = last
            while at < end and (syntax.lowers[at] in ("and", "or") or syntax.words[at] == ","):
                at += 1
            if at == last:
                return

    def _of_pronoun(self, token: int, entity: int) -> tuple[Phrase, ...]:
        entity = entity if entity >= 0 else self.facts.entity_of.get(token, -1)
        own = self.facts.entities[entity].mentions if entity >= 0 else ()
        mentions = [self.facts.mentions[i] for i in own if self.facts.mentions[i].kind != "pronoun"]
        before = [mention for mention in mentions if mention.start < token] or mentions
        named = [mention for mention in before if mention.kind == "name"] or before
        return tuple(self._members(named[-1].start, named[-1].end)) if named else ()


#: The parts of a day and the days around it, in their order.
_TIMES = {
    "yesterday": 0, "morning": 1, "noon": 2, "afternoon": 3, "evening": 4, "tonight": 5, "night": 5,
    "tomorrow": 6,
}  # fmt: skip
#: If at least this share of a story's events have a time of day, they are ordered by it.
_MOSTLY = 0.8
_TO_WHOM, _FOR_WHOM = frozenset(("to",)), frozenset(("for",))
_TO = frozenset("to into onto toward towards inside".split())
_AT = frozenset("in at on under into onto inside beneath beside".split())
#: Effects of verbs by which one gets, brings or makes something for another.
_FOR_SOMEBODY = ("gets", "brings", "makes")
_PARTICLES = frozenset("up down away out back off over on".split())
_FAR = 14

_RIDING = frozenset("take catch board".split())
#: Classes of verbs that say how one moves, a verb in none of them, and members that say only that one does.
_WAYS_OF_MOVING = ("run-51.3.2", "vehicle-51.4", "nonvehicle-51.4")
_ON_FOOT_OR_WHEELS, _HURRYING = word_set("swim hitchhike"), word_set("travel journey hurry rush")

#: The roles of where something goes, or is put.
_GOALS = ("ARG2", "ARG4", "ARGM-GOL", "ARGM-DIR", "ARGM-LOC")


@dataclass(frozen=True, slots=True)
class Change:
    """One change of the state of a story.

    Attributes
    ----------
    kind : str
        ``moves``, ``gets``, ``gives``, ``puts``, ``brings``, ``has``, ``leaves`` or ``is`` (somewhere).
    fact : Fact
    who : tuple of Phrase
        Who does it, or is there.
    what : tuple of Phrase
        What is taken, given, put.
    where : tuple of Phrase
        Where to, or where; several where it is one of them.
    other : tuple of Phrase
        To whom it is given, or from whom it is got.
    denied : bool
        Whether that is where somebody is not.
    time : int
        The part of the day that its sentence tells, or -1.
    """

    kind: str
    fact: Fact
    who: tuple[Phrase, ...]
    what: tuple[Phrase, ...] = ()
    where: tuple[Phrase, ...] = ()
    other: tuple[Phrase, ...] = ()
    denied: bool = False
    time: int = -1
    further: tuple[Fact, ...] = ()
    """The other facts that say it."""


def changes_of(facts: Facts) -> list[Change]:
    """Return what changes the state of a story, in the order in which it happened.

    That is the order of the text, unless its sentences say of nearly every event at what time of the day it
    was.
    """
    found = list(_read(facts, Naming(facts)))
    if found and sum(change.time >= 0 for change in found) >= _MOSTLY * len(found):
        found.sort(key=lambda change: change.time)
    return found


def _read(facts: Facts, naming: Naming) -> Iterator[Change]:
    """Yield changes in the order of the text."""
    group: tuple[Phrase, ...] = ()
    group_sentence = -9
    found = sorted(facts.of("event", "relation"), key=lambda fact: (fact.token, fact.id))
    for _, together in groupby(found, key=lambda fact: (fact.token, fact.kind == "event" and fact.predicate)):
        same_word = list(together)
        fact = same_word[0]
        if fact.kind == "relation":
            change = _being(naming, same_word)
        else:
            near = group if fact.sentence - group_sentence <= 1 else ()
            change = None if fact.denied or not fact.is_asserted else _doing(facts, naming, fact, near)
        if change is None:
            continue
        if len(change.who) > 1:
            group, group_sentence = change.who, change.fact.sentence
        lowers, token = facts.syntax.lowers, change.fact.token
        begin, end = sentence_start(facts.syntax, token), sentence_end(facts.syntax, token)
        around = (*range(token, begin - 1, -1), *range(token, end))
        yield replace(change, time=next((_TIMES[lowers[i]] for i in around if lowers[i] in _TIMES), -1))


def _being(naming: Naming, facts: Sequence[Fact]) -> Change | None:
    """Return what one word's relations say of where somebody is; several are alternatives."""
    places = [
        fact for fact in facts
        if fact.sense == "space" and fact.predicate in WHEREABOUTS and fact.source < 0
        and fact.modality in ("real", "possible")
    ]  # fmt: skip
    if not places:
        return None
    who = _named(naming, list({fact.terms[0].head: fact.terms[0] for fact in places}.values()))
    of_one = [fact for fact in places if fact.terms[0].head == places[0].terms[0].head]
    where = tuple(p for fact in of_one for p in naming.of(fact.terms[1].start, fact.terms[1].end)[:1])
    if not who or not where:
        return None
    return Change("is", places[0], who, (), where, (), places[0].denied, further=tuple(places[1:]))


def _doing(facts: Facts, naming: Naming, fact: Fact, group: tuple[Phrase, ...]) -> Change | None:
    """Return the change that an event makes, or None; `group` are those whom "they" may mean."""
    who, what = _participants(facts, naming, fact, group)
    receiver = _receiver(facts, naming, fact) if what else ()
    kind = effect_of(fact.predicate, fact.sense, bool(what), bool(receiver))
    if not kind or not who:
        return None
    if kind in _FOR_SOMEBODY and (gift := _gift(facts, naming, fact, who, what)) is not None:
        return gift
    if kind == "moves":
        where = _goal(facts, naming, fact, _TO | _AT) or _as_place(facts, what)
        return Change(kind, fact, who, (), where[:1]) if where else None
    if kind == "makes" or not what or _rides(fact, what[0].key.split()[-1]):
        return None
    if kind in ("gives", "gets"):
        return _transfer(facts, naming, Change(kind, fact, who[:1], what, (), receiver))
    where = _goal(facts, naming, fact, _TO if kind == "brings" else _AT | _TO)
    return Change(kind, fact, who[:1], what, where[:1])


def _receiver(facts: Facts, naming: Naming, fact: Fact) -> tuple[Phrase, ...]:
    """Return to whom something goes."""
    found = _elsewhere(facts, naming, fact, "ARG2")
    return found or _behind(facts, naming, fact.token, _TO_WHOM, person=True)


def way_of_moving(facts: Facts, fact: Fact) -> str:
    """Return the way of moving that an event tells, as an answer: *swam*, *by bus*; or empty."""
    if fact.predicate in _ON_FOOT_OR_WHEELS or _has_sense(fact.predicate, _WAYS_OF_MOVING):
        return "" if fact.predicate in _HURRYING else facts.syntax.words[fact.token]
    ridden = [facts.syntax.lemmas[term.head] for term in fact.terms if term.role == "ARG1"]
    return f"by {ridden[0]}" if ridden and _rides(fact, ridden[0]) else ""


def _rides(fact: Fact, noun: str) -> bool:
    """Whether an event tells that somebody travels by what a noun names: "took the train"."""
    return fact.predicate in _RIDING and _is_ridden(noun)


@lru_cache(maxsize=1024)
def _is_ridden(noun: str) -> bool:
    """Whether whoever takes one travels by it: the train, the road."""
    words = wordnet()
    wide = {synset for kind in ("conveyance", "way") for synset in words.synsets(kind, "n")}
    return not wide.isdisjoint(words.above(noun))


def _gift(
    facts: Facts, naming: Naming, fact: Fact, who: tuple[Phrase, ...], what: tuple[Phrase, ...]
) -> Change | None:
    """Return the giving that getting or making something for somebody is: "bought Tim a hat"."""
    indirect, thing = _two_objects(facts, naming, fact.token)
    for_whom = indirect or (_behind(facts, naming, fact.token, _FOR_WHOM, person=True) if what else ())
    return Change("gives", fact, who[:1], thing or what, (), for_whom[:1]) if for_whom else None


def _participants(
    facts: Facts, naming: Naming, fact: Fact, group: tuple[Phrase, ...]
) -> tuple[tuple[Phrase, ...], tuple[Phrase, ...]]:
    """Return who does what an event tells, and what it is done to."""
    syntax, token = facts.syntax, fact.token
    subjects, unsaid = _subjects(fact), fact.id in facts.edited
    who = _named(naming, subjects)
    if not subjects and not unsaid:  # a phrase right before a verb with which a sentence begins
        begin = sentence_start(syntax, token)
        start, end = phrase_to(syntax, token, begin)
        who = naming.of(start, end) if start == begin else ()
    if syntax.lowers[token - 1] == "they" and group:
        who = group
    objects = [t for t in fact.terms if t.role == "ARG1" and t not in subjects]
    objects = [t for t in objects if syntax.pos[t.start] not in ("ADP", "SCONJ", "PUNCT")]
    what = _named(naming, objects)
    return who, what if what or unsaid else naming.of(*_phrase_after(facts, token))


def _subjects(fact: Fact) -> list[Term]:
    """Return the agents of an event, else what undergoes it where that stands before the verb."""
    agents = [term for term in fact.terms if term.role == "ARG0"]
    return agents or [term for term in fact.terms if term.role == "ARG1" and term.start < fact.token]


def _transfer(facts: Facts, naming: Naming, change: Change) -> Change:
    """Return a giving or getting with the one at its other end; `change.other` may receive it."""
    fact = change.fact
    if change.kind == "gives":
        behind = [t for t in fact.terms if t.role == "ARG2" and t.start > fact.token]
        return replace(change, other=(change.other or _named(naming, behind))[:1])
    if fact.predicate == "take" and (goal := _behind(facts, naming, fact.token, _TO)):
        return replace(change, kind="brings", where=goal[:1], other=())
    sources = [t for t in fact.terms if facts.syntax.lowers[t.start] == "from"]
    return replace(change, other=_named(naming, sources)[:1])


def _goal(facts: Facts, naming: Naming, fact: Fact, prepositions: frozenset[str]) -> tuple[Phrase, ...]:
    """Return where something goes, or is put."""
    return _elsewhere(facts, naming, fact, *_GOALS) or _behind(facts, naming, fact.token, prepositions)


def _phrase_after(facts: Facts, token: int) -> tuple[int, int]:
    """Return the phrase right behind a verb, or behind its particle; it is its object."""
    syntax = facts.syntax
    at = token + 1 + ("".join(syntax.lowers[token + 1 : token + 2]) in _PARTICLES)
    if at < len(syntax) and syntax.sentences[at] == syntax.sentences[token] and syntax.pos[at] == "PRON":
        return (at, at + 1) if syntax.lowers[at] in ("it", "them", "him", "her") else (at, at)
    return phrase_from(syntax, at, max(at, sentence_end(syntax, token)))


def _as_place(facts: Facts, what: tuple[Phrase, ...]) -> tuple[Phrase, ...]:
    """Return the object of a verb of motion where it can be a place: "entered the mill"."""
    syntax = facts.syntax
    return what if what and can_be_place(syntax, head_of(syntax, what[0].start, what[0].end)) else ()


def _two_objects(facts: Facts, naming: Naming, token: int) -> tuple[tuple[Phrase, ...], tuple[Phrase, ...]]:
    """Return the person and the thing that follow a verb: "bought Tim a hat"; empty where they do not."""
    syntax = facts.syntax
    end = sentence_end(syntax, token)
    first, last = phrase_from(syntax, token + 1, end)
    if first == last and end - token > 1 and syntax.lowers[first] in OBJECT_PRONOUNS | {"you"}:
        last = first + 1
    elif first == last or not _is_person(syntax, last):
        return (), ()
    if last >= end or syntax.pos[last] not in ("DET", "NUM", "PRON"):
        return (), ()
    start, stop = phrase_from(syntax, last, end)
    if start != last or stop == start or _is_person(syntax, stop):
        return (), ()
    return naming.of(first, last), naming.of(start, stop)


def _is_person(syntax: Syntax, end: int) -> bool:
    """Whether a phrase that ends there names a person or a group."""
    return syntax.pos[end - 1] == "PROPN" or nouns().animacy(syntax.lemmas[end - 1]) in ("person", "group")


def _named(naming: Naming, terms: Sequence[Term]) -> tuple[Phrase, ...]:
    """Return what terms name, each once."""
    found: dict[str, Phrase] = {}
    for term in terms:
        for phrase in naming.of(term.start, term.end, term.entity):
            found.setdefault(phrase.key, phrase)
    return tuple(found.values())


def _elsewhere(facts: Facts, naming: Naming, fact: Fact, *roles: str) -> tuple[Phrase, ...]:
    """Return what fills a role but stands in another sentence, as in a fact that a user changed."""
    sentences = facts.syntax.sentences
    terms = [term for term in fact.terms if term.role in roles and sentences[term.head] != fact.sentence]
    return _named(naming, terms)


def _behind(
    facts: Facts, naming: Naming, token: int, prepositions: frozenset[str], person: bool = False
) -> tuple[Phrase, ...]:
    """Return the place, or the person, behind a verb and one of some prepositions in its clause."""
    syntax = facts.syntax
    for at in range(token + 1, min(token + _FAR, len(syntax) - 1)):
        if syntax.sentences[at] != syntax.sentences[token] or syntax.pos[at] == "VERB":
            break
        if syntax.lowers[at] not in prepositions:
            continue
        if person and syntax.pos[at + 1] == "PRON":
            return naming.of(at + 1, at + 2)
        start, end = phrase_from(syntax, at + 1, len(syntax))
        fits = _is_person(syntax, end) if person else can_be_place(syntax, head_of(syntax, start, end))
        if start < end and fits:
            return naming.of(start, end)
    return ()


#: Whoever has more things than these carries the latest of them.
_MOST_HELD = 16


@dataclass(frozen=True, slots=True)
class LocationInterval:
    """Where somebody or something is, until the next interval.

    Attributes
    ----------
    places : tuple of Phrase
        Where; one of them where there are several.
    facts : tuple of Fact
        What says so.
    denied : bool
        Whether that is where somebody is not.
    """

    places: tuple[Phrase, ...]
    facts: tuple[Fact, ...]
    denied: bool = False

    @property
    def is_certain(self) -> bool:
        """Whether it says where, and not only where not or perhaps."""
        return not self.denied and len(self.places) == 1


class Held(NamedTuple):
    """A thing that somebody has, since some fact."""

    thing: Phrase
    fact: Fact


@dataclass(frozen=True, slots=True)
class Transfer:
    """A thing that went from one to another; either may be unknown."""

    thing: Phrase
    giver: Phrase | None
    receiver: Phrase | None
    fact: Fact
    sense: str  # gives or gets: whether the subject of the fact is the giver or the receiver


@dataclass(slots=True)
class Timeline:
    """The state of a story over time.

    Attributes
    ----------
    intervals : dict of str to list of LocationInterval
        Where everybody and everything was, in order, by key.
    holding : dict of str to dict of str to Held
        What each has in the end, by key.
    gone : dict of str to list of Fact
        The facts by which each lost something.
    transfers : list of Transfer
    changes : list of Change
        What made it so, in order.
    """

    intervals: dict[str, list[LocationInterval]] = field(default_factory=dict)
    holding: dict[str, dict[str, Held]] = field(default_factory=dict)
    gone: dict[str, list[Fact]] = field(default_factory=dict)
    transfers: list[Transfer] = field(default_factory=list)
    changes: list[Change] = field(default_factory=list)

    def place(self, key: str) -> LocationInterval | None:
        """Return where somebody or something is in the end, or None."""
        intervals = self.intervals.get(key)
        return intervals[-1] if intervals else None

    def before(self, key: str, place: str) -> tuple[LocationInterval, LocationInterval] | None:
        """Return where somebody or something was before it was last in a place, and that stay; or None."""
        certain = [interval for interval in self.intervals.get(key, ()) if interval.is_certain]
        last = max((i for i, interval in enumerate(certain) if interval.places[0].key == place), default=0)
        earlier = [interval for interval in certain[:last] if interval.places[0].key != place]
        return (earlier[-1], certain[last]) if earlier else None

    def named(self, key: str, among: Iterable[str]) -> str:
        """Return the key of the story that a question's key means: the same, or one that holds its words."""
        among = list(among)
        if key in among:
            return key
        words = set(key.split())
        within = [one for one in among if words and words <= set(one.split())]
        return within[0] if len(within) == 1 else ""


@remembered
def timeline_of(facts: Facts) -> Timeline:
    """Return the state of a story over time; followed once for a story."""
    found = Timeline(changes=changes_of(facts))
    for change in found.changes:
        _STEPS[change.kind](found, change)
    return found


def _is(state: Timeline, change: Change) -> None:
    for who in change.who:
        _stay(state, who.key, change.where, (change.fact, *change.further), change.denied)


def _stay(
    state: Timeline, key: str, places: tuple[Phrase, ...], facts: tuple[Fact, ...], denied: bool = False
) -> None:
    """Note that somebody or something is somewhere from now on, and what they have with them."""
    things = ((held.thing.key, (held.fact, *facts)) for held in state.holding.get(key, {}).values())
    for one, told in ((key, facts), *things):
        state.intervals.setdefault(one, []).append(LocationInterval(places, told, denied))


def _put(state: Timeline, thing: str, places: tuple[Phrase, ...], *facts: Fact) -> None:
    """Note that a thing is somewhere from now on."""
    state.intervals.setdefault(thing, []).append(LocationInterval(places, facts))


def _take(state: Timeline, change: Change, thing: Phrase, holder: Phrase) -> None:
    _lose(state, thing.key, change.fact)
    held = state.holding.setdefault(holder.key, {})
    held[thing.key] = Held(thing, change.fact)
    while len(held) > _MOST_HELD:
        del held[next(iter(held))]
    here = state.place(holder.key)
    if here is not None and here.is_certain:
        _put(state, thing.key, here.places, change.fact, *here.facts)


def _lose(state: Timeline, thing: str, fact: Fact) -> None:
    for holder, held in state.holding.items():
        if held.pop(thing, None) is not None:
            state.gone.setdefault(holder, []).append(fact)


def _has(state: Timeline, change: Change) -> None:
    for thing in change.what:
        if thing.key not in state.holding.get(change.who[0].key, {}):
            _take(state, change, thing, change.who[0])


def _brings(state: Timeline, change: Change) -> None:
    _has(state, change)
    if change.where:
        _is(state, change)


def _puts(state: Timeline, change: Change) -> None:
    here = state.place(change.who[0].key)
    for thing in change.what:
        _lose(state, thing.key, change.fact)
        state.gone.setdefault(change.who[0].key, []).append(change.fact)
        if change.where:
            _put(state, thing.key, change.where[:1], change.fact)
        elif here is not None and here.is_certain:
            _put(state, thing.key, here.places, change.fact, *here.facts)


def _leaves(state: Timeline, change: Change) -> None:
    """Leave what one has, else the place where one is."""
    held = state.holding.get(change.who[0].key, {})
    places = tuple(phrase for phrase in change.what if phrase.key not in held)
    if not places:
        _puts(state, change)
    for who in change.who if places else ():
        _stay(state, who.key, places[:1], (change.fact,), denied=True)


def _passes(state: Timeline, change: Change) -> None:
    """Give, or get."""
    ends = change.who[0], change.other[0] if change.other else None
    giver, receiver = ends if change.kind == "gives" else ends[::-1]
    for thing in change.what:
        state.transfers.append(Transfer(thing, giver, receiver, change.fact, change.kind))
        if receiver is None:
            _lose(state, thing.key, change.fact)
            continue
        _take(state, change, thing, receiver)
        if change.kind == "gives":
            state.gone.setdefault(change.who[0].key, []).append(change.fact)


_STEPS = {
    "is": _is, "moves": _is, "gets": _passes, "has": _has, "brings": _brings, "puts": _puts,
    "leaves": _leaves, "gives": _passes,
}  # fmt: skip
