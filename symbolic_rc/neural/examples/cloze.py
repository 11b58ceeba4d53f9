"""Cloze questions as integers: a story with markers and the questions that ask for one of them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.question import Question
from symbolic_rc.core.record import Record
from symbolic_rc.neural.examples.words import asked_words, split
from symbolic_rc.neural.vocabulary import Vocabulary

_MARKER = re.compile(r"@entity\d+")

Numbers = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class ClozeStory:
    """One story with its cloze questions.

    Attributes
    ----------
    words : ndarray of int64, shape (n,)
        The story's tokens, markers as unknown words.
    entities : ndarray of int64, shape (n,)
        The entity at each token, numbered within the story by first place, or -1.
    names : tuple of str
        The marker of each entity of the story; those that only questions have follow.
    candidates : int
        How many of them the story has.
    questions : tuple of (words, entities)
        As the story's, of each question.
    answers : ndarray of int64, shape (k,)
        The entity asked for; -1 where it is unknown or not in what is read of the story.
    """

    words: Numbers
    entities: Numbers
    names: tuple[str, ...]
    candidates: int
    questions: tuple[tuple[Numbers, Numbers], ...]
    answers: Numbers

    def __len__(self) -> int:
        return len(self.words)


def cloze_story(
    record: Record, vocabulary: Vocabulary, longest: int, asked: Sequence[Question]
) -> ClozeStory:
    """Return a story with its cloze questions as integers.

    Parameters
    ----------
    record : Record
    vocabulary : Vocabulary
    longest : int
        Tokens of the story that are read.
    asked : sequence of Question
        Cloze questions.
    """
    tokens = split(record.text, record.tokenised)[:longest]
    numbers: dict[str, int] = {}
    entities = _entities(tokens, numbers)
    candidates = len(numbers)
    questions, answers = [], []
    for question in asked:
        words = asked_words(question, record.tokenised)
        questions.append((vocabulary.numbers(words), _entities(words, numbers)))
        wanted = {one[0] for one in question.references if len(one) == 1}
        right = [numbers[name] for name in wanted if numbers.get(name, candidates) < candidates]
        answers.append(right[0] if right else -1)
    return ClozeStory(
        vocabulary.numbers(tokens),
        entities,
        tuple(numbers),
        candidates,
        tuple(questions),
        np.array(answers, np.int64),
    )


def _entities(words: Sequence[str], numbers: dict[str, int]) -> Numbers:
    """Return the entity of each token, new ones numbered on."""
    found = np.full(len(words), -1, np.int64)
    for i, word in enumerate(words):
        if word[0] == "@" and _MARKER.fullmatch(word):
            found[i] = numbers.setdefault(word, len(numbers))
    return found


def marked(words: Numbers, entities: Numbers, deal: Numbers, vocabulary: Vocabulary) -> Numbers:
    """Return tokens with the marker that was dealt to each entity.

    Examples
    --------
    >>> marked(np.array([1, 9]), np.array([0, -1]), np.array([2]), Vocabulary(["mill"], 3)).tolist()
    [8, 9]
    """
    found = words.copy()
    places = entities >= 0
    found[places] = vocabulary.marker(0) + deal[entities[places]]
    return found


def dealt(count: int, markers: int, random: np.random.Generator | None) -> Numbers:
    """Return a marker for each entity of a story: the first ones in order, or others at random.

    Where there are more entities than markers, some share one.
    """
    if random is None:
        return np.arange(count) % markers
    return np.resize(random.permutation(markers), count)
