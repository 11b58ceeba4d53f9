"""Who *he* and *she* are, where a man and a woman are spoken of."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from random import Random

from eval.first_things.kinds import Case, Kind, ask, word_rows
from symbolic_rc.story import Story

MEN = (
    "Peter", "Tom", "Hugo", "Simon", "Paul", "David", "Oscar", "Martin", "Stephen", "Victor", "Albert",
    "Edward", "Philip", "Henry", "Jacob", "Walter", "Daniel", "Richard",
)  # fmt: skip
WOMEN = (
    "Mary", "Ada", "Mina", "Clara", "Olga", "Vera", "Ruth", "Anna", "Laura", "Emma", "Susan", "Helen",
    "Julia", "Martha", "Sarah", "Lucy", "Alice", "Nora",
)  # fmt: skip
SURNAMES = ("Holt", "Lind", "Gray", "Dunn", "Mercer", "Brook", "Finch", "Vane", "Harlow", "Penrose")
#: Titles before last names, and before first names.
TITLES = (("Mr", "Sir", "Lord"), ("Mrs", "Miss", "Lady"))
STYLES = (("King", "Uncle", "Sir", "Professor", "Prince"), ("Queen", "Aunt", "Lady", "Professor", "Princess"))
NOUNS = (
    (
        "the king", "the boy", "the old man", "the butler", "the monk", "the widower", "the gentleman",
        "the prince",
    ),
    (
        "the queen", "the girl", "the old woman", "the maid", "the nun", "the widow", "the lady",
        "the princess",
    ),
)  # fmt: skip
KIN = (
    ("nephew", "uncle", "brother", "grandfather", "father"),
    ("niece", "aunt", "sister", "grandmother", "mother"),
)
#: What one does to another: past, third person, base, participle.
MEET = word_rows(
    "met/meets/meet/met, saw/sees/see/seen, greeted/greets/greet/greeted, visited/visits/visit/visited, "
    "thanked/thanks/thank/thanked, helped/helps/help/helped, followed/follows/follow/followed, "
    "hugged/hugs/hug/hugged, watched/watches/watch/watched, spoke to/speaks to/speak to/spoken to, "
    "waited for/waits for/wait for/waited for, danced with/dances with/dance with/danced with, wrote "
    "to/writes to/write to/written to, hired/hires/hire/hired"
)
#: What one does alone.
ALONE = word_rows(
    "smiled/smiles/smile/smiled, laughed/laughs/laugh/laughed, sneezed/sneezes/sneeze/sneezed, "
    "slept/sleeps/sleep/slept, sang/sings/sing/sung, wept/weeps/weep/wept, nodded/nods/nod/nodded, "
    "whistled/whistles/whistle/whistled, apologized/apologizes/apologize/apologized"
)
BETWEEN = (
    "It was late.", "The street was empty.", "The rain fell.", "The wind blew.", "The lamp was old.",
    "The shops were closed.", "A bell rang.", "The soup was cold.",
)  # fmt: skip
THINGS = ("coat", "hat", "bag", "boat", "lamp", "violin", "ladder", "knife")
SUBJECT, OBJECT, POSSESSIVE, REFLEXIVE = ("he", "she"), ("him", "her"), ("his", "her"), ("himself", "herself")


@dataclass(frozen=True, slots=True)
class Scene:
    """A story in which a pronoun is one person's.

    Attributes
    ----------
    text : str
    pronoun : str
        The last mention of these words in the text is meant.
    right : str
        Who it is, as the text first calls them.
    others : tuple of str
        Who it is not.
    question : str
        Empty where the pronoun is checked alone.
    answer : str
    """

    text: str
    pronoun: str
    right: str
    others: tuple[str, ...]
    question: str = ""
    answer: str = ""

    def is_linked(self, story: Story) -> bool:
        """Whether the pronoun, in a story that starts with the text, is with the right one and no other."""
        called = {}
        for mention in story.mentions:
            called[story.doc[mention.start : mention.end].text.lower()] = mention
        found = called.get(self.pronoun.lower())
        if found is None:
            return False
        own = {
            story.doc[story.mentions[m].start : story.mentions[m].end].text.lower()
            for m in story.entities[found.entity].mentions
        }
        return self.right.lower() in own and own.isdisjoint(other.lower() for other in self.others)


def upper(text: str) -> str:
    """Return a text with its first letter in upper case."""
    return text[:1].upper() + text[1:]


def tense(verb: tuple[str, str, str, str], which: int) -> str:
    """Return a verb in the past, the present, the future, the perfect or the past perfect."""
    past, present, base, participle = verb
    return (past, present, f"will {base}", f"has {participle}", f"had {participle}")[which]


def couple(chance: Random) -> tuple[str, str]:
    """Return a man and a woman, each called by a name, a title or a noun."""
    surnames = iter(chance.sample(SURNAMES, 2))

    def called(gender: int) -> str:
        names = (MEN, WOMEN)[gender]
        how = chance.randrange(6)
        if how == 0:
            return f"{chance.choice(TITLES[gender])} {next(surnames)}"
        if how == 1:
            return f"{chance.choice(STYLES[gender])} {chance.choice(names)}"
        if how == 2:
            return chance.choice(NOUNS[gender])
        return chance.choice(names) + (f" {next(surnames)}" if how == 3 else "")

    return called(0), called(1)


def meeting(chance: Random, which: int) -> tuple[tuple[str, str], str]:
    """Return a man and a woman, and a sentence in which they meet, with up to three others behind it."""
    pair = couple(chance)
    first, second = chance.sample(pair, 2)
    told = f"{upper(first)} {tense(chance.choice(MEET), which)} {second}."
    if which in (0, 4) and chance.random() < 0.5:
        told = " ".join([told, *chance.sample(BETWEEN, chance.randint(1, 3))])
    return pair, told


def subjects(chance: Random) -> Iterator[Scene]:
    """Yield a pronoun that does something."""
    while True:
        which, gender = chance.choice((0, 0, 1, 2, 3, 4)), chance.randrange(2)
        pair, told = meeting(chance, which)
        verb, pronoun = chance.choice(ALONE), SUBJECT[gender]
        said = tense(verb, which)
        yield Scene(
            f"{told} {upper(pronoun)} {said}.", pronoun, pair[gender], (pair[1 - gender],),
            f"Who {said}?", pair[gender],
        )  # fmt: skip


def objects(chance: Random) -> Iterator[Scene]:
    """Yield a pronoun that something is done to."""
    while True:
        gender = chance.randrange(2)
        pair, told = meeting(chance, 0)
        past, _, base, _ = chance.choice(MEET)
        who = chance.choice(("The doctor", "A stranger", "The children", "The crowd", "Two guards"))
        yield Scene(
            f"{told} {who} {past} {OBJECT[gender]}.", OBJECT[gender], pair[gender], (pair[1 - gender],),
            f"Who did {who[:1].lower() + who[1:]} {base}?", pair[gender],
        )  # fmt: skip


def owners(chance: Random) -> Iterator[Scene]:
    """Yield a pronoun that something belongs to."""
    while True:
        gender = chance.randrange(2)
        pair, told = meeting(chance, 0)
        thing, own = chance.choice(THINGS), POSSESSIVE[gender]
        state = chance.choice(("was wet", "was new", "lay on the floor", "had vanished"))
        yield Scene(
            f"{told} {upper(own)} {thing} {state}.", own, pair[gender], (pair[1 - gender],),
            f"Whose {thing} {state}?", pair[gender],
        )  # fmt: skip


def relatives(chance: Random) -> Iterator[Scene]:
    """Yield a person who meets somebody of the other's family."""
    while True:
        gender = chance.randrange(2)
        pair = couple(chance)
        (past, _, base, _), kin = chance.choice(MEET), chance.choice(KIN[chance.randrange(2)])
        there = chance.choice(("came home.", "was in the garden.", "arrived at noon.", "sat down."))
        other = pair[1 - gender]
        yield Scene(
            f"{upper(pair[gender])} {there} {upper(other)} {past} {POSSESSIVE[gender]} {kin}.",
            POSSESSIVE[gender], pair[gender], (other,), f"Whose {kin} did {other} {base}?", pair[gender],
        )  # fmt: skip


def reflexives(chance: Random) -> Iterator[Scene]:
    """Yield somebody who does something to himself or herself."""
    while True:
        gender = chance.randrange(2)
        pair, told = meeting(chance, 0)
        past = chance.choice(("hurt", "washed", "blamed", "admired", "warmed"))
        self = REFLEXIVE[gender]
        yield Scene(
            f"{told} {upper(SUBJECT[gender])} {past} {self}.", self, pair[gender], (pair[1 - gender],),
            f"Who {past} {self}?", pair[gender],
        )  # fmt: skip


def hers(chance: Random) -> Iterator[Scene]:
    """Yield something that is *his* or *hers*."""
    while True:
        gender = chance.randrange(2)
        pair, told = meeting(chance, 0)
        own = ("his", "hers")[gender]
        yield Scene(f"{told} The {chance.choice(THINGS)} was {own}.", own, pair[gender], (pair[1 - gender],))


def companies(chance: Random) -> Iterator[Scene]:
    """Yield three persons, one of them of another gender, who does something."""
    while True:
        gender = chance.randrange(2)
        alone = chance.choice((MEN, WOMEN)[gender])
        a, b = chance.sample((WOMEN, MEN)[gender], 2)
        past = chance.choice(MEET)[0]
        told = chance.choice((
            f"{a} and {b} {past} {alone}.",
            f"{alone} {past} {a} and {b}.",
            f"{a} {past} {b}. {alone} {past} {a}.",
            f"{alone} {past} {a}. {a} {past} {b}.",
            f"{a} {past} {alone}. {b} {past} {a}.",
        ))  # fmt: skip
        did = chance.choice(ALONE)[0]
        yield Scene(
            f"{told} {upper(SUBJECT[gender])} {did}.", SUBJECT[gender], alone, (a, b), f"Who {did}?", alone
        )


def both(chance: Random) -> Iterator[Scene]:
    """Yield *he* and *she* in one sentence behind the meeting."""
    while True:
        gender = chance.randrange(2)
        pair, told = meeting(chance, 0)
        past = chance.choice(MEET)[0]
        subject, other = SUBJECT[gender], OBJECT[1 - gender]
        text = f"{told} {upper(subject)} {past} {other}."
        yield Scene(text, subject, pair[gender], (pair[1 - gender],))
        yield Scene(text, other, pair[1 - gender], (pair[gender],))


SCENES = (subjects, objects, owners, relatives, reflexives, hers, companies, both)


def scenes(chance: Random) -> Iterator[Scene]:
    """Yield scenes of all kinds in turn, without end."""
    for turn in zip(*(kind(chance) for kind in SCENES), strict=True):
        yield from turn


def unlinked(told: Iterable[Scene]) -> list[Scene]:
    """Return the scenes whose pronoun is linked to the wrong person, or to none."""
    return [scene for scene in told if not scene.is_linked(Story.from_text(scene.text))]


def _asking(*kinds: Callable[[Random], Iterator[Scene]]) -> Callable[[Random], Iterator[Case]]:
    """Return what yields scenes as cases; a title before a first name may be left out of an answer."""
    titles = {title for styles in STYLES for title in styles}

    def cases(chance: Random) -> Iterator[Case]:
        for turn in zip(*(kind(chance) for kind in kinds), strict=True):
            for scene in turn:
                title, _, name = scene.answer.partition(" ")
                right = (scene.answer, name) if title in titles else (scene.answer,)
                yield ask(scene.text, scene.question, *right)

    return cases


KINDS = (
    Kind("who he and she are", 1, _asking(subjects, objects, reflexives, companies)),
    Kind("whose things his and her are", 1, _asking(owners)),
    Kind("whose relatives his and her are", 1, _asking(relatives)),
)
