"""Questions that name their options, or are given choices: which of them is so, and never nothing."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from eval.first_things.kinds import Case, Kind, ask
from eval.first_things.pronouns import upper
from symbolic_rc.lexicon.scales import adjective_of

PEOPLE = (
    "Lily", "Ivy", "Oscar", "Bruno", "Hanna", "Felix", "Greta", "Jonas", "Petra", "Rufus", "Sonia", "Emil",
)  # fmt: skip
THINGS = ("car", "boat", "coat", "clock", "bag", "lamp", "house", "horse", "table", "bridge")
COLOURS = ("red", "blue", "green", "white", "black", "old", "new", "wooden")
#: Comparatives with their opposites, of people.
OF_PEOPLE = (
    ("taller", "shorter"), ("older", "younger"), ("richer", "poorer"), ("stronger", "weaker"),
    ("faster", "slower"), ("heavier", "lighter"), ("happier", "sadder"), ("kinder", ""), ("braver", ""),
)  # fmt: skip
#: The same of things.
OF_THINGS = (
    ("cheaper", "more expensive"), ("bigger", "smaller"), ("heavier", "lighter"), ("older", "newer"),
    ("longer", "shorter"), ("more expensive", "cheaper"), ("wider", "narrower"), ("cleaner", "dirtier"),
)  # fmt: skip
#: What is told of each with a number: the statement, and comparatives for more and for less.
MEASURED = (
    ("costs {} pounds", ("more expensive", "dearer"), ("cheaper", "less expensive"), (20, 950)),
    ("was sold for {} dollars", ("more expensive",), ("cheaper",), (20, 950)),
    ("is {} metres high", ("higher", "taller"), ("lower",), (3, 90)),
    ("is {} metres long", ("longer",), ("shorter",), (3, 90)),
    ("weighs {} kilos", ("heavier",), ("lighter",), (5, 400)),
    ("is {} years old", ("older",), ("newer", "younger"), (3, 90)),
    ("was built in {}", ("newer",), ("older",), (1700, 1990)),
)
COUNTED = ("apples", "books", "coins", "eggs", "pens", "sheep")
HAVING = ("has", "bought", "found", "owns", "picked")
RATES = ("percentage", "rate", "share")

#: Ways to ask which of two is so; of people, and of things.
ASKED = (
    "Who is {more}, {a} or {b}?", "Is {a} or {b} {more}?", "Which of {a} and {b} is {more}?",
    "{a} or {b}: who is {more}?", "Between {a} and {b}, who is {more}?", "Who is the {more}, {a} or {b}?",
)  # fmt: skip
ASKED_OF_THINGS = (
    "Which is {more}, {a} or {b}?", "Is {a} or {b} {more}?", "Which of {a} and {b} is {more}?",
    "{A} or {b}: which is {more}?", "Which one is {more}, {a} or {b}?", "What is {more}: {a} or {b}?",
)  # fmt: skip


def _asked(chance: Random, ways: tuple[str, ...], more: str, options: tuple[str, str]) -> str:
    a, b = chance.sample(options, 2)
    return upper(chance.choice(ways).format(a=a, b=b, A=upper(a), more=more))


def _two_things(chance: Random) -> tuple[str, str]:
    if chance.random() < 0.5:
        thing = chance.choice(THINGS)
        one, other = chance.sample(COLOURS, 2)
        return f"the {one} {thing}", f"the {other} {thing}"
    one, other = chance.sample(THINGS, 2)
    return f"the {one}", f"the {other}"


def told(chance: Random) -> Iterator[Case]:
    """Yield two that are compared in words: so, the other way round, as not so."""
    while True:
        people = chance.random() < 0.5
        if people:
            first, second = chance.sample(PEOPLE, 2)
            options, (more, less) = (first, second), chance.choice(OF_PEOPLE)
        else:
            options, (more, less) = _two_things(chance), chance.choice(OF_THINGS)
        high, low = options
        text = f"{upper(high)} is {more} than {low}."
        if less and chance.random() < 0.4:
            text = f"{upper(low)} is {less} than {high}."
        asks_less = bool(less) and chance.random() < 0.4
        ways = ASKED if people else ASKED_OF_THINGS
        yield ask(
            text, _asked(chance, ways, less if asks_less else more, options), low if asks_less else high
        )


def not_as(chance: Random) -> Iterator[Case]:
    """Yield two of whom one is not as much so, or less so."""
    while True:
        high, low = chance.sample(PEOPLE, 2)
        more, _ = chance.choice(OF_PEOPLE)
        base = more.removeprefix("more ") if more.startswith("more ") else adjective_of(more)
        text = chance.choice((f"{low} is not as {base} as {high}.", f"{low} is less {base} than {high}."))
        yield ask(text, _asked(chance, ASKED, more, (high, low)), high)


def over_steps(chance: Random) -> Iterator[Case]:
    """Yield three who stand in a row, of whom two are asked about, or all."""
    while True:
        a, b, c = chance.sample(PEOPLE, 3)
        more, less = chance.choice(OF_PEOPLE)
        sentences = [f"{a} is {more} than {b}.", f"{b} is {more} than {c}."]
        if less and chance.random() < 0.3:
            sentences[1] = f"{c} is {less} than {b}."
        chance.shuffle(sentences)
        text = " ".join(sentences)
        yield ask(text, _asked(chance, ASKED, more, (a, c)), a)
        yield ask(text, _asked(chance, ASKED, more, (b, c)), b)
        best = more.replace("more ", "most ") if more.startswith("more ") else more[:-1] + "st"
        x, y, z = chance.sample((a, b, c), 3)
        yield ask(
            text,
            chance.choice((f"Who is the {best}, {x}, {y} or {z}?", f"{x}, {y} or {z}: who is the {best}?")),
            a,
        )


def measured(chance: Random) -> Iterator[Case]:
    """Yield two things with a number for each."""
    while True:
        one, other = _two_things(chance)
        statement, more, less, (least, most) = chance.choice(MEASURED)
        low, high = sorted(chance.sample(range(least, most), 2))
        told_of = [f"{one} {statement.format(low)}", f"{other} {statement.format(high)}"]
        chance.shuffle(told_of)
        joint = chance.choice((". ", " and ", ", but ", "; "))
        second = upper(told_of[1]) if joint == ". " else told_of[1]
        text = f"{upper(told_of[0])}{joint}{second}."
        asks_more = chance.random() < 0.5
        asked = chance.choice(more if asks_more else less)
        yield ask(text, _asked(chance, ASKED_OF_THINGS, asked, (one, other)), other if asks_more else one)


def counted(chance: Random) -> Iterator[Case]:
    """Yield two people who have a number of something."""
    while True:
        one, other = chance.sample(PEOPLE, 2)
        noun, verb = chance.choice(COUNTED), chance.choice(HAVING)
        low, high = sorted(chance.sample(range(2, 60), 2))
        told_of = [f"{one} {verb} {low} {noun}", f"{other} {verb} {high} {noun}"]
        chance.shuffle(told_of)
        text = f"{told_of[0]}{chance.choice(('. ', ' and ', ', while '))}{told_of[1]}."
        asks_more = chance.random() < 0.6
        degree = "more" if asks_more else "fewer"
        a, b = chance.sample((one, other), 2)
        base = {"has": "have", "bought": "buy", "found": "find", "owns": "own", "picked": "pick"}[verb]
        question = chance.choice((
            f"Who {verb} {degree} {noun}, {a} or {b}?",
            f"Which of {a} and {b} {verb} {degree} {noun}?",
            f"{'Does' if verb.endswith('s') else 'Did'} {a} or {b} {base} {degree} {noun}?",
        ))  # fmt: skip
        yield ask(text, question, other if asks_more else one)


def rates(chance: Random) -> Iterator[Case]:
    """Yield two years or places with a percentage for each."""
    while True:
        noun = chance.choice(RATES)
        years = chance.random() < 0.6
        one, other = [str(year) for year in chance.sample(range(1980, 2024), 2)] if years else chance.sample(
            ("Avon", "Orley", "Kirkby", "Marlow", "Denby"), 2
        )  # fmt: skip
        low, high = sorted(chance.sample(range(50, 600), 2))
        values = {one: low / 10, other: high / 10}
        a, b = chance.sample((one, other), 2)
        text = chance.choice((
            f"The {noun} was {values[a]}% in {a} and {values[b]}% in {b}.",
            f"In {a} the {noun} was {values[a]}%. In {b} it was {values[b]}%.",
            f"The {noun} in {a} was {values[a]} percent, and in {b} it was {values[b]} percent.",
        ))  # fmt: skip
        higher = chance.random() < 0.5
        word = chance.choice(("higher", "larger") if higher else ("lower", "smaller"))
        kind = "year" if years else "town"
        c, d = chance.sample((one, other), 2)
        question = chance.choice((
            f"Which {kind} had the {word} {noun}, {c} or {d}?",
            f"Was the {noun} {word} in {c} or in {d}?",
            f"In which {kind} was the {noun} {word}, {c} or {d}?",
        ))  # fmt: skip
        yield ask(text, question, other if higher else one)


def in_time(chance: Random) -> Iterator[Case]:
    """Yield two of whom one came first: by a place, a year, an hour, by before and after."""
    while True:
        one, other = chance.sample(PEOPLE, 2)
        verb, base = chance.choice(
            (("arrived", "arrive"), ("left", "leave"), ("finished", "finish"), ("came", "come"))
        )
        hour = chance.randint(1, 10)
        early, late = sorted(chance.sample(range(1900, 2000), 2))
        told_so = [
            f"{one} {verb} before {other}.", f"{other} {verb} after {one}.",
            f"{one} {verb} at {hour}. {other} {verb} at {hour + 1}.",
            f"{one} {verb} first. {other} {verb} second.",
            f"{other} {verb} in {late}. {one} {verb} in {early}.",
        ]  # fmt: skip
        text = chance.choice(told_so)
        a, b = chance.sample((one, other), 2)
        first = chance.random() < 0.6
        word = chance.choice(("first", "earlier") if first else ("last", "later"))
        question = chance.choice((
            f"Did {a} or {b} {base} {word}?", f"Who {verb} {word}, {a} or {b}?",
            f"{a} or {b}: who {verb} {word}?",
        ))  # fmt: skip
        yield ask(text, question, one if first else other)


ALTERNATIVES = (
    ("{n} lives in {a}.", "Does {n} live in {a} or in {b}?", ("Paris", "Rome", "Avon", "Oslo", "Lima")),
    ("{n} lives in {a}.", "Does {n} live in {b} or {a}?", ("Paris", "Rome", "Avon", "Oslo", "Lima")),
    ("The door was {a}.", "Was the door {a} or {b}?", ("red", "green", "white", "black", "blue")),
    ("{n} is a {a}.", "Is {n} a {b} or a {a}?", ("doctor", "nurse", "baker", "teacher", "farmer")),
    ("{n} bought the {a}.", "Did {n} buy the {b} or the {a}?", THINGS),
    ("{n} {a} the mill.", "Was the mill {a} or {b} by {n}?", ("painted", "burned", "cleaned", "locked")),
    ("{n} was {a} in the evening.", "Was {n} {b} or {a} in the evening?", ("happy", "angry", "tired", "sad")),
    ("The coat is in the {a}.", "Is the coat in the {a} or in the {b}?", ("hall", "kitchen", "garden",
    "barn")),
    ("{n} went to the market by {a}.", "How did {n} go to the market, by {b} or by {a}?", ("train", "car",
    "bus")),
    ("The {a} is a fish.", "Which is a fish, the {b} or the {a}?", ("trout", "crow", "otter", "pike")),
    ("{a} Song is a film.", "Is {a} Song a film or a book?", ("Winter", "Morning", "River")),
)  # fmt: skip


def statements(chance: Random) -> Iterator[Case]:
    """Yield a statement, and a question between it and another."""
    while True:
        text, question, words = chance.choice(ALTERNATIVES)
        a, b = chance.sample(words, 2)
        values = {"n": chance.choice(PEOPLE), "a": a, "b": b}
        right = "a film" if "{a} Song" in text else a
        right = f"the {a}" if f"the {a}" in question.format(**values) else right
        yield ask(text.format(**values), question.format(**values), right, a)


DOING = (
    ("sold the mill", "sell the mill"), ("found the key", "find the key"), ("broke the vase",
    "break the vase"),
    ("wrote the letter", "write the letter"), ("won the race", "win the race"), ("opened the gate",
    "open the gate"),
)  # fmt: skip
ELSE = ("slept", "stayed at home", "sang all day", "went to the river", "was ill")


def doers(chance: Random) -> Iterator[Case]:
    """Yield one who did it, and another who did something else."""
    while True:
        one, other = chance.sample(PEOPLE, 2)
        did, base = chance.choice(DOING)
        sentences = [f"{one} {did}.", f"{other} {chance.choice(ELSE)}."]
        chance.shuffle(sentences)
        a, b = chance.sample((one, other), 2)
        question = chance.choice((
            f"Who {did}, {a} or {b}?", f"Did {a} or {b} {base}?", f"Was it {a} or {b} who {did}?",
            f"Which of {a} and {b} {did}?", f"{a} or {b}: who {did}?",
        ))  # fmt: skip
        yield ask(" ".join(sentences), question, one)


TEXTS = (
    "It rained.", "Snow fell all night.", "Nobody came.", "The sun was shining and it was warm.",
    "Once there was a mill by the river.", "Why not?", "Yes.", "Ada and Bo went out.", "In 1990 it burned.",
)  # fmt: skip


def undecided(chance: Random) -> Iterator[Case]:
    """Yield questions whose options the text says nothing of: one of them, and not surely."""
    made = [make(chance) for make in (told, measured, counted, rates, in_time, statements, doers)]
    while True:
        case = next(chance.choice(made))
        question = case.question
        named = [
            word
            for word in (*PEOPLE, *(f"the {c} {t}" for c in COLOURS for t in THINGS))
            if word in question.text
        ]
        if len(named) == 2 and " or " in question.text + " or ":
            yield ask(chance.choice(TEXTS), question.text, *named, most=0.5)


#: Statements, cloze questions with what fills them, and another word of the same kind.
CLOZES = (
    ("{n} sold the {a} to {m}.", "{n} sold the @placeholder to {m}.", ("mill", "cow", "boat", "lamp",
    "barn")),
    ("{n} was {a} when {m} came home.", "When {m} came home, {n} was @placeholder.", ("glad", "angry",
    "ill", "asleep")),
    ("{n} {a} the gate before {m} arrived.", "{n} @placeholder the gate before {m} arrived.", ("opened",
    "painted", "locked")),
    ("In {a} {n} met {m} at the station.", "{n} met {m} at the station in @placeholder.", ("May", "June",
    "Rome", "Oslo")),
)  # fmt: skip
NOT_TOLD = ("freedom", "silence", "number", "growth", "danger", "reason", "purple", "quickly")


def filled(chance: Random) -> Iterator[Case]:
    """Yield a cloze question whose choices are the word that stands there and others, told or not."""
    while True:
        told_so, asked, words = chance.choice(CLOZES)
        n, m = chance.sample(PEOPLE, 2)
        a, b = chance.sample(words, 2)
        text = f"{told_so.format(n=n, m=m, a=a)} {m} saw a {chance.choice(THINGS)}. {n} thought of {b}."
        choices = [a, b, *chance.sample(NOT_TOLD, 2)]
        chance.shuffle(choices)
        yield ask(text, asked.format(n=n, m=m), a, choices=tuple(choices), placeholder="@placeholder")


def of_choices(chance: Random) -> Iterator[Case]:
    """Yield questions of any form with choices of which the text has none: one of them, and not surely."""
    forms = (
        "@placeholder is what they feared.", "What did {n} buy?", "Is {n} at home?", "Why did {n} leave?",
        "{n} asked for more @placeholder.", "Who is taller, {n} or {m}?", "Was it red or green?",
        "How old is {n}?",
    )  # fmt: skip
    while True:
        n, m = chance.sample(PEOPLE, 2)
        asked = chance.choice(forms).format(n=n, m=m)
        choices = tuple(chance.sample(NOT_TOLD, 3))
        placeholder = "@placeholder" if "@placeholder" in asked else ""
        text = f"{n} lives by the sea. {chance.choice(TEXTS)}"
        yield ask(text, asked, *choices, most=0.95, choices=choices, placeholder=placeholder)


def yes_or_no(chance: Random) -> Iterator[Case]:
    """Yield statements asked about, with yes and no, or true and false, as choices."""
    while True:
        one, other = chance.sample(PEOPLE, 2)
        did, base = chance.choice(DOING)
        who = chance.choice((one, other))
        yes, no = chance.choice((("Yes", "No"), ("yes", "no"), ("true", "false")))
        choices = (yes, no) if chance.random() < 0.5 else (no, yes)
        right = yes if who == one else no
        yield ask(f"{one} {did}. {other} slept.", f"Did {who} {base}?", right, choices=choices)


KINDS = (
    Kind("two compared in words", 4, told),
    Kind("not as much so as another", 4, not_as),
    Kind("compared over steps", 4, over_steps),
    Kind("a number for each of two", 4, measured),
    Kind("so many of each", 4, counted),
    Kind("a rate for each of two", 4, rates),
    Kind("which of two came first", 4, in_time),
    Kind("which of two statements", 4, statements),
    Kind("which of two did it", 4, doers),
    Kind("nothing decides between two", 4, undecided),
    Kind("the choice that fills a placeholder", 5, filled),
    Kind("choices that the text does not have", 5, of_choices),
    Kind("yes and no as choices", 5, yes_or_no),
)
