"""The words that fill templates: names by gender, and kinds of words with their forms."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from functools import cache
from importlib import resources

from symbolic_rc.core.errors import SymbolicRCError
from symbolic_rc.core.files.toml import parsed

#: Slots of one letter are names: of anybody, of women, of men.
_NAMES = {**dict.fromkeys("abcde", ("female", "male")), **dict.fromkeys("fgh", ("female",))}
_NAMES.update(dict.fromkeys("mno", ("male",)))
_PRONOUNS = {
    "female": {"he": "she", "him": "her", "his": "her", "himself": "herself", "man": "woman"},
    "male": {"he": "he", "him": "him", "his": "his", "himself": "himself", "man": "man"},
}
_VOWELS = tuple("aeiou")


@dataclass(frozen=True, slots=True)
class Word:
    """A word with its forms: ``word.forms["er"]`` is *taller* of *tall*."""

    text: str
    kind: str
    forms: dict[str, str] = field(default_factory=dict, hash=False)

    def form(self, name: str) -> str:
        """Return a form by its name; ``a`` is the word with its indefinite article.

        Raises
        ------
        SymbolicRCError
            If words of its kind have no such form.
        """
        if not name:
            return self.text
        if name == "a":
            return f"{'an' if self.text.lower().startswith(_VOWELS) else 'a'} {self.text}"
        if name.startswith("a_"):
            inner = self.form(name[2:])
            return f"{'an' if inner.lower().startswith(_VOWELS) else 'a'} {inner}"
        if name not in self.forms:
            raise SymbolicRCError(f"words of the kind {self.kind!r} have no form {name!r}")
        return self.forms[name]


@cache
def words() -> dict[str, tuple[Word, ...]]:
    """Return the words of every kind, in the order of ``words.toml``."""
    table = parsed(resources.files("symbolic_rc.behaviour").joinpath("words.toml").read_text("utf-8"))
    found = {}
    for kind, entry in table.items():
        columns = entry["forms"].split()
        rows = [[part.strip() for part in row.split("|")] for row in entry["words"]]
        found[kind] = tuple(Word(row[0], kind, dict(zip(columns, row[1:], strict=True))) for row in rows)
    for gender, forms in _PRONOUNS.items():
        found[gender] = tuple(
            Word(word.text, gender, {**forms, "upper": word.text.upper()}) for word in found[gender]
        )
    return found


def fill(slots: list[str], chance: random.Random, taken: frozenset[str] = frozenset()) -> dict[str, Word]:
    """Choose a word for every slot, no word twice.

    Parameters
    ----------
    slots : list of str
        ``a``, ``b``: names; ``f``, ``g``: names of women; ``m``, ``n``: names of men; else a kind with an
        optional number: ``animal``, ``animal2``.
    chance : random.Random
    taken : frozenset of str
        Words that are not to be chosen.
    """
    found: dict[str, Word] = {}
    used = set(taken)
    for slot in slots:
        kind = slot.rstrip("0123456789")
        kinds = _NAMES.get(slot, (kind,))
        if any(one not in words() for one in kinds):
            raise SymbolicRCError(f"there are no words of the kind {kind!r}; see behaviour/words.toml")
        choices = [word for one in kinds for word in words()[one] if used.isdisjoint(_all_forms(word))]
        word = chance.choice(choices)
        found[slot] = word
        used |= _all_forms(word)
    return found


def _all_forms(word: Word) -> set[str]:
    """Return what must not occur twice: the word, and for adjectives its opposite."""
    return {word.text, *(word.forms[name] for name in ("opposite", "kind_apart") if name in word.forms)}
