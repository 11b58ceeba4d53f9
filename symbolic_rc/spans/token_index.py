"""Where each word of a story stands: made once, used by every question."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from symbolic_rc.core.arrays import Ints
from symbolic_rc.spans.inputs import Lookup, integers


@dataclass(frozen=True, slots=True)
class TokenIndex:
    """A story's tokens with the list of places of each word; made by `index_tokens`.

    Attributes
    ----------
    tokens : ndarray of int32, shape (n,)
    words : ndarray of int32, shape (n,)
        The tokens renumbered from 0 in order of first sight.
    bounds : ndarray of int32, shape (distinct + 1,)
        Word w stands at ``places[bounds[w]:bounds[w + 1]]``.
    places : ndarray of int32, shape (n,)
        Positions, rising within a word.
    keys, slots : ndarray of int32
        The hash table (open addressing) from token to word.
    """

    tokens: Ints
    words: Ints
    bounds: Ints
    places: Ints
    keys: Ints
    slots: Ints

    def __len__(self) -> int:
        return self.tokens.size

    @property
    def lookup(self) -> Lookup:
        """What a kernel needs to find the places of any token."""
        return Lookup(self.bounds, self.places, self.keys, self.slots)


def index_tokens(tokens: ArrayLike | TokenIndex) -> TokenIndex:
    """Index a story's tokens; an index is returned as it is.

    Parameters
    ----------
    tokens : array of integers, shape (n,)
        Any integers of 32 bits; equal words have equal integers.

    Raises
    ------
    DataError
        If `tokens` is not a vector of integers.

    Examples
    --------
    >>> index_tokens([7, 3, 7]).words.tolist()
    [0, 1, 0]
    """
    if isinstance(tokens, TokenIndex):
        return tokens
    from symbolic_rc.spans.kernels.index import build_index

    array = integers("tokens", tokens)
    n = array.size
    size = 1 << max(4, (2 * n - 1).bit_length())
    words, bounds, places = np.empty(n, np.int32), np.empty(n + 1, np.int32), np.empty(n, np.int32)
    keys, slots = np.zeros(size, np.int32), np.full(size, -1, np.int32)
    distinct = build_index(array, words, bounds, places, keys, slots)
    index = TokenIndex(array, words, bounds[: distinct + 1].copy(), places, keys, slots)
    for part in (index.words, index.bounds, index.places, index.keys, index.slots):
        part.flags.writeable = False
    return index
