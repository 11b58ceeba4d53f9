"""Yes or no: what the text states or implies, what it denies or excludes, and what it does not say."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from eval.first_things.kinds import Case, Kind, ask

WOMEN = ("Ada", "Mina", "Clara", "Olga", "Vera", "Ruth", "Nora", "Helen")
MEN = ("Tom", "Peter", "Hugo", "Simon", "Paul", "David", "Marcus", "Karl")
MONTHS = "January February March April June July August September October November December".split()
TOWNS = ("London", "Paris", "Berlin", "Chicago", "Dublin", "Vienna", "Boston", "Madrid")
STREETS = ("Oxford Street", "Baker Street", "Mill Lane", "Station Road", "Park Avenue", "Castle Street")
LIKINGS = (
    ("prefer", "preferred"), ("like", "liked"), ("own", "owned"), ("need", "needed"), ("hate", "hated"),
    ("remember", "remembered"),
)  # fmt: skip
OBJECTS = ("tea", "the old house", "this film", "a red bicycle", "the garden", "cold soup", "a dictionary")


def reported(chance: Random) -> Iterator[Case]:
    """Yield what somebody says of themselves, directly or indirectly."""
    while True:
        woman = chance.random() < 0.5
        name, pronoun = (chance.choice(WOMEN), "she") if woman else (chance.choice(MEN), "he")
        base, past = chance.choice(LIKINGS)
        thing = chance.choice(OBJECTS)
        said = chance.choice(("said", "replied", "explained", "answered", "told us"))
        text = chance.choice(
            (
                f'"I {base} {thing}," {said} {name}.',
                f'{name} {said}, "I {base} {thing}."',
                f"{name} {said} that {pronoun} {past} {thing}.",
                f"“I {base} {thing},” {name} {said}.",
            )
        )
        yield ask(text, chance.choice((f"Does {name} {base} {thing}?", f"Did {name} {base} {thing}?")), "yes")
        yield ask(text.replace(f" {base} ", f" don't {base} ").replace(f" {past} ", f" did not {base} "),
                  f"Does {name} {base} {thing}?", "no")  # fmt: skip


def beside_a_clause(chance: Random) -> Iterator[Case]:
    """Yield a main clause beside another one, whose subject belongs to somebody of that one."""
    first = (
        "{} had died", "{} fell ill", "{} left the country", "{} was away", "{} lost the war", "{} grew old",
    )  # fmt: skip
    done = (
        ("was crowned", "crowned"), ("was arrested", "arrested"), ("was elected", "elected"),
        ("was sent to school", "sent to school"), ("was punished", "punished"), ("was rescued", "rescued"),
    )  # fmt: skip
    while True:
        who, kin = (
            chance.choice(("the king", "the duke", "the mayor", "the old farmer")),
            chance.choice(("son", "brother", "nephew", "daughter", "sister")),
        )
        clause = chance.choice(first).format(who)
        told, participle = chance.choice(done)
        mark = chance.choice(("When", "After", "Because", "Before", "While"))
        text = f"{mark} {clause}, his {kin} {told}."
        yield ask(text, f"Was his {kin} {participle}?", "yes")
        yield ask(text, f"Was {who}'s {kin} {participle}?", "yes")


def dates(chance: Random) -> Iterator[Case]:
    """Yield a date, and questions of its year, its month, itself and others."""
    done = (
        ("arrived", "arrive"), ("died", "die"), ("left for the coast", "leave for the coast"),
        ("opened the shop", "open the shop"), ("was born", ""), ("was elected", ""),
    )  # fmt: skip
    while True:
        name, (past, base) = chance.choice(WOMEN + MEN), chance.choice(done)
        day, year = chance.randint(1, 28), chance.randint(1850, 2019)
        month, other = chance.sample(MONTHS, 2)
        date = chance.choice((f"{day} {month} {year}", f"{month} {day}, {year}"))
        text = f"{name} {past} on {date}."
        begin = f"Did {name} {base}" if base else f"Was {name} {past[4:]}"
        yield ask(text, f"{begin} in {year}?", "yes")
        yield ask(text, f"{begin} in {month} {year}?", "yes")
        yield ask(text, f"{begin} in {month}?", "yes")
        yield ask(text, f"{begin} in {year + chance.choice((-1, 1, 10))}?", "no")
        yield ask(text, f"{begin} in {other}?", "no")


def places(chance: Random) -> Iterator[Case]:
    """Yield a place within a larger one."""
    what = ("shop", "museum", "bakery", "old library", "office", "theatre", "hotel")
    while True:
        one, other = chance.sample(TOWNS, 2)
        thing, street = chance.choice(what), chance.choice(STREETS)
        name = chance.choice(WOMEN + MEN)
        if chance.random() < 0.6:
            text = f"The {thing} is in {street}, {one}."
            yield ask(text, f"Is the {thing} in {one}?", "yes")
            yield ask(text, f"Is the {thing} in {street}?", "yes")
            yield ask(text, f"Is the {thing} in {other}?", "no")
        else:
            text = f"{name} lives in {street}, {one}."
            yield ask(text, f"Does {name} live in {one}?", "yes")
            yield ask(text, f"Does {name} live in {other}?", "no")


def outcomes(chance: Random) -> Iterator[Case]:
    """Yield an event, and whether what it leaves so is so."""
    people = (
        ("The {} died of a fever.", "dead", "alive"), ("The {} was killed in the battle.", "dead", "alive"),
        ("A soldier murdered the {}.", "dead", "alive"), ("The {} woke up at six.", "awake", "asleep"),
        ("The {} fell asleep.", "asleep", "awake"),
    )  # fmt: skip
    things = (
        ("Ann broke the {}.", "broken", ""), ("Tom opened the {}.", "open", "closed"),
        ("Ruth closed the {}.", "closed", "open"), ("Paul cleaned the {}.", "clean", "dirty"),
        ("Vera painted the {}.", "painted", ""), ("The {} was locked.", "locked", "unlocked"),
        ("Karl filled the {}.", "full", "empty"), ("Nora emptied the {}.", "empty", "full"),
    )  # fmt: skip
    while True:
        if chance.random() < 0.5:
            who = chance.choice(("king", "farmer", "old captain", "duke", "miller", "guard"))
            text, so, contrary = chance.choice(people)
        else:
            who = chance.choice(("box", "window", "chest", "kettle", "bottle", "door", "cupboard"))
            text, so, contrary = chance.choice(things)
        yield ask(text.format(who), f"Is the {who} {so}?", "yes")
        if contrary:
            yield ask(text.format(who), f"Is the {who} {contrary}?", "no")


def other_side(chance: Random) -> Iterator[Case]:
    """Yield a deal told from one side and asked from the other, with things that are counted or described."""
    things = ("apples", "lamps", "chairs", "horses", "books", "coats", "pears", "hats")
    while True:
        one, other = chance.sample(WOMEN + MEN, 2)
        thing, another = chance.sample(things, 2)
        many = chance.choice(("three red ", "two old ", "some ", "five ", "many cheap ", ""))
        text = f"{one} bought {many}{thing} from {other}."
        yield ask(text, f"Did {other} sell {thing}?", "yes")
        yield ask(text, f"Did {one} buy {thing}?", "yes")
        yield ask(text, f"Did {other} sell {another}?", "no")
        text = f"{other} lent {one} {many}{thing}."
        yield ask(text, f"Did {one} borrow {thing}?", "yes")
        yield ask(text, f"Did {other} lend {thing}?", "yes")
        text = f"{other} taught {one} Latin."
        yield ask(text, f"Did {one} learn Latin?", "yes")


def not_said(chance: Random) -> Iterator[Case]:
    """Yield a question of which the text says nothing: either answer, but not a sure one."""
    told = (
        "{} has a brown dog.", "{} walked to the station.", "{} baked a cake for the fair.",
        "{} was late again.", "{} works in a bank.", "The teacher thanked {}.",
    )  # fmt: skip
    asked = (
        "Does {} like music?", "Did {} win the prize?", "Is {} married?", "Was {} born in May?",
        "Has {} a brother?", "Can {} swim?", "Did {} write a letter?",
    )  # fmt: skip
    while True:
        name = chance.choice(WOMEN + MEN)
        text = chance.choice(told).format(name)
        yield ask(text, chance.choice(asked).format(name), "yes", "no", most=0.75)


def titles(chance: Random) -> Iterator[Case]:
    """Yield a title that looks like a clause or a phrase, and what kind of work it is."""
    names = (
        "Chasing Cars", "Finding Home", "The Long Way", "Under Water", "Breaking Glass", "Running Wild",
        "Into the Fire", "Losing Sleep", "A Quiet Year", "Leaving Town",
    )  # fmt: skip
    while True:
        title = chance.choice(names)
        kind, other = chance.sample(("song", "film", "novel", "play", "painting", "poem"), 2)
        was, is_ = chance.choice((("is", "Is"), ("was", "Was")))
        text = f"{title} {was} a {kind}."
        yield ask(text, f"{is_} {title} a {kind}?", "yes")
        yield ask(text, f"{is_} {title} a {other}?", "no")
        yield ask(text, f"{is_} it a {other}?", "no")


KINDS = (
    Kind("said by somebody", 3, reported),
    Kind("beside another clause", 3, beside_a_clause),
    Kind("a date and its parts", 3, dates),
    Kind("a place and what it is in", 3, places),
    Kind("what events leave so", 3, outcomes),
    Kind("from the other side, in the plural", 3, other_side),
    Kind("not said, not sure", 3, not_said),
    Kind("titles", 6, titles),
)
