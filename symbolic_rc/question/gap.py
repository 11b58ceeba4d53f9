"""What a question leaves open: the gap's governor and relation, and the noun that is asked for."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.words import DO
from symbolic_rc.index import columns as C
from symbolic_rc.index.codes import word_code


def find_gap(tok: NDArray[np.int32], lower: list[str], wh: int, info: NDArray[np.int32]) -> None:
    """Find what the question word stands for: its governor, relation, preposition, and its noun."""
    info[C.GAP_GOV] = info[C.GAP_WORD] = info[C.FOCUS_WORD] = -1
    if wh < 0:
        return
    gap = wh
    focus = -1
    if tok[C.DEP, wh] in (C.D_DET, C.D_POSS) and tok[C.HEAD, wh] != wh:
        gap = int(tok[C.HEAD, wh])
        if tok[C.DEP, wh] == C.D_DET:
            focus = gap
    if tok[C.DEP, wh] == C.D_ADVMOD and lower[wh] == "how" and tok[C.HEAD, wh] == wh + 1:
        focus = wh + 1
    info[C.GAP_WORD] = gap
    info[C.GAP_REL] = tok[C.DEP, gap]
    above = int(tok[C.HEAD, gap])
    if gap == wh and tok[C.DEP, wh] == C.D_NSUBJ and tok[C.POS, above] in (C.P_NOUN, C.P_PROPN):
        focus = above
    helped = wh + 1 < len(lower) and lower[wh + 1] in DO
    if gap == wh and helped and tok[C.DEP, wh] == C.D_NSUBJ:
        stranded = len(lower) > 2 and tok[C.POS, len(lower) - 2] == C.P_ADP
        info[C.GAP_REL] = C.D_OBL if stranded else C.D_OBJ
    children = [i for i in range(tok.shape[1]) if tok[C.HEAD, i] == gap and i != gap]
    if tok[C.DEP, gap] == C.D_ROOT:
        subject = next((i for i in children if tok[C.DEP, i] in (C.D_NSUBJ, C.D_NSUBJPASS)), -1)
        if subject >= 0 and focus < 0:
            focus = subject
        info[C.GAP_GOV] = subject if subject >= 0 else gap
        if any(tok[C.DEP, i] == C.D_COP for i in children) or focus == subject:
            info[C.GAP_REL] = C.D_ROOT
    else:
        info[C.GAP_GOV] = tok[C.HEAD, gap]
    prep = tok[C.CASE, gap]
    if prep < 0:
        last = tok.shape[1] - 1
        while last >= 0 and tok[C.POS, last] == C.P_PUNCT:
            last -= 1
        prep = last if last >= 0 and tok[C.POS, last] == C.P_ADP else -1
    info[C.GAP_PREP] = tok[C.LEMMA, prep] if prep >= 0 else 0
    focus = _named(tok, lower, wh, focus)
    if focus >= 0 and focus != wh:
        info[C.FOCUS], info[C.FOCUS_SENSE] = tok[C.LEMMA, focus], tok[C.SENSE, focus]
        info[C.FOCUS_WORD] = focus
        if not _through_clause(tok, lower, focus, info) and leading(lower, wh) >= 0:
            info[C.GAP_GOV] = focus
    gov = int(info[C.GAP_GOV])
    if gov >= 0 and lower[gov] in DO:
        # the parse took the auxiliary for the predicate: "who does Mary feed"
        verb = _predicate(tok, gov + 1)
        if verb >= 0:
            info[C.GAP_GOV] = gov = verb
            info[C.GAP_REL] = C.D_OBL if info[C.GAP_PREP] else C.D_OBJ
    if gov >= 0:
        info[C.GOV_LEMMA], info[C.GOV_SENSE] = tok[C.LEMMA, gov], tok[C.SENSE, gov]


#: Nouns that only lead to the noun that is asked for.
_LIGHT = frozenset(
    "name names kind type sort title titles identity surname nickname nicknames one alias aliases".split()
)
_CLITICS = frozenset("'s ’s ' ’ s".split())  # some data have lost the mark
_BE = frozenset("is are was were 's ’s".split())
#: Words that open a relative clause.
RELATIVES = frozenset("who whom that which whose where".split())
#: Nouns of which a question says nothing by naming them.
_ANY = frozenset("person people persons someone individual individuals".split())
_IN_NAME = (C.P_DET, C.P_ADJ, C.P_NOUN, C.P_PROPN, C.P_NUM)


def _asks_what_is(lower: list[str], wh: int) -> bool:
    return 0 <= wh < len(lower) - 1 and lower[wh] in ("what", "which", "who") and lower[wh + 1] in _BE


def leading(lower: list[str], wh: int) -> int:
    """Return the place of the light noun in "what is the (full) name of …", or -1."""
    if (
        wh < 0
        or lower[wh] not in ("what", "which", "who")
        or lower[wh + 1 : wh + 2] not in [[b] for b in _BE]
    ):
        return -1
    for i in range(wh + 2, min(wh + 8, len(lower) - 2)):
        if lower[i] in _LIGHT and lower[i + 1] == "of":
            return i
        if lower[i] in RELATIVES or lower[i] == "of":
            return -1
    return -1


def said_by_form(lower: list[str], wh: int) -> set[int]:
    """Return the tokens that say what form of answer is wanted, and nothing of the story.

    Of "What is the full name of the person who sold the mill?" all before "who".
    """
    at = leading(lower, wh)
    if at < 0:
        return set()
    found = set(range(wh, at + 2))
    for i in range(at + 2, min(at + 4, len(lower))):
        if lower[i] in _ANY:
            found.add(i)
    return found


def _noun_after(tok: NDArray[np.int32], lower: list[str], start: int) -> int:
    """Return the last noun of the noun phrase that starts at a token, or -1."""
    noun = -1
    for i in range(start, tok.shape[1]):
        if lower[i] in RELATIVES:
            break
        if lower[i] in _CLITICS and noun == i - 1:
            continue
        if tok[C.POS, i] not in _IN_NAME and lower[i] not in _ANY:
            break
        if noun >= 0 and tok[C.POS, noun] == C.P_NOUN and not tok[C.NAMED, noun] and _begins(tok, i):
            break
        if tok[C.POS, i] in (C.P_NOUN, C.P_PROPN) or lower[i] in _ANY:
            noun = i
    return noun


def _begins(tok: NDArray[np.int32], i: int) -> bool:
    """Tell whether a new noun phrase begins after a common noun: "the song Harrison wrote"."""
    return bool(tok[C.POS, i] == C.P_DET or (tok[C.NAMED, i] and tok[C.POS, i] != C.P_NUM))


def _named(tok: NDArray[np.int32], lower: list[str], wh: int, focus: int) -> int:
    """Return the noun that is asked for behind a light one: ``person`` in "the name of the person".

    Words tell it more surely than the parse, where they have the usual order.
    """
    at = leading(lower, wh)
    if at >= 0:
        return _noun_after(tok, lower, at + 2)
    if _asks_what_is(lower, wh):
        noun = _noun_after(tok, lower, wh + 2)
        if (
            noun >= 0
            and lower[noun] not in _LIGHT
            and lower[noun + 1 : noun + 2] != [","]
            and (_marker(tok, lower, noun)[0] >= 0)
        ):
            return noun
    if (
        focus > 2
        and lower[focus] in _LIGHT
        and lower[focus - 1] in _CLITICS
        and tok[C.POS, focus - 2] == C.P_NOUN
    ):
        return focus - 2
    if focus >= 0 and lower[focus] in _LIGHT:
        for i in range(tok.shape[1]):
            if tok[C.HEAD, i] == focus and tok[C.DEP, i] in (C.D_NMOD, C.D_OBL, C.D_POSS) and i > wh:
                return i
    return focus


def _marker(tok: NDArray[np.int32], lower: list[str], noun: int) -> tuple[int, int]:
    """Return the places of the relative word after a noun, and of a preposition before that; -1 for none."""
    i = noun + 1
    if i < len(lower) and lower[i] == ",":
        i += 1
    if i + 1 < len(lower) and tok[C.POS, i] == C.P_ADP and lower[i + 1] in ("whom", "which", "whose"):
        return i + 1, i
    return (i, -1) if i < len(lower) and lower[i] in RELATIVES else (-1, -1)


def _predicate(tok: NDArray[np.int32], start: int) -> int:
    """Return the predicate of the clause that starts at a token: the highest of its verbs and copulas."""
    n = tok.shape[1]
    found, least = -1, 99
    for i in range(start, n):
        stated = tok[C.POS, i] == C.P_VERB or any(
            tok[C.HEAD, j] == i and tok[C.DEP, j] == C.D_COP for j in range(start, n) if j != i
        )
        if not stated:
            continue
        depth, t = 0, i
        while depth < 30 and start <= tok[C.HEAD, t] < n and tok[C.HEAD, t] != t:
            t = int(tok[C.HEAD, t])
            depth += 1
        if depth < least:
            found, least = i, depth
    return found


def _through_clause(tok: NDArray[np.int32], lower: list[str], noun: int, info: NDArray[np.int32]) -> bool:
    """Move the gap into the relative clause of the noun asked for: "the person who sold the mill"."""
    n = tok.shape[1]
    if noun + 1 >= n:
        return False
    marker, prep = _marker(tok, lower, noun)
    if marker < 0:
        tag = int(tok[C.TAG, noun + 1])
        if tag in (word_code("VBN"), word_code("VBG")) and tok[C.POS, noun + 1] == C.P_VERB:
            info[C.GAP_GOV] = noun + 1
            info[C.GAP_REL] = C.D_NSUBJ if tag == word_code("VBG") else C.D_NSUBJPASS
            return True
        if not _begins(tok, noun + 1) and tok[C.POS, noun + 1] != C.P_PRON:
            return False
        marker = noun  # a clause without a relative word
    if lower[marker] == "whose":
        owned = _noun_after(tok, lower, marker + 1)
        if owned >= 0:
            info[C.GAP_GOV], info[C.GAP_REL] = owned, C.D_POSS
            return True
    verb = _predicate(tok, marker + 1)
    if verb < 0:
        return False
    info[C.GAP_GOV] = verb
    first = marker + 1
    while first < verb and (tok[C.POS, first] in (C.P_ADV, C.P_PUNCT, C.P_PART)):
        first += 1
    if prep >= 0 or lower[marker] == "where":
        info[C.GAP_REL] = C.D_OBL
        info[C.GAP_PREP] = tok[C.LEMMA, prep] if prep >= 0 else 0
    elif first == verb or tok[C.POS, first] in (C.P_AUX, C.P_VERB, C.P_ADP):
        passive = tok[C.TAG, verb] == word_code("VBN") and any(
            tok[C.HEAD, i] == verb and tok[C.DEP, i] == C.D_AUXPASS for i in range(marker + 1, verb)
        )
        info[C.GAP_REL] = C.D_NSUBJPASS if passive else C.D_NSUBJ
        info[C.GAP_PREP] = 0
    else:
        info[C.GAP_REL] = C.D_OBL if info[C.GAP_PREP] else C.D_OBJ
    return True
