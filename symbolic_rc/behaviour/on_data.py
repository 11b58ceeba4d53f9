"""Changes to the stories and questions of a data set that must not change an answer.

Each takes a record, another record of the same data, and a source of chance, and returns the changed record
with the words that were exchanged, new to old; or nothing where there is nothing to change. Questions keep
their order, so that those before and after can be compared one by one.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from symbolic_rc.behaviour.changes import contract
from symbolic_rc.behaviour.right import same
from symbolic_rc.behaviour.slips import slipped
from symbolic_rc.behaviour.words import words
from symbolic_rc.core.question import Question
from symbolic_rc.core.record import Record
from symbolic_rc.lexicon import names, wordnet

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
    """A record after a change, and the words that were exchanged in it, new to old."""

    record: Record
    back: Mapping[str, str] = field(default_factory=dict)

    def answers_as(self, before: tuple[str, ...], after: tuple[str, ...]) -> bool:
        """Whether an answer after the change is the one from before it."""
        now = tuple(contract(_exchanged(text, self.back)[0]) for text in after)
        return same(tuple(map(contract, before)), now)


Change = Callable[[Record, Record, random.Random], "Changed | None"]


def _asked(record: Record, make: Callable[[str], str]) -> Changed | None:
    """Return a record whose questions are worded anew; those that stay as they were are left out."""
    made = [(question, make(question.text)) for question in record.questions]
    kept = tuple(replace(question, text=text) for question, text in made if text != question.text)
    return Changed(replace(record, questions=kept)) if kept else None


def typing_error(record: Record, other: Record, chance: random.Random) -> Changed | None:
    """Make one typing error in each question."""
    return _asked(record, lambda text: slipped(text, chance))


def lower_case(record: Record, other: Record, chance: random.Random) -> Changed | None:
    """Write each question in lower case."""
    return _asked(record, str.lower)


def capitals(record: Record, other: Record, chance: random.Random) -> Changed | None:
    """Write each question in capitals."""
    return _asked(record, str.upper)


def no_mark(record: Record, other: Record, chance: random.Random) -> Changed | None:
    """Leave out each question's mark."""
    return _asked(record, lambda text: text.rstrip("? "))


def clause_turned(record: Record, other: Record, chance: random.Random) -> Changed | None:
    """Put the clause of time or reason at the other end of a question: "when it rained, who left?"."""
    return _asked(record, turned)


def turned(question: str) -> str:
    """Return a question with its clause of time or reason at the other end; as it is if it has none."""
    bare = question.rstrip("? ")
    mark = question[len(bare) :]
    found = _CLAUSE.match(bare) or _FRONTED.match(bare)
    if found is None:
        return question
    main, clause = found["main"], found["clause"]
    if found.re is _CLAUSE:
        return f"{clause[:1].upper()}{clause[1:]}, {main[:1].lower()}{main[1:]}{mark}"
    return f"{main[:1].upper()}{main[1:]} {clause[:1].lower()}{clause[1:]}{mark}"


def contractions(record: Record, other: Record, chance: random.Random) -> Changed | None:
    """Contract every *is not*, *did not*, *who is* of a question, or else of its story."""
    made = _asked(record, contract)
    return made if record.tokenised or made is not None else _edited(record, contract)


def sentence_added(record: Record, other: Record, chance: random.Random) -> Changed | None:
    """Add a sentence of another story behind this one."""
    known = set(re.findall(r"\w+", record.text))
    fit = [one for one in _SENTENCE.findall(other.text) if known.isdisjoint(_CAPITALISED.findall(one)[1:])]
    if not fit:
        return None
    return Changed(replace(record, text=f"{record.text.rstrip()} {chance.choice(fit)}"))


def another_name(record: Record, other: Record, chance: random.Random) -> Changed | None:
    """Give the person named most often another first name of the same gender, everywhere."""
    counts = Counter(_CAPITALISED.findall(record.text))
    people = [name for name, count in counts.most_common() if count > 1 and names().gender(name)]
    people = [name for name in people if not wordnet().has(name.lower(), "v") and not _place_kind(name)]
    if not people:
        return None
    kind = "female" if names().gender(people[0]) == "feminine" else "male"
    free = [word.text for word in words()[kind] if word.text not in record.text]
    return _renamed(record, people[0], chance.choice(free))


def another_place(record: Record, other: Record, chance: random.Random) -> Changed | None:
    """Put another town, or another country, in place of the one named most often, everywhere."""
    counts = Counter(_CAPITALISED.findall(record.text))
    places = [name for name, _ in counts.most_common() if _place_kind(name)]
    if not places:
        return None
    towns = [word.text for word in words()["town"]]
    free = towns if _place_kind(places[0]) == "town" else list(_COUNTRIES)
    return _renamed(record, places[0], chance.choice([one for one in free if one not in record.text]))


def _place_kind(name: str) -> str:
    """Return whether a name is that of a town or a country, as WordNet has it; else nothing."""
    found = wordnet().synsets(name.lower(), "n")
    if not found or names().is_first_name(name) or name not in wordnet().lemmas(found[0]):
        return ""
    above = {lemma for one in wordnet().ancestors(found[0]) for lemma in wordnet().lemmas(one)}
    return "town" if "city" in above else "country" if "country" in above else ""


def _renamed(record: Record, old: str, new: str) -> Changed | None:
    """Return a record with another name in place of one, in whatever case it is written."""
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
    """Return a text with whole words exchanged, and how many were."""
    if not mapping:
        return text, 0
    return re.subn(rf"\b(?:{'|'.join(map(re.escape, mapping))})\b", lambda match: mapping[match[0]], text)


def _edited(record: Record, make: Callable[[str], str]) -> Changed | None:
    """Return a record whose text is worded anew, with the parts of it that questions name moved along."""
    text = make(record.text)
    if text == record.text:
        return None

    def moved(question: Question) -> Question:
        told = question.tags.get("context", "")
        parts = [tuple(map(int, part.split("-"))) for part in told.split(",") if part]
        now = ",".join(f"{len(make(record.text[:one]))}-{len(make(record.text[:two]))}" for one, two in parts)
        return replace(question, tags={**question.tags, "context": now}) if now else question

    return Changed(replace(record, text=text, questions=tuple(map(moved, record.questions))))


#: The changes, by what they are called in reports.
CHANGES: dict[str, Change] = {
    "a typing error": typing_error,
    "contractions": contractions,
    "a sentence more": sentence_added,
    "another name": another_name,
    "another place": another_place,
    "lower case": lower_case,
    "capitals": capitals,
    "no question mark": no_mark,
    "a clause turned": clause_turned,
}
