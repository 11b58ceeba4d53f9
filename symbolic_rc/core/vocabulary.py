"""Words as integers."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray


class Vocabulary:
    """Give each distinct string an integer, in order of first sight.

    Examples
    --------
    >>> words = Vocabulary()
    >>> words.encode(["the", "mill", "the"]).tolist()
    [0, 1, 0]
    >>> words[1], len(words), words.find("wheel")
    ('mill', 2, -1)
    """

    def __init__(self, words: Iterable[str] = ()) -> None:
        self._words: list[str] = []
        self._index: dict[str, int] = {}
        for word in words:
            self.add(word)

    def __len__(self) -> int:
        return len(self._words)

    def __getitem__(self, index: int) -> str:
        return self._words[index]

    def add(self, word: str) -> int:
        """Return the word's integer, giving it one if it is new."""
        index = self._index.get(word)
        if index is None:
            index = len(self._words)
            self._words.append(word)  # first: an interrupt between the two gives no number twice
            self._index[word] = index
        return index

    def find(self, word: str) -> int:
        """Return the word's integer, or -1."""
        return self._index.get(word, -1)

    def encode(self, words: Iterable[str]) -> NDArray[np.int32]:
        """Return the integers of a sequence of words, adding new ones; int32."""
        return np.fromiter((self.add(word) for word in words), dtype=np.int32)
