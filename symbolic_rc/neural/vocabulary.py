"""Tokens as integers for neural readers, and their initial vectors."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.question import Question
from symbolic_rc.core.record import Record
from symbolic_rc.core.tokens import words_of
from symbolic_rc.lexicon.vectors import vectors

#: Fixed entries before the markers: padding comes first.
PADDING, UNKNOWN, PLACEHOLDER, DELIMITER, BEGIN, END = range(6)
FIRST_MARKER = 6


class NeuralVocabulary:
    """Lower-case words of the training data, after fixed entries and markers.

    Parameters
    ----------
    words : sequence of str
    markers : int
        Number of markers.

    Examples
    --------
    >>> vocabulary = NeuralVocabulary(["mill", "sold"], markers=3)
    >>> vocabulary.numbers(["Sold", "the", "mill", "@placeholder"]).tolist()
    [10, 1, 9, 2]
    >>> vocabulary.word(9)
    'mill'
    """

    def __init__(self, words: Sequence[str], markers: int = 0) -> None:
        self.words, self.markers = tuple(words), markers
        self.first_word = FIRST_MARKER + markers
        self._numbers = {word: self.first_word + i for i, word in enumerate(self.words)}
        self._numbers["@placeholder"] = PLACEHOLDER

    def __len__(self) -> int:
        return self.first_word + len(self.words)

    def numbers(self, words: Iterable[str]) -> NDArray[np.int64]:
        """Return the integers of words."""
        find = self._numbers.get
        return np.array([find(word.lower(), UNKNOWN) for word in words], np.int64)

    def word(self, number: int) -> str:
        """Return the word of an integer; empty for a fixed entry or a marker."""
        return self.words[number - self.first_word] if number >= self.first_word else ""

    def initial_vectors(self, seed: int) -> NDArray[np.float32]:
        """Return the project's GloVe vector of each word that has one; the others are drawn at random.

        Returns
        -------
        ndarray of float32, shape (len(self), dimensions)
            Padding is zero; random vectors have GloVe's spread.
        """
        glove = vectors()
        random = np.random.default_rng(seed)
        found = random.normal(0.0, 0.35, (len(self), glove.dimensions)).astype(np.float32)
        for i, word in enumerate(self.words, self.first_word):
            if word in glove:
                found[i] = glove.vector(word)
        found[PADDING] = 0.0
        return found


def build_vocabulary(records: Iterable[Record], most: int, least: int, markers: int) -> NeuralVocabulary:
    """Return the `most` frequent words of stories and questions that occur at least `least` times."""
    counts: Counter[str] = Counter()
    for record in records:
        counts.update(word.lower() for word in split(record.text, record.tokenised))
        for question in record.questions:
            counts.update(word.lower() for word in question_words(question, record.tokenised))
    counts.pop("@placeholder", None)
    kept = [item for item in counts.items() if item[1] >= least and not item[0].startswith("@entity")]
    kept.sort(key=lambda item: (-item[1], item[0]))
    return NeuralVocabulary([word for word, _ in kept[:most]], markers)


def split(text: str, tokenised: bool) -> list[str]:
    """Return the tokens of a text."""
    return text.split() if tokenised else words_of(text)


def question_words(question: Question, tokenised: bool) -> list[str]:
    """Return the tokens of a question; its placeholder becomes ``@placeholder``."""
    text = question.text
    if question.placeholder:
        text = text.replace(question.placeholder, " @placeholder ")
    return split(text, tokenised)
