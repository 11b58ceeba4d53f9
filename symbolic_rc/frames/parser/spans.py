"""Where an argument begins and ends: a head's subtree, cut where the phrase ends for the predicate at hand.

A subtree is often too much. The argument of *filed* in "the center that filed it" is "the center"; that of
*is* in "why is he late" is "late". So the children of the head are asked in turn, from the head outwards on
either side, whether they belong; the first that does not ends the span on its side.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from symbolic_rc.core.jit import kernel
from symbolic_rc.frames.parser.arrays import INDEX
from symbolic_rc.frames.parser.context import (
    AUX,
    CASE,
    CC,
    COP,
    CSUBJ,
    MARK,
    NSUBJ,
    NSUBJ_PASS,
    PUNCT,
    clause,
    marker,
)
from symbolic_rc.frames.parser.hashing import key_of, mix, mix3, put
from symbolic_rc.linear.kernels import add_frozen

OPEN_ROUND, CLOSE_ROUND, OPEN_SQUARE, CLOSE_SQUARE = (INDEX[name] for name in "()[]")
QUOTES = tuple(INDEX[name] for name in ('"', "``", "''", "“", "”"))
_FIRST_QUOTE, _LAST_QUOTE = QUOTES[0], QUOTES[-1]

#: Features of one decision of a cut.
CUT_FEATURES = 22


@kernel
def default_span(words: Any, first: Any, children: Any, left: Any, right: Any, k: Any, h: int, p: int) -> Any:
    """Return the span of candidate `h` by rule: its subtree, or the noun phrase around it without `p`."""
    holds = left[h] <= p < right[h] and p != h
    start, end = h, h + 1
    for j in range(first[h + 1] - 1, first[h] - 1, -1):
        child = children[j]
        if child > h:
            continue
        dep = words[child, 4]
        if left[child] <= p < right[child] or dep == k[CC]:
            break
        if holds and (
            dep == k[CASE] or dep == k[COP] or dep == k[NSUBJ] or dep == k[NSUBJ_PASS]
            or dep == k[MARK] or dep == k[AUX] or dep == k[CSUBJ]
        ):  # fmt: skip
            break
        start = min(start, left[child])
    for j in range(first[h], first[h + 1]):
        child = children[j]
        if child < h:
            continue
        if left[child] <= p < right[child]:
            break
        end = max(end, right[child])
    return trim(words, k, start, end, h, p)


@kernel
def trim(words: Any, k: Any, start: int, end: int, h: int, p: int) -> Any:
    """Return the span without the predicate, and without punctuation at its edges that has no partner."""
    if start <= p < end and p != h:
        if p < h:
            start = p + 1
        else:
            end = p
    while start < h and words[start, 4] == k[PUNCT] and not _paired(words, k, start, start + 1, end):
        start += 1
    while end - 1 > h and words[end - 1, 4] == k[PUNCT] and not _paired(words, k, end - 1, start, end - 1):
        end -= 1
    return start, end


@kernel
def _paired(words: Any, k: Any, mark: int, start: int, end: int) -> bool:
    """Return whether a bracket or quotation mark has its partner among the tokens `start` to `end`."""
    form = words[mark, 0]
    quote = False
    for q in range(_FIRST_QUOTE, _LAST_QUOTE + 1):
        if form == k[q]:
            quote = True
    for i in range(start, end):
        other = words[i, 0]
        if form == k[CLOSE_ROUND] and other == k[OPEN_ROUND]:
            return True
        if form == k[OPEN_ROUND] and other == k[CLOSE_ROUND]:
            return True
        if form == k[CLOSE_SQUARE] and other == k[OPEN_SQUARE]:
            return True
        if form == k[OPEN_SQUARE] and other == k[CLOSE_SQUARE]:
            return True
        if quote:
            for q in range(_FIRST_QUOTE, _LAST_QUOTE + 1):
                if other == k[q]:
                    return True
    return False


@kernel
def cut_features(
    words: Any,
    heads: Any,
    first: Any,
    children: Any,
    left: Any,
    right: Any,
    k: Any,
    p: int,
    h: int,
    role: int,
    child: int,
    nth: int,
    out: Any,
) -> int:
    """Write the features of the decision whether `child` belongs to the argument headed by `h`.

    A `child` that is no child of `h` is a sibling before it: the object of a small clause ("made [him
    leave]").
    """
    u = np.uint64
    sibling = heads[child] != h
    holds = left[h] <= p < right[h]
    side = u((1 if child > h else 0) + 2 * (1 if child > p else 0) + 4 * (1 if holds else 0))
    if heads[p] == h:
        side += u(8)
    elif heads[h] == p:
        side += u(16)
    if sibling:
        side += u(64)
    dep, hd = words[child, 4], words[h, 4]
    mark = marker(words, first, children, k, child)
    form = clause(words, first, children, k, child)
    r = u(role)
    pd = mix(words[p, 4], words[p, 3])
    base = mix(dep, side)
    size = right[child] - left[child]
    n = 0
    a = u(2000)
    n = put(out, n, mix3(a, base, u(0)))
    n = put(out, n, mix3(a + u(1), base, hd))
    n = put(out, n, mix3(a + u(2), base, r))
    n = put(out, n, mix3(a + u(3), base, mix(r, pd)))
    n = put(out, n, mix3(a + u(4), base, mix(words[h, 2], words[child, 2])))
    n = put(out, n, mix3(a + u(5), base, words[child, 1]))
    n = put(out, n, mix3(a + u(6), base, mark))
    n = put(out, n, mix3(a + u(7), base, mix(mark, words[h, 1])))
    n = put(out, n, mix3(a + u(8), base, mix(mark, words[p, 1])))
    n = put(out, n, mix3(a + u(9), base, u(nth)))
    n = put(out, n, mix3(a + u(10), base, u(min(size, 8))))
    n = put(out, n, mix3(a + u(11), base, form))
    n = put(out, n, mix3(a + u(12), base, mix(form, hd)))
    n = put(out, n, mix3(a + u(13), base, mix(pd, hd)))
    n = put(out, n, mix3(a + u(14), base, mix3(pd, words[h, 3], r)))
    n = put(out, n, mix3(a + u(15), base, mix(mark, r)))
    n = put(out, n, mix3(a + u(16), base, mix(words[child, 6], words[h, 6])))
    n = put(out, n, mix3(a + u(17), base, mix(words[p, 1], r)))
    n = put(out, n, mix3(a + u(18), base, mix(words[p, 1], hd)))
    n = put(out, n, mix3(a + u(19), base, mix(words[max(left[child] - 1, 0), 4], words[left[child], 2])))
    n = put(out, n, mix3(a + u(20), r, side))
    n = put(out, n, mix3(a + u(21), base, mix(words[child, 2], r)))
    return n


@kernel
def small_clause(heads: Any, right: Any, first: Any, children: Any, p: int, h: int, start: int) -> int:
    """Return the child of `p` whose subtree ends where the span of its later child `h` starts, or -1."""
    if heads[h] != p or h < p or start <= p + 1:
        return -1
    for j in range(first[p], first[p + 1]):
        child = children[j]
        if child > p and right[child] == start:
            return child
    return -1


@kernel
def cut_span(
    words: Any,
    heads: Any,
    first: Any,
    children: Any,
    left: Any,
    right: Any,
    k: Any,
    cut: Any,
    p: int,
    h: int,
    role: int,
    buffer: Any,
) -> Any:
    """Return the span of the argument of `p` with head `h` under the frozen model `cut`."""
    start, end = h, h + 1
    stopped = False
    score = np.zeros(2, np.int32)
    nth = 0
    for j in range(first[h + 1] - 1, first[h] - 1, -1):
        child = children[j]
        if child > h:
            continue
        if left[child] <= p < right[child]:
            stopped = True
            break
        if words[child, 4] != k[PUNCT]:
            n = cut_features(words, heads, first, children, left, right, k, p, h, role, child, nth, buffer)
            if not _belongs(cut, buffer, n, score):
                stopped = True
                break
        start = min(start, left[child])
        nth += 1
    nth = 0
    for j in range(first[h], first[h + 1]):
        child = children[j]
        if child < h:
            continue
        if left[child] <= p < right[child]:
            break
        if words[child, 4] != k[PUNCT]:
            n = cut_features(words, heads, first, children, left, right, k, p, h, role, child, nth, buffer)
            if not _belongs(cut, buffer, n, score):
                break
        end = max(end, right[child])
        nth += 1
    start, end = trim(words, k, start, end, h, p)
    if not stopped:
        object_ = small_clause(heads, right, first, children, p, h, start)
        if object_ >= 0:
            n = cut_features(words, heads, first, children, left, right, k, p, h, role, object_, 0, buffer)
            if _belongs(cut, buffer, n, score):
                start = left[object_]
    return start, end


@kernel
def _belongs(cut: Any, features: Any, n: int, score: Any) -> bool:
    score[:] = 0
    for i in range(n):
        add_frozen(cut, key_of(features[i]), score)
    return bool(score[1] > score[0])
