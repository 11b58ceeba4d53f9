"""What a word can be matched by, as integers: a story's words offer keys, a question's words seek them.

Two words match where one seeks a key that the other offers. All that WordNet, the vectors and PPDB know of a
word becomes keys once for every distinct word, so that no pair of words is ever looked up in a lexicon.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.vocabulary import Vocabulary
from symbolic_rc.core.words import FUNCTION_WORDS
from symbolic_rc.lexicon.numbers import number
from symbolic_rc.lexicon.wordnet import PARTS
from symbolic_rc.match.keys.key_spaces import VALUE, key
from symbolic_rc.match.keys.words import LONG, REMEMBERED, Phrases, Word, as_bytes
from symbolic_rc.match.kinds import Weights

_PART = {"": -1, **{part: i for i, part in enumerate(PARTS)}}


_Described: TypeAlias = tuple[
    NDArray[np.uint8],
    NDArray[np.int64],
    NDArray[np.int64],
    NDArray[np.int8],
    NDArray[np.uint8],
    NDArray[np.int64],
]


class Sought(NamedTuple):
    """What words of a question seek, among what was sought before.

    Attributes
    ----------
    starts, ends : ndarray of int64, shape (w,)
        The part of the arrays that each word seeks.
    keys, weights, kinds : ndarrays of int64, float32 and uint8
        Keys rising for each word, what a match by them weighs, and why (see `Kind`).
    """

    starts: NDArray[np.int64]
    ends: NDArray[np.int64]
    keys: NDArray[np.int64]
    weights: NDArray[np.float32]
    kinds: NDArray[np.uint8]


class _Kept:
    """What was sought so far: one array of each kind, and each word's place in them."""

    def __init__(self) -> None:
        self.places: dict[Word, tuple[int, int]] = {}
        self.arrays: tuple[NDArray[Any], ...] = tuple(
            np.empty(1 << 12, dtype) for dtype in (np.int64, np.float32, np.uint8)
        )
        self._size = 0

    def add(self, words: Sequence[Word], ends: NDArray[np.int64], *arrays: NDArray[Any]) -> None:
        """Add words with the ends of their parts of the arrays; those who read meanwhile see no change."""
        room, start, size = self.arrays, self._size, self._size + len(arrays[0])
        if size > len(room[0]):
            room = tuple(np.concatenate([old[:start], np.empty(2 * size - start, old.dtype)]) for old in room)
        for place, array in zip(room, arrays, strict=True):
            place[start:size] = array
        self.arrays, self._size = room, size
        bounds = [start, *(start + ends).tolist()]
        self.places.update((word, (bounds[i], bounds[i + 1])) for i, word in enumerate(words))


def _longer(array: NDArray[Any]) -> NDArray[Any]:
    """Return an array of twice the length that begins with the same."""
    return np.concatenate([array, np.empty_like(array)])


class Keys:
    """The keys of every word met so far, under one set of weights; safe from any thread."""

    def __init__(self, weights: Weights) -> None:
        self.weights = weights
        self.phrases = Phrases()
        self._strings = Vocabulary()
        self._offered: dict[Word, NDArray[np.int64]] = {}
        self._sought = _Kept()
        self._lock = threading.RLock()

    def offered(self, words: Sequence[Word]) -> list[NDArray[np.int64]]:
        """Return for each of a story's words the keys by which it can be found, rising."""
        known = self._offered
        new = [word for word in words if word not in known]
        if new:
            from symbolic_rc.match.keys.key_kernels import offer

            with self._lock:
                if len(known) >= REMEMBERED:
                    known, new = {}, list(words)
                described = self._described(new)
                keys, ends = np.empty(64 * len(new) + 64, np.int64), np.empty(len(new), np.int64)
                done = 0
                while (done := offer(*self._facts(), *described, done, keys, ends)) < len(new):
                    keys = _longer(keys)
                keys = keys[: ends[-1]].copy()
                known.update(zip(new, np.split(keys, ends[:-1]), strict=True))
                self._offered = known
        return [known[word] for word in words]

    def sought(self, words: Sequence[Word]) -> Sought:
        """Return what a question's words look for."""
        kept = self._sought
        if not kept.places.keys() >= set(words):
            from symbolic_rc.match.keys.key_kernels import seek

            with self._lock:
                kept = _Kept() if len(self._sought.places) >= REMEMBERED else self._sought
                new = list(dict.fromkeys(word for word in words if word not in kept.places))
                if new:
                    described, done = self._described(new), 0
                    room = 128 * len(new) + 128
                    keys, ends = np.empty(room, np.int64), np.empty(len(new), np.int64)
                    weights, kinds = np.empty(room, np.float32), np.empty(room, np.uint8)
                    while True:
                        done = seek(*self._facts(), *described, done, keys, weights, kinds, ends)
                        if done == len(new):
                            break
                        keys, weights, kinds = _longer(keys), _longer(weights), _longer(kinds)
                    kept.add(new, ends, *(array[: ends[-1]] for array in (keys, weights, kinds)))
                self._sought = kept
        places = np.array([kept.places[word] for word in words], np.int64).reshape(-1, 2).T.copy()
        return Sought(places[0], places[1], *kept.arrays)

    def number_of(self, text: str) -> int:
        """Return the number that stands for a string in keys."""
        with self._lock:
            return int(self._numbers([text])[0])

    # -- what the kernels take

    def _facts(self) -> tuple[Any, Any, Any]:
        from symbolic_rc.match.keys.key_kernels import Settings
        from symbolic_rc.match.keys.lexicon_arrays import facts, near, no_near

        weights = self.weights
        whole = ("senses", "steps", "neighbours")
        settings = Settings._make(
            (int if name in whole else float)(getattr(weights, name)) for name in Settings._fields
        )
        return facts(), near() if weights.vector else no_near(), settings

    def _numbers(self, texts: Sequence[str]) -> NDArray[np.int64]:
        """Return the numbers of strings: those of the lexicons, and further ones as they are met."""
        from symbolic_rc.match.keys.base_kernels import numbers_of
        from symbolic_rc.match.keys.lexicon_arrays import facts

        found = np.empty(len(texts), np.int64)
        numbers_of(facts(), *as_bytes(texts), found)
        first = len(facts().lemmas.ends) + len(facts().others.ends)
        for i in np.flatnonzero(found < 0).tolist():
            found[i] = first + self._strings.add(texts[i])
        return found

    def _described(self, words: Sequence[Word]) -> _Described:
        """Return words as `key_kernels.offer` takes them."""
        from symbolic_rc.match.keys.base_kernels import FUNCTION, SEVERAL

        strings = []
        values = np.full(len(words), -1, np.int64)
        marks = np.zeros(len(words), np.uint8)
        for i, word in enumerate(words):
            joined = word.text.replace("-", "").replace("_", "") if "-" in word.text or word.phrase else ""
            strings += [word.text.replace(" ", "_"), joined if len(joined) >= LONG else ""]
            value = number(word.text.replace("_", " "))
            if value is not None:
                values[i] = key(VALUE, int(self._numbers([repr(value)])[0]))
            marks[i] = FUNCTION * (word.text in FUNCTION_WORDS) + SEVERAL * word.phrase
        numbers = self._numbers([word.text for word in words] + [word.lemma.lower() for word in words])
        own = numbers.reshape(2, -1).T.copy()
        own[[not word.lemma for word in words], 1] = -1
        parts = np.array([_PART[word.part] for word in words], np.int8)
        return (*as_bytes(strings), own, parts, marks, values)
