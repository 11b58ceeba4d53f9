"""All that the lexicons say of words, as integer arrays that kernels can walk."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.arrays import Bytes, Hashes, Ints, Longs
from symbolic_rc.lexicon.files import once
from symbolic_rc.lexicon.paraphrases import paraphrases
from symbolic_rc.lexicon.strings import StringArrays, find_all
from symbolic_rc.lexicon.vectors import vectors
from symbolic_rc.lexicon.wordnet import wordnet


class LexicalFacts(NamedTuple):
    """WordNet and PPDB as arrays, with one numbering of their words.

    A word's number is that of its lemma in WordNet; of PPDB's other words it is their number there, counted
    on from WordNet's last.
    """

    # lemmas, exceptions, others: WordNet's lemmas and irregular forms ("v:gave"), and PPDB's words
    lemmas: StringArrays
    exceptions: StringArrays
    others: StringArrays
    parts: Longs  # (5,): where the synsets of each part of speech begin, with the end
    # exception_ends, exception_bases: the lemmas that each irregular form is of
    exception_ends: Hashes
    exception_bases: Ints
    # sense_ends, senses: each lemma's synsets, by part of speech, the commonest first
    sense_ends: Hashes
    senses: Hashes
    # word_ends, words: each synset's lemmas
    word_ends: Hashes
    words: Ints
    # pointer_ends, pointer_kinds, pointer_targets, pointer_sources, pointer_words: each synset's pointers:
    # kind, synset, and which of either's words they join (from 1; 0 for all)
    pointer_ends: Hashes
    pointer_kinds: Bytes
    pointer_targets: Hashes
    pointer_sources: Bytes
    pointer_words: Bytes
    numbers: Ints  # the number of each word of PPDB
    other_of: Ints  # PPDB's number for each lemma, or -1
    # same_ends, same, opposite_ends, opposite: each of PPDB's words' paraphrases and antonyms
    same_ends: Hashes
    same: NDArray[np.uint16]
    opposite_ends: Hashes
    opposite: NDArray[np.uint16]


class Near(NamedTuple):
    """The word vectors' neighbours: own ones, and whose neighbour a word is."""

    words: StringArrays
    neighbours: NDArray[np.uint16]
    cosines: Bytes
    back_bounds: Longs
    back_places: Ints


@once
def facts() -> LexicalFacts:
    """Return the facts, put together at first use."""
    net, arrays = wordnet(), wordnet().arrays
    lemmas, exceptions, others = (table.arrays for table in (net.names, net.exceptions, paraphrases().words))
    cased = _found(lemmas, arrays["cased.utf8"], arrays["cased.ends"], True)
    bases = _found(lemmas, arrays["exception.word.utf8"], arrays["exception.word.ends"], False)
    numbers = _found(lemmas, others.utf8, others.ends, False)
    other_of = np.full(len(lemmas.ends), -1, np.int32)
    shared = np.flatnonzero(numbers >= 0)
    other_of[numbers[shared]] = shared
    numbers[numbers < 0] = len(lemmas.ends) + np.flatnonzero(numbers < 0)
    pairs = paraphrases().arrays
    return LexicalFacts(
        lemmas, exceptions, others, np.array([0, *np.cumsum(arrays["parts"])], np.int64),
        arrays["exception.base.ends"], bases[arrays["exception.base"]], arrays["sense.ends"],
        arrays["sense.synset"], arrays["word.ends"],
        np.concatenate([np.arange(len(lemmas.ends), dtype=np.int32), cased])[arrays["word.name"]],
        arrays["pointer.ends"], arrays["pointer.kind"], arrays["pointer.target"],
        arrays["pointer.source_word"], arrays["pointer.target_word"], numbers, other_of, pairs["same.ends"],
        pairs["same"], pairs["opposite.ends"], pairs["opposite"],
    )  # fmt: skip


def _found(table: StringArrays, data: Bytes, ends: Hashes, lower: bool) -> Ints:
    out = np.empty(len(ends), np.int32)
    find_all(table, data, ends, lower, out)
    return out


@once
def near() -> Near:
    """Return the neighbours, put together at first use."""
    return Near(vectors().words.arrays, *vectors().neighbourhood)


@once
def no_near() -> Near:
    """Return neighbours of no word, for weights without vectors."""
    nothing = Near(
        StringArrays(np.zeros(0, np.uint8), np.zeros(0, np.uint32), np.full(2, -1, np.int32)),
        np.zeros((0, 1), np.uint16),
        np.zeros((0, 1), np.uint8),
        np.zeros(1, np.int64),
        np.zeros(0, np.int32),
    )
    for array in (*nothing.words, nothing.neighbours, nothing.cosines):
        array.flags.writeable = False  # as of those that are read from a file: one compilation serves both
    return nothing
