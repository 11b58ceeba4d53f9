"""Pairs of words that mean the same or the opposite, from PPDB."""

from __future__ import annotations

from symbolic_rc.core.files.container import Column, Container, Ends, Part, Table
from symbolic_rc.lexicon.files import once, open_lexicon
from symbolic_rc.lexicon.strings import StringTable

_SCHEMA: tuple[Part, ...] = (
    Table("word"),
    *(Ends(f"{name}.ends", name, like="word") for name in ("same", "opposite")),
    *(Column(name, into="word") for name in ("same", "opposite")),
)


class Paraphrases:
    """Single words with their paraphrases and antonyms; in any case.

    Attributes
    ----------
    arrays : dict of str to ndarray
        For each word the numbers of its paraphrases (``same``) and antonyms, and where each word's end.

    Examples
    --------
    >>> "medieval" in paraphrases().same("mediaeval")                     # doctest: +SKIP
    True
    """

    def __init__(self, container: Container) -> None:
        self.words = StringTable(container, "word")
        self.arrays = {
            name: container.arrays[name] for name in ("same.ends", "same", "opposite.ends", "opposite")
        }

    def __len__(self) -> int:
        return len(self.words)

    def _list(self, name: str, word: str) -> tuple[str, ...]:
        if (number := self.words.find(word.lower())) < 0:
            return ()
        ends, values = self.arrays[f"{name}.ends"].data, self.arrays[name].data
        return tuple(self.words[i] for i in values[ends[number - 1] if number else 0 : ends[number]])

    def same(self, word: str) -> tuple[str, ...]:
        """Return the paraphrases of a word, in alphabetical order."""
        return self._list("same", word)

    def opposite(self, word: str) -> tuple[str, ...]:
        """Return the antonyms of a word, in alphabetical order."""
        return self._list("opposite", word)


@once
def paraphrases() -> Paraphrases:
    """Return the pairs, loaded at first use."""
    return Paraphrases(open_lexicon("paraphrases", _SCHEMA))
