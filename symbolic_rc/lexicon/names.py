"""First names and nouns with their gender and number, from lists."""

from __future__ import annotations

from symbolic_rc.core.files.container import Column, Container, Table
from symbolic_rc.lexicon.files import once, open_lexicon
from symbolic_rc.lexicon.strings import StringTable

#: What each bit of a word's flags says.
FLAGS = {"feminine name": 1, "masculine name": 2, "feminine": 4, "masculine": 8, "neuter": 16, "plural": 32}


class Names:
    """First names with gender; other words with the gender and number seen most in running text.

    Words are taken in any case.

    Examples
    --------
    >>> names().gender("Mary"), names().gender("Leslie"), names().is_first_name("Mill")   # doctest: +SKIP
    ('feminine', '', False)
    """

    def __init__(self, container: Container) -> None:
        self._words = StringTable(container, "word")
        self._flags = container.arrays["flags"].data

    def __len__(self) -> int:
        return len(self._words)

    def flags(self, word: str) -> int:
        """Return the bits of `FLAGS` for a word; 0 if it is unknown."""
        number = self._words.find(word.lower())
        return self._flags[number] if number >= 0 else 0

    def is_first_name(self, word: str) -> bool:
        """Whether the word is a first name."""
        return bool(self.flags(word) & 3)

    def gender(self, word: str) -> str:
        """Return a first name's gender: ``feminine``, ``masculine``, or empty if both or not a name."""
        return ("", "feminine", "masculine", "")[self.flags(word) & 3]


@once
def names() -> Names:
    """Return the names, loaded at first use."""
    return Names(open_lexicon("names", (Table("word"), Column("flags", "u", like="word"))))
