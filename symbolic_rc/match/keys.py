"""What a word can be matched by, as integers: a story's words offer keys, a question's words seek them.

Two words match where one seeks a key that the other offers. All that WordNet, the vectors and PPDB know of a
word becomes keys once for every distinct word, so that no pair of words is ever looked up in a lexicon.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import Any, NamedTuple

import numpy as np

from symbolic_rc.core.arrays import Array, Bytes, Int8s, Ints, Longs, Singles
from symbolic_rc.core.forks import ForkSafe
from symbolic_rc.lexicon.english import FUNCTION_WORDS
from symbolic_rc.lexicon.numbers import number
from symbolic_rc.lexicon.wordnet import PARTS, wordnet
from symbolic_rc.match.kinds import VALUE, Weights, key

#: Letters from which a word without its hyphens may be another form; letters of each word of a joined entry.
LONG, _WORD = 6, 3

#: Maximum number of words, and of runs of words, in the caches; a book has a million runs. What a word seeks
#: takes two kilobytes.
REMEMBERED, _SOUGHT = 1 << 15, 1 << 13


class Word(NamedTuple):
    """A distinct word as it is asked about: lower-cased, with lemma and part of speech where known.

    `part` is one of WordNet's (n, v, a, r), or empty; `phrase` marks an entry of several words.
    """

    text: str
    lemma: str = ""
    part: str = ""
    phrase: bool = False


def as_bytes(texts: Sequence[str]) -> tuple[Bytes, Longs]:
    """Return strings as kernels take them: their bytes one after the other, and where each ends."""
    encoded = [text.encode("utf-8", "surrogatepass") for text in texts]
    return np.frombuffer(b"".join(encoded), np.uint8), np.cumsum([len(each) for each in encoded])


class Phrases:
    """Finds entries of several words ("hand gun", "gave up") in running text."""

    longest = 4
    _particles = frozenset("up out off away down back in on over through about".split())

    def __init__(self) -> None:
        self._known: dict[tuple[str, ...], Word | None] = {}

    def find(self, texts: Sequence[list[str]]) -> list[list[tuple[int, int, Word]]]:
        """Return (start, end, entry) for every entry in each text, longer ones too where they overlap."""
        runs = [self._runs(words) for words in texts]
        known = self._known
        new = {run: None for own in runs for _, _, run in own if run not in known}
        if new:
            known.update(self._entries(list(new)))
        if len(known) > REMEMBERED:
            self._known = {}
        return [
            [(start, end, entry) for start, end, run in own if (entry := known[run]) is not None]
            for own in runs
        ]

    def _runs(self, words: list[str]) -> list[tuple[int, int, tuple[str, ...]]]:
        return [
            (start, end, tuple(words[start:end]))
            for start in range(len(words) - 1)
            if words[start] not in FUNCTION_WORDS
            for end in range(start + 2, min(start + self.longest, len(words)) + 1)
        ]

    def _entries(self, runs: Sequence[tuple[str, ...]]) -> dict[tuple[str, ...], Word | None]:
        """Return the entry that each run of words makes, or None; all nouns are looked up together."""
        from symbolic_rc.match.key_kernels import last_bases
        from symbolic_rc.match.lexicon_arrays import facts

        found: dict[tuple[str, ...], Word | None] = dict.fromkeys(runs)
        forms: list[str] = []
        owners: list[tuple[str, ...]] = []
        for run in runs:
            if not all(word[0].isalpha() for word in run):
                continue
            if run[-1] in self._particles:
                found[run] = _with_particle(run)
            elif run[-1] not in FUNCTION_WORDS:
                own = ["_".join(run), "-".join(run)]
                if min(map(len, run)) >= _WORD:
                    own.append("".join(run))
                forms += own
                owners += [run] * len(own)
        if forms:
            lemmas = np.empty(len(forms), np.int32)
            last_bases(facts(), *as_bytes(forms), lemmas)
            for i in reversed(np.flatnonzero(lemmas >= 0).tolist()):  # the first form that is an entry stays
                found[owners[i]] = Word(wordnet().names[int(lemmas[i])], part="n", phrase=True)
        return found


def _with_particle(run: tuple[str, ...]) -> Word | None:
    known = wordnet()
    for base in known.base(run[0], "v"):
        text = "_".join((base, *run[1:]))
        if known.has(text, "v"):
            return Word(text, part="v", phrase=True)
    return None


_PART = {"": -1, **{part: i for i, part in enumerate(PARTS)}}


class DescribedWords(NamedTuple):
    """Words as kernels take them."""

    data: Bytes  # two strings for each: its text, and the text without hyphens where that may be another form
    ends: Longs  # where each string ends
    own: Longs  # (w, 2): the numbers of text and lemma; -1 for no lemma
    parts: Int8s  # the part of speech, as in WordNet's order, or -1
    marks: Bytes  # `FUNCTION`, `SEVERAL`
    values: Longs  # the key of the value of a number, or -1


class StoryWords(NamedTuple):
    """A story's words, ready to be matched; made by `Matcher.story`.

    Attributes
    ----------
    keys, owners : ndarray of int64 and int32, shape (k,)
        The keys that its distinct words (units) offer, rising, and the unit that offers each.
    bounds, positions : ndarrays of int32
        Unit u stands at the tokens ``positions[bounds[u]:bounds[u + 1]]``.
    phrases : ndarray of uint8, shape (units,)
        Which units are entries of several words; their matches count `phrase_weight` times.
    """

    keys: Longs
    owners: Ints
    bounds: Ints
    positions: Ints
    phrases: Bytes
    phrase_weight: np.float32
    n_tokens: int


class WantedKeys(NamedTuple):
    """What a question seeks."""

    # starts, ends: (units,): The part of the arrays that each unit seeks
    starts: Longs
    ends: Longs
    # keys, weights, kinds: keys rising for each unit, what a match by them weighs, and why (see `Kind`)
    keys: Longs
    weights: Singles
    kinds: Bytes
    # row_bounds, row_units: the units that each question word belongs to: itself, and entries of several
    # words
    row_bounds: Ints
    row_units: Ints


class _Kept:
    """The cache of what words seek: one array of each kind, and each word's range in them."""

    def __init__(self) -> None:
        self.places: dict[Word, tuple[int, int]] = {}
        self.arrays: tuple[Array, ...] = tuple(
            np.empty(1 << 12, dtype) for dtype in (np.int64, np.float32, np.uint8)
        )
        self._size = 0

    def add(self, words: Sequence[Word], ends: Longs, *arrays: Array) -> None:
        """Add words with the ends of their parts of the arrays; those who read meanwhile see no change."""
        room, start, size = self.arrays, self._size, self._size + len(arrays[0])
        if size > len(room[0]):
            room = tuple(np.concatenate([old[:start], np.empty(2 * size - start, old.dtype)]) for old in room)
        for place, array in zip(room, arrays, strict=True):
            place[start:size] = array
        self.arrays, self._size = room, size
        bounds = [start, *(start + ends).tolist()]
        self.places.update((word, (bounds[i], bounds[i + 1])) for i, word in enumerate(words))


def longer(array: Array, room: int) -> Array:
    """Return an array of another length that begins with the same."""
    return np.concatenate([array, np.empty(room - len(array), array.dtype)])


def _numbers(texts: Sequence[str]) -> Longs:
    """Return the numbers of strings: those of the lexicons; of others, hashes above these."""
    from symbolic_rc.match.key_kernels import numbers_of
    from symbolic_rc.match.lexicon_arrays import facts

    found = np.empty(len(texts), np.int64)
    numbers_of(facts(), *as_bytes(texts), found)
    first = len(facts().lemmas.ends) + len(facts().others.ends)
    for i in np.flatnonzero(found < 0).tolist():
        digest = blake2b(texts[i].encode("utf-8", "surrogatepass"), digest_size=6).digest()
        found[i] = first + int.from_bytes(digest, "little")
    return found


class Keys:
    """The keys of words under one set of weights, cached; safe from any thread."""

    def __init__(self, weights: Weights) -> None:
        self.weights = weights
        self.phrases = Phrases()
        self._offered: dict[Word, Longs] = {}
        self._sought = _Kept()
        self._guard = ForkSafe()

    def offered(self, words: Sequence[Word]) -> list[Longs]:
        """Return for each of a story's words the keys by which it can be found, rising."""
        known = self._offered
        new = [word for word in words if word not in known]
        if new:
            from symbolic_rc.match.key_kernels import offer

            with self._guard.lock:
                if len(known) >= REMEMBERED:
                    known, new = {}, list(words)
                described = self._described(new)
                keys, ends = np.empty(64 * len(new) + 64, np.int64), np.empty(len(new), np.int64)
                done = 0
                while (done := offer(*self._facts(), described, done, keys, ends)) < len(new):
                    keys = longer(keys, 2 * len(keys))
                keys = keys[: ends[-1]].copy()
                known.update(zip(new, np.split(keys, ends[:-1]), strict=True))
                self._offered = known
        return [known[word] for word in words]

    def sought(self, words: Sequence[Word]) -> tuple[Array, ...]:
        """Return what a question's words look for: the first five arrays of `WantedKeys`."""
        kept = self._sought
        if not kept.places.keys() >= set(words):
            from symbolic_rc.match.key_kernels import seek

            with self._guard.lock:
                kept = _Kept() if len(self._sought.places) >= _SOUGHT else self._sought
                new = list(dict.fromkeys(word for word in words if word not in kept.places))
                if new:
                    described, done = self._described(new), 0
                    room = 128 * len(new) + 128
                    ends = np.empty(len(new), np.int64)
                    arrays: list[Any] = [np.empty(room, kind) for kind in (np.int64, np.float32, np.uint8)]
                    while (done := seek(*self._facts(), described, done, *arrays, ends)) < len(new):  # type: ignore[call-arg]
                        arrays = [longer(array, 2 * len(array)) for array in arrays]
                    kept.add(new, ends, *(array[: ends[-1]] for array in arrays))
                self._sought = kept
        places = np.array([kept.places[word] for word in words], np.int64).reshape(-1, 2).T.copy()
        return places[0], places[1], *kept.arrays

    # -- what the kernels take

    def _facts(self) -> tuple[Any, Any, Any]:
        from symbolic_rc.match.lexicon_arrays import facts, near, no_near

        weights = self.weights
        settings = Weights._make(type(usual)(own) for usual, own in zip(Weights(), weights, strict=True))
        return facts(), near() if weights.vector else no_near(), settings

    def _described(self, words: Sequence[Word]) -> DescribedWords:
        """Return words as `key_kernels.offer` takes them."""
        from symbolic_rc.match.key_kernels import FUNCTION, SEVERAL

        strings = []
        values = np.full(len(words), -1, np.int64)
        marks = np.zeros(len(words), np.uint8)
        for i, word in enumerate(words):
            joined = word.text.replace("-", "").replace("_", "") if "-" in word.text or word.phrase else ""
            strings += [word.text.replace(" ", "_"), joined if len(joined) >= LONG else ""]
            if (value := number(word.text.replace("_", " "))) is not None:
                values[i] = key(VALUE, int(_numbers([repr(value)])[0]))
            marks[i] = FUNCTION * (word.text in FUNCTION_WORDS) + SEVERAL * word.phrase
        numbers = _numbers([word.text for word in words] + [word.lemma.lower() for word in words])
        own = numbers.reshape(2, -1).T.copy()
        own[[not word.lemma for word in words], 1] = -1
        parts = np.array([_PART[word.part] for word in words], np.int8)
        return DescribedWords(*as_bytes(strings), own, parts, marks, values)
