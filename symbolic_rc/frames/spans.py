"""The span of an argument: the subtree of its head, cut where the phrase ends for this predicate.

A subtree is often too long. The argument of *filed* in "the center that filed it" is "the center"; that of
*is* in "why is he late" is "late". So a classifier decides for the children of the head, outwards on either
side, whether they belong; the first that does not ends the span on its side.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from symbolic_rc.core.kernels import kernel
from symbolic_rc.frames.arrays import DEP, FILE, INDEX, LEMMA, LOWER, POS, TAG, Forest
from symbolic_rc.frames.context import CC, PUNCT, form, is_one_of, marker
from symbolic_rc.frames.templates import Hashes, add_features, compile_templates, fill, mix

_OPENING = np.array([INDEX[name] for name in "(["], np.int64)
_CLOSING = np.array([INDEX[name] for name in ")]"], np.int64)
_QUOTES = np.arange(INDEX['"'], INDEX["”"] + 1)
#: Relations of what belongs to the clause of a predicate, not to a phrase before it.
_OF_CLAUSE = np.array([INDEX[name] for name in "case cop nsubj nsubj:pass mark aux csubj".split()], np.int64)

#: Atoms of a decision: of the child, the head (h.), the predicate (p.).
_ATOMS = (
    "none side base role p nth size dep tag lemma marker form class before.dep first.tag "
    "h.dep h.tag h.pos h.lemma h.class p.lemma"
).split()
(
    NONE, SIDE, BASE, ROLE, P, NTH, SIZE, DEP_, TAG_, LEMMA_, MARKER, FORM, CLASS, BEFORE_DEP, FIRST_TAG,
    H_DEP, H_TAG, H_POS, H_LEMMA, H_CLASS, P_LEMMA,
) = range(len(_ATOMS))  # fmt: skip
_TEMPLATES = compile_templates(_ATOMS, (
    (2000, "base", """
        none h.dep role role|p h.tag|tag lemma marker marker|h.lemma marker|p.lemma nth size form form|h.dep
        p|h.dep p|h.pos|role marker|role class|h.class p.lemma|role p.lemma|h.dep before.dep|first.tag
    """),
    (2020, "", "role:side base:tag|role"),
))  # fmt: skip
#: The numbers of atoms, and of features.
CUT_ATOMS, CUT_FEATURES = len(_ATOMS), len(_TEMPLATES.numbers)

#: Columns of an alternative span of a candidate, left and right of its head: the span, the margin of the
#: decision that makes the difference, in units of the weights, and whether that was that a child belongs.
START, END, MARGIN, BELONGS = range(4)
#: The margin of a side without a decision, and the start of an identical span.
CERTAIN, SAME = 1 << 30, -1


@kernel
def default_span(t: Forest, h: int, p: int) -> Any:
    """Return the span of candidate `h` by rule: its subtree, or the noun phrase around it without `p`."""
    holds = t.left[h] <= p < t.right[h] and p != h
    start, end = h, h + 1
    for j in range(t.first[h + 1] - 1, t.first[h] - 1, -1):
        child = t.children[j]
        if child > h:
            continue
        dep = t.words[child, DEP]
        of_clause = holds and is_one_of(t, dep, _OF_CLAUSE)
        if t.left[child] <= p < t.right[child] or dep == t.ids[CC] or of_clause:
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
def trim(t: Forest, start: int, end: int, h: int, p: int) -> Any:
    """Return the span without the predicate, and without unpaired punctuation at its edges."""
    inside = start <= p < end
    start, end = p + 1 if inside and p < h else start, p if inside and p > h else end
    while start < h and t.words[start, DEP] == t.ids[PUNCT] and not _paired(t, start, start + 1, end):
        start += 1
    while end - 1 > h and t.words[end - 1, DEP] == t.ids[PUNCT] and not _paired(t, end - 1, start, end - 1):
        end -= 1
    return start, end


@kernel
def _paired(t: Forest, mark: int, start: int, end: int) -> bool:
    """Return whether a bracket or quotation mark has its partner among the tokens `start` to `end`."""
    word = t.words[mark, LOWER]
    quote = is_one_of(t, word, _QUOTES)
    for i in range(start, end):
        other = t.words[i, LOWER]
        for b in range(len(_OPENING)):
            opening, closing = t.ids[_OPENING[b]], t.ids[_CLOSING[b]]
            if (word == opening and other == closing) or (word == closing and other == opening):
                return True
        if quote and is_one_of(t, other, _QUOTES):
            return True
    return False


@kernel
def cut_features(t: Forest, p: int, h: int, role: int, child: int, nth: int, atoms: Hashes, out: Any) -> int:
    """Write the features of whether `child` belongs to the argument with head `h`; return how many.

    A `child` that is no child of `h` is a sibling before it: the object of a small clause ("made [him
    leave]").
    """
    u = np.uint64
    holds = t.left[h] <= p < t.right[h]
    governs = t.heads[p] == h
    related = 8 * governs + 16 * (not governs and t.heads[h] == p) + 64 * (t.heads[child] != h)
    side = u(1 * (child > h) + 2 * (child > p) + 4 * holds + related)
    first = t.left[child]
    atoms[NONE], atoms[SIDE], atoms[BASE] = u(0), side, mix(t.words[child, DEP], side)
    atoms[ROLE], atoms[P], atoms[NTH] = u(role), mix(t.words[p, DEP], t.words[p, POS]), u(nth)
    atoms[SIZE] = u(min(t.right[child] - first, 8))
    atoms[DEP_], atoms[TAG_], atoms[LEMMA_] = t.words[child, DEP], t.words[child, TAG], t.words[child, LEMMA]
    atoms[MARKER], atoms[FORM], atoms[CLASS] = marker(t, child), form(t, child), t.words[child, FILE]
    atoms[BEFORE_DEP], atoms[FIRST_TAG] = t.words[max(first - 1, 0), DEP], t.words[first, TAG]
    atoms[H_DEP], atoms[H_TAG], atoms[H_POS] = t.words[h, DEP], t.words[h, TAG], t.words[h, POS]
    atoms[H_LEMMA], atoms[H_CLASS], atoms[P_LEMMA] = t.words[h, LEMMA], t.words[h, FILE], t.words[p, LEMMA]
    return fill(_TEMPLATES, atoms, out, 0)


@kernel
def small_clause(t: Forest, p: int, h: int, start: int) -> int:
    """Return the child of `p` whose subtree ends where the span of its later child `h` starts, or -1."""
    if t.heads[h] != p or h < p or start <= p + 1:
        return -1
    for j in range(t.first[p], t.first[p + 1]):
        child = t.children[j]
        if child > p and t.right[child] == start:
            return child
    return -1


@kernel
def cut_span(
    t: Forest, cut: Any, p: int, h: int, role: int, atoms: Hashes, buffer: Any, score: Any, others: Any
) -> Any:
    """Return the span of the argument of `p` with head `h` under the frozen model `cut`.

    `others`, of shape (2, 4), is filled with the span if, on one side, the decision with the smallest margin
    were reversed; `atoms`, `buffer` and `score`, of two classes, are buffers.
    """
    low, high, stopped = h, h + 1, False
    for side in range(2):
        others[side, MARGIN], others[side, START] = CERTAIN, SAME
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
                n = cut_features(t, p, h, role, child, nth, atoms, buffer)
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
    _trim_others(t, others, low, high, start, end, h, p)
    if not stopped:
        object_ = small_clause(t, p, h, start)
        if object_ >= 0:
            n = cut_features(t, p, h, role, object_, 0, atoms, buffer)
            if _margin(cut, buffer, n, score) > 0:
                start = t.left[object_]
    return start, end


@kernel
def _trim_others(t: Forest, others: Any, low: int, high: int, start: int, end: int, h: int, p: int) -> None:
    """Trim the alternative spans, and mark those that are the same as the span then."""
    for side in range(2):
        edge = others[side, START]
        if edge != SAME:
            first, last = trim(t, edge, high, h, p) if side == 0 else trim(t, low, edge, h, p)
            same = first == start and last == end
            others[side, START], others[side, END] = SAME if same else first, last


@kernel
def _margin(cut: Any, features: Any, n: int, score: Any) -> int:
    """Return the margin by which a child belongs."""
    score[:] = 0
    add_features(cut, features, n, score)
    return int(score[1] - score[0])
