"""Which spans of a story can be answers: constituents and their parts, found in one pass over the tree."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.jit import kernel
from symbolic_rc.rules import layout as L


@kernel
def extents(tok: NDArray[np.int32]) -> None:
    """Fill rows LOW and HIGH: the first token, and one past the last, of every token's subtree."""
    n = tok.shape[1]
    for i in range(n):
        tok[L.LOW, i] = i
        tok[L.HIGH, i] = i + 1
    for i in range(n):
        above = tok[L.HEAD, i]
        below = i
        for _ in range(n):
            if above == below:
                break
            tok[L.LOW, above] = min(tok[L.LOW, above], i)
            tok[L.HIGH, above] = max(tok[L.HIGH, above], i + 1)
            below = above
            above = tok[L.HEAD, above]


@kernel
def _add(
    out: NDArray[np.int32],
    count: int,
    seen: NDArray[np.int32],
    base: int,
    tok: NDArray[np.int32],
    start: int,
    end: int,
    top: int,
    shape: int,
) -> int:
    """Add a span less what may not end or begin one; a span found again gets the new shape's bits too."""
    while start < end and (
        tok[L.POS, start] == L.P_PUNCT or tok[L.POS, start] == L.P_SPACE or tok[L.POS, start] == L.P_CCONJ
    ):
        start += 1
    while end > start and (
        tok[L.POS, end - 1] == L.P_PUNCT
        or tok[L.POS, end - 1] == L.P_CCONJ
        or tok[L.POS, end - 1] == L.P_DET
        or tok[L.POS, end - 1] == L.P_SPACE
        or (tok[L.POS, end - 1] == L.P_PART and tok[L.DEP, end - 1] == L.D_CASE)
    ):
        end -= 1
    length = end - start
    if length <= 0 or length > L.LONGEST or count >= out.shape[0]:
        return count
    if top < start or top >= end:
        top = end - 1
    at = (start - base) * (L.LONGEST + 1) + length
    known = seen[at]
    if known >= 0:
        out[known, 3] |= shape
        return count
    seen[at] = count
    out[count, 0] = start
    out[count, 1] = end
    out[count, 2] = top
    out[count, 3] = shape
    return count + 1


@kernel
def find(
    tok: NDArray[np.int32], bounds: NDArray[np.int32], given: NDArray[np.int32], out: NDArray[np.int32]
) -> int:
    """Find every candidate span of a story, sentence by sentence.

    Parameters
    ----------
    tok : ndarray of int32, shape (TOKEN_ROWS, n)
        With LOW and HIGH filled.
    bounds : ndarray of int32, shape (sentences + 1,)
    given : ndarray of int32, shape (g, 4)
        Spans known from elsewhere (start, end, head, shape), sorted by start.
    out : ndarray of int32, shape (room, 4)
        Filled with start, end, head and shape bits.

    Returns
    -------
    int
        How many were found.
    """
    count = 0
    at = 0
    for sentence in range(bounds.shape[0] - 1):
        base, stop = bounds[sentence], bounds[sentence + 1]
        seen = np.full((stop - base) * (L.LONGEST + 1) + L.LONGEST + 1, -1, np.int32)
        while at < given.shape[0] and given[at, 0] < stop:
            if given[at, 0] >= base and given[at, 1] <= stop:
                count = _add(
                    out, count, seen, base, tok, given[at, 0], given[at, 1], given[at, 2], given[at, 3]
                )
            at += 1
        for head in range(base, stop):
            part = tok[L.POS, head]
            if part == L.P_PUNCT or part == L.P_SPACE:
                continue
            if part in (L.P_NOUN, L.P_PROPN, L.P_PRON, L.P_NUM, L.P_ADJ, L.P_ADV) or (
                part == L.P_DET and tok[L.DEP, head] != L.D_DET
            ):
                count = _around_noun(out, count, seen, base, stop, tok, head)
            if part == L.P_VERB or part == L.P_AUX or _has_subject(tok, head, base, stop):
                count = _around_verb(out, count, seen, base, stop, tok, head)
        for i in range(base, stop):
            count = _grams(out, count, seen, base, stop, tok, i)
    return count


@kernel
def _has_subject(tok: NDArray[np.int32], head: int, base: int, stop: int) -> bool:
    for i in range(max(base, tok[L.LOW, head]), min(stop, tok[L.HIGH, head])):
        if tok[L.HEAD, i] == head and i != head and tok[L.DEP, i] in (L.D_NSUBJ, L.D_NSUBJPASS, L.D_COP):
            return True
    return False


@kernel
def _grams(
    out: NDArray[np.int32],
    count: int,
    seen: NDArray[np.int32],
    base: int,
    stop: int,
    tok: NDArray[np.int32],
    i: int,
) -> int:
    """Short runs without a parse behind them: up to three words from content word to content word."""
    if tok[L.POS, i] not in (L.P_NOUN, L.P_PROPN, L.P_NUM, L.P_ADJ, L.P_VERB):
        return count
    for end in range(i + 1, min(i + 3, stop) + 1):
        last = tok[L.POS, end - 1]
        if last == L.P_PUNCT or last == L.P_CCONJ:
            break
        if last in (L.P_NOUN, L.P_PROPN, L.P_NUM, L.P_ADJ):
            count = _add(out, count, seen, base, tok, i, end, end - 1, L.GRAM)
    return count


@kernel
def _around_noun(
    out: NDArray[np.int32], count: int, seen: NDArray[np.int32], base: int, stop: int, tok: NDArray[np.int32],
    head: int,
) -> int:  # fmt: skip
    """A nominal's whole subtree, with and without its preposition; its core; cuts after each child."""
    low, high = max(base, tok[L.LOW, head]), min(stop, tok[L.HIGH, head])
    inner = low
    while inner < head and (
        tok[L.POS, inner] in (L.P_PUNCT, L.P_CCONJ)
        or (tok[L.HEAD, inner] == head and tok[L.DEP, inner] in (L.D_CASE, L.D_MARK, L.D_CC))
        or (tok[L.POS, inner] in (L.P_ADP, L.P_SCONJ) and tok[L.HEAD, inner] == head)
    ):
        inner += 1
    left = head
    for i in range(head - 1, inner - 1, -1):
        top = i
        while tok[L.HEAD, top] != head and tok[L.HEAD, top] != top and low <= tok[L.HEAD, top] < high:
            top = tok[L.HEAD, top]
        if tok[L.HEAD, top] != head or tok[L.DEP, top] in (
            L.D_NSUBJ,
            L.D_NSUBJPASS,
            L.D_COP,
            L.D_AUX,
            L.D_CASE,
            L.D_MARK,
            L.D_CC,
        ):
            break
        if tok[L.DEP, top] in (L.D_ADVCL, L.D_CONJ, L.D_PARATAXIS, L.D_CSUBJ):
            break
        left = i
    count = _add(out, count, seen, base, tok, head, head + 1, head, L.CORE)
    count = _add(out, count, seen, base, tok, left, head + 1, head, L.CORE)
    bare = left
    while bare < head and tok[L.POS, bare] == L.P_DET and tok[L.DEP, bare] == L.D_DET:
        bare += 1
    count = _add(out, count, seen, base, tok, bare, head + 1, head, L.CORE)
    name = head
    while name > left and tok[L.POS, name - 1] == L.P_PROPN:
        name -= 1
    if tok[L.POS, head] == L.P_PROPN:
        end = head + 1
        while end < high and tok[L.POS, end] == L.P_PROPN:
            end += 1
        count = _add(out, count, seen, base, tok, name, end, head, L.CORE)
    count = _add(out, count, seen, base, tok, left, high, head, L.WHOLE)
    count = _add(out, count, seen, base, tok, bare, high, head, L.WHOLE)
    if inner > low:
        count = _add(out, count, seen, base, tok, inner, high, head, L.WHOLE)
        count = _add(out, count, seen, base, tok, low, head + 1, head, L.PREPOSITION)
    count = _add(out, count, seen, base, tok, low, high, head, L.WHOLE | L.PREPOSITION)
    for i in range(head + 1, high):
        if tok[L.HEAD, i] == head and tok[L.DEP, i] != L.D_PUNCT:
            relation = tok[L.DEP, i]
            before = tok[L.LOW, i]
            if (
                relation in (L.D_CONJ, L.D_PARATAXIS, L.D_RELCL, L.D_APPOS, L.D_ACL, L.D_ADVCL)
                and before > head
            ):
                count = _add(out, count, seen, base, tok, left, before, head, L.CUT)
                count = _add(out, count, seen, base, tok, bare, before, head, L.CUT)
                if inner > low:
                    count = _add(out, count, seen, base, tok, low, before, head, L.CUT | L.PREPOSITION)
            if tok[L.HIGH, i] <= stop and tok[L.HIGH, i] > head:
                count = _add(out, count, seen, base, tok, left, tok[L.HIGH, i], head, L.CUT)
    return count


@kernel
def _around_verb(
    out: NDArray[np.int32], count: int, seen: NDArray[np.int32], base: int, stop: int, tok: NDArray[np.int32],
    head: int,
) -> int:  # fmt: skip
    """A predicate's clause, its phrase without the subject, and both cut after each later child."""
    low, high = max(base, tok[L.LOW, head]), min(stop, tok[L.HIGH, head])
    phrase = head  # with "to", auxiliaries, copula, adverbs before the predicate
    verb = head  # without auxiliaries
    subject = -1
    marked = -1
    for i in range(head - 1, low - 1, -1):
        if tok[L.HEAD, i] != head:
            continue
        relation = tok[L.DEP, i]
        if relation in (L.D_NSUBJ, L.D_NSUBJPASS, L.D_CSUBJ, L.D_EXPL):
            subject = tok[L.LOW, i]
        elif relation in (L.D_AUX, L.D_AUXPASS, L.D_COP) or tok[L.POS, i] == L.P_PART:
            if subject < 0:
                phrase = i
        elif relation == L.D_ADVMOD:
            if subject < 0 and phrase == i + 1:
                phrase = i
            if verb == i + 1:
                verb = i
        elif relation in (L.D_MARK, L.D_CASE):
            marked = i
            if tok[L.POS, i] == L.P_PART and subject < 0:
                phrase = min(phrase, i)
        elif (
            subject < 0
            and tok[L.LOW, i] >= base
            and tok[L.HIGH, i] == phrase
            and relation not in (L.D_PUNCT, L.D_CC, L.D_VOCATIVE, L.D_DISCOURSE, L.D_ADVCL, L.D_CCOMP)
        ):
            phrase = tok[L.LOW, i]
            if verb == tok[L.HIGH, i]:
                verb = tok[L.LOW, i]
    if verb > phrase and tok[L.POS, head] not in (L.P_VERB, L.P_AUX):
        verb = phrase
    count = _add(out, count, seen, base, tok, low, high, head, L.CLAUSE | L.WHOLE)
    count = _cuts(out, count, seen, base, stop, tok, head, phrase, L.PHRASE)
    count = _cuts(out, count, seen, base, stop, tok, head, head, L.PHRASE)
    if verb != phrase and verb != head:
        count = _cuts(out, count, seen, base, stop, tok, head, verb, L.PHRASE)
    if subject >= 0:
        count = _cuts(out, count, seen, base, stop, tok, head, subject, L.CLAUSE)
    if marked >= 0 and marked != phrase and marked != verb:
        count = _cuts(out, count, seen, base, stop, tok, head, marked, L.CLAUSE)
    return count


@kernel
def _cuts(
    out: NDArray[np.int32], count: int, seen: NDArray[np.int32], base: int, stop: int, tok: NDArray[np.int32],
    head: int, start: int, shape: int,
) -> int:  # fmt: skip
    """From `start` to the end of the predicate, and to the end of each of its later children."""
    high = min(stop, tok[L.HIGH, head])
    count = _add(out, count, seen, base, tok, start, head + 1, head, shape | L.CUT)
    count = _add(out, count, seen, base, tok, start, high, head, shape)
    for i in range(head + 1, high):
        if tok[L.HEAD, i] == head and tok[L.DEP, i] != L.D_PUNCT:
            before = tok[L.LOW, i]
            if before > head and tok[L.DEP, i] in (L.D_CONJ, L.D_PARATAXIS, L.D_ADVCL, L.D_CCOMP):
                count = _add(out, count, seen, base, tok, start, before, head, shape | L.CUT)
            if tok[L.HIGH, i] <= stop:
                count = _add(out, count, seen, base, tok, start, tok[L.HIGH, i], head, shape | L.CUT)
                # a child's own later clauses and conjuncts can be left out too
                for j in range(i + 1, tok[L.HIGH, i]):
                    later = tok[L.DEP, j] in (L.D_RELCL, L.D_ACL, L.D_CONJ, L.D_ADVCL, L.D_APPOS)
                    if later and tok[L.HEAD, j] == i and tok[L.LOW, j] > i:
                        before = tok[L.LOW, j]
                        count = _add(out, count, seen, base, tok, start, before, head, shape | L.CUT)
    return count


def span_count_bound(tokens: int) -> int:
    """Return room enough for a story's candidates."""
    return 64 + 40 * tokens
