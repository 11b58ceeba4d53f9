"""Word vectors and senses of a document's mentions, as arrays that kernels read."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.coref.mentions import lexical
from symbolic_rc.coref.mentions.attributes import GOVERNOR_LEMMA, KIND, LEMMA, NOMINAL, Mentions
from symbolic_rc.lexicon import vectors

#: How many synsets of a noun are kept: its own, and those above it.
SENSES = 8


class Meanings(NamedTuple):
    """What the lexicons say of the words of a document's mentions.

    Attributes
    ----------
    vectors : ndarray of float32, shape (v, dimensions)
        The unit vector of each string of the document's vocabulary; zeros where there is none.
    senses : ndarray of int32, shape (m, SENSES)
        The synset of each common noun and those above it, nearest first; -1 behind them, and for names and
        pronouns.
    """

    vectors: NDArray[np.float32]
    senses: NDArray[np.int32]


def meanings_of(mentions: Mentions) -> Meanings:
    """Look up the heads of mentions, and the words that these hang from."""
    table, strings = mentions.table, mentions.strings
    units = np.zeros((len(strings), vectors().dimensions), np.float32)
    for i in np.unique(table[:, [LEMMA, GOVERNOR_LEMMA]]).tolist():
        if i >= 0:
            units[i] = lexical.unit_vector(strings[i])
    senses = np.full((len(table), SENSES), -1, np.int32)
    for m in np.flatnonzero(table[:, KIND] == NOMINAL).tolist():
        known = lexical.senses(strings[int(table[m, LEMMA])])[:SENSES]
        senses[m, : len(known)] = known
    return Meanings(units, senses)
