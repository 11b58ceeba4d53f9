"""Who gave what to whom, where one thing changes hands more than once."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from eval.first_things.kinds import Case, Kind, ask, word_rows

NAMES = (
    "Ada", "Tom", "Mina", "Peter", "Clara", "Hugo", "Olga", "Simon", "Vera", "Paul", "Ruth", "David",
)  # fmt: skip
THINGS = ("wheel", "lamp", "ladder", "kettle", "saddle", "violin", "clock", "boat", "plough", "chest")
#: Past, base and participle of verbs whose subject gives something away.
GIVE = word_rows(
    "sold/sell/sold, lent/lend/lent, gave/give/given, handed/hand/handed, returned/return/returned, "
    "passed/pass/passed, sent/send/sent, offered/offer/offered, rented/rent/rented, "
    "donated/donate/donated"
)


def chains(chance: Random) -> Iterator[Case]:
    """Yield a thing that goes from one to a second and on to a third, by two verbs."""
    while True:
        a, b, c = chance.sample(NAMES, 3)
        thing = chance.choice(THINGS)
        (first, base, participle), (second, base2, participle2) = chance.sample(GIVE, 2)
        text = f"{a} {first} the {thing} to {b}. {b} {second} the {thing} to {c}."
        yield ask(text, f"Who {first} the {thing}?", a)
        yield ask(text, f"Who {second} the {thing}?", b)
        yield ask(text, f"Who did {a} {base} the {thing} to?", b)
        yield ask(text, f"Who did {b} {base2} the {thing} to?", c)
        yield ask(text, f"Who was the {thing} {participle} to by {a}?", b)
        yield ask(text, f"By whom was the {thing} {participle2}?", b)


def bought_for(chance: Random) -> Iterator[Case]:
    """Yield something that one gets for another."""
    while True:
        a, b = chance.sample(NAMES, 2)
        thing = chance.choice(THINGS)
        verb = chance.choice(("bought", "made", "brought", "fetched", "knitted", "baked"))
        told = chance.choice((f"{a} {verb} {b} a {thing}.", f"{a} {verb} a {thing} for {b}."))
        asked = chance.choice(("received", "got", "was given"))
        yield ask(told, f"Who {asked} the {thing}?", b)
        yield ask(told, f"Who {verb} the {thing}?", a)


KINDS = (Kind("what changes hands twice", 2, chains), Kind("who gets what another buys", 2, bought_for))
