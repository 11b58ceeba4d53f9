"""Free-form questions as integers: passages of stories, their questions, where the answers stand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.question import Question
from symbolic_rc.core.record import Record
from symbolic_rc.core.tokens import tokens
from symbolic_rc.neural.examples.overlap import best_span
from symbolic_rc.neural.vocabulary import UNKNOWN, Vocabulary
from symbolic_rc.question.parsed import context_of

Numbers = NDArray[np.int64]

#: Tokens in the longest answer that is learned.
LONGEST_ANSWER = 20


@dataclass(frozen=True, slots=True)
class Asked:
    """A question as integers.

    Attributes
    ----------
    words, strangers, forms : ndarray of int64, shape (n,)
        As the passage's.
    first, last : int
        The passage's tokens that are the answer to learn; -1 where there are none.
    wanted : tuple of tuple of str
        The reference answers' words in small letters.
    """

    words: Numbers
    strangers: Numbers
    forms: Numbers
    first: int
    last: int
    wanted: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Passage:
    """A story, or the section of it that questions are about, with these questions.

    Attributes
    ----------
    words : ndarray of int64, shape (n,)
    strangers : ndarray of int64, shape (n,)
        A number for each word that the vocabulary does not have, equal for equal words; else -1.
    forms : ndarray of int64, shape (n,)
        A number for each word, equal for equal words.
    names : int
        How many strangers there are in passage and questions.
    texts : tuple of str
        The tokens in small letters.
    starts, ends : ndarray of int64, shape (n,)
        Character offsets in the story.
    questions : tuple of Asked
    """

    words: Numbers
    strangers: Numbers
    forms: Numbers
    names: int
    texts: tuple[str, ...]
    starts: Numbers
    ends: Numbers
    questions: tuple[Asked, ...]

    def __len__(self) -> int:
        return len(self.words)


def passages(
    record: Record, asked: Sequence[Question], vocabulary: Vocabulary, longest: int
) -> list[tuple[Passage, list[int]]]:
    """Return the passages that questions are about, each with the places of its questions.

    Parameters
    ----------
    record : Record
    asked : sequence of Question
    vocabulary : Vocabulary
    longest : int
        Tokens of a passage that are read.
    """
    found = tokens(record.text, record.tokenised)
    groups: dict[tuple[tuple[int, int], ...], list[int]] = {}
    for place, question in enumerate(asked):
        groups.setdefault(context_of(question), []).append(place)
    result = []
    for context, places in groups.items():
        inside = np.zeros(len(found), np.bool_)
        for begin, end in context or ((0, len(record.text)),):
            inside |= (found.starts >= begin) & (found.ends <= end)
        chosen = np.flatnonzero(inside)[:longest]
        if len(chosen):
            made = _Maker(vocabulary).passage(
                [found.words[i].lower() for i in chosen.tolist()],
                found.starts[chosen].astype(np.int64),
                found.ends[chosen].astype(np.int64),
                [asked[i] for i in places],
                record.tokenised,
            )
            result.append((made, places))
    return result


class _Maker:
    """Numbers the words of one passage and its questions."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._vocabulary = vocabulary
        self._forms: dict[str, int] = {}
        self._strangers: dict[str, int] = {}

    def passage(
        self, texts: list[str], starts: Numbers, ends: Numbers, asked: Sequence[Question], tokenised: bool
    ) -> Passage:
        """Return a passage with its questions."""
        words, strangers, forms = self._numbers(texts)
        questions = []
        for question in asked:
            own = self._numbers([word.lower() for word in tokens(question.text, tokenised).words])
            wanted = tuple(
                tuple(word.lower() for word in tokens(" ".join(one), tokenised).words)
                for one in question.references
            )
            first, last = _target(texts, starts, ends, question, wanted)
            questions.append(Asked(*own, first, last, wanted))
        names = len(self._strangers)
        return Passage(words, strangers, forms, names, tuple(texts), starts, ends, tuple(questions))

    def _numbers(self, texts: list[str]) -> tuple[Numbers, Numbers, Numbers]:
        words = self._vocabulary.numbers(texts)
        forms = np.array([self._forms.setdefault(text, len(self._forms)) for text in texts], np.int64)
        strangers = np.full(len(texts), -1, np.int64)
        for i in np.flatnonzero(words == UNKNOWN).tolist():
            strangers[i] = self._strangers.setdefault(texts[i], len(self._strangers))
        return words, strangers, forms


def _target(
    texts: Sequence[str],
    starts: Numbers,
    ends: Numbers,
    question: Question,
    wanted: Sequence[Sequence[str]],
) -> tuple[int, int]:
    """Return the span to learn: the annotated one, else the one that overlaps the references best."""
    if question.spans and question.spans[0]:
        begin, end = question.spans[0][0]
        inside = np.flatnonzero((starts < end) & (ends > begin))
        return (int(inside[0]), int(inside[-1])) if len(inside) else (-1, -1)
    return best_span(texts, wanted, LONGEST_ANSWER)
