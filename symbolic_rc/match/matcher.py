"""Matching a question's words with a story's: the sparse relation that distance and window kernels take."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, chain
from typing import Any

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.match.keys import Keys, StoryWords, WantedKeys, Word, longer
from symbolic_rc.match.kinds import Kind, Weights
from symbolic_rc.spans.relation import Relation


@dataclass(frozen=True, slots=True)
class Matches:
    """A relation with the reason of every entry.

    Attributes
    ----------
    relation : Relation
        Question words (rows) by tokens of the story.
    kinds : ndarray of uint8, shape (entries,)
        The `Kind` of each entry, parallel to ``relation.positions``.
    opposed : tuple of (int, int)
        Pairs (question word, token) of opposites; they are no entries of the relation.
    """

    relation: Relation
    kinds: NDArray[np.uint8]
    opposed: tuple[tuple[int, int], ...] = ()

    def reasons(self, row: int) -> list[tuple[int, Kind, float]]:
        """Return (token, kind, weight) for each match of a question word."""
        part = slice(self.relation.indptr[row], self.relation.indptr[row + 1])
        columns = (self.relation.positions[part], self.kinds[part], self.relation.weights[part])
        return [(int(p), Kind(int(k)), float(w)) for p, k, w in zip(*columns, strict=True)]


#: A question's words with their lemmas and parts of speech, where those are known.
Content = tuple[tuple[str, ...], tuple[str, ...] | None, tuple[str, ...] | None]
#: Room for the matches of a question, before more is made.
_ROOM = 256
#: Maximum number of questions in the cache.
_REMEMBERED = 4096


class Matcher:
    """Matches words under one set of weights; keeps what it learned of each distinct word.

    Words are given as they stand in the text, in any case; lemmas and WordNet's parts of speech (n, v, a, r,
    empty for others) make the match more precise where annotation provides them.

    Examples
    --------
    >>> found = Matcher().relate(["killed"], ["He", "kills", "two", "men"])          # doctest: +SKIP
    >>> found.positions.tolist()                                                     # doctest: +SKIP
    [1]
    """

    def __init__(self, weights: Weights | None = None) -> None:
        self.weights = weights or Weights()
        self._keys = Keys(self.weights)
        self._asked: dict[Content, tuple[list[Word], NDArray[np.int32], NDArray[np.int32]]] = {}

    def story(
        self,
        words: Sequence[str],
        lemmas: Sequence[str] | None = None,
        parts: Sequence[str] | None = None,
    ) -> StoryWords:
        """Prepare a story's tokens; done once for all questions on it."""
        lowered = [word.lower() for word in words]
        places: dict[Word, list[int]] = {}
        for i, word in enumerate(_words(lowered, lemmas, parts)):
            places.setdefault(word, []).append(i)
        if self.weights.phrase:
            for start, end, entry in self._keys.phrases.find(lowered):
                places.setdefault(entry, []).extend(range(start, end))
        offered = self._keys.offered(list(places))
        keys = np.concatenate(offered) if offered else np.zeros(0, np.int64)
        owners = np.repeat(np.arange(len(offered), dtype=np.int32), [len(each) for each in offered])
        order = np.argsort(keys, kind="stable")
        return StoryWords(
            keys[order],
            owners[order],
            _bounds(map(len, places.values())),
            np.array([i for each in places.values() for i in each], np.int32),
            np.array([word.phrase for word in places], np.uint8),
            np.float32(self.weights.phrase),
            len(lowered),
        )

    def prepare(self, questions: Iterable[Content]) -> None:
        """Look up the words of several questions at once, which takes less time than one question at a time.

        Parameters
        ----------
        questions : iterable of (words, lemmas, parts)
            As `matches` takes them.
        """
        if new := [content for content in dict.fromkeys(questions) if content not in self._asked]:
            self._find_units(new)

    def _find_units(
        self, new: Sequence[Content]
    ) -> list[tuple[list[Word], NDArray[np.int32], NDArray[np.int32]]]:
        """Return for each question its words and entries of several words, and which each word belongs to."""
        lowered = [[word.lower() for word in words] for words, _, _ in new]
        units = [_words(low, lemmas, parts) for low, (_, lemmas, parts) in zip(lowered, new, strict=True)]
        entries = self._keys.phrases.find_all(lowered) if self.weights.phrase else [[] for _ in new]
        found = []
        for own, several in zip(units, entries, strict=True):
            rows = [[i] for i in range(len(own))]
            for start, end, entry in several:
                for i in range(start, end):
                    rows[i].append(len(own))
                own.append(entry)
            found.append((own, _bounds(map(len, rows)), np.array(list(chain(*rows)), np.int32)))
        self._keys.sought([word for own in units for word in own])
        if len(self._asked) + len(new) > _REMEMBERED:
            self._asked = {}
        self._asked.update(zip(new, found, strict=True))
        return found

    def matches(
        self,
        question: Sequence[str],
        story: StoryWords | Sequence[str],
        lemmas: Sequence[str] | None = None,
        parts: Sequence[str] | None = None,
    ) -> Matches:
        """Match a question's words with a story, with reasons.

        Parameters
        ----------
        question : sequence of str
            One row of the relation each, in this order.
        story : StoryWords or sequence of str
        lemmas, parts : sequences of str, optional
            Of the question's words.
        """
        if not isinstance(story, StoryWords):
            story = self.story(story)
        content = (
            tuple(question),
            None if lemmas is None else tuple(lemmas),
            None if parts is None else tuple(parts),
        )
        units, row_bounds, row_units = self._asked.get(content) or self._find_units([content])[0]
        if not units:
            return Matches(_empty(story.n_tokens), np.zeros(0, np.uint8))
        wanted = WantedKeys(*self._keys.sought(units), row_bounds=row_bounds, row_units=row_units)
        indptr, positions, weights, kinds = joined(story, wanted)
        opposed: tuple[tuple[int, int], ...] = ()
        against = weights == 0
        if against.any():
            row_of = np.repeat(np.arange(len(row_bounds) - 1), np.diff(indptr))
            opposed = tuple(zip(row_of[against].tolist(), positions[against].tolist(), strict=True))
            kept = np.bincount(row_of[~against], minlength=len(row_bounds) - 1)
            indptr = _bounds(kept.tolist())
            positions, weights, kinds = positions[~against], weights[~against], kinds[~against]
        return Matches(Relation(indptr, positions, weights, story.n_tokens), kinds, opposed)

    def relate(self, question: Sequence[str], story: StoryWords | Sequence[str]) -> Relation:
        """Return the relation alone; see `matches`."""
        return self.matches(question, story).relation


def joined(story: StoryWords, wanted: WantedKeys) -> tuple[NDArray[Any], ...]:
    """Return what a question's words match in a story, row by row: see `kernels.join`."""
    from symbolic_rc.match.kernels import join

    rows, done = len(wanted.row_bounds) - 1, 0
    indptr = np.zeros(rows + 1, np.int32)
    found: list[NDArray[Any]] = [np.empty(_ROOM, kind) for kind in (np.int32, np.float32, np.uint8)]
    while (done := join(story, wanted, done, indptr, *found)) < rows:
        room = 2 * len(found[0]) + story.n_tokens  # at least one row more
        found = [longer(array, room) for array in found]
    return indptr, *(array[: indptr[-1]] for array in found)


def _words(lowered: list[str], lemmas: Sequence[str] | None, parts: Sequence[str] | None) -> list[Word]:
    if lemmas is None and parts is None:
        return [Word(word) for word in lowered]
    blank = [""] * len(lowered)
    return [Word(*each) for each in zip(lowered, lemmas or blank, parts or blank, strict=True)]


def _bounds(sizes: Iterable[int]) -> NDArray[np.int32]:
    return np.array([0, *accumulate(sizes)], np.int32)


def _empty(n_tokens: int) -> Relation:
    return Relation(np.zeros(1, np.int32), np.zeros(0, np.int32), np.zeros(0, np.float32), n_tokens)


@lru_cache(maxsize=8)
def matcher(weights: Weights | None = None) -> Matcher:
    """Return the shared matcher for these weights (the default ones), so that what it learned is kept."""
    return Matcher(weights)


def relate(question: Sequence[str], story: StoryWords | Sequence[str]) -> Relation:
    """Match a question's words with a story's under the default weights; see `Matcher.matches`.

    Parameters
    ----------
    question : Sequence[str]
        The question's words.
    story : StoryWords | Sequence[str]
        The story's words, or what `Matcher.story` made of them.
    """
    return matcher().relate(question, story)
