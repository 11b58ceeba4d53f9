"""Words as integers for neural readers, and their vectors to begin with."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.lexicon.vectors import vectors

#: Fixed entries before the markers: padding comes first.
PADDING, UNKNOWN, PLACEHOLDER, DELIMITER, BEGIN, END = range(6)
FIRST_MARKER = 6


class Vocabulary:
    """Words of the training data, in small letters, after fixed entries and markers.

    Parameters
    ----------
    words : sequence of str
    markers : int
        How many markers there are.

    Examples
    --------
    >>> vocabulary = Vocabulary(["mill", "sold"], markers=3)
    >>> vocabulary.numbers(["Sold", "the", "mill", "@placeholder"]).tolist()
    [10, 1, 9, 2]
    >>> vocabulary.marker(2)
    8
    """

    def __init__(self, words: Sequence[str], markers: int = 0) -> None:
        self.words, self.markers = tuple(words), markers
        first = FIRST_MARKER + markers
        self._numbers = {word: first + i for i, word in enumerate(self.words)}
        self._numbers["@placeholder"] = PLACEHOLDER

    def __len__(self) -> int:
        return FIRST_MARKER + self.markers + len(self.words)

    def numbers(self, words: Iterable[str]) -> NDArray[np.int64]:
        """Return the integers of words; int64."""
        find = self._numbers.get
        return np.array([find(word.lower(), UNKNOWN) for word in words], np.int64)

    def marker(self, number: int) -> int:
        """Return the integer of a marker."""
        return FIRST_MARKER + number

    def word(self, number: int) -> str:
        """Return the word of an integer; empty for a fixed entry or a marker."""
        place = number - FIRST_MARKER - self.markers
        return self.words[place] if place >= 0 else ""

    def first_vectors(self, seed: int) -> NDArray[np.float32]:
        """Return a vector for each entry: the project's GloVe where it has the word, else drawn at random.

        Returns
        -------
        ndarray of float32, shape (len(self), dimensions)
            Padding is zero; the others have GloVe's spread.
        """
        glove = vectors()
        random = np.random.default_rng(seed)
        found = random.normal(0.0, 0.35, (len(self), glove.dimensions)).astype(np.float32)
        first = FIRST_MARKER + self.markers
        for i, word in enumerate(self.words):
            if word in glove:
                found[first + i] = glove.vector(word)
        found[PADDING] = 0.0
        return found


def vocabulary_of(
    texts: Iterable[Iterable[str]], most: int, least: int = 1, markers: int = 0, skip: str = "@entity"
) -> Vocabulary:
    """Return the most frequent words of tokenised texts, without those that begin with `skip`.

    Parameters
    ----------
    texts : iterable of iterable of str
    most : int
        At most so many words.
    least : int
        How often a word must occur.
    markers : int
    skip : str
    """
    counts: Counter[str] = Counter()
    for words in texts:
        counts.update(word.lower() for word in words)
    counts.pop("@placeholder", None)
    kept = [(word, count) for word, count in counts.items() if count >= least and not word.startswith(skip)]
    kept.sort(key=lambda one: (-one[1], one[0]))
    return Vocabulary([word for word, _ in kept[:most]], markers)
