"""Changes to the stories and questions of a data set that must not change an answer.

Each takes a record, another record of the same data and a random generator, and returns the changed record
with the replaced words, new to old, or None. Questions keep their order.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from symbolic_rc.behaviour.cases import contract
from symbolic_rc.behaviour.check import same
from symbolic_rc.behaviour.templates import words
from symbolic_rc.core.record import Question, Record
from symbolic_rc.lexicon import names, wordnet
from symbolic_rc.question.normalize import NEIGHBOURS

_WORD = re.compile(r"[A-Za-z]+")
#: Minimum length of a word with an error.
_FEWEST = 4


def slipped(text: str, rng: random.Random) -> str:
    """Return a text with one typing error in a word of four letters or more.

    Two letters swapped, one omitted, doubled or replaced by its neighbour on the keyboard; the first letter
    stays, as in most real errors.
    """
    fit = [match for match in _WORD.finditer(text) if len(match[0]) >= _FEWEST]
    if not fit:
        return text
    match = rng.choice(fit)
    makers = [exchanged, left_out, doubled, neighbouring]
    rng.shuffle(makers)
    made = next((one for one in (make(match[0], rng) for make in makers) if one != match[0]), match[0])
    return text[: match.start()] + made + text[match.end() :]


def exchanged(word: str, rng: random.Random) -> str:
    """Return a word with two letters after its first swapped, if two differ."""
    places = [i for i in range(1, len(word) - 1) if word[i] != word[i + 1]]
    if not places:
        return word
    i = rng.choice(places)
    return word[:i] + word[i + 1] + word[i] + word[i + 2 :]


def left_out(word: str, rng: random.Random) -> str:
    """Return a word without one of the letters after its first."""
    i = rng.randrange(1, len(word))
    return word[:i] + word[i + 1 :]


def doubled(word: str, rng: random.Random) -> str:
    """Return a word with one letter typed twice."""
    i = rng.randrange(1, len(word))
    return word[:i] + word[i] + word[i:]


def neighbouring(word: str, rng: random.Random) -> str:
    """Return a word with one letter after its first replaced by its neighbour on the keyboard."""
    i = rng.randrange(1, len(word))
    near = rng.choice(sorted(NEIGHBOURS[word[i].lower()]))
    return word[:i] + (near.upper() if word[i].isupper() else near) + word[i + 1 :]


_CAPITALISED = re.compile(r"\b[A-Z][a-z]{2,}\b")
_SENTENCE = re.compile(r"[A-Z][^.!?\"“”]{30,200}[.!?](?=\s|$)")
_COUNTRIES = ("Denmark", "Portugal", "Norway", "Poland")
_CLAUSE = re.compile(
    r"^(?P<main>(?:who|whom|whose|what|which|where|when|why|how)\b[^,]{6,}?),?\s+"
    r"(?P<clause>(?:after|before|when|while|once|because|if|until)\s[^,?]{6,})$",
    re.IGNORECASE,
)
_FRONTED = re.compile(
    r"^(?P<clause>(?:after|before|when|while|once|because|if|until)\s[^,?]{6,}),\s*"
    r"(?P<main>(?:who|whom|whose|what|which|where|when|why|how)\b[^,?]{6,})$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Changed:
    """A record after a change, and the replaced words in it, new to old."""

    record: Record
    back: Mapping[str, str] = field(default_factory=dict)

    def answers_as(self, before: tuple[str, ...], after: tuple[str, ...]) -> bool:
        """Whether an answer after the change equals the one before it."""
        now = tuple(contract(_exchanged(text, self.back)[0]) for text in after)
        return same(tuple(map(contract, before)), now)


Change = Callable[[Record, Record, random.Random], "Changed | None"]


def _in_questions(make: Callable[[str, random.Random], str]) -> Change:
    """Return the change of each question of a record; unchanged ones are left out."""

    def change(record: Record, other: Record, rng: random.Random) -> Changed | None:
        made = [(question, make(question.text, rng)) for question in record.questions]
        kept = tuple(replace(question, text=text) for question, text in made if text != question.text)
        return Changed(replace(record, questions=kept)) if kept else None

    return change


def turned(question: str) -> str:
    """Return a question with its clause of time or reason moved to the other end, if it has one."""
    bare = question.rstrip("? ")
    mark = question[len(bare) :]
    found = _CLAUSE.match(bare) or _FRONTED.match(bare)
    if found is None:
        return question
    main, clause = found["main"], found["clause"]
    if found.re is _CLAUSE:
        return f"{clause[:1].upper()}{clause[1:]}, {main[:1].lower()}{main[1:]}{mark}"
    return f"{main[:1].upper()}{main[1:]} {clause[:1].lower()}{clause[1:]}{mark}"


def contractions(record: Record, other: Record, rng: random.Random) -> Changed | None:
    """Contract every *is not*, *did not*, *who is* of a question, or else of its story."""
    made = _in_questions(lambda text, _: contract(text))(record, other, rng)
    return made if record.tokenised or made is not None else _edited(record, contract)


def sentence_added(record: Record, other: Record, rng: random.Random) -> Changed | None:
    """Append a sentence of another story."""
    known = set(re.findall(r"\w+", record.text))
    fit = [one for one in _SENTENCE.findall(other.text) if known.isdisjoint(_CAPITALISED.findall(one)[1:])]
    if not fit:
        return None
    return Changed(replace(record, text=f"{record.text.rstrip()} {rng.choice(fit)}"))


def another_name(record: Record, other: Record, rng: random.Random) -> Changed | None:
    """Give the person named most often another first name of the same gender, everywhere."""
    counts = Counter(_CAPITALISED.findall(record.text))
    people = [name for name, count in counts.most_common() if count > 1 and names().gender(name)]
    people = [name for name in people if not wordnet().has(name.lower(), "v") and not _place_kind(name)]
    if not people:
        return None
    kind = "female" if names().gender(people[0]) == "feminine" else "male"
    free = [word.text for word in words()[kind] if word.text not in record.text]
    return _renamed(record, people[0], rng.choice(free))


def another_place(record: Record, other: Record, rng: random.Random) -> Changed | None:
    """Replace the town or country that is named most often by another one, everywhere."""
    counts = Counter(_CAPITALISED.findall(record.text))
    places = [name for name, _ in counts.most_common() if _place_kind(name)]
    if not places:
        return None
    towns = [word.text for word in words()["town"]]
    free = towns if _place_kind(places[0]) == "town" else list(_COUNTRIES)
    return _renamed(record, places[0], rng.choice([one for one in free if one not in record.text]))


def _place_kind(name: str) -> str:
    """Return whether a name is a town or a country in WordNet, or an empty text."""
    found = wordnet().synsets(name.lower(), "n")
    if not found or names().is_first_name(name) or name not in wordnet().lemmas(found[0]):
        return ""
    above = {lemma for one in wordnet().ancestors(found[0]) for lemma in wordnet().lemmas(one)}
    return "town" if "city" in above else "country" if "country" in above else ""


def _renamed(record: Record, old: str, new: str) -> Changed | None:
    """Return a record with one name replaced by another, in whatever case it is written."""
    forward = {old: new, old.upper(): new.upper(), old.lower(): new.lower()}
    asked = [question for question in record.questions if question.text.islower()]
    plain = {old: new, old.upper(): new.upper()}
    made = _edited(record, lambda text: _exchanged(text, plain)[0])
    if made is None:
        return None
    questions = tuple(
        replace(question, text=_exchanged(question.text, forward if question in asked else plain)[0])
        for question in made.record.questions
    )
    back = {new: old, new.upper(): old.upper(), new.lower(): old.lower()}
    return Changed(replace(made.record, questions=questions), back)


def _exchanged(text: str, mapping: Mapping[str, str]) -> tuple[str, int]:
    """Return a text with whole words replaced, and how many were."""
    if not mapping:
        return text, 0
    return re.subn(rf"\b(?:{'|'.join(map(re.escape, mapping))})\b", lambda match: mapping[match[0]], text)


def _edited(record: Record, make: Callable[[str], str]) -> Changed | None:
    """Return a record with a changed text, and the sections that questions name moved accordingly."""
    text = make(record.text)
    if text == record.text:
        return None

    def moved(question: Question) -> Question:
        context = question.tags.get("context", "")
        parts = [tuple(map(int, part.split("-"))) for part in context.split(",") if part]
        now = ",".join(f"{len(make(record.text[:one]))}-{len(make(record.text[:two]))}" for one, two in parts)
        return replace(question, tags={**question.tags, "context": now}) if now else question

    return Changed(replace(record, text=text, questions=tuple(map(moved, record.questions))))


#: The changes, by their names in reports.
CHANGES: dict[str, Change] = {
    "a typing error": _in_questions(slipped),
    "contractions": contractions,
    "a sentence more": sentence_added,
    "another name": another_name,
    "another place": another_place,
    "lower case": _in_questions(lambda text, rng: text.lower()),
    "capitals": _in_questions(lambda text, rng: text.upper()),
    "no question mark": _in_questions(lambda text, rng: text.rstrip("? ")),
    "a clause turned": _in_questions(lambda text, rng: turned(text)),
}
