"""Texts made from templates and words, with what must be read from them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random

from eval.first_things.kinds import Kind
from eval.first_things.pronouns import MEN, SURNAMES, WOMEN, upper

Reading = Callable[[str], tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Text:
    """A text, and what `read` must find in it."""

    text: str
    expected: tuple[str, ...]
    read: Reading

    def passes(self) -> bool:
        """Whether what is read is as expected."""
        return self.read(self.text) == self.expected


_DO = ("wash the pot", "dry the cups", "close the gate", "find a {noun}", "count the coins", "call a doctor")
#: The words of templates; they may hold slots in turn. A slot ``{name2}`` takes another word than ``{name}``.
WORDS: Mapping[str, Sequence[str]] = {
    "name": (*MEN, *WOMEN),
    "last": SURNAMES,
    "letter": tuple("BCDEFGHJKLMNPQRSTVWX"),
    "n": tuple(map(str, range(2, 60))),
    "year": ("1897", "1954", "2001", "2016"),
    "noun": ("lamp", "ladder", "letter", "wheel", "basket", "kettle", "bridge", "coat"),
    "did": (
        "went home",
        "sold the {noun}",
        "painted the {noun}",
        "closed the shop",
        "slept badly",
        "lost a {noun}",
    ),
    "do": _DO,
    "Do": tuple(map(upper, _DO)),
    "new": (
        "The {noun} was old",
        "Then it rained",
        "She {did}",
        "It was late",
        "They {did}",
        "We never asked",
        "But nobody came",
        "There was a {noun}",
        "His {noun} broke",
    ),
    "any": ("{new}", "{new}", "{name} {did}", "Mr. {last} {did}", "Nobody {did}"),
    "hour": tuple(map(str, range(1, 12))),
    "am": ("a.m.", "p.m."),
    "title": ("Mr.", "Mrs.", "Dr.", "Prof.", "Capt."),
    "thing": ("a {noun}", "the {noun}", "two coats"),
    "say": ("Go home", "Come here", "I see it", "We are late", "Look at the {noun}"),
    "said": ("said", "asked", "cried", "whispered"),
    "acted": ("smiled", "laughed", "frowned", "stood up", "sat down", "closed the door", "shook the {noun}"),
    "reply": ("answer", "reply", "response"),
    "site": (
        "https://{word}.org/{word2}",
        "www.{word}.com",
        "http://{word}.net/a/{word2}.html",
        "{word}.co.uk",
    ),
    "man": MEN,
    "woman": WOMEN,
    "odd": ("Sunny", "April", "June", "Dawn", "Ivy", "Joy", "Faith", "Violet", "Daisy", "Summer"),
    "kin": ("mother", "father", "sister", "brother", "uncle", "aunt", "daughter", "son"),
    "role": ("baker", "butcher", "miller", "farmer", "doctor", "sailor", "teacher", "tailor", "captain"),
    "nation": ("French", "German", "Spanish", "Russian", "Polish"),
    "first": ("first", "second", "third", "last"),
    "colour": ("red", "green", "white", "black", "yellow"),
    "book": ("The Long Road", "Lamps and Letters", "A Day at the Mill", "The Baker of Ayr", "Rivers"),
    "late": ("late", "early", "windy", "midnight", "Monday", "foggy"),
    "rained": ("rained", "snowed", "was raining", "had rained", "thundered"),
    "cold": ("cold", "dark", "warm", "wet"),
    "Hour": ("five o'clock", "Monday morning", "the first of May", "10 p.m."),
    "month": ("January", "March", "May", "July", "August", "October"),
    "animal": ("dog", "cat", "horse", "parrot", "goat", "pig"),
    "clock": ("half past six", "a quarter to nine", "twenty past two", "5 p.m.", "noon", "10:45"),
    "range": ("3-4", "10 to 12", "5–6", "two to three"),
    "word": ("mill", "baker", "rivers", "lamps", "music", "shop"),
}
_SLOT = re.compile(r"\{([A-Za-z]+)(\d*)\}")


def fill(template: str, random: Random) -> str:
    """Return a template with its slots filled; a slot that recurs takes the same word again."""
    known: dict[str, str] = {}

    def word(match: re.Match[str]) -> str:
        slot, name = match.group(), match[1]
        if slot not in known:
            taken = {value for other, value in known.items() if other.startswith(f"{{{name}")}
            known[slot] = random.choice([one for one in WORDS[name] if one not in taken])
        return known[slot]

    def recurse(text: str, depth: int = 4) -> str:
        return recurse(_SLOT.sub(word, text), depth - 1) if depth and "{" in text else text

    return recurse(template)


def fills(templates: Sequence[str], random: Random) -> Iterator[str]:
    """Yield templates with their slots filled, without end."""
    while True:
        yield fill(random.choice(templates), random)


def generated(templates: Sequence[str], read: Reading, random: Random) -> Iterator[Text]:
    """Yield texts without end: ``text => one | two`` expects `one` and `two`; else ``|`` divides the text."""
    for filled in fills(templates, random):
        text, marked, expected = filled.partition(" => ")
        if marked:
            yield Text(text, tuple(part for part in expected.split(" | ") if part), read)
        else:
            yield Text(re.sub(r" ?\| ?(\n?)", lambda at: at[1] or " ", text), _parts(text), read)


def _parts(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split("|"))


def kinds(
    read: Reading,
    templates: Mapping[tuple[int, str], Sequence[str]],
    make: Callable[[Sequence[str], Reading, Random], Iterator[Text]] = generated,
) -> tuple[Kind[Text], ...]:
    """Return the kinds of texts that templates generate, which stand by the kind's item and name."""
    return tuple(Kind(name, item, partial(make, own, read)) for (item, name), own in templates.items())
