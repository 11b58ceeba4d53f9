"""Which spans of a story can be answers: constituents and their parts, found in one pass over the tree."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.kernels import kernel
from symbolic_rc.index import columns as C

#: Parts of speech that begin no span, that end none, and between which no span of words alone goes.
_NO_START = (C.P_PUNCT, C.P_SPACE, C.P_CCONJ)
_NO_END = (*_NO_START, C.P_DET)
_NOMINAL = (C.P_NOUN, C.P_PROPN, C.P_NUM, C.P_ADJ)
#: Relations of a nominal's children that are no part of its core, and of those behind it that may be cut off.
_BEFORE_CORE = (C.D_CASE, C.D_MARK, C.D_CC)
_NOT_CORE = (
    *_BEFORE_CORE, C.D_NSUBJ, C.D_NSUBJPASS, C.D_COP, C.D_AUX, C.D_ADVCL, C.D_CONJ, C.D_PARATAXIS, C.D_CSUBJ,
)  # fmt: skip
_CUT_OFF = (C.D_CONJ, C.D_PARATAXIS, C.D_RELCL, C.D_APPOS, C.D_ACL, C.D_ADVCL)
#: Relations of a predicate's children before it that are no part of its phrase.
_SUBJECTS = (C.D_NSUBJ, C.D_NSUBJPASS, C.D_CSUBJ, C.D_EXPL)
_AUXILIARIES = (C.D_AUX, C.D_AUXPASS, C.D_COP)
_NOT_PHRASE = (C.D_PUNCT, C.D_CC, C.D_VOCATIVE, C.D_DISCOURSE, C.D_ADVCL, C.D_CCOMP)


@kernel
def extents(tok: NDArray[np.int32]) -> None:
    """Fill rows LOW and HIGH: the first token, and one past the last, of every token's subtree."""
    n = tok.shape[1]
    for i in range(n):
        tok[C.LOW, i] = i
        tok[C.HIGH, i] = i + 1
    for i in range(n):
        above = tok[C.HEAD, i]
        below = i
        for _ in range(n):
            if above == below:
                break
            tok[C.LOW, above] = min(tok[C.LOW, above], i)
            tok[C.HIGH, above] = max(tok[C.HIGH, above], i + 1)
            below = above
            above = tok[C.HEAD, above]


class _Found(NamedTuple):
    """The spans found so far: the first `size` of `out`; `at` holds where those of the sentence are."""

    out: NDArray[np.int32]
    size: NDArray[np.int64]
    at: NDArray[np.int32]
    tok: NDArray[np.int32]
    base: int
    stop: int


@kernel
def _add(found: _Found, start: int, end: int, top: int, shape: int) -> None:
    """Add a span less what may not end or begin one; a span found again gets the new shape's bits too."""
    out, tok, count = found.out, found.tok, found.size[0]
    while start < end and tok[C.POS, start] in _NO_START:
        start += 1
    while end > start and (
        tok[C.POS, end - 1] in _NO_END
        or (tok[C.POS, end - 1] == C.P_PART and tok[C.DEP, end - 1] == C.D_CASE)
    ):
        end -= 1
    length = end - start
    if length <= 0 or length > C.LONGEST or count >= out.shape[0]:
        return
    if top < start or top >= end:
        top = end - 1
    at = (start - found.base) * (C.LONGEST + 1) + length
    known = found.at[at]
    if known >= 0:
        out[known, C.SHAPE] |= shape
        return
    found.at[at] = count
    out[count, C.START] = start
    out[count, C.END] = end
    out[count, C.TOP] = top
    out[count, C.SHAPE] = shape
    found.size[0] += 1


@kernel
def find(
    tok: NDArray[np.int32], bounds: NDArray[np.int32], given: NDArray[np.int32], out: NDArray[np.int32]
) -> int:
    """Find every candidate span of a story, sentence by sentence; return how many there are.

    Parameters
    ----------
    tok : ndarray of int32, shape (TOKEN_ROWS, n)
        With LOW and HIGH filled.
    given : ndarray of int32, shape (g, 4)
        Spans known from elsewhere (START, END, TOP, SHAPE), sorted by start.
    out : ndarray of int32, shape (room, 4)
        Filled with START, END, TOP (the head) and SHAPE bits.
    """
    count, at = np.zeros(1, np.int64), 0
    for sentence in range(bounds.shape[0] - 1):
        base, stop = bounds[sentence], bounds[sentence + 1]
        seen = np.full((stop - base) * (C.LONGEST + 1) + C.LONGEST + 1, -1, np.int32)
        found = _Found(out, count, seen, tok, base, stop)
        while at < given.shape[0] and given[at, C.START] < stop:
            start, end = given[at, C.START], given[at, C.END]
            if start >= base and end <= stop:
                top, shape = given[at, C.TOP], given[at, C.SHAPE]
                _add(found, start, end, top, shape)
            at += 1
        for head in range(base, stop):
            part = tok[C.POS, head]
            if part == C.P_PUNCT or part == C.P_SPACE:
                continue
            if _is_nominal(tok, head):
                _around_noun(found, head)
            if part == C.P_VERB or part == C.P_AUX or _has_subject(tok, head, base, stop):
                _around_verb(found, head)
        for i in range(base, stop):
            _grams(found, i)
    return int(count[0])


@kernel
def _is_nominal(tok: NDArray[np.int32], head: int) -> bool:
    part = tok[C.POS, head]
    pointing = part == C.P_DET and tok[C.DEP, head] != C.D_DET
    return bool(part in _NOMINAL or part == C.P_PRON or part == C.P_ADV or pointing)


@kernel
def _has_subject(tok: NDArray[np.int32], head: int, base: int, stop: int) -> bool:
    for i in range(max(base, tok[C.LOW, head]), min(stop, tok[C.HIGH, head])):
        if tok[C.HEAD, i] == head and i != head and tok[C.DEP, i] in (C.D_NSUBJ, C.D_NSUBJPASS, C.D_COP):
            return True
    return False


@kernel
def _grams(found: _Found, i: int) -> None:
    """Short runs without a parse behind them: up to three words from content word to content word."""
    tok, stop = found.tok, found.stop
    if tok[C.POS, i] not in _NOMINAL and tok[C.POS, i] != C.P_VERB:
        return
    for end in range(i + 1, min(i + 3, stop) + 1):
        last = tok[C.POS, end - 1]
        if last == C.P_PUNCT or last == C.P_CCONJ:
            break
        if last in _NOMINAL:
            _add(found, i, end, end - 1, C.GRAM)


@kernel
def _around_noun(found: _Found, head: int) -> None:
    """A nominal's whole subtree, with and without its preposition; its core; cuts after each child."""
    tok, base, stop = found.tok, found.base, found.stop
    low, high = max(base, tok[C.LOW, head]), min(stop, tok[C.HIGH, head])
    inner = low
    while inner < head and _is_before_core(tok, inner, head):
        inner += 1
    left = _core_start(tok, inner, low, high, head)
    _add(found, head, head + 1, head, C.CORE)
    _add(found, left, head + 1, head, C.CORE)
    bare = left
    while bare < head and tok[C.POS, bare] == C.P_DET and tok[C.DEP, bare] == C.D_DET:
        bare += 1
    _add(found, bare, head + 1, head, C.CORE)
    if tok[C.POS, head] == C.P_PROPN:
        name, end = head, head + 1
        while name > left and tok[C.POS, name - 1] == C.P_PROPN:
            name -= 1
        while end < high and tok[C.POS, end] == C.P_PROPN:
            end += 1
        _add(found, name, end, head, C.CORE)
    _add(found, left, high, head, C.WHOLE)
    _add(found, bare, high, head, C.WHOLE)
    if inner > low:
        _add(found, inner, high, head, C.WHOLE)
        _add(found, low, head + 1, head, C.PREPOSITION)
    _add(found, low, high, head, C.WHOLE | C.PREPOSITION)
    prepositional = low if inner > low else -1
    _noun_cuts(found, head, left, bare, prepositional)


@kernel
def _noun_cuts(found: _Found, head: int, left: int, bare: int, prepositional: int) -> None:
    """From each beginning of a nominal (-1: none) to its later children, which may be cut off."""
    tok, stop = found.tok, found.stop
    for i in range(head + 1, min(stop, tok[C.HIGH, head])):
        if tok[C.HEAD, i] != head or tok[C.DEP, i] == C.D_PUNCT:
            continue
        before = tok[C.LOW, i]
        if tok[C.DEP, i] in _CUT_OFF and before > head:
            _add(found, left, before, head, C.CUT)
            _add(found, bare, before, head, C.CUT)
            if prepositional >= 0:
                _add(found, prepositional, before, head, C.CUT | C.PREPOSITION)
        if tok[C.HIGH, i] <= stop and tok[C.HIGH, i] > head:
            _add(found, left, tok[C.HIGH, i], head, C.CUT)


@kernel
def _is_before_core(tok: NDArray[np.int32], i: int, head: int) -> bool:
    """Whether a word at the beginning of a nominal's subtree introduces it."""
    part = tok[C.POS, i]
    own = tok[C.HEAD, i] == head and (tok[C.DEP, i] in _BEFORE_CORE or part in (C.P_ADP, C.P_SCONJ))
    return bool(own or part == C.P_PUNCT or part == C.P_CCONJ)


@kernel
def _core_start(tok: NDArray[np.int32], inner: int, low: int, high: int, head: int) -> int:
    """Return where a nominal's core begins: its head with what stands before it and describes it."""
    left = head
    for i in range(head - 1, inner - 1, -1):
        top = i
        while tok[C.HEAD, top] != head and tok[C.HEAD, top] != top and low <= tok[C.HEAD, top] < high:
            top = tok[C.HEAD, top]
        if tok[C.HEAD, top] != head or tok[C.DEP, top] in _NOT_CORE:
            break
        left = i
    return left


@kernel
def _around_verb(found: _Found, head: int) -> None:
    """A predicate's clause, its phrase without the subject, and both cut after each later child."""
    tok, base, stop = found.tok, found.base, found.stop
    low, high = max(base, tok[C.LOW, head]), min(stop, tok[C.HIGH, head])
    phrase, verb, subject, marked = _predicate_starts(tok, base, low, head)
    if verb > phrase and tok[C.POS, head] not in (C.P_VERB, C.P_AUX):
        verb = phrase
    _add(found, low, high, head, C.CLAUSE | C.WHOLE)
    _cuts(found, head, phrase, C.PHRASE)
    _cuts(found, head, head, C.PHRASE)
    if verb != phrase and verb != head:
        _cuts(found, head, verb, C.PHRASE)
    if subject >= 0:
        _cuts(found, head, subject, C.CLAUSE)
    if marked >= 0 and marked != phrase and marked != verb:
        _cuts(found, head, marked, C.CLAUSE)


@kernel
def _predicate_starts(tok: NDArray[np.int32], base: int, low: int, head: int) -> tuple[int, int, int, int]:
    """Return where a predicate begins with and without auxiliaries, its subject and its mark, -1 for none."""
    phrase, verb, subject, marked = head, head, -1, -1
    for i in range(head - 1, low - 1, -1):
        if tok[C.HEAD, i] != head:
            continue
        relation, start = tok[C.DEP, i], tok[C.LOW, i]
        if relation in _SUBJECTS:
            subject = start
        elif relation in _AUXILIARIES or tok[C.POS, i] == C.P_PART:
            phrase = i if subject < 0 else phrase
        elif relation == C.D_ADVMOD:
            phrase = i if subject < 0 and phrase == i + 1 else phrase
            verb = i if verb == i + 1 else verb
        elif relation in (C.D_MARK, C.D_CASE):
            marked = i
        elif subject < 0 and _joins_phrase(tok, i, base, phrase):
            phrase = start
            verb = start if verb == tok[C.HIGH, i] else verb
    return phrase, verb, subject, marked


@kernel
def _joins_phrase(tok: NDArray[np.int32], i: int, base: int, phrase: int) -> bool:
    """Whether a predicate's child right before its phrase is a part of it."""
    next_to = tok[C.LOW, i] >= base and tok[C.HIGH, i] == phrase
    return bool(next_to and tok[C.DEP, i] not in _NOT_PHRASE)


@kernel
def _cuts(found: _Found, head: int, start: int, shape: int) -> None:
    """From `start` to the end of the predicate, and to the end of each of its later children."""
    tok, stop = found.tok, found.stop
    high = min(stop, tok[C.HIGH, head])
    _add(found, start, head + 1, head, shape | C.CUT)
    _add(found, start, high, head, shape)
    for i in range(head + 1, high):
        if tok[C.HEAD, i] == head and tok[C.DEP, i] != C.D_PUNCT:
            before = tok[C.LOW, i]
            if before > head and tok[C.DEP, i] in (C.D_CONJ, C.D_PARATAXIS, C.D_ADVCL, C.D_CCOMP):
                _add(found, start, before, head, shape | C.CUT)
            if tok[C.HIGH, i] <= stop:
                _add(found, start, tok[C.HIGH, i], head, shape | C.CUT)
                # a child's own later clauses and conjuncts can be left out too
                for j in range(i + 1, tok[C.HIGH, i]):
                    later = tok[C.DEP, j] in (C.D_RELCL, C.D_ACL, C.D_CONJ, C.D_ADVCL, C.D_APPOS)
                    if later and tok[C.HEAD, j] == i and tok[C.LOW, j] > i:
                        before = tok[C.LOW, j]
                        _add(found, start, before, head, shape | C.CUT)


def span_count_bound(tokens: int) -> int:
    """Return room enough for a story's candidates."""
    return 64 + 40 * tokens
