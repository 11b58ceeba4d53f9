"""What a word can be matched by, as integers: a story's words offer keys, a question's words seek them.

A key is a 64-bit integer: a space in the high bits, a number in the low ones. Two words match where one
seeks a key that the other offers. All that WordNet, the vectors and PPDB know of a word becomes keys once
for every distinct word, so that no pair of words is ever looked up in a lexicon.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.vocabulary import Vocabulary
from symbolic_rc.core.words import FUNCTION_WORDS
from symbolic_rc.lexicon.numbers import number
from symbolic_rc.lexicon.paraphrases import paraphrases
from symbolic_rc.lexicon.vectors import vectors
from symbolic_rc.lexicon.wordnet import PARTS, wordnet
from symbolic_rc.match.kinds import Kind, Weights

#: Spaces of keys.
FORM, BASE, PERTAINS, VALUE, SYNSET, NEAR, ANCESTOR = range(7)
_SHIFT = 40


def key(space: int, number: int, steps: int = 0) -> int:
    """Return the key of a number in a space; `steps` tells ancestors at different heights apart."""
    return (space + steps) << _SHIFT | number


@dataclass(frozen=True, slots=True)
class Word:
    """A distinct word as it is asked about: lower-cased, with lemma and part of speech where known.

    `part` is one of WordNet's (n, v, a, r), or empty; `phrase` marks an entry of several words.
    """

    text: str
    lemma: str = ""
    part: str = ""
    phrase: bool = False


@dataclass(frozen=True, slots=True)
class Sought:
    """What a question's word seeks: parallel arrays of keys, weights and kinds (see `Kind`)."""

    keys: NDArray[np.int64]
    weights: NDArray[np.float32]
    kinds: NDArray[np.uint8]


#: So many words, and so many runs of words, are remembered at a time; a book has a million runs.
_REMEMBERED = 1 << 17


def _bounded(known: dict[Any, Any]) -> None:
    if len(known) >= _REMEMBERED:
        known.clear()


class Keys:
    """The keys of every word met so far, under one set of weights; safe from any thread."""

    def __init__(self, weights: Weights) -> None:
        self.weights = weights
        self._strings = Vocabulary()
        self._offered: dict[Word, NDArray[np.int64]] = {}
        self._sought: dict[Word, Sought] = {}
        self._lock = threading.RLock()

    def offered(self, word: Word) -> NDArray[np.int64]:
        """Return the keys by which a story's word can be found, rising."""
        found = self._offered.get(word)
        if found is None:
            with self._lock:
                _bounded(self._offered)
                found = self._offered[word] = np.array(sorted(set(self._offer(word))), np.int64)
        return found

    def sought(self, word: Word) -> Sought:
        """Return what a question's word looks for."""
        found = self._sought.get(word)
        if found is None:
            with self._lock:
                _bounded(self._sought)
                found = self._sought[word] = self._seek(word)
        return found

    # -- parts of a word

    def _string(self, space: int, text: str) -> int:
        return key(space, self._strings.add(text))

    def bases(self, word: Word) -> tuple[str, ...]:
        """Return the base forms of a word: itself, its lemma, and what WordNet takes it to be a form of."""
        if word.text in FUNCTION_WORDS:
            return (word.text,)
        words = wordnet()
        found = [word.text]
        if word.lemma:
            found.append(word.lemma.lower())
        for part in word.part or PARTS:
            found += words.base(word.text, part)
        if "-" in word.text or word.phrase:
            joined = word.text.replace("-", "").replace("_", "")
            found += (base for base in words.base(joined, "n") if len(joined) > 5)
        return tuple(dict.fromkeys(found))

    def _synsets(self, bases: Iterable[str], parts: str) -> list[int]:
        """Return the first senses of each base form in each part of speech."""
        words = wordnet()
        found: dict[int, None] = {}
        for base in bases:
            for part in parts or PARTS:
                if words.has(base, part):
                    found.update(dict.fromkeys(words.entries(base, part)[: self.weights.senses]))
        return list(found)

    # -- what a story's word offers

    def _offer(self, word: Word) -> Iterable[int]:
        bases = self.bases(word)
        yield self._string(FORM, word.text)
        for base in bases:
            yield self._string(BASE, base)
        value = number(word.text.replace("_", " "))
        if value is not None:
            yield self._string(VALUE, repr(value))
        if word.text in FUNCTION_WORDS:
            return
        words = wordnet()
        for base in bases:
            for part in "ar":
                for target, _ in words.linked(base, part, "pertainym"):
                    yield self._string(PERTAINS, target.lower())
        synsets = self._synsets(bases, word.part)
        for synset in synsets:
            yield key(SYNSET, synset)
        if self.weights.hypernym:
            for synset in synsets:
                for ancestor, steps in words.ancestors(synset, self.weights.steps).items():
                    if steps:
                        yield key(ANCESTOR, ancestor, steps)
        near = vectors().find(word.text) if self.weights.vector else -1
        if near >= 0:
            yield key(NEAR, near)

    # -- what a question's word seeks

    def _seek(self, word: Word) -> Sought:
        best: dict[int, tuple[float, int]] = {}
        for wanted, weight, kind in self._wanted(word):
            if word.phrase and kind != Kind.ANTONYM:
                weight, kind = weight * self.weights.phrase, Kind.PHRASE
            if weight > 0 and weight > best.get(wanted, (0.0, 0))[0]:
                best[wanted] = weight, int(kind)
        keys = sorted(best)
        return Sought(
            np.array(keys, np.int64),
            np.array([best[each][0] for each in keys], np.float32),
            np.array([best[each][1] for each in keys], np.uint8),
        )

    def _wanted(self, word: Word) -> Iterable[tuple[int, float, Kind]]:
        settings, words, bases = self.weights, wordnet(), self.bases(word)
        yield self._string(FORM, word.text), settings.surface, Kind.SURFACE
        value = number(word.text.replace("_", " "))
        if value is not None:
            yield self._string(VALUE, repr(value)), settings.number, Kind.NUMBER
        if word.text in FUNCTION_WORDS:
            return
        for base in bases:
            yield self._string(BASE, base), settings.inflection, Kind.INFLECTION
            for derived in self._derived(base, word.part):
                yield self._string(BASE, derived), settings.derivation, Kind.DERIVATION
            yield self._string(PERTAINS, base), settings.derivation, Kind.DERIVATION
            for opposite in self._opposite(base, word.part):
                yield self._string(BASE, opposite), 1.0, Kind.ANTONYM
        for same in paraphrases().same(word.text) if settings.paraphrase else ():
            yield self._string(FORM, same), settings.paraphrase, Kind.PARAPHRASE
        for synset in self._synsets(bases, word.part):
            yield key(SYNSET, synset), settings.synset, Kind.SYNSET
            for other in words.related(synset, "verb_group", "similar"):
                yield key(SYNSET, other), settings.verb_group, Kind.VERB_GROUP
            if settings.hypernym:
                for ancestor, steps in words.ancestors(synset, settings.steps).items():
                    if steps:
                        yield key(SYNSET, ancestor), settings.hypernym / steps, Kind.HYPERNYM
                for steps in range(1, settings.steps + 1):
                    yield key(ANCESTOR, synset, steps), settings.hypernym / steps, Kind.HYPERNYM
        if settings.vector:
            for near, cosine in self._near(word.text):
                yield key(NEAR, near), settings.vector * cosine, Kind.VECTOR

    def _derived(self, base: str, parts: str) -> Iterable[str]:
        words = wordnet()
        for part in parts or PARTS:
            for relation in ("derivation", "pertainym"):
                for text, _ in words.linked(base, part, relation):
                    yield text.lower()

    def _opposite(self, base: str, parts: str) -> Iterable[str]:
        words = wordnet()
        for part in parts or PARTS:
            yield from (text.lower() for text in words.antonyms(base, part))
        yield from paraphrases().opposite(base)

    def _near(self, text: str) -> Iterable[tuple[int, float]]:
        known = vectors()
        place = known.find(text)
        if place < 0:
            return
        settings = self.weights
        for other, cosine in known.near(place, settings.neighbours):
            if cosine >= settings.cosine:
                yield other, cosine

    @cached_property
    def phrases(self) -> Phrases:
        """The entries of several words."""
        return Phrases()


class Phrases:
    """Finds entries of several words ("hand gun", "gave up") in running text."""

    longest = 4
    _particles = frozenset("up out off away down back in on over through about".split())

    def __init__(self) -> None:
        self._known: dict[tuple[str, ...], Word | None] = {}

    def at(self, words: tuple[str, ...]) -> Word | None:
        """Return the entry that these words make, or None."""
        try:
            return self._known[words]
        except KeyError:
            _bounded(self._known)
            found = self._known[words] = self._look_up(words)
            return found

    def _look_up(self, words: tuple[str, ...]) -> Word | None:
        first, last = words[0], words[-1]
        if first in FUNCTION_WORDS or not all(word[0].isalpha() for word in words):
            return None
        particle = last in self._particles
        if last in FUNCTION_WORDS and not particle:
            return None
        known = wordnet()
        if particle:
            for base in known.base(first, "v"):
                text = "_".join((base, *words[1:]))
                if known.has(text, "v"):
                    return Word(text, part="v", phrase=True)
            return None
        forms = ["_".join(words), "-".join(words)]
        if all(len(word) > 2 for word in words):
            forms.append("".join(words))
        for form in forms:
            if bases := known.base(form, "n"):
                return Word(bases[-1], part="n", phrase=True)
        return None

    def find(self, words: list[str]) -> list[tuple[int, int, Word]]:
        """Return (start, end, entry) for every entry in the words, longer ones too where they overlap."""
        found = []
        for start in range(len(words) - 1):
            if words[start] in FUNCTION_WORDS:
                continue
            for end in range(start + 2, min(start + self.longest, len(words)) + 1):
                entry = self.at(tuple(words[start:end]))
                if entry is not None:
                    found.append((start, end, entry))
        return found
