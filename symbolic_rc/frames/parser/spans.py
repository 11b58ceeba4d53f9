"""Where an argument begins and ends: a head's subtree, cut where the phrase ends for the predicate at hand.

A subtree is often too much. The argument of *filed* in "the center that filed it" is "the center"; that of
*is* in "why is he late" is "late". So the children of the head are asked in turn, from the head outwards on
either side, whether they belong; the first that does not ends the span on its side.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from symbolic_rc.core.kernels import kernel
from symbolic_rc.frames.parser.arrays import DEP, FILE, INDEX, LEMMA, LOWER, POS, TAG, TreeArrays
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
from symbolic_rc.frames.parser.hashing import add_features, mix, mix3, put

OPEN_ROUND, CLOSE_ROUND, OPEN_SQUARE, CLOSE_SQUARE = (INDEX[name] for name in "()[]")
QUOTES = tuple(INDEX[name] for name in ('"', "``", "''", "“", "”"))
_FIRST_QUOTE, _LAST_QUOTE = QUOTES[0], QUOTES[-1]

#: Features of one decision of a cut.
CUT_FEATURES = 22
#: Columns of another span of a candidate, left and right of its head: the span, how sure the decision is that
#: makes the difference, in units of the weights, and whether that was that a child belongs.
START, END, MARGIN, BELONGS = range(4)
#: The margin of a side without a decision, and the start of a span that is the same.
SURE, SAME = 1 << 30, -1


@kernel
def default_span(t: TreeArrays, h: int, p: int) -> Any:
    """Return the span of candidate `h` by rule: its subtree, or the noun phrase around it without `p`."""
    holds = t.left[h] <= p < t.right[h] and p != h
    start, end = h, h + 1
    for j in range(t.first[h + 1] - 1, t.first[h] - 1, -1):
        child = t.children[j]
        if child > h:
            continue
        dep = t.words[child, DEP]
        if t.left[child] <= p < t.right[child] or dep == t.ids[CC]:
            break
        if holds and (
            dep == t.ids[CASE] or dep == t.ids[COP] or dep == t.ids[NSUBJ] or dep == t.ids[NSUBJ_PASS]
            or dep == t.ids[MARK] or dep == t.ids[AUX] or dep == t.ids[CSUBJ]
        ):  # fmt: skip
            break
        start = min(start, t.left[child])
    for j in range(t.first[h], t.first[h + 1]):
        child = t.children[j]
        if child < h:
            continue
        if t.left[child] <= p < t.right[child]:
            break
        end = max(end, t.right[child])
    return trim(t, start, end, h, p)


@kernel
def trim(t: TreeArrays, start: int, end: int, h: int, p: int) -> Any:
    """Return the span without the predicate, and without punctuation at its edges that has no partner."""
    if start <= p < end and p != h:
        if p < h:
            start = p + 1
        else:
            end = p
    while start < h and t.words[start, DEP] == t.ids[PUNCT] and not _paired(t, start, start + 1, end):
        start += 1
    while end - 1 > h and t.words[end - 1, DEP] == t.ids[PUNCT] and not _paired(t, end - 1, start, end - 1):
        end -= 1
    return start, end


@kernel
def _paired(t: TreeArrays, mark: int, start: int, end: int) -> bool:
    """Return whether a bracket or quotation mark has its partner among the tokens `start` to `end`."""
    form = t.words[mark, LOWER]
    quote = False
    for q in range(_FIRST_QUOTE, _LAST_QUOTE + 1):
        if form == t.ids[q]:
            quote = True
    for i in range(start, end):
        other = t.words[i, LOWER]
        if form == t.ids[CLOSE_ROUND] and other == t.ids[OPEN_ROUND]:
            return True
        if form == t.ids[OPEN_ROUND] and other == t.ids[CLOSE_ROUND]:
            return True
        if form == t.ids[CLOSE_SQUARE] and other == t.ids[OPEN_SQUARE]:
            return True
        if form == t.ids[OPEN_SQUARE] and other == t.ids[CLOSE_SQUARE]:
            return True
        if quote:
            for q in range(_FIRST_QUOTE, _LAST_QUOTE + 1):
                if other == t.ids[q]:
                    return True
    return False


@kernel
def cut_features(
    t: TreeArrays,
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
    sibling = t.heads[child] != h
    holds = t.left[h] <= p < t.right[h]
    side = u((1 if child > h else 0) + 2 * (1 if child > p else 0) + 4 * (1 if holds else 0))
    if t.heads[p] == h:
        side += u(8)
    elif t.heads[h] == p:
        side += u(16)
    if sibling:
        side += u(64)
    dep, hd = t.words[child, DEP], t.words[h, DEP]
    mark = marker(t, child)
    form = clause(t, child)
    r = u(role)
    pd = mix(t.words[p, DEP], t.words[p, POS])
    base = mix(dep, side)
    size = t.right[child] - t.left[child]
    n = 0
    a = u(2000)
    n = put(out, n, mix3(a, base, u(0)))
    n = put(out, n, mix3(a + u(1), base, hd))
    n = put(out, n, mix3(a + u(2), base, r))
    n = put(out, n, mix3(a + u(3), base, mix(r, pd)))
    n = put(out, n, mix3(a + u(4), base, mix(t.words[h, TAG], t.words[child, TAG])))
    n = put(out, n, mix3(a + u(5), base, t.words[child, LEMMA]))
    n = put(out, n, mix3(a + u(6), base, mark))
    n = put(out, n, mix3(a + u(7), base, mix(mark, t.words[h, LEMMA])))
    n = put(out, n, mix3(a + u(8), base, mix(mark, t.words[p, LEMMA])))
    n = put(out, n, mix3(a + u(9), base, u(nth)))
    n = put(out, n, mix3(a + u(10), base, u(min(size, 8))))
    n = put(out, n, mix3(a + u(11), base, form))
    n = put(out, n, mix3(a + u(12), base, mix(form, hd)))
    n = put(out, n, mix3(a + u(13), base, mix(pd, hd)))
    n = put(out, n, mix3(a + u(14), base, mix3(pd, t.words[h, POS], r)))
    n = put(out, n, mix3(a + u(15), base, mix(mark, r)))
    n = put(out, n, mix3(a + u(16), base, mix(t.words[child, FILE], t.words[h, FILE])))
    n = put(out, n, mix3(a + u(17), base, mix(t.words[p, LEMMA], r)))
    n = put(out, n, mix3(a + u(18), base, mix(t.words[p, LEMMA], hd)))
    n = put(
        out,
        n,
        mix3(a + u(19), base, mix(t.words[max(t.left[child] - 1, 0), DEP], t.words[t.left[child], TAG])),
    )
    n = put(out, n, mix3(a + u(20), r, side))
    n = put(out, n, mix3(a + u(21), base, mix(t.words[child, TAG], r)))
    return n


@kernel
def small_clause(t: TreeArrays, p: int, h: int, start: int) -> int:
    """Return the child of `p` whose subtree ends where the span of its later child `h` starts, or -1."""
    if t.heads[h] != p or h < p or start <= p + 1:
        return -1
    for j in range(t.first[p], t.first[p + 1]):
        child = t.children[j]
        if child > p and t.right[child] == start:
            return child
    return -1


@kernel
def cut_span(t: TreeArrays, cut: Any, p: int, h: int, role: int, buffer: Any, score: Any, others: Any) -> Any:
    """Return the span of the argument of `p` with head `h` under the frozen model `cut`.

    `others`, of shape (2, 4), is filled with what the span would be if on one side the least sure decision
    were another; `buffer` and `score`, of two classes, are room for features and their sums.
    """
    low, high, stopped = h, h + 1, False
    for side in range(2):
        others[side, MARGIN], others[side, START] = SURE, SAME
        nth, count = 0, t.first[h + 1] - t.first[h]
        for step in range(count):
            child = t.children[t.first[h + 1] - 1 - step if side == 0 else t.first[h] + step]
            if (child > h) != (side == 1):
                continue
            if t.left[child] <= p < t.right[child]:
                stopped |= side == 0
                break
            outer = t.left[child] if side == 0 else t.right[child]
            if t.words[child, DEP] != t.ids[PUNCT]:
                n = cut_features(t, p, h, role, child, nth, buffer)
                margin = _margin(cut, buffer, n, score)
                if abs(margin) < others[side, MARGIN]:
                    others[side, MARGIN], others[side, BELONGS] = abs(margin), margin > 0
                    others[side, START] = (low if side == 0 else high) if margin > 0 else outer
                if margin <= 0:
                    stopped |= side == 0
                    break
            low, high = min(low, outer), max(high, outer)
            nth += 1
    start, end = trim(t, low, high, h, p)
    for side in range(2):
        edge = others[side, START]
        if edge != SAME:
            first, last = trim(t, edge, high, h, p) if side == 0 else trim(t, low, edge, h, p)
            same = first == start and last == end
            others[side, START], others[side, END] = SAME if same else first, last
    if not stopped:
        object_ = small_clause(t, p, h, start)
        if object_ >= 0:
            n = cut_features(t, p, h, role, object_, 0, buffer)
            if _margin(cut, buffer, n, score) > 0:
                start = t.left[object_]
    return start, end


@kernel
def _margin(cut: Any, features: Any, n: int, score: Any) -> int:
    """Return by how much a child belongs rather than not."""
    score[:] = 0
    add_features(cut, features, n, score)
    return int(score[1] - score[0])
