"""The state of a story over time: places, possession, homes, outcomes, needs; it lasts until it changes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from symbolic_rc.coref.mentions.syntax import Syntax
from symbolic_rc.graph.facts import Fact, Term
from symbolic_rc.graph.facts.reading.space import place_words
from symbolic_rc.graph.state import Change
from symbolic_rc.graph.state.naming import Naming, Phrase
from symbolic_rc.graph.state.timeline import Timeline, Transfer
from symbolic_rc.lexicon import nouns, wordnet
from symbolic_rc.lexicon.converses import converses, results
from symbolic_rc.lexicon.needs import needs
from symbolic_rc.question.state_question import StateQuestion
from symbolic_rc.rules.case import Case
from symbolic_rc.rules.conditions import ASKS_ATTRIBUTE_OR_TIME, IS_POLAR, asks_for, asks_state
from symbolic_rc.rules.families.attributes import KIND
from symbolic_rc.rules.families.containment import place_within
from symbolic_rc.rules.families.polar import is_whole, main_parts
from symbolic_rc.rules.families.positions import CHAIN_OF_COMPARISONS, POSITION, WAY, WHAT_LIES_THERE
from symbolic_rc.rules.proof import Link, Proposal
from symbolic_rc.rules.rule import Rule
from symbolic_rc.rules.terms import (
    asked_state,
    from_phrase,
    from_words,
    meant,
    proposed,
    said_alone,
    timeline,
)

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
    found = place_words(syntax.lowers[: place.end], token)
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


_SOURCE = "after Weston et al. 2016; VerbNet's classes as in Basu et al. 2020"
PLACE = Rule(
    "place",
    is_where,
    0.5,
    "Where events leave somebody or something, or left them before; places persist until they change.",
    _SOURCE,
    "Where is the lamp? -> Ida took the lamp. Ida went to the cellar.",
    conditions=(asks_state("place", "place before"),),
)
IN_PLACE = Rule(
    "in-place",
    is_there,
    0.5,
    "Whether somebody or something is in a place, by the last that the story tells of where they are.",
    _SOURCE,
    "Is Ida in the cellar? -> Ida went to the cellar.",
    conditions=(asks_state("in place"),),
)
WHO_IS_THERE = Rule(
    "who-is-there",
    who_is_there,
    0.5,
    "Who has come to a place, or was there, and has not left it since.",
    _SOURCE,
    "Who is in the cellar? -> Ida and Odd were in the cellar. Odd went to the hall.",
    conditions=(asks_state("who is there"),),
)
POSSESSION = Rule(
    "possession",
    has_what,
    0.5,
    "What somebody took or was given and has not lost since, and how many things.",
    _SOURCE,
    "What is Ida carrying? -> Ida took the lamp.",
    conditions=(asks_state("held", "how many held"),),
)
HOLDER = Rule(
    "holder",
    has_it,
    0.5,
    "Who took or was given something and has not lost it since.",
    _SOURCE,
    "Who has the lamp? -> Odd gave the lamp to Ida.",
    conditions=(asks_state("holder"),),
)
HOLDER_BEFORE = Rule(
    "holder-before",
    had_it_before,
    0.5,
    "Who had something right before or after another.",
    _SOURCE,
    "Who had the lamp before Ida? -> Odd gave the lamp to Ida.",
    conditions=(asks_state("holder before"),),
)
TRANSFER = Rule(
    "transfer",
    passed_on,
    0.5,
    "Who gave what to whom, the last time; whoever is given something receives it.",
    _SOURCE,
    "Who received the lamp? -> Odd gave the lamp to Ida.",
    conditions=(asks_state("receiver", "received", "who gave"),),
)
FUTURE_PLACE = Rule(
    "future-place",
    will_go,
    0.5,
    "Where somebody will go for what they need.",
    "own, with a small table of needs",
    "Where will Ida go? -> Ida is sleepy.",
    conditions=(asks_state("future place"),),
)
HOME = Rule(
    "home",
    lives_where,
    0.5,
    "Where somebody lives who has moved: the home that the story tells last.",
    example="Where does Ida live? -> Ida lived in Riga. Later she moved to Oslo.",
    conditions=(asks_for("event"),),
)
OUTCOME = Rule(
    "outcome",
    left_so,
    0.5,
    "Whether the last event that makes something so, or its contrary, left it so.",
    example="Is the door open? -> Ida opened the door. Odd closed it.",
    conditions=(IS_POLAR,),
)
BECAME = Rule(
    "became",
    became_what,
    0.5,
    "What something is now, or when: what it last became, or was moved to.",
    example="What is the mill now? -> The mill became a museum.",
    conditions=(ASKS_ATTRIBUTE_OR_TIME,),
)
#: Behind the reasons that the story states.
MOTIVE = Rule(
    "motive",
    drives,
    0.5,
    "What somebody needed is why they went somewhere or took something.",
    _SOURCE,
    "Why did Ida go to the kitchen? -> Ida was hungry.",
    conditions=(asks_state("motive"),),
)

#: Before the rules over single facts: what the story's events together leave so.
STATE_RULES = (
    PLACE,
    IN_PLACE,
    WHO_IS_THERE,
    POSSESSION,
    HOLDER,
    HOLDER_BEFORE,
    TRANSFER,
    WHAT_LIES_THERE,
    POSITION,
    WAY,
    CHAIN_OF_COMPARISONS,
    KIND,
    FUTURE_PLACE,
    HOME,
    OUTCOME,
    BECAME,
)
