"""Words, parts of speech, roles, synsets and vectors as integers."""

from __future__ import annotations

import zlib
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.lexicon import vectors, wordnet


@lru_cache(maxsize=8192)
def word_code(word: str) -> int:
    """Return the number that stands for a word, lemma, tag or entity label in the arrays."""
    from spacy.strings import hash_string  # type: ignore[attr-defined]

    return fold(hash_string(word)) if word else 0


def fold(value: int) -> int:
    """Fold a 64-bit hash into 31 bits."""
    return (value ^ (value >> 31)) & 0x7FFFFFFF


_PART = {"NOUN": "n", "PROPN": "n", "VERB": "v", "AUX": "v", "ADJ": "a", "ADV": "r"}


def part_letter(part: str) -> str:
    """Return WordNet's letter for a part of speech, or an empty string."""
    return _PART.get(part, "")


_ROLES = ("ARG0", "ARG1", "ARG2", "ARG3", "ARG4", "ARG5", "ARGM-TMP", "ARGM-LOC", "ARGM-CAU", "ARGM-MNR",
          "ARGM-PRP", "ARGM-DIR", "ARGM-ADV", "ARGM-GOL", "ARGM-EXT", "ARGM-COM")  # fmt: skip
_ROLE = {name: i + 1 for i, name in enumerate(_ROLES)}


def role_code(role: str) -> int:
    """Return a role as a small integer; 0 for those that no question asks for."""
    return _ROLE.get(role.removeprefix("C-").removeprefix("R-"), 0)


@lru_cache(maxsize=64)
def sense_code(lexname: str) -> int:
    """Return the number of a lexicographer file, as row SENSE holds it."""
    return zlib.crc32(lexname.encode()) & 0x7FFFFFFF


@lru_cache(maxsize=1 << 15)
def sense(lemma: str, part: str) -> int:
    """Return a hash of the lexicographer file of a lemma's commonest sense; 0 when there is none."""
    if (letter := _PART.get(part)) is None:
        return 0
    name = wordnet().class_of(lemma.lower(), letter)
    return sense_code(name) if name else 0


@lru_cache(maxsize=8192)
def kinds(noun: str) -> tuple[int, ...]:
    """Return the three commonest senses of a noun that asks for a kind: ``city`` in "what city"."""
    return wordnet().synsets(noun, "n")[:3]


@lru_cache(maxsize=1 << 15)
def vector(lemma: str) -> NDArray[np.int8]:
    """Return a word's vector at length 127, in whole numbers, so that products are the same everywhere."""
    found = vectors().vector(lemma)
    length = float(np.linalg.norm(found))
    return np.rint(found * (127 / length if length else 0.0)).astype(np.int8)
