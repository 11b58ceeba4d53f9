"""A question as integer arrays: its parse, its gap, and what it matches in a story."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.question import Question
from symbolic_rc.rules import layout as L
from symbolic_rc.rules.atoms import mix
from symbolic_rc.rules.codes import part_letter, role_code, word_code
from symbolic_rc.rules.question import KINDS, Understanding, understand
from symbolic_rc.rules.rows import token_rows

if TYPE_CHECKING:
    from spacy.tokens import Doc

_FORMS = ("", "name", "first name", "last name", "full name")
_ORDERS = ("", "before", "after")
_WHS = ("", "who", "whom", "whose", "what", "which", "when", "where", "why", "how", "cloze")


@dataclass(frozen=True, slots=True)
class Asked:
    """A question as arrays.

    Attributes
    ----------
    question : Question
    understanding : Understanding
    tok : ndarray of int32, shape (TOKEN_ROWS, q)
        The rows of `rules.layout`, of the question's tokens.
    info : ndarray of int32, shape (INFO,)
        As `rules.features` names its places.
    words : ndarray of int32, shape (w,)
        The content words: indices of tokens.
    texts : tuple of str
        The question's tokens, in lower case.
    content : three tuples of str
        Forms, lemmas and WordNet's parts of speech of the content words.
    """

    question: Question
    understanding: Understanding
    tok: NDArray[np.int32]
    info: NDArray[np.int32]
    words: NDArray[np.int32]
    texts: tuple[str, ...]
    content: tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]


def plain(text: str) -> str:
    """Return a question as the annotation reads it best: not all in capitals, and with its mark."""
    text = " ".join(text.split())
    letters = [c for c in text if c.isalpha()]
    if letters and sum(c.isupper() for c in letters) > 0.8 * len(letters):
        text = text.lower()
    return text


def ask(question: Question, doc: Doc) -> Asked:
    """Make the arrays of an annotated question."""
    return ask_all([question], doc, [0, len(doc)])[0]


def ask_all(questions: Sequence[Question], doc: Doc, bounds: Sequence[int]) -> list[Asked]:
    """Make the arrays of questions that were annotated as one document; `bounds` says where each starts."""
    rows, _ = token_rows(doc)
    lower, lemmas = [token.lower_ for token in doc], [token.lemma_ for token in doc]
    found = []
    for question, (start, end) in zip(questions, pairwise(bounds), strict=True):
        tok = rows[:, start:end].copy()
        tok[[L.HEAD, L.LOW, L.HIGH]] -= start
        tok[L.CASE, tok[L.CASE] >= 0] -= start
        tok[L.SENT] -= tok[L.SENT, :1]
        found.append(_asked(question, tok, lower[start:end], lemmas[start:end]))
    return found


def _asked(question: Question, tok: NDArray[np.int32], lower: list[str], lemmas: list[str]) -> Asked:
    understanding = understand(question)
    info = np.zeros(L.INFO, np.int32)
    info[L.KIND] = KINDS.index(understanding.kind)
    info[L.FORM] = _FORMS.index(understanding.form)
    info[L.ORDER] = _ORDERS.index(understanding.order)
    info[L.PLURAL] = understanding.plural
    info[L.WH] = _WHS.index(understanding.wh)
    wh = lower.index(understanding.wh) if understanding.wh in lower else -1
    if question.is_cloze:
        mark = question.placeholder.lower()
        wh = next((i for i, word in enumerate(lower) if mark in word or (len(word) > 3 and word in mark)), -1)
    _gap(tok, lower, wh, info)
    info[L.OPEN_ROLE] = _open_role(understanding.wh, int(info[L.GAP_REL]))
    plural = _plural(understanding, tok, lower, int(info[L.FOCUS_WORD]))
    if plural != understanding.plural:
        understanding = replace(understanding, plural=plural)
        info[L.PLURAL] = plural
    question_class = mix(mix(info[L.KIND], info[L.WH]), mix(_broad(int(info[L.GAP_REL])), info[L.PLURAL]))
    info[L.QCLASS] = int(question_class) & 0x7FFFFFFF
    key = info[L.FOCUS] if info[L.FOCUS] else info[L.GOV_LEMMA]
    info[L.FINE] = int(mix(mix(info[L.WH], key), 5)) & 0x7FFFFFFF
    words = [
        i for i in range(len(lower)) if not tok[L.FUNC, i] and i != wh and any(map(str.isalnum, lower[i]))
    ]
    content = (
        tuple(lower[i] for i in words),
        tuple(lemmas[i] for i in words),
        tuple(part_letter(L.PARTS[tok[L.POS, i]]) for i in words),
    )
    return Asked(question, understanding, tok, info, np.array(words, np.int32), tuple(lower), content)


_COUNTED = frozenset("two three four five six both several".split())
_PLURALS = frozenset((word_code("NNS"), word_code("NNPS")))


def _plural(understanding: Understanding, tok: NDArray[np.int32], lower: list[str], focus: int) -> bool:
    """Tell whether several answers are asked for: by number words, by the noun asked for, by are and were."""
    if understanding.wh not in ("who", "whom", "what", "which"):
        return False
    at = lower.index(understanding.wh)
    near = lower[at + 1 : at + 4]
    if near[:1] in (["are"], ["were"]) and (understanding.wh == "who" or "names" in lower[at : at + 8]):
        return True
    if understanding.wh in ("who", "whom"):
        return bool({"two", "all"} & set(near))
    if "names" in near or _COUNTED & set(near[:2]) or "people" in near[:2]:
        return True
    return focus >= 0 and "name" not in near and int(tok[L.TAG, focus]) in _PLURALS


def _open_role(wh: str, relation: int) -> int:
    """Return the role of a frame that the gap would fill, as `codes.role_code` numbers it; 0 for none."""
    adjuncts = {"when": "ARGM-TMP", "where": "ARGM-LOC", "why": "ARGM-CAU", "how": "ARGM-MNR"}
    if wh in adjuncts:
        return role_code(adjuncts[wh])
    if relation in (L.D_NSUBJ, L.D_OBLAGENT):
        return role_code("ARG0")
    if relation in (L.D_OBJ, L.D_NSUBJPASS):
        return role_code("ARG1")
    return role_code("ARG2") if relation in (L.D_IOBJ, L.D_OBL) else 0


def context_of(question: Question) -> tuple[tuple[int, int], ...]:
    """Return the places in the story's text that a question is about, where the data set says so."""
    found = []
    for part in question.tags.get("context", "").split(","):
        start, _, end = part.partition("-")
        if start.isdigit() and end.isdigit():
            found.append((int(start), int(end)))
    return tuple(found)


def _broad(relation: int) -> int:
    """Group the gap's relations: subject, predicate, other."""
    if relation in (L.D_NSUBJ, L.D_NSUBJPASS):
        return 1
    return 2 if relation == L.D_ROOT else 3 if relation == L.D_OBL else 4


def _gap(tok: NDArray[np.int32], lower: list[str], wh: int, info: NDArray[np.int32]) -> None:
    """Find what the question word stands for: its governor, relation, preposition, and its noun."""
    info[L.GAP_GOV] = info[L.GAP_WORD] = info[L.FOCUS_WORD] = -1
    if wh < 0:
        return
    gap = wh
    focus = -1
    if tok[L.DEP, wh] in (L.D_DET, L.D_POSS) and tok[L.HEAD, wh] != wh:
        gap = int(tok[L.HEAD, wh])
        if tok[L.DEP, wh] == L.D_DET:
            focus = gap
    if tok[L.DEP, wh] == L.D_ADVMOD and lower[wh] == "how" and tok[L.HEAD, wh] == wh + 1:
        focus = wh + 1
    info[L.GAP_WORD] = gap
    info[L.GAP_REL] = tok[L.DEP, gap]
    above = int(tok[L.HEAD, gap])
    if gap == wh and tok[L.DEP, wh] == L.D_NSUBJ and tok[L.POS, above] in (L.P_NOUN, L.P_PROPN):
        focus = above
    helped = wh + 1 < len(lower) and lower[wh + 1] in ("do", "does", "did")
    if gap == wh and helped and tok[L.DEP, wh] == L.D_NSUBJ:
        stranded = len(lower) > 2 and tok[L.POS, len(lower) - 2] == L.P_ADP
        info[L.GAP_REL] = L.D_OBL if stranded else L.D_OBJ
    children = [i for i in range(tok.shape[1]) if tok[L.HEAD, i] == gap and i != gap]
    if tok[L.DEP, gap] == L.D_ROOT:
        subject = next((i for i in children if tok[L.DEP, i] in (L.D_NSUBJ, L.D_NSUBJPASS)), -1)
        if subject >= 0 and focus < 0:
            focus = subject
        info[L.GAP_GOV] = subject if subject >= 0 else gap
        if any(tok[L.DEP, i] == L.D_COP for i in children) or focus == subject:
            info[L.GAP_REL] = L.D_ROOT
    else:
        info[L.GAP_GOV] = tok[L.HEAD, gap]
    prep = tok[L.CASE, gap]
    if prep < 0:
        last = tok.shape[1] - 1
        while last >= 0 and tok[L.POS, last] == L.P_PUNCT:
            last -= 1
        prep = last if last >= 0 and tok[L.POS, last] == L.P_ADP else -1
    info[L.GAP_PREP] = tok[L.LEMMA, prep] if prep >= 0 else 0
    if focus >= 0 and focus != wh:
        focus = _described(tok, lower, focus)
        info[L.FOCUS], info[L.FOCUS_SENSE] = tok[L.LEMMA, focus], tok[L.SENSE, focus]
        info[L.FOCUS_WORD] = focus
        _through_clause(tok, lower, focus, info)
    gov = int(info[L.GAP_GOV])
    if gov >= 0:
        info[L.GOV_LEMMA], info[L.GOV_SENSE] = tok[L.LEMMA, gov], tok[L.SENSE, gov]


#: Nouns that only lead to the noun that is asked for.
_LIGHT = frozenset("name names kind type sort title identity surname nickname one".split())
_RELATIVES = frozenset("who whom that which whose".split())


def _described(tok: NDArray[np.int32], lower: list[str], focus: int) -> int:
    """Return the noun that is asked for behind a light one: ``person`` in "the name of the person"."""
    if lower[focus] in _LIGHT:
        for i in range(focus + 1, tok.shape[1]):
            if tok[L.HEAD, i] == focus and tok[L.DEP, i] in (L.D_NMOD, L.D_OBL):
                return i
    return focus


def _through_clause(tok: NDArray[np.int32], lower: list[str], focus: int, info: NDArray[np.int32]) -> None:
    """Move the gap into the relative clause of the noun asked for: "the person who sold the mill"."""
    n = tok.shape[1]
    verbs = [
        i for i in range(focus + 1, n) if tok[L.HEAD, i] == focus and tok[L.DEP, i] in (L.D_RELCL, L.D_ACL)
    ]
    if not verbs:
        return
    verb = verbs[0]
    for i in range(focus + 1, n):
        if lower[i] in _RELATIVES and tok[L.HEAD, i] != i:
            if lower[i] == "whose" and tok[L.DEP, i] == L.D_POSS:
                info[L.GAP_GOV], info[L.GAP_REL] = tok[L.HEAD, i], L.D_POSS
                return
            if tok[L.HEAD, i] == verb:
                info[L.GAP_GOV], info[L.GAP_REL] = verb, tok[L.DEP, i]
                return
    if tok[L.DEP, verb] == L.D_ACL and tok[L.TAG, verb] == word_code("VBN"):
        info[L.GAP_GOV], info[L.GAP_REL] = verb, L.D_NSUBJPASS
        return
    subject = any(tok[L.HEAD, i] == verb and tok[L.DEP, i] in (L.D_NSUBJ, L.D_NSUBJPASS) for i in range(n))
    info[L.GAP_GOV], info[L.GAP_REL] = verb, L.D_OBJ if subject else L.D_NSUBJ
