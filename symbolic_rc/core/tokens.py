"""Simple tokens and sentences for baselines, without annotation, and words as integers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

_TOKEN = re.compile(r"@?\w+(?:[-'’.&]\w+)*|[^\w\s]")
_WORD = re.compile(r"\S+")
_END = frozenset(".!?")
_CLOSING = frozenset("\"')]}”’")
_STOPS = _END | _CLOSING
Key = TypeVar("Key")
Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class Tokens:
    """The tokens of a text, in their original form, with their character offsets, int32, shape (n,).

    `sentences`, int32, shape (m + 1,), has the token at which each sentence starts; the last entry is n.
    """

    words: tuple[str, ...]
    starts: NDArray[np.int32]
    ends: NDArray[np.int32]
    sentences: NDArray[np.int32]

    def __len__(self) -> int:
        return len(self.words)


def words_of(text: str) -> list[str]:
    """Return the words and punctuation of a text, as `tokens` splits it."""
    return _TOKEN.findall(text)


def tokens(text: str, tokenised: bool = False) -> Tokens:
    """Split a text into words, punctuation and sentences, fast and without a model.

    A `tokenised` text is tokens joined by white space already.

    Examples
    --------
    >>> found = tokens("He didn't run. She did.")
    >>> found.words
    ('He', "didn't", 'run', '.', 'She', 'did', '.')
    >>> found.sentences.tolist()
    [0, 4, 7]
    """
    pattern = _WORD if tokenised else _TOKEN
    words, places = tuple(pattern.findall(text)), [match.span() for match in pattern.finditer(text)]
    cased = not tokenised or text.lower() != text  # else sentences start in lower case
    bounds = [0] if words else []
    for i in range(1, len(words)):
        gap_start, gap_end = places[i - 1][1], places[i][0]
        if gap_end > gap_start + 1 and "\n\n" in text[gap_start:gap_end]:
            bounds.append(i)
        elif words[i - 1] in _STOPS and words[i][0] not in _CLOSING and not (cased and words[i][0].islower()):
            last = i - 1
            while last > bounds[-1] and words[last] in _CLOSING:
                last -= 1
            if words[last] in _END:
                bounds.append(i)
    starts, ends = np.array(places, np.int32).reshape(-1, 2).T.copy()
    return Tokens(words, starts, ends, np.array([*bounds, len(words)], dtype=np.int32))


def grouped(pairs: Iterable[tuple[Key, Value]]) -> dict[Key, list[Value]]:
    """Return the values of each key, both in order."""
    found: dict[Key, list[Value]] = {}
    for key, value in pairs:
        found.setdefault(key, []).append(value)
    return found


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

    def __iter__(self) -> Iterator[str]:
        return iter(self._words)

    def add(self, word: str) -> int:
        """Return the word's integer, giving it one if it is new."""
        if (index := self._index.get(word)) is None:
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
