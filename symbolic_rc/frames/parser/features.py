"""The features of a candidate argument as 64-bit hashes: what `argument_templates` lists, over a tree."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.kernels import kernel
from symbolic_rc.frames.parser.argument_templates import AT, ATOMS, CAPACITY, TEMPLATES
from symbolic_rc.frames.parser.arrays import CLUSTER, DEP, FILE, LEMMA, LOWER, NER, POS, TAG, TreeArrays
from symbolic_rc.frames.parser.context import (
    ANTECEDENT,
    OBJECT_CLASS,
    ORDER,
    PATTERN,
    PUNCT,
    RELCL,
    SUBJECT,
    SUBJECT_CLASS,
    SUBJECT_WAY,
    VERB,
    VOICE,
    ZERO,
    clause,
    frame,
    marker,
    voice,
)
from symbolic_rc.frames.parser.hashing import mix, mix3
from symbolic_rc.frames.parser.spans import default_span

__all__ = ["ATOMS", "CAPACITY", "CLASS", "ID", "WIDE", "Predicate", "argument_features"]

#: Columns of the numbers of a roleset: itself, its class, its coarser class.
ID, CLASS, WIDE = range(3)

#: Tokens between the two that are looked at, and the most whose tags are kept.
_BETWEEN, _TAGS = 30, 4
_LONGEST = 12
(
    NONE_, POS_, TAG_, MARKER_, FORM_, CLASS_, LEMMA_, WORD_, DEP_, ENTITY_, CLUSTER_,
    P_LEMMA, P_TAG, P_DEP, P_CLASS, P_CLUSTER, P_MARKER, P_FORM, ROLESET_, GROUP_, WIDE_,
    PATTERN_, ORDER_, SUBJECT_, OBJECT_, KIND_VOICE, PATTERN_VOICE,
    AFTER, PLACE, BEFORE, BEHIND, RANK, COMMA, VERBS, BETWEEN, PAST, SIZE,
    FIRST, LAST, FIRST_TAG, LAST_TAG, SECOND, P_PATH,
    TOP_LEMMA, TOP_TAG, TOP_CLASS, TOP_PATTERN, TOP_VOICE, PATTERN_TOP_VOICE, GAP,
    MIDDLE_LEMMA, MIDDLE_CLASS, MIDDLE_MARKER,
    WHERE, SHORT, DEEP, SURFACE, SURFACE_BETWEEN, SURFACE_DEP, SURFACE_FIRST, SURFACE_MARKER,
    SURFACE_PAST, SURFACE_PATTERN,
) = (AT[name] for name in ATOMS)  # fmt: skip
_NUMBERS, _CROSSED, _PARTS, _RAISED, _BELOW, _COUNT = TEMPLATES


class Predicate(NamedTuple):
    """What all candidates of a predicate share.

    Attributes
    ----------
    token : int
    roleset, group, wide : uint64
        Its roleset, that roleset's class and coarser class, as numbers.
    kind : int
        0 for a verb, 1 for a noun, 2 for an adjective.
    facts : ndarray of uint64
        What `context.describe` says of it.
    """

    token: Any
    roleset: Any
    group: Any
    wide: Any
    kind: Any
    facts: NDArray[np.uint64]


@kernel
def argument_features(
    t: TreeArrays, predicate: Predicate, h: int, up: int, down: int, atoms: NDArray[np.uint64], out: Any
) -> int:
    """Write the hashes of the features of candidate `h` of a predicate to `out`; return how many.

    `up` and `down` are the steps to the candidate from the predicate; `atoms` has room for ``ATOMS``.
    """
    _words(t, predicate, h, atoms)
    start, end = default_span(t, h, predicate.token)
    _span(t, start, end, atoms)
    _neighbours(t, h, down, atoms)
    _between(t, predicate.token, h, start, end, atoms)
    _way(t, predicate, h, up, down, atoms)
    n = _write(0, _RAISED, atoms, out, 0)
    if up > 0:
        n = _write(_RAISED, _BELOW, atoms, out, n)
    if down == 2:
        n = _write(_BELOW, _COUNT, atoms, out, n)
    return n


@kernel
def _write(begin: int, end: int, atoms: Any, out: Any, n: int) -> int:
    """Write the features of templates `begin` to `end` at place `n` of `out`; return the next place."""
    for i in range(begin, end):
        value = atoms[_PARTS[i, 0]]
        for j in range(1, _PARTS.shape[1]):
            if _PARTS[i, j] < 0:
                break
            value = mix(value, atoms[_PARTS[i, j]])
        out[n] = mix3(_NUMBERS[i], atoms[_CROSSED[i]], value)
        n += 1
    return n


@kernel
def _words(t: TreeArrays, predicate: Predicate, h: int, atoms: Any) -> None:
    """Fill in what is seen of the predicate's word and of the candidate's."""
    p, facts = predicate.token, predicate.facts
    atoms[NONE_] = ZERO
    atoms[LEMMA_], atoms[WORD_], atoms[TAG_] = t.words[h, LEMMA], t.words[h, LOWER], t.words[h, TAG]
    atoms[POS_], atoms[DEP_], atoms[ENTITY_] = t.words[h, POS], t.words[h, DEP], t.words[h, NER]
    atoms[CLASS_], atoms[CLUSTER_] = t.words[h, FILE], t.words[h, CLUSTER]
    atoms[MARKER_], atoms[FORM_] = marker(t, h), clause(t, h)
    atoms[P_LEMMA], atoms[P_TAG], atoms[P_DEP] = t.words[p, LEMMA], t.words[p, TAG], t.words[p, DEP]
    atoms[P_CLASS], atoms[P_CLUSTER] = t.words[p, FILE], t.words[p, CLUSTER]
    atoms[ROLESET_], atoms[GROUP_], atoms[WIDE_] = predicate.roleset, predicate.group, predicate.wide
    atoms[PATTERN_], atoms[ORDER_] = facts[PATTERN], facts[ORDER]
    atoms[SUBJECT_], atoms[OBJECT_] = facts[SUBJECT_CLASS], facts[OBJECT_CLASS]
    atoms[KIND_VOICE] = np.uint64(predicate.kind * 8) + facts[VOICE]
    atoms[PATTERN_VOICE] = mix3(facts[PATTERN], atoms[KIND_VOICE], facts[VOICE])
    atoms[AFTER] = np.uint64(1) if h > p else ZERO


@kernel
def _span(t: TreeArrays, start: int, end: int, atoms: Any) -> None:
    """Fill in what is seen of the candidate's span and before it."""
    atoms[FIRST], atoms[FIRST_TAG] = t.words[start, LOWER], t.words[start, TAG]
    atoms[LAST], atoms[LAST_TAG] = t.words[end - 1, LOWER], t.words[end - 1, TAG]
    atoms[SECOND] = t.words[min(start + 1, end - 1), LOWER]
    atoms[SIZE] = np.uint64(min(end - start, _LONGEST))
    atoms[PAST] = t.words[start - 1, LEMMA] if start > 0 else ZERO


@kernel
def _neighbours(t: TreeArrays, h: int, down: int, atoms: Any) -> None:
    """Fill in the children of the same head beside the candidate, and how many before have its label."""
    before, behind, rank = ZERO, ZERO, ZERO
    seen = False
    parent = t.heads[h]
    if down > 0:
        for j in range(t.first[parent], t.first[parent + 1]):
            child = t.children[j]
            dep = t.words[child, DEP]
            if child == h:
                seen = True
            elif dep != t.ids[PUNCT]:
                if seen:
                    behind = mix(dep, marker(t, child))
                    break
                before = mix(dep, marker(t, child))
                if dep == t.words[h, DEP]:
                    rank += np.uint64(1)
    atoms[BEFORE], atoms[BEHIND], atoms[RANK] = before, behind, rank


@kernel
def _between(t: TreeArrays, p: int, h: int, start: int, end: int, atoms: Any) -> None:
    """Fill in punctuation and verbs between predicate and candidate, and the tags where these are few."""
    comma, between, verbs = ZERO, ZERO, ZERO
    low, high = (end, p) if h < p else (p + 1, start)
    for j in range(low, min(high, low + _BETWEEN)):
        if t.words[j, DEP] == t.ids[PUNCT]:
            comma = np.uint64(1)
        elif t.words[j, POS] == t.ids[VERB]:
            verbs += np.uint64(1)
        if high - low <= _TAGS:
            between = mix(between, t.words[j, TAG])
    if high - low > _TAGS:
        between = np.uint64(3)
    atoms[COMMA], atoms[BETWEEN], atoms[VERBS] = comma, between, min(verbs, np.uint64(2))
    surface = mix3(atoms[AFTER], atoms[KIND_VOICE], atoms[POS_])
    atoms[SURFACE], atoms[SURFACE_BETWEEN] = surface, mix(surface, between)
    atoms[SURFACE_DEP], atoms[SURFACE_FIRST] = mix(surface, atoms[DEP_]), mix(surface, atoms[FIRST])
    atoms[SURFACE_MARKER], atoms[SURFACE_PAST] = mix(surface, atoms[MARKER_]), mix(surface, atoms[PAST])
    atoms[SURFACE_PATTERN] = mix(surface, atoms[PATTERN_])


@kernel
def _way(t: TreeArrays, predicate: Predicate, h: int, up: int, down: int, atoms: Any) -> None:
    """Fill in the path: labels up from the predicate, then down to the candidate, and what it passes."""
    u = np.uint64
    path, parts = u(11), t.words[predicate.token, POS]
    node = predicate.token
    for _ in range(up):
        path = mix(path, t.words[node, DEP])
        node = t.heads[node]
        parts = mix(parts, t.words[node, POS])
    path = mix(path, u(5))
    if down == 2:
        middle = t.heads[h]
        path = mix3(path, t.words[middle, DEP], atoms[DEP_])
        parts = mix3(parts, t.words[middle, POS], atoms[POS_])
        atoms[MIDDLE_LEMMA], atoms[MIDDLE_CLASS] = t.words[middle, LEMMA], t.words[middle, FILE]
        atoms[MIDDLE_MARKER] = marker(t, middle)
    elif down == 1:
        path = mix(path, atoms[DEP_])
        parts = mix(parts, atoms[POS_])
    after, kind, steps = atoms[AFTER], atoms[KIND_VOICE], u(up * 3 + down)
    atoms[P_PATH] = parts
    atoms[WHERE] = mix3(path, after, kind)
    atoms[SHORT] = mix3(atoms[DEP_], atoms[MARKER_], mix3(after, kind, steps))
    atoms[PLACE] = mix3(u(_distance(predicate.token, h)), after, steps)
    atoms[DEEP] = mix(_grammar(predicate.facts, h), mix(kind, after))
    if up > 0:
        _top(t, predicate, node, atoms)


@kernel
def _top(t: TreeArrays, predicate: Predicate, top: int, atoms: Any) -> None:
    """Fill in the word that the path turns at: control, raising, coordination, light verbs."""
    p = predicate.token
    atoms[TOP_LEMMA], atoms[TOP_TAG], atoms[TOP_CLASS] = (
        t.words[top, LEMMA],
        t.words[top, TAG],
        t.words[top, FILE],
    )
    atoms[TOP_PATTERN], _ = frame(t, top)
    atoms[TOP_VOICE] = np.uint64(voice(t, top) + 1)
    atoms[PATTERN_TOP_VOICE] = mix(atoms[PATTERN_], atoms[TOP_VOICE])
    atoms[GAP] = np.uint64(1) + atoms[PATTERN_] if t.words[p, DEP] == t.ids[RELCL] else ZERO
    atoms[P_MARKER], atoms[P_FORM] = marker(t, p), clause(t, p)


@kernel
def _grammar(facts: Any, h: int) -> np.uint64:
    """Return what the grammar says of a candidate: the subject, own or shared; a relative's antecedent."""
    u = np.uint64
    deep = ZERO
    if facts[SUBJECT] == u(h + 1):
        deep = u(1) + facts[SUBJECT_WAY]
    elif facts[SUBJECT] != ZERO:
        deep = u(16) + (u(1) if facts[SUBJECT_WAY] > ZERO else ZERO)
    if facts[ANTECEDENT] // u(16) == u(h + 1):
        deep += u(32) + u(32) * (facts[ANTECEDENT] % u(16))
    return deep


@kernel
def _distance(a: int, b: int) -> int:
    """Return the distance of two tokens in few classes."""
    d = b - a if b > a else a - b
    if d <= 3:
        return d
    if d <= 5:
        return 4
    if d <= 8:
        return 5
    return 6 if d <= 15 else 7
