"""The state of a story over time: places, possession, homes, outcomes, needs; it lasts until it changes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from symbolic_rc.coref.mentions.syntax import Syntax
from symbolic_rc.graph.facts import Fact, Term
from symbolic_rc.graph.facts.reading.numbers import Number, read_numbers
from symbolic_rc.graph.facts.reading.phrases import sentence_end, sentence_start
from symbolic_rc.graph.facts.reading.space import place_words
from symbolic_rc.graph.state.events import Naming, Phrase, Timeline, Transfer, timeline_of
from symbolic_rc.lexicon import nouns, wordnet
from symbolic_rc.lexicon.english import EXCEPTIONS, NUMBER_WORDS
from symbolic_rc.question.state_question import StateQuestion
from symbolic_rc.rules.alignment import is_under
from symbolic_rc.rules.case import ANIMATE, Case
from symbolic_rc.rules.families.containment import place_within
from symbolic_rc.rules.families.events import LIVING, MOVING
from symbolic_rc.rules.families.polar import is_whole, main_parts
from symbolic_rc.rules.passes import PLACES
from symbolic_rc.rules.proof import Link, Proposal
from symbolic_rc.rules.rule import ASKS_ATTRIBUTE_OR_TIME, IS_POLAR, asks_for, rule
from symbolic_rc.rules.terms import (
    as_stated,
    asserted,
    from_phrase,
    meant,
    named,
    preposition,
    proposed,
    said,
    same_name,
    state_rule,
)

_NEEDS = """
hungry starving: kitchen, pantry, restaurant, table, dining room
thirsty: kitchen, well, spring, tap, bar
tired sleepy exhausted: bedroom, bed, sofa, couch
weary: bedroom, bed, inn
bored: garden, park, playground, cinema, theatre
restless: garden, park
sick ill: hospital, doctor, bed
hurt injured: hospital, doctor
cold: fire, fireplace, stove, house
dirty: bathroom, bath, river
curious: library
"""
#: Only where the verb is none that looks like the adjective.
_RESULTS = """
dead: die perish
awake: wake awaken
asleep: sleep
gone: go leave depart vanish disappear
lost missing: lose vanish disappear
free: free release liberate
safe: rescue save
hot warm: heat warm
cold cool: cool chill freeze
full: fill
shut closed: shut close
dirty: soil stain
wet: wet soak
hurt: hurt injure wound
ill sick: sicken
born: bear
"""


#: An event, with the hour and the day of the week at which it happens by habit.
_Timed = tuple[Fact, dict[str, float]]
#: Hours until the clock shows the same.
_NOON = 12.0


def _table(text: str) -> dict[str, str]:
    rows = (line.split(": ") for line in text.strip().splitlines())
    return {state: told for states, told in rows for state in states.split()}


#: Needs, with the places where they are met, most probable first; adjectives, with the verbs that make it so.
NEEDS = {need: tuple(places.split(", ")) for need, places in _table(_NEEDS).items()}
RESULTS = {adjective: frozenset(verbs.split()) for adjective, verbs in _table(_RESULTS).items()}


_NUMBERS = ("none", *NUMBER_WORDS[1:17])
#: Verbs that say only that something changes hands; all others also say how.
_GENERAL = frozenset("give hand pass receive get".split())
#: Nouns that count whatever is held.
_ANYTHING = frozenset("object thing item article possession".split())
_TOWARDS = frozenset("to in into at on".split())
_BECOMING = frozenset("become turn".split())
_OF_NOW = frozenset("does do now today".split())
#: The most sentences between a need and the action that it motivates.
_SOON = 12
#: A place that the story does not name is only likely.
_LIKELY_PLACE = 0.7


@state_rule("place", "place", "place before")
def is_where(case: Case, asked: StateQuestion) -> list[Proposal]:
    """Where events leave somebody or something, or left them before; places persist until they change.

    Where is the lamp? -> Ida took the lamp. Ida went to the cellar. -> the cellar
    """
    state = timeline_of(case.facts)
    key = state.named(asked.subject, state.intervals)
    if asked.form == "place":
        interval = state.intervals[key][0 if case.query.time == "first" else -1] if key else None
        if interval is None:
            return _lies(case, asked.subject)
        link = Link(asked.subject, key, "nothing moves it after that", 1.0)
        return [from_phrase(case, interval.places[0], interval.facts, (link,))] if interval.is_certain else []
    place = state.named(asked.object, {s.places[0].key for s in state.intervals.get(key, ()) if s.is_certain})
    if (found := state.before(key, place)) is None:
        return []
    earlier, later = found
    link = Link(f"before {asked.object}", earlier.places[0].key, "the stay before", 1.0)
    return [from_phrase(case, earlier.places[0], (*earlier.facts, *later.facts), (link,))]


def _lies(case: Case, key: str) -> list[Proposal]:
    """Propose where something lies to something else, in the story's words: under the board."""
    naming, syntax = Naming(case.facts), case.facts.syntax
    found: list[Proposal] = []
    for fact in asserted(case, "relation"):
        if fact.sense != "space" or fact.predicate == "fits in":
            continue
        thing, place = (named(naming, term) for term in fact.terms)
        if not thing or not place or not same_name(thing, key):
            continue
        told = fact.terms[1]
        near = range(max(0, told.start - 4), told.start)
        leading = ((i, place_words(syntax.lowers, i, told.end)) for i in near)
        start = next((i for i, found in leading if found is not None and found.end == told.start), -1)
        link = Link(key, fact.predicate, "where it lies", 1.0)
        if place.start == told.start and start >= 0:
            found.append(from_phrase(case, Phrase(key, start, told.end), [fact], (link,)))
        elif start >= 0:  # "under it", in the words of what it is
            words = [*syntax.lowers[start : told.start], case.span_text(place.start, place.end)]
            found.append(said(" ".join(words), 1.0, [fact], (link,)))
    return found[-1:]


@state_rule("in-place", "in place")
def is_there(case: Case, asked: StateQuestion) -> list[Proposal]:
    """Whether somebody or something is in a place, by the last location that the story states.

    Is Ida in the cellar? -> Ida went to the cellar. -> yes
    """
    state = timeline_of(case.facts)
    if (interval := state.place(state.named(asked.subject, state.intervals))) is None:
        return []
    found = [place_within(case.facts, one.start, one.end, asked.object) for one in interval.places]
    path = next((facts for inside, facts in found if inside), None)
    if path is None and (interval.denied or any(inside is None for inside, _ in found)):
        return []  # a name that the story does not place
    answer = "no" if path is None or interval.denied else "yes" if interval.is_certain else "maybe"
    told = ("not " if interval.denied else "") + " or ".join(phrase.key for phrase in interval.places)
    link = Link(f"{asked.subject} in {asked.object}", told, "the last place told", 1.0)
    return [said(answer, 1.0, as_stated((*interval.facts, *(path or ()))), (link,))]


@state_rule("who-is-there", "who is there")
def who_is_there(case: Case, asked: StateQuestion) -> list[Proposal]:
    """Who has come to a place, or was there, and has not left it since.

    Who is in the cellar? -> Ida and Odd were in the cellar. Odd went to the hall. -> Ida
    """
    state = timeline_of(case.facts)
    there, facts, moved = dict[str, Phrase](), list[Fact](), False
    for change in state.changes:
        for who in (*change.who, *change.what):
            if (interval := state.place(who.key)) is None or not _suits(case, who):
                continue
            intervals = [one for one in state.intervals[who.key] if same_name(one.places[0], asked.object)]
            if interval.is_certain and interval in intervals:
                there.setdefault(who.key, who)
            facts += interval.facts if intervals else ()
            moved = moved or any(one is not interval or one.facts[-1].kind == "event" for one in intervals)
    if not there or not moved:
        return []  # where nobody moves, the story states it
    link = Link(f"in {asked.object}", ", ".join(there), "went nowhere else", 1.0)
    return [_all_of(case, sorted(there.values(), key=lambda who: who.start), " and ", facts, link)]


def _suits(case: Case, who: Phrase) -> bool:
    """Whether what a phrase names can be whom a question asks for: *who* for people and animals."""
    syntax, head = case.facts.syntax, who.end - 1
    somebody = syntax.pos[head] == "PROPN" or nouns().animacy(syntax.lemmas[head]) in ANIMATE
    return somebody == (case.query.understanding.wh == "who")


def _all_of(
    case: Case, phrases: Sequence[Phrase], between: str, facts: Sequence[Fact], link: Link
) -> Proposal:
    """Return one phrase as an answer, or several as a list."""
    if len(phrases) == 1:
        return from_phrase(case, phrases[0], facts, (link,))
    texts = tuple(case.span_text(one.start, one.end) for one in phrases)
    return said(between.join(texts), 1.0, as_stated(facts), (link,), texts)


@state_rule("possession", "held", "how many held")
def has_what(case: Case, asked: StateQuestion) -> list[Proposal]:
    """What somebody took or was given and has not lost since, and how many things.

    What is Ida carrying? -> Ida took the lamp. -> the lamp
    """
    state = timeline_of(case.facts)
    key = state.named(asked.subject, {*state.holding, *state.intervals, *state.gone})
    held, gone = list(state.holding.get(key, {}).values()), state.gone.get(key, [])
    if not key or not (held or gone or key in state.intervals):
        return []
    if asked.form == "how many held" and asked.object not in _ANYTHING:
        held = [one for one in held if _is_a(one.thing.key, asked.object)]
        if not held:
            return []  # what the story does not tell may be so all the same
    facts = as_stated([*(one.fact for one in held), *gone])
    told = ", ".join(one.thing.key for one in held) or "nothing"
    link = Link(f"has {asked.subject}", told, "taken and not lost", 1.0)
    if asked.form == "how many held":
        return [said(_NUMBERS[min(len(held), len(_NUMBERS) - 1)], 1.0, facts, (link,))]
    if not held:
        return [said("nothing", 1.0, facts, (link,))]
    return [_all_of(case, [one.thing for one in held], ", ", facts, link)]


def _is_a(key: str, noun: str) -> bool:
    """Whether what a key names is of a kind: the same noun, or one above it in WordNet."""
    word = key.split()[-1]
    return word == noun or is_under(word, noun)


@state_rule("holder", "holder", "holds")
def has_it(case: Case, asked: StateQuestion) -> list[Proposal]:
    """Who took or was given something and has not lost it since.

    Who has the lamp? -> Odd gave the lamp to Ida. -> Ida
    """
    state = timeline_of(case.facts)
    transfers = _of_thing(state, asked.object)
    if case.query.time == "first":
        held = list(_holders(state, transfers))
        link = Link(asked.object, "first", "no earlier owner is stated", 1.0)
        return [from_phrase(case, held[0][0], [held[0][1]], (link,))] if len(held) > 1 else []
    for transfer in reversed(transfers):
        holder = transfer.receiver
        if holder is not None and transfer.thing.key in state.holding.get(holder.key, {}):
            link = Link(asked.object, transfer.thing.key, "not lost since", 1.0)
            if asked.form == "holds":
                answer = "yes" if same_name(holder, asked.subject) else "no"
                return [said(answer, 1.0, [transfer.fact], (link,))]
            return [from_phrase(case, holder, [transfer.fact], (link,))]
    return []


@state_rule("holder-before", "holder before")
def had_it_before(case: Case, asked: StateQuestion) -> list[Proposal]:
    """Who had something right before or after another.

    Who had the lamp before Ida? -> Odd gave the lamp to Ida. -> Odd
    """
    state = timeline_of(case.facts)
    other = asked.other
    passed = [t for t in state.transfers if same_name(t.receiver, other) or same_name(t.giver, other)]
    thing = asked.object if asked.object not in ("", "it") else passed[-1].thing.key if passed else ""
    held = list(_holders(state, _of_thing(state, thing)))
    places = [i for i, (who, _) in enumerate(held) if same_name(who, other)]
    at = -1 if not places else places[-1] - 1 if asked.sense == "before" else places[0] + 1
    if not 0 <= at < len(held):
        return []
    facts = (held[at][1], held[max(places[-1], at)][1])
    return [from_phrase(case, held[at][0], facts, (Link(thing, asked.sense, "who had it, in order", 1.0),))]


def _of_thing(state: Timeline, key: str) -> list[Transfer]:
    """Return what happened to a thing: under its own name, else to the only one of its kind."""
    if found := [t for t in state.transfers if t.thing.key == key]:
        return found
    of_kind = [t for t in state.transfers if _is_a(t.thing.key, key)]
    return of_kind if len({t.thing.key for t in of_kind}) == 1 else []


def _holders(state: Timeline, transfers: Sequence[Transfer]) -> Iterator[tuple[Phrase, Fact]]:
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


@state_rule("transfer", "receiver", "received", "who gave")
def passed_on(case: Case, asked: StateQuestion) -> list[Proposal]:
    """Who gave what to whom, the last time; whoever is given something receives it.

    Who received the lamp? -> Odd gave the lamp to Ida. -> Ida
    """
    met = [(t, one) for t in timeline_of(case.facts).transfers if (one := _wanted(asked, t)) is not None]
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
    sense = transfer.sense if transfer.fact.predicate == asked.relation else asked.sense
    subject, other = transfer.giver, transfer.receiver
    if sense != "gives":
        subject, other = other, subject
    given = ((transfer.thing, asked.object), (other, asked.other))
    if any(key and not same_name(phrase, key) for phrase, key in given):
        return None
    if asked.form == "who gave":
        return subject
    if not same_name(subject, asked.subject):
        return None
    return other if asked.form == "receiver" else transfer.thing


@rule("home", "state", 0.5, asks_for("event"))
def lives_where(case: Case) -> list[Proposal]:
    """Where somebody lives who has moved: the home that the story tells last.

    Where does Ida live? -> Ida lived in Riga. Later she moved to Oslo. -> Oslo
    """
    of_now = case.query.time or not _OF_NOW.isdisjoint(case.query.understanding.lowers)
    for part in case.query.facts if case.kind == "place" and of_now else ():
        given = case.query.given(part, "ARG0", "ARG1")
        subject = given[0] if given and part.kind == "event" and part.predicate in LIVING else None
        homes = list(_homes(case, subject)) if subject is not None else []
        if len(homes) > 1 and any(fact.predicate in MOVING for fact, _ in homes):
            fact, place = homes[0 if case.query.time == "first" else -1]
            link = Link("live", fact.predicate, "who moves lives there after that", 1.0)
            return [proposed(case, place, 1.0, (fact,), (link,))]
    return []


def _homes(case: Case, subject: Term) -> Iterator[tuple[Fact, Term]]:
    """Yield where somebody lived or moved to, in the order of telling."""
    for fact in asserted(case, "event"):
        if fact.predicate in LIVING | MOVING and any(meant(case, subject, term) for term in fact.terms):
            places = (t for t in fact.terms if t.role in (*PLACES, "ARG1") and not meant(case, subject, t))
            home = next((term for term in places if preposition(case.facts, term) in _TOWARDS), None)
            if home is not None:
                yield fact, home


@rule("became", "state", 0.5, ASKS_ATTRIBUTE_OR_TIME)
def became_what(case: Case) -> list[Proposal]:
    """What something is now, or when: what it last became, or was moved to.

    What is the mill now? -> The mill became a museum. -> a museum
    """
    if (found := _changed(case)) or case.query.time != "last":
        return found
    asked = [fact for fact in case.query.facts if fact.kind == "attribute"]
    given = [term for fact in asked for term in fact.terms if term.head != case.query.gap]
    for fact in asserted(case, "event"):
        became = fact.predicate in _BECOMING and [one.role for one in fact.terms[1:2]] in (["ARG1"], ["ARG2"])
        if became and any(meant(case, term, fact.terms[0]) for term in given):
            link = Link("is now", fact.predicate, "what it became", 1.0)
            found.append(proposed(case, fact.terms[1], 1.0, (fact,), (link,)))
    return found[-1:]


def _changed(case: Case) -> list[Proposal]:
    """Propose the day or hour to which something was moved, or that from which it was."""
    words = case.query.understanding.lowers
    if case.kind != "time" or words[1:2] not in (["is"], ["was"], ["are"], ["were"], ["will"]):
        return []
    first = case.query.time == "first" or (words[1] in ("was", "were") and "originally" in words)
    if not (changes := _changes(case)):
        return []
    fact = changes[min(changes) if first else max(changes)][0 if first else -1]
    reason = "before it changed" if first else "after it changed"
    link = Link("when", case.facts.text(fact.terms[1]), reason, 1.0)
    return [proposed(case, fact.terms[1], 1.0, (fact,), (link,))]


def _changes(case: Case) -> dict[int, list[Fact]]:
    """Return what is said of each change of what the question names, by the token of the change."""
    tokens = (i for i in case.query.content if case.query.syntax.pos[i] in ("NOUN", "PROPN"))
    given = [Term("", i, i + 1, i) for i in tokens]
    changes: dict[int, list[Fact]] = {}
    for fact in asserted(case, "attribute"):
        subject = fact.terms[0]
        if subject.link == "what changed" and (not given or any(meant(case, one, subject) for one in given)):
            changes.setdefault(fact.token, []).append(fact)
    return changes


@rule("outcome", "state", 0.5, IS_POLAR)
def left_so(case: Case) -> list[Proposal]:
    """Whether the last event that makes something so, or its contrary, left it so.

    Is the door open? -> Ida opened the door. Odd closed it. -> no
    """
    words = case.query.understanding.lowers
    if words[:1] not in (["is"], ["are"]) or case.query.alternatives:
        return []
    parts = main_parts(case)
    for part in (parts[kind] for kind in ("attribute", "event") if kind in parts and parts[kind].terms):
        verbs, contrary = _verbs(part.predicate)
        made = _events_with(case, part.terms[0], verbs | contrary)
        timed = [(fact, _hours_of(case.facts.syntax, fact)) for fact in made]
        if any(hours for _, hours in timed):
            return _by_hours(case, part, timed, verbs)
        last = made[-1] if made else None
        if last is not None and is_whole(case, part, last) and not _stated_since(case, part, last):
            so = (last.predicate in verbs) != last.denied
            link = Link(part.predicate, last.predicate, "the last that happened to it", 1.0)
            return [said("yes" if so != part.denied else "no", 1.0, (last,), (link,))]
    return []


def _hours_of(syntax: Syntax, fact: Fact) -> dict[str, float]:
    """Return the hour, and the day of the week, at which something happens by habit: "opens at nine"."""
    if syntax.tags[fact.token] == "VBD":
        return {}
    times = [term for term in fact.terms if term.role == "ARGM-TMP"]
    times = [one for one in times if EXCEPTIONS.isdisjoint(syntax.lowers[max(0, one.start - 1) : one.end])]
    return _hours(one for term in times for one in read_numbers(syntax, term.start, term.end))


def _hours(numbers: Iterable[Number]) -> dict[str, float]:
    """Return the hour and the day of the week that numbers tell."""
    return {kind: one.value for one in numbers for kind in ("clock", "weekday") if kind in one.kinds}


def _by_hours(case: Case, part: Fact, made: Sequence[_Timed], verbs: frozenset[str]) -> list[Proposal]:
    """Tell by its hours whether a thing is open then: those of the day asked for, else of every day."""
    syntax, query = case.facts.syntax, case.query
    asked = _hours(read_numbers(query.syntax, query.start, query.end))
    day = [one for one in made if one[1].get("weekday", -1.0) == asked.get("weekday", -2.0)]
    whole = next((fact for fact, hours in day if "clock" not in hours), None)  # "closed on Mondays"
    told = [*day, *_of_any_day(syntax, made, "weekday" in asked)]
    if not asked or not told:
        return []
    facts, so = _within_hours(told, verbs, asked)
    if whole is not None:
        facts, so = [whole], whole.predicate in verbs
    return [said("yes" if so != part.denied else "no", 1.0, facts)] if facts else []


def _of_any_day(syntax: Syntax, made: Iterable[_Timed], asks_day: bool) -> Iterator[_Timed]:
    """Yield the events without a day; where one is asked for, those without "except on Sundays" beside."""
    for fact, hours in made:
        start, end = sentence_start(syntax, fact.token), sentence_end(syntax, fact.token)
        excepted = not EXCEPTIONS.isdisjoint(syntax.lowers[start:end])
        if "weekday" not in hours and not (asks_day and excepted):
            yield fact, hours


def _within_hours(
    events: Sequence[_Timed], verbs: frozenset[str], asked: dict[str, float]
) -> tuple[list[Fact], bool]:
    """Return whether the hour asked for, if any, is between that of one event and of the other, with both."""
    first = next((one for one in events if one[0].predicate in verbs), None)
    if first is None:
        return [], False
    last = next((one for one in events if one[0].predicate not in verbs), first)
    begin, end = (one[1].get("clock", 0.0) for one in (first, last))
    at = asked.get("clock", begin)
    so = last is first or at + _NOON * (at < begin) < end + _NOON * (end <= begin)
    return [first[0], last[0]][: 1 + (last is not first)], so


def _events_with(case: Case, subject: Term, verbs: frozenset[str]) -> list[Fact]:
    """Return the asserted events by one of some verbs that happen to whom a term names, in order."""
    ids = sorted(number for verb in verbs for number in case.facts.events_of.get(verb, ()))
    pos = case.facts.syntax.pos
    told = (case.facts[i] for i in ids if case.facts[i].is_asserted)
    made = sorted((fact for fact in told if pos[fact.token] != "ADJ"), key=lambda fact: fact.token)
    found = []
    for fact in made:  # to its ARG1, or to who alone takes part
        undergoing = [term for term in fact.terms if term.role == "ARG1"] or fact.terms
        if any(meant(case, subject, one) for one in undergoing if one.role in ("ARG0", "ARG1")):
            found.append(fact)
    return found


def _stated_since(case: Case, part: Fact, event: Fact) -> bool:
    """Whether the story says after an event how something is."""
    later = (fact for fact in case.facts.of("attribute") if fact.token > event.token and fact.is_asserted)
    return any(meant(case, part.terms[0], fact.terms[0]) and fact.sense == part.sense for fact in later)


def _verbs(word: str) -> tuple[frozenset[str], frozenset[str]]:
    """Return the verbs that make something so, and those that make it the contrary: *open*, *closed*."""
    known = wordnet()
    own = _making(word)
    contrary = {other for verb in own for other in known.antonyms(verb, "v")}
    opposite = {verb for other in known.antonyms(word, "a") for verb in _making(other)}
    return own, frozenset(contrary | opposite) - own


def _making(word: str) -> frozenset[str]:
    """Return the verbs that make something so: *close* of "closed", *die* of "dead"."""
    return frozenset((*wordnet().base(word, "v"), *RESULTS.get(word, ())))


def _needs(case: Case, key: str) -> Iterator[Fact]:
    """Yield the facts that say by a copula what somebody needs: "Ada is thirsty", not "dirty tricks"."""
    naming, syntax = Naming(case.facts), case.facts.syntax
    for fact in asserted(case, "attribute"):
        head = fact.terms[1].head
        is_said = not {"be", "feel", "become", "get"}.isdisjoint(syntax.lemmas[max(0, head - 3) : head])
        if syntax.lowers[head] not in NEEDS or not is_said or syntax.deps[head] in ("amod", "compound"):
            continue
        if key and same_name(named(naming, fact.terms[0]), key):
            yield fact


@state_rule("motive", "motive", group="inferred")
def drives(case: Case, asked: StateQuestion) -> list[Proposal]:
    """What somebody needed is why they went somewhere or took something.

    Why did Ida go to the kitchen? -> Ida was hungry. She went to the kitchen. -> hungry
    """
    changes = timeline_of(case.facts).changes
    own = [one for one in changes if any(who.key == asked.subject for who in one.who)]
    for need in reversed(list(_needs(case, asked.subject))):
        done = next((one for one in own if 0 < one.fact.sentence - need.sentence <= _SOON), None)
        if done is not None:
            head = need.terms[1].head
            link = Link(f"why {asked.subject}", need.predicate, "a need before what was done for it", 1.0)
            return [from_phrase(case, Phrase("", head, head + 1), [need, done.fact], (link,))]
    return []


@state_rule("future-place", "future place", source="own, with a small table of needs")
def will_go(case: Case, asked: StateQuestion) -> list[Proposal]:
    """Where somebody will go for what they need.

    Where will Ida go? -> Ida is sleepy. -> bedroom
    """
    if not (found := list(_needs(case, asked.subject))):
        return []
    need = case.facts.syntax.lowers[found[-1].terms[1].head]
    intervals = timeline_of(case.facts).intervals.values()
    told = {place.key: place for stays in intervals for stay in stays for place in stay.places}
    link = Link(f"where {asked.subject} will go", need, "where one finds what one needs", 1.0)
    place = next((told[one] for one in NEEDS[need] if one in told), None)
    if place is not None:
        return [from_phrase(case, place, [found[-1]], (link,))]
    return [said(NEEDS[need][0], _LIKELY_PLACE, [found[-1]], (link,))]
