"""The name within a mention: ``Renzo Piano`` of "the architect Renzo Piano, whom she admired"."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.index import columns as C
from symbolic_rc.index.codes import word_code

_PROPER = (C.P_NOUN, C.P_VERB, C.P_ADJ, C.P_NUM, C.P_X, C.P_SYM, C.P_INTJ)
_QUOTES = "\" “ ” ' ‘ ’ `` ''"


@lru_cache(maxsize=16)
def _codes(words: str) -> frozenset[int]:
    return frozenset(word_code(word) for word in words.split())


def name_core(tok: NDArray[np.int32], start: int, end: int, head: int) -> tuple[int, int]:
    """Return the run of a name's words around the head of a mention, or its last such run; else all of it.

    Words of a name may be joined by a small word, a hyphen, or a nickname's marks.
    """
    lower = tok[C.LOWER]
    joints, quotes = _codes("of the de von van der la le du del da di & - . 's ’s"), _codes(_QUOTES)

    def proper(i: int) -> bool:
        if tok[C.POS, i] == C.P_PROPN:
            return bool(tok[C.NAMED, i])
        first = i == 0 or tok[C.SENT, i - 1] != tok[C.SENT, i]
        return bool(tok[C.NAMED, i]) and int(tok[C.POS, i]) in _PROPER and not first

    at = head if proper(head) else next((i for i in range(end - 1, start - 1, -1) if proper(i)), -1)
    if at < 0:
        return start, end
    low, high = _grown(lower, at, start, end, proper, joints | quotes)
    if sum(int(lower[i]) in quotes for i in range(low, high)) % 2:
        low, high = _grown(lower, at, start, end, proper, joints)
    dot = high < end - 1 and tok[C.POS, high] == C.P_PUNCT and int(lower[high]) in joints
    if high < end and tok[C.POS, high + dot] == C.P_NUM:
        high += 1 + dot  # Maroon 5, Symphony No. 4
    return low, high


def _grown(
    lower: NDArray[np.int32],
    at: int,
    start: int,
    end: int,
    proper: Callable[[int], bool],
    joints: frozenset[int],
) -> tuple[int, int]:
    """Grow a name from one word to both sides as far as its words are proper, or joined by one or two."""
    low, high = at, at + 1
    while low > start:
        step = low - 1
        while step > start and low - step <= 2 and int(lower[step]) in joints:
            step -= 1
        if not proper(step):
            break
        low = step
    while high < end:
        step = high
        while step < end - 1 and step - high < 2 and int(lower[step]) in joints:
            step += 1
        if not proper(step):
            break
        high = step + 1
    return low, high
