"""Gaps, inversions and changes of date: what a clause leaves out, puts first, or moves."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from eval.first_things.kinds import Case, Kind, ask

NAMES = ("Ada", "Tom", "Mina", "Peter", "Clara", "Hugo", "Olga", "Simon", "Vera", "Paul", "Theo", "Wilma")
COUPLES = (("Theo", "Wilma"), ("Hugo", "Clara"), ("Simon", "Olga"), ("Peter", "Vera"), ("Paul", "Nora"))
MONTHS = "January February March April June July August September October November December".split()
DAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()


def gaps(chance: Random) -> Iterator[Case]:
    """Yield two clauses, of which the second lacks its verb."""
    while True:
        low, high = chance.sample(range(11, 900), 2)
        one, other = chance.sample(
            ("the hall", "the church", "the barn", "the theatre", "the old school", "the tent"), 2
        )
        verb, plural = chance.choice((("hold", "people"), ("seat", "guests"), ("take", "visitors")))
        join = chance.choice((", ", " and ", ", and ", "; "))
        text = f"{one.capitalize()} can {verb} {high} {plural}{join}{other} {low}."
        yield ask(text, f"How many {plural} can {other} {verb}?", str(low), f"{low} {plural}")
        yield ask(text, f"How many {plural} can {one} {verb}?", str(high), f"{high} {plural}")
        a, b = chance.sample(NAMES, 2)
        past, base, things = chance.choice(
            (
                ("bought", "buy", "books"),
                ("has", "have", "dogs"),
                ("found", "find", "coins"),
                ("ate", "eat", "eggs"),
            )
        )
        text = f"{a} {past} {high} {things}{join}{b} {low}."
        does = "does" if past == "has" else "did"
        yield ask(text, f"How many {things} {does} {b} {base}?", str(low), f"{low} {things}")
        yield ask(text, f"How many {things} {does} {a} {base}?", str(high), f"{high} {things}")


def moved(chance: Random) -> Iterator[Case]:
    """Yield a day to which something was moved."""
    what = ("launch", "meeting", "wedding", "exam", "concert", "trial", "election", "party")
    while True:
        thing = chance.choice(what)
        if chance.random() < 0.5:
            old, new = chance.sample(DAYS, 2)
        else:
            months = chance.sample(MONTHS, 2)
            old, new = (f"{month} {chance.randint(1, 28)}" for month in months)
        text = chance.choice(
            (
                f"The {thing} moved from {old} to {new}.",
                f"The {thing} was moved from {old} to {new}.",
                f"The {thing} was postponed from {old} to {new}.",
                f"They shifted the {thing} from {old} to {new}.",
            )
        )
        yield ask(text, f"When is the {thing} now?", new)
        yield ask(text, "When is it now?", new)
        yield ask(text, f"When was the {thing} originally?", old)


def before_the_verb(chance: Random) -> Iterator[Case]:
    """Yield a place that stands before its verb."""
    things = ("tin box", "leather bag", "clock", "wooden chest", "rusty key", "basket")
    filled = ("", " full of banknotes", " with a broken handle", " that nobody had seen before")
    places = ("the board", "the bed", "the tree", "the bench", "the bridge", "the curtain")
    while True:
        thing, place, more = chance.choice(things), chance.choice(places), chance.choice(filled)
        word, verb = (
            chance.choice(("Under", "Behind", "Beneath", "Beside")),
            chance.choice(("lay", "stood", "was")),
        )
        answers = (f"{word} {place}", place)
        if chance.random() < 0.5:
            text = f"{word} {place} {verb} a {thing}{more}."
        else:
            text = f"{chance.choice(NAMES)} looked at {place}. {word} it {verb} a {thing}{more}."
            answers = (*answers, f"{word} it")
        yield ask(text, f"Where was the {thing}?", *answers)


def no_such_relative(chance: Random) -> Iterator[Case]:
    """Yield a question of a relative whom the text does not tell of: whatever the answer, not a sure one."""
    told = ("{} and {} argued.", "{} met {} at the fair.", "{} waved to {}.", "{} works with {}.")
    while True:
        man, woman = chance.choice(COUPLES)
        text = chance.choice(told).format(man, woman)
        relative = chance.choice(("husband", "brother", "father", "boss", "teacher"))
        question = chance.choice(
            (f"What is the name of {woman}'s {relative}?", f"Who is {woman}'s {relative}?")
        )
        yield ask(text, question, man, woman, most=0.6)


KINDS = (
    Kind("a clause without its verb", 6, gaps),
    Kind("moved to another day", 6, moved),
    Kind("a place before its verb", 6, before_the_verb),
    Kind("a relative whom nobody mentions", 6, no_such_relative),
)
