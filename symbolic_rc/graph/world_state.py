"""The state of a simple world: who is where, who holds what, what lies where, followed event by event.

Stories of plain statements ("Ida took the lamp there.") are followed exactly; a story that is not of this
kind is left to the other rules.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

#: What a verb does: the classes are VerbNet's (run-51.3.2, get-13.5.1, put-9.1, give-13.1).
GO = "went goes moved travelled traveled journeyed walked ran came returned"
GET = "got grabbed took picked carried collected"
DROP = "dropped discarded left put laid"
GIVE = "gave handed passed offered"
_EVENT = {
    verb: kind
    for kind, verbs in (("go", GO), ("get", GET), ("drop", DROP), ("give", GIVE))
    for verb in verbs.split()
}
_TIMES = {"yesterday": 0, "morning": 1, "afternoon": 2, "evening": 3}
_OPPOSITE = {"north": "south", "south": "north", "east": "west", "west": "east"}
_WORD = re.compile(r"[A-Za-z]+")
_NUMBERS = ("none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


@dataclass(slots=True)
class World:
    """What is known after the story's events.

    Attributes
    ----------
    places : dict of str to list of (int, str)
        Of each person, when (part of day, then order) and where.
    holds : dict of str to list of str
        What each person carries, in order of taking.
    lies : dict of str to str
        Where a thing was put down.
    gifts : list of (str, str, str)
        Giver, thing and receiver, in order.
    layout : dict of (str, str) to str
        ``(direction, place)``: what is that way of the place.
    understood, statements : int
    """

    places: dict[str, list[tuple[int, str]]] = field(default_factory=dict)
    holds: dict[str, list[str]] = field(default_factory=dict)
    lies: dict[str, str] = field(default_factory=dict)
    gifts: list[tuple[str, str, str]] = field(default_factory=list)
    layout: dict[tuple[str, str], str] = field(default_factory=dict)
    understood: int = 0
    statements: int = 0

    def place(self, person: str) -> str:
        """Return where a person is, or an empty string."""
        known = self.places.get(person)
        return max(enumerate(known), key=lambda pair: (pair[1][0], pair[0]))[1][1] if known else ""

    def where(self, thing: str) -> str:
        """Return where a thing is: with its holder, or where it was put down."""
        for person, things in self.holds.items():
            if thing in things:
                return self.place(person)
        return self.lies.get(thing, "")


def follow(sentences: list[str]) -> World:
    """Follow a story's sentences and return the world after them.

    Examples
    --------
    >>> world = follow(["Ida took the lamp.", "Ida went to the cellar.", "Ida dropped the lamp there."])
    >>> world.place("ida"), world.where("lamp"), world.holds["ida"]
    ('cellar', 'cellar', [])
    """
    world, last = World(), list[str]()
    for sentence in sentences:
        words = [word.lower() for word in _WORD.findall(sentence)]
        if not words:
            continue
        world.statements += 1
        found = _layout(world, words) or _event(world, words, last)
        world.understood += found
    return world


def _layout(world: World, words: list[str]) -> bool:
    match = re.fullmatch(r"the (\w+) is (north|south|east|west) of the (\w+)", " ".join(words))
    if match is None:
        return False
    one, way, other = match.groups()
    world.layout[way, other] = one
    world.layout[_OPPOSITE[way], one] = other
    return True


def _event(world: World, words: list[str], last: list[str]) -> bool:
    at = next((i for i, word in enumerate(words) if word in _EVENT), -1)
    if at <= 0:
        return False
    time = next((_TIMES[word] for word in words if word in _TIMES), -1)
    before = [word for word in words[:at] if word not in _TIMES and word != "this"]
    if before and before[-1] in ("he", "she", "they"):
        people = list(last)
    else:
        people = [
            word for word in before if word not in ("and", "then", "after", "that", "following", "afterwards")
        ]
    if not people:
        return False
    last[:] = people
    kind, after = _EVENT[words[at]], words[at + 1 :]
    things = [after[i + 1] for i in range(len(after) - 1) if after[i] == "the"]
    if kind == "go":
        target = after[after.index("to") + 1 :] if "to" in after else after
        place = next((word for word in target if word != "the" and word not in _TIMES and word != "this"), "")
        if not place:
            return False
        for person in people:
            world.places.setdefault(person, []).append((time, place))
        return True
    if not things:
        return False
    person, thing = people[0], things[0]
    if kind == "get":
        for others in world.holds.values():
            if thing in others:
                others.remove(thing)
        world.holds.setdefault(person, []).append(thing)
    elif kind == "drop":
        held = world.holds.setdefault(person, [])
        if thing in held:
            held.remove(thing)
        world.lies[thing] = world.place(person)
    else:
        if "to" not in after[:-1]:
            return False
        receiver = after[after.index("to") + 1]
        held = world.holds.setdefault(person, [])
        if thing in held:
            held.remove(thing)
        world.holds.setdefault(receiver, []).append(thing)
        world.gifts.append((person, thing, receiver))
    return True


def answer(world: World, question: str) -> tuple[tuple[str, ...], dict[str, str]] | None:
    """Answer a question about the world: texts and what was bound; None when it is not about it.

    Examples
    --------
    >>> world = follow(["Ida took the lamp.", "Ida gave the lamp to Odd."])
    >>> answer(world, "Who gave the lamp to Odd?")
    (('ida',), {'thing': 'lamp', 'receiver': 'odd'})
    """
    text = " ".join(word.lower() for word in _WORD.findall(question))

    def asks(pattern: str) -> tuple[str, ...]:
        match = re.fullmatch(pattern, text)
        return match.groups() if match else ()

    if bound := asks(r"where (?:is|was) (\w+) before the (\w+)"):
        person, place = bound
        visits = [p for _, p in sorted(world.places.get(person, ()), key=lambda pair: pair[0])]
        at = max((i for i, p in enumerate(visits) if p == place), default=0)
        return ((visits[at - 1],), {"person": person, "before": place}) if at > 0 else None
    if bound := asks(r"where is (?:the )?(\w+)"):
        found = world.place(bound[0]) or world.where(bound[0])
        return ((found,), {"who or what": bound[0]}) if found else None
    if bound := asks(r"is (\w+) in the (\w+)"):
        found = world.place(bound[0])
        return (
            (("yes" if found == bound[1] else "no",), {"person": bound[0], "place": found}) if found else None
        )
    if bound := asks(r"how many objects is (\w+) carrying"):
        held = world.holds.get(bound[0], [])
        return ((_NUMBERS[min(9, len(held))],), {"holds": ", ".join(held)}) if world.understood else None
    if bound := asks(r"what is (\w+) carrying"):
        held = world.holds.get(bound[0], [])
        return (tuple(held) or ("nothing",), {"person": bound[0]}) if world.understood else None
    if bound := asks(r"what is (north|south|east|west) of the (\w+)"):
        found = world.layout.get((bound[0], bound[1]), "")
        return ((found,), {"way": bound[0], "place": bound[1]}) if found else None
    if bound := asks(r"what is the (\w+) (north|south|east|west) of"):
        found = world.layout.get((_OPPOSITE[bound[1]], bound[0]), "")
        return ((found,), {"way": bound[1], "place": bound[0]}) if found else None
    return _gift(world, asks)


def _gift(world: World, asks):  # type: ignore[no-untyped-def]
    patterns = (
        (r"what did (\w+) give to (\w+)", 1, lambda b: {"giver": b[0], "receiver": b[1]}),
        (r"who gave the (\w+) to (\w+)", 0, lambda b: {"thing": b[0], "receiver": b[1]}),
        (r"who did (\w+) give the (\w+) to", 2, lambda b: {"giver": b[0], "thing": b[1]}),
        (r"who gave the (\w+)", 0, lambda b: {"thing": b[0]}),
        (r"who received the (\w+)", 2, lambda b: {"thing": b[0]}),
    )
    for pattern, wanted, binding in patterns:
        if bound := asks(pattern):
            names = binding(bound)
            for gift in reversed(world.gifts):
                known = dict(zip(("giver", "thing", "receiver"), gift, strict=True))
                if all(known[name] == value for name, value in names.items()):
                    return (gift[wanted],), names
            return None
    return None
