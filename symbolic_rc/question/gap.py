"""What a question leaves open: the gap's governor and relation, and the noun that is asked for."""

from __future__ import annotations

import numpy as np

from symbolic_rc.core.arrays import Ints
from symbolic_rc.index import columns as C
from symbolic_rc.index.codes import word_code
from symbolic_rc.lexicon.english import BE, RELATIVES, word_set

#: Nouns that only lead to the noun that is asked for.
_LIGHT = word_set("""name names kind type sort title titles identity surname nickname nicknames one alias
    aliases""")
#: Nouns of which a question says nothing by naming them.
_ANY = word_set("person people persons someone individual individuals")
_IS = BE | {"'s", "’s"}
_NOUNS = (C.P_NOUN, C.P_PROPN)


def find_gap(tok: Ints, lower: list[str], wh: int, gap: int, info: Ints) -> None:
    """Write what is open: its governor, relation, preposition, and the noun for it, to `info` (INFO,).

    The question's tokens `tok` (TOKEN_ROWS, q) have the tree of its statement; `wh` is the question word,
    `gap` the same, or the word for what is asked in its statement ("man" of "the man that left"); -1 for
    none.
    """
    info[C.GAP_GOV] = info[C.GAP_WORD] = info[C.FOCUS_WORD] = -1
    if gap < 0:
        return
    word, focus = _phrase_asked(tok, lower, wh, gap)
    relation, above = int(tok[C.DEP, word]), int(tok[C.HEAD, word])
    info[C.GAP_WORD], info[C.GAP_REL], info[C.GAP_GOV] = word, relation, above
    is_noun = tok[C.POS, above] in _NOUNS and tok[C.CASE, above] < 0  # not "something is behind the door"
    if word == gap and relation == C.D_NSUBJ and is_noun and focus < 0:
        focus, info[C.GAP_REL] = above, C.D_ROOT  # "something is the colour of the door"
    elif above == word:
        subject = _child(tok, word, (C.D_NSUBJ, C.D_NSUBJPASS))
        info[C.GAP_GOV], info[C.GAP_REL] = subject if subject >= 0 else word, C.D_ROOT
        focus = subject if focus < 0 else focus
    if tok[C.CASE, word] >= 0:
        info[C.GAP_PREP] = tok[C.LEMMA, tok[C.CASE, word]]
    if focus >= 0:
        _write_focus(tok, lower, gap, focus, info)
    governor = int(info[C.GAP_GOV])
    info[C.GOV_LEMMA], info[C.GOV_SENSE] = tok[C.LEMMA, governor], tok[C.SENSE, governor]


def _phrase_asked(tok: Ints, lower: list[str], wh: int, gap: int) -> tuple[int, int]:
    """Return the head of the phrase in which the gap stands, and the noun that is asked for, or -1."""
    relation, above = tok[C.DEP, gap], int(tok[C.HEAD, gap])
    if relation in (C.D_DET, C.D_POSS) and above != gap:
        if gap > max(0, wh) and lower[gap] == "whose":  # "the man whose wife left"
            return gap, gap - 1
        return above, above if relation == C.D_DET else -1
    if relation == C.D_ADVMOD and lower[gap] == "how" and above == gap + 1:
        return gap, above
    return gap, gap if tok[C.POS, gap] in _NOUNS and gap != wh else -1


def _write_focus(tok: Ints, lower: list[str], gap: int, focus: int, info: Ints) -> None:
    """Write the noun that is asked for: of "the name of the city" the city."""
    if lower[focus] in _LIGHT:
        named = _child(tok, focus, (C.D_NMOD, C.D_OBL, C.D_POSS))
        focus = named if named >= 0 and named != gap else focus
    info[C.FOCUS], info[C.FOCUS_SENSE] = tok[C.LEMMA, focus], tok[C.SENSE, focus]
    info[C.FOCUS_WORD] = focus
    if info[C.GAP_REL] == C.D_ROOT and not _through_clause(tok, lower, focus, info):
        info[C.GAP_GOV] = focus


def _child(tok: Ints, token: int, relations: tuple[int, ...]) -> int:
    """Return the first word that hangs on another by one of some relations, or -1."""
    arcs = enumerate(zip(tok[C.HEAD].tolist(), tok[C.DEP].tolist(), strict=True))
    return next((i for i, (head, relation) in arcs if head == token and relation in relations), -1)


def _through_clause(tok: Ints, lower: list[str], noun: int, info: Ints) -> bool:
    """Move the gap into the relative clause of the noun asked for: "Who is the man that sold the mill?"."""
    if (verb := _child(tok, noun, (C.D_RELCL, C.D_ACL))) < 0:
        return False
    inside = np.arange(tok[C.LOW, verb], tok[C.HIGH, verb])
    relative = next((int(i) for i in inside if lower[i] in RELATIVES), -1)
    info[C.GAP_GOV], info[C.GAP_PREP] = verb, 0
    if relative >= 0 and tok[C.DEP, relative] == C.D_POSS:
        info[C.GAP_GOV], info[C.GAP_REL] = tok[C.HEAD, relative], C.D_POSS
    elif relative >= 0 and lower[relative] == "where":
        info[C.GAP_REL] = C.D_OBL
    elif relative >= 0 and tok[C.HEAD, relative] == verb:
        info[C.GAP_REL] = tok[C.DEP, relative]
        case = int(tok[C.CASE, relative])
        info[C.GAP_PREP] = tok[C.LEMMA, case] if case >= 0 else 0
    elif _child(tok, verb, (C.D_NSUBJ, C.D_NSUBJPASS)) >= 0:
        info[C.GAP_REL] = C.D_OBJ
    else:
        passive = tok[C.TAG, verb] == word_code("VBN")
        info[C.GAP_REL] = C.D_NSUBJPASS if passive else C.D_NSUBJ
    return True


def leading(lower: list[str], wh: int) -> int:
    """Return the place of the light noun in "what is the (full) name of …", or -1."""
    if wh < 0 or lower[wh] not in ("what", "which", "who") or not _IS.intersection(lower[wh + 1 : wh + 2]):
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
    if (at := leading(lower, wh)) < 0:
        return set()
    near = range(at + 2, min(at + 4, len(lower)))
    return {*range(wh, at + 2), *(i for i in near if lower[i] in _ANY)}
