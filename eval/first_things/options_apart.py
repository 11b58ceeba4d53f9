"""Options in words and shapes that were kept back while the rules of options were written."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from eval.first_things.kinds import Case, Kind, ask
from eval.first_things.pronouns import upper

PEOPLE = ("Mr Holt, Agnes, Bertram, Cyril, Dora, Edith Moor, Gwen, Horace, Iris, Magnus, Nell, Otis").split(
    ", "
)
PLACES = ("Castleton", "Fenwick", "Holm Bay", "Tarn", "Brackley", "Upwell", "Norby", "Sedge Hill")
THINGS = (
    "the river, the canal, the tower, the rope, the film, the lake, the ship, the train, the pit"
).split(", ")
PAIRS = (
    ("louder", "quieter"), ("warmer", "cooler"), ("lazier", ""), ("cleverer", ""), ("more popular",
    "less popular"),
    ("thinner", "thicker"), ("more patient", ""), ("calmer", ""), ("hungrier", ""), ("better", "worse"),
)  # fmt: skip
MEASURED = (
    ("is {} feet deep", ("deeper",), ("shallower",), THINGS), ("is {} yards wide", ("wider", "broader"),
    ("narrower",), THINGS),
    ("sells for £{}", ("more expensive", "dearer", "more costly"), ("cheaper", "less expensive"), THINGS),
    ("lasts {} minutes", ("longer",), ("shorter",), THINGS), ("is {} miles away", ("further away",),
    ("nearer", "closer"), PLACES),
    ("has {} inhabitants", ("bigger", "larger"), ("smaller",), PLACES), ("weighs {} tonnes", ("heavier",),
    ("lighter",), THINGS),
    ("reached {} degrees", ("hotter", "warmer"), ("colder", "cooler"), PLACES),
)  # fmt: skip
SCORED = (
    ("scored {} points", "score", "points"), ("earned {} euros", "earn", ""), ("ran {} laps", "run", "laps"),
    ("got {} votes", "get", "votes"), ("caught {} fish", "catch", "fish"), ("read {} pages", "read", "pages"),
)  # fmt: skip
RATES = ("turnout", "attendance", "unemployment rate", "temperature", "number of visitors")
WAYS = (
    "Of {a} and {b}, which is {more}?", "Which of the two is {more}, {a} or {b}?",
    "{a} or {b}, which is {more}?",
    "Which is {more} - {a} or {b}?", "Is {a} {more}, or is {b}?", "Would you say {a} or {b} is {more}?",
    "Out of {a} and {b}, which one is {more}?", "Which is the {more} of the two, {a} or {b}?",
    "Are {a} or {b} {more}?",
)  # fmt: skip


def _asked(chance: Random, more: str, options: tuple[str, str]) -> str:
    a, b = chance.sample(options, 2)
    way = chance.choice(WAYS[:-1])
    return upper(way.format(a=a, b=b, more=more))


def told(chance: Random) -> Iterator[Case]:
    """Yield two that are compared in words."""
    while True:
        high, low = chance.sample(chance.choice((PEOPLE, PLACES, THINGS)), 2)
        more, less = chance.choice(PAIRS)
        shapes = [
            f"{upper(high)} was much {more} than {low}.",
            f"{upper(high)} is a little {more} than {low}, people say.",
            f"Compared with {low}, {high} is {more}.", f"{upper(high)} has always been {more} than {low}.",
            f"Everybody knows that {high} is {more} than {low}.",
        ]  # fmt: skip
        if less:
            shapes += [f"{upper(low)} seems {less} than {high}.", f"{upper(low)} is far {less} than {high}."]
        text = chance.choice(shapes)
        down = bool(less) and chance.random() < 0.4
        yield ask(text, _asked(chance, less if down else more, (high, low)), low if down else high)


def measured(chance: Random) -> Iterator[Case]:
    """Yield two with a number for each."""
    while True:
        statement, more, less, things = chance.choice(MEASURED)
        one, other = chance.sample(things, 2)
        low, high = sorted(chance.sample(range(4, 99), 2))
        told_of = [f"{one} {statement.format(low)}", f"{other} {statement.format(high)}"]
        chance.shuffle(told_of)
        text = chance.choice(("{0}. {1}.", "{0}, whereas {1}.", "{0}. It was noon. {2}.", "While {3}, {1}."))
        text = text.format(
            upper(told_of[0]),
            told_of[1] if "whereas" in text or "While" in text else upper(told_of[1]),
            upper(told_of[1]),
            told_of[0],
        )
        up = chance.random() < 0.5
        yield ask(
            text, _asked(chance, chance.choice(more if up else less), (one, other)), other if up else one
        )


def scored(chance: Random) -> Iterator[Case]:
    """Yield two who did so much."""
    while True:
        one, other = chance.sample(PEOPLE, 2)
        statement, base, noun = chance.choice(SCORED)
        verb = statement.split()[0]
        low, high = sorted(chance.sample(range(3, 80), 2))
        told_of = [f"{one} {statement.format(low)}", f"{other} {statement.format(high)}"]
        chance.shuffle(told_of)
        up = chance.random() < 0.6
        degree = "more" if up else "less" if not noun else "fewer"
        most = "most" if up else "least" if not noun else "fewest"
        a, b = chance.sample((one, other), 2)
        question = chance.choice((
            f"Who {verb} {degree} {noun}: {a} or {b}?", f"Who {verb} the {most} {noun}, {a} or {b}?",
            f"Did {a} {base} {degree} {noun}, or did {b}?",
            f"Out of {a} and {b}, who {verb} {degree} {noun}?",
        ))  # fmt: skip
        question = " ".join(question.split()).replace(" :", ":").replace(" ,", ",").replace(" ?", "?")
        yield ask(f"{told_of[0]} on Monday. {told_of[1]}.", question, other if up else one)


def rates(chance: Random) -> Iterator[Case]:
    """Yield two years or places with a rate for each."""
    while True:
        rate = chance.choice(RATES)
        one, other = (
            [str(y) for y in chance.sample(range(1950, 2020), 2)]
            if chance.random() < 0.5
            else chance.sample(PLACES, 2)
        )
        low, high = sorted(chance.sample(range(10, 95), 2))
        unit = {"temperature": " degrees", "number of visitors": ""}.get(rate, " percent")
        a, b = chance.sample(((one, low), (other, high)), 2)
        text = chance.choice((
            f"In {a[0]}, the {rate} was {a[1]}{unit}; in {b[0]}, it was {b[1]}{unit}.",
            f"The {rate} stood at {a[1]}{unit} in {a[0]}, but at {b[1]}{unit} in {b[0]}.",
            f"The {rate} in {a[0]} was {a[1]}{unit}. The {rate} in {b[0]} was {b[1]}{unit}.",
        ))  # fmt: skip
        up = chance.random() < 0.5
        word = ("higher", "greater") if up else ("lower", "smaller")
        c, d = chance.sample((one, other), 2)
        question = chance.choice((
            f"Was the {rate} {chance.choice(word)} in {c} or {d}?",
            f"Which had the {chance.choice(word)} {rate}, {c} or {d}?",
            f"Did {c} or {d} have the {chance.choice(word)} {rate}?",
        ))  # fmt: skip
        yield ask(text, question, other if up else one)


def in_time(chance: Random) -> Iterator[Case]:
    """Yield two of whom one was first."""
    while True:
        one, other = chance.sample(PEOPLE, 2)
        early, late = sorted(chance.sample(range(1850, 1999), 2))
        verb, base = chance.choice(
            (("died", "die"), ("retired", "retire"), ("married", "marry"), ("was born", "be born"))
        )
        months = ("March", "May", "August", "November")
        m = sorted(chance.sample(range(4), 2))
        text = chance.choice((
            f"{one} {verb} in {early}, and {other} {verb} in {late}.",
            f"{other} {verb} in {late}. {one} {verb} in {early}.",
            f"{other} {verb} in {months[m[1]]}. {one} {verb} in {months[m[0]]}.",
            f"{one} {verb} long before {other}.",
            f"{other} {verb} two years after {one}.",
        ))  # fmt: skip
        first = chance.random() < 0.6
        word = chance.choice(("first", "earlier") if first else ("last", "later"))
        a, b = chance.sample((one, other), 2)
        question = (
            f"Who {verb} {word}: {a} or {b}?"
            if verb == "was born" or chance.random() < 0.5
            else f"Did {a} {base} {word}, or {b}?"
        )
        if "or {b}?" in question or "Did" in question:
            question = f"Did {a} or {b} {base} {word}?" if verb != "was born" else question
        yield ask(text, question, one if first else other)


KINDS = (
    Kind("two compared, kept back", 4, told),
    Kind("a number for each, kept back", 4, measured),
    Kind("who did more, kept back", 4, scored),
    Kind("rates, kept back", 4, rates),
    Kind("in time, kept back", 4, in_time),
)
