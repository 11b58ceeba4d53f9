"""Pairs of words that mean the same or the opposite, from PPDB."""

from __future__ import annotations

from symbolic_rc.core.container import Container
from symbolic_rc.lexicon.files import once, open_lexicon
from symbolic_rc.lexicon.strings import StringTable


class Paraphrases:
    """Single words with their paraphrases and antonyms; in any case.

    Examples
    --------
    >>> "medieval" in paraphrases().same("mediaeval")                     # doctest: +SKIP
    True
    """

    def __init__(self, container: Container) -> None:
        self._words = StringTable(container, "word")
        arrays = container.arrays
        self._same = arrays["same.ends"].data, arrays["same"].data
        self._opposite = arrays["opposite.ends"].data, arrays["opposite"].data

    def __len__(self) -> int:
        return len(self._words)

    def _list(self, lists: tuple[memoryview, memoryview], word: str) -> tuple[str, ...]:
        number = self._words.find(word.lower())
        if number < 0:
            return ()
        ends, values = lists
        return tuple(self._words[i] for i in values[ends[number - 1] if number else 0 : ends[number]])

    def same(self, word: str) -> tuple[str, ...]:
        """Return the paraphrases of a word, in alphabetical order."""
        return self._list(self._same, word)

    def opposite(self, word: str) -> tuple[str, ...]:
        """Return the antonyms of a word, in alphabetical order."""
        return self._list(self._opposite, word)


@once
def paraphrases() -> Paraphrases:
    """Return the pairs, loaded at first use."""
    return Paraphrases(open_lexicon("paraphrases"))
