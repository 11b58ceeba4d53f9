"""Who and what is where, who has what, after each event of a story."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from symbolic_rc.core.forks import remembered
from symbolic_rc.graph.facts import Fact, Facts
from symbolic_rc.graph.state.events import Change, Phrase, changes_of

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


@dataclass(frozen=True, slots=True)
class Held:
    """A thing that somebody has, since some fact."""

    thing: Phrase
    fact: Fact


@dataclass(frozen=True, slots=True)
class Transfer:
    """A thing that went from one to another; either may be unknown.

    Attributes
    ----------
    thing : Phrase
    giver, receiver : Phrase or None
    fact : Fact
    sense : {"gives", "gets"}
        Whether the subject of the fact is the giver or the receiver.
    """

    thing: Phrase
    giver: Phrase | None
    receiver: Phrase | None
    fact: Fact
    sense: str


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


def _moves(state: Timeline, change: Change) -> None:
    for who in change.who:
        _stay(state, who.key, change.where[:1], (change.fact,))


def _stay(
    state: Timeline, key: str, places: tuple[Phrase, ...], facts: tuple[Fact, ...], denied: bool = False
) -> None:
    """Note that somebody or something is somewhere from now on, and what they have with them."""
    state.intervals.setdefault(key, []).append(LocationInterval(places, facts, denied))
    for held in state.holding.get(key, {}).values():
        interval = LocationInterval(places, (held.fact, *facts), denied)
        state.intervals.setdefault(held.thing.key, []).append(interval)


def _put(state: Timeline, thing: str, places: tuple[Phrase, ...], *facts: Fact) -> None:
    """Note that a thing is somewhere from now on."""
    state.intervals.setdefault(thing, []).append(LocationInterval(places, facts))


def _gets(state: Timeline, change: Change) -> None:
    for thing in change.what:
        _take(state, change, thing, change.who[0])
        giver = change.other[0] if change.other else None
        state.transfers.append(Transfer(thing, giver, change.who[0], change.fact, change.kind))


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
        _moves(state, change)


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
        return
    for who in change.who:
        _stay(state, who.key, places[:1], (change.fact,), denied=True)


def _gives(state: Timeline, change: Change) -> None:
    giver, receiver = change.who[0], change.other[0] if change.other else None
    for thing in change.what:
        state.transfers.append(Transfer(thing, giver, receiver, change.fact, change.kind))
        if receiver is None:
            _lose(state, thing.key, change.fact)
            continue
        _take(state, change, thing, receiver)
        state.gone.setdefault(giver.key, []).append(change.fact)


_STEPS = {
    "is": _is, "moves": _moves, "gets": _gets, "has": _has, "brings": _brings, "puts": _puts,
    "leaves": _leaves, "gives": _gives,
}  # fmt: skip
