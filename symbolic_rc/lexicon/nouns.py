"""Nouns for people and things: kinship and roles, gender, animacy, titles, demonyms, units, the calendar."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from symbolic_rc.core.files.container import Container, Part, Strings
from symbolic_rc.core.tokens import grouped
from symbolic_rc.lexicon.files import once, open_lexicon
from symbolic_rc.lexicon.wordnet import wordnet


@dataclass(frozen=True, slots=True)
class NounRelation:
    """What a relational noun says: ``mother`` is a feminine ``parent``, whose inverse is ``child``.

    `gender` is ``feminine``, ``masculine`` or empty; `kind` is ``kin`` or ``role``.
    """

    noun: str
    gender: str
    relation: str
    inverse: str
    kind: str


class Kinship:
    """Nouns that relate one person to another.

    Examples
    --------
    >>> kinship().get("mother")                                           # doctest: +SKIP
    NounRelation(noun='mother', gender='feminine', relation='parent', inverse='child', kind='kin')
    >>> kinship().nouns("child", "masculine")                             # doctest: +SKIP
    ('son',)
    """

    def __init__(self, rows: list[NounRelation]) -> None:
        self._by_noun = grouped((row.noun, row) for row in rows)
        self._rows = rows
        #: The relations of kin.
        self.relations = frozenset(row.relation for row in rows if row.kind == "kin")

    def __contains__(self, noun: str) -> bool:
        return noun.lower() in self._by_noun

    def all(self, noun: str) -> tuple[NounRelation, ...]:
        """Return every reading of a noun (``mistress``: partner, master)."""
        return tuple(self._by_noun.get(noun.lower(), ()))

    def get(self, noun: str) -> NounRelation | None:
        """Return the first reading of a noun, given as its lemma, or None."""
        found = self._by_noun.get(noun.lower())
        return found[0] if found else None

    def nouns(self, relation: str, gender: str = "") -> tuple[str, ...]:
        """Return the nouns for a relation, of one gender if it is given."""
        return tuple(
            row.noun for row in self._rows if row.relation == relation and gender in ("", row.gender)
        )


#: The tables, each a list of strings a column.
_TABLES = {
    "relations": ("noun", "gender", "relation", "inverse", "kind"),
    "titles": ("title", "gender"),
    "units": ("unit", "measure"),
    "groups": ("noun",),
    "calendar": ("word", "kind", "number"),
    "gendered": ("noun", "gender", "strength"),
    "demonyms": ("word", "place"),
}


def _calendar(file: Container) -> Iterator[str]:
    """The calendar's numbers are numbers."""
    for number in file.strings("calendar.number"):
        if not number.isdigit():
            yield f"{number[:20]!r} in 'calendar.number' is no number"


_SCHEMA: tuple[Part, ...] = (
    *(Strings(f"{name}.{one}", like=f"{name}.{of[0]}") for name, of in _TABLES.items() for one in of),
    _calendar,
)


class Nouns:
    """What small tables and WordNet's senses say of nouns; give lemmas, in any case."""

    def __init__(self, container: Container) -> None:
        def rows(table: str) -> Iterator[Any]:
            return zip(*(container.strings(f"{table}.{name}") for name in _TABLES[table]), strict=True)

        self.kinship = Kinship([NounRelation(*row) for row in rows("relations")])
        self.titles: dict[str, str] = dict(rows("titles"))
        self.units: dict[str, str] = dict(rows("units"))
        self.groups = frozenset(container.strings("groups.noun"))
        self.calendar: dict[str, tuple[str, int]] = {
            one: (kind, int(number))
            for word, kind, number in rows("calendar")
            for one in ((word, f"{word}s") if word.endswith("day") else (word,))  # "on Sundays"
        }
        self._gendered: dict[str, tuple[str, bool]] = {
            noun: (gender, sure == "certain") for noun, gender, sure in rows("gendered")
        }
        self._places: dict[str, list[str]] = grouped(rows("demonyms"))
        self.animacy = lru_cache(maxsize=1 << 15)(self._animacy)

    def gender(self, noun: str) -> str:
        """Return ``feminine`` or ``masculine`` for nouns that tell it (queen, uncle, actress), else empty."""
        noun = noun.lower()
        if relation := self.kinship.get(noun):
            return relation.gender
        return self._gendered.get(noun, ("", False))[0]

    def certain_gender(self, noun: str) -> str:
        """Return the gender of nouns that cannot be said of the other (queen, not soldier), else empty.

        Kinship tells it always; a role only where the noun is listed as certain.
        """
        noun = noun.lower()
        relation = self.kinship.get(noun)
        if relation and relation.kind == "kin":
            return relation.gender
        gender, certain = self._gendered.get(noun, ("", False))
        return gender if certain else ""

    def title_gender(self, title: str) -> str | None:
        """Return a title's gender, empty if it may be either; None if the word is not a title."""
        return self.titles.get(title.lower())

    def is_group(self, noun: str) -> bool:
        """Whether the noun names a group (family, crew), which *they* may refer to."""
        return noun.lower() in self.groups

    def places(self, demonym: str) -> tuple[str, ...]:
        """Return the places of a demonym: French -> France."""
        return tuple(self._places.get(demonym.lower(), ()))

    def _animacy(self, noun: str) -> str:
        """Return ``person``, ``animal``, ``group`` or ``thing`` by a noun's senses, or empty without any."""
        words = wordnet()
        noun = noun.lower()
        if self.is_group(noun):
            return "group"
        if noun in self._gendered or noun in self.kinship:
            animal = words.has(noun, "n") and words.class_of(noun) == "noun.animal"
            return "animal" if animal else "person"
        if (base := next(iter(words.base(noun, "n")), None)) is None:
            return ""
        weights: dict[str, float] = defaultdict(float)
        counts = zip(words.synsets(base, "n"), words.counts(base, "n"), strict=False)
        for rank, (synset, count) in enumerate(counts):
            kind = words.lexname(synset).removeprefix("noun.")
            kind = kind if kind in ("person", "animal", "group") else "thing"
            weights[kind] += count + (1.0 if rank == 0 else 0.1)
        return max(weights, key=lambda kind: weights[kind])


@once
def nouns() -> Nouns:
    """Return the nouns' tables, loaded at first use."""
    return Nouns(open_lexicon("nouns", _SCHEMA))


def kinship() -> Kinship:
    """Return the relational nouns, loaded at first use."""
    return nouns().kinship
