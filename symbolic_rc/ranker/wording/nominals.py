"""How an answer is worded in text of no known kind: without an aside, with all of a list."""

from __future__ import annotations

import numpy as np

from symbolic_rc.index import columns as C
from symbolic_rc.index.codes import word_code
from symbolic_rc.ranker.candidate_view import is_in
from symbolic_rc.ranker.case import RankedCase
from symbolic_rc.ranker.decide.stated import worth
from symbolic_rc.ranker.rule import Decision, Missed

#: Kinds of questions that a nominal answers.
_NOMINAL = ("person", "object", "event", "place")
#: Parts of speech that a list of nominals is made of.
_LISTED = (C.P_DET, C.P_ADJ, C.P_NOUN, C.P_PROPN, C.P_NUM, C.P_ADP, C.P_CCONJ, C.P_PUNCT, C.P_PART)
_POSSESSIVES = "his her its their my our your"


def own_wording(case: RankedCase) -> bool:
    """Tell whether the text is of no known kind of data, and the answer one candidate of the engine's own."""
    return len(case.chosen) == 1 and not case.learned_profile and not case.preferred


def no_aside(case: RankedCase) -> Decision | Missed:
    """Leave out what is only said by the way: a relative clause or an apposition after a comma."""
    if not own_wording(case) or case.understanding.kind not in _NOMINAL:
        return Missed("the answer is no single nominal, or answers of this kind of data were learned from")
    tok, view = case.story.tok, case.view
    row = case.chosen[0]
    start, end = int(view.cand[row][C.A_START]), int(view.cand[row][C.A_END])
    cut = next((i for i in range(start + 1, end - 1) if tok[C.LOWER, i] == word_code(",")), -1)
    if cut < 0:
        return Missed("no comma is in it")
    head = next((i for i in range(start, cut) if not start <= tok[C.HEAD, i] < cut), cut - 1)
    asides = [
        i for i in range(cut + 1, end) if tok[C.HEAD, i] == head and tok[C.DEP, i] in (C.D_RELCL, C.D_APPOS)
    ]
    if not asides or tok[C.POS, head] not in (C.P_NOUN, C.P_PROPN):
        return Missed("what follows the comma is no aside of its head")
    if tok[C.POS, head] == C.P_NOUN and (tok[C.POS, cut:end] == C.P_PROPN).any():
        return Missed("what follows the comma is the name")
    rows = np.flatnonzero((view.cand[:, C.A_START] == start) & (view.cand[:, C.A_END] == cut))
    if not len(rows):
        return Missed("the rest is no candidate")
    aside = {"aside": case.story.span_text(cut + 1, end)}
    return Decision(rows[:1].tolist(), bindings=aside, takes_credit=False)


def instead(case: RankedCase) -> Decision | Missed:
    """Give what follows "but" where the answer is denied: "no silver but a spring"."""
    if not own_wording(case) or case.understanding.negated:
        return Missed("another rule has decided, or answers of this kind of data were learned from")
    tok, view = case.story.tok, case.view
    cand = view.cand[case.chosen[0]]
    start, end = int(cand[C.A_START]), int(cand[C.A_END])
    if not is_in(tok[C.LOWER, max(0, start - 1) : start + 1], "no not nothing nobody").any():
        return Missed("the answer is not denied")
    stop = int(case.story.bounds[int(tok[C.SENT, start]) + 1])
    but = next((i for i in range(start, stop) if tok[C.LOWER, i] == word_code("but")), -1)
    if but < 0 or (tok[C.POS, end:but] == C.P_VERB).any():
        return Missed('no "but" follows')
    rows = np.flatnonzero(view.cand[:, C.A_START] == but + 1)
    nominal = [int(i) for i in rows if tok[C.POS, view.heads[i]] in (C.P_NOUN, C.P_PROPN, C.P_NUM)]
    if not nominal:
        return Missed('nothing that can be an answer follows "but"')
    best = max(nominal, key=lambda row: (worth(case, row), -row))
    return Decision([best], bindings={"denied": case.story.span_text(start, end)})


def whole_list(case: RankedCase) -> Decision | Missed:
    """Give all of a list that the answer begins: each of several persons, or the list as it stands."""
    if not own_wording(case) or case.understanding.kind not in _NOMINAL[:3]:
        return Missed("the answer is no single nominal, or answers of this kind of data were learned from")
    if case.understanding.wh not in ("who", "whom", "what") or case.asked.info[C.FOCUS]:
        return Missed("one is asked for")
    tok, cand = case.story.tok, case.view.cand[case.chosen[0]]
    start, end = int(cand[C.A_START]), int(cand[C.A_END])
    stop = _end_of_list(case, end)
    pieces = _pieces(case, start, stop)
    if stop <= end or len(pieces) < 2:
        return Missed("no list follows it")
    if (tok[C.DEP, start:stop] == C.D_APPOS).any():
        return Missed("what follows it says what it is")
    spans = pieces if case.understanding.kind == "person" else [(start, stop)]
    chars, text = case.story.chars, case.story.text
    texts = [(text[chars[a, 0] : chars[b - 1, 1]], int(chars[a, 0]), int(chars[b - 1, 1])) for a, b in spans]
    return Decision(case.chosen, texts, {"list": case.story.span_text(start, stop)})


def _end_of_list(case: RankedCase, end: int) -> int:
    """Return where a list that goes on at a token ends; the same token where none does."""
    tok = case.story.tok
    stop = int(case.story.bounds[int(tok[C.SENT, end - 1]) + 1])
    if end >= stop or not is_in(tok[C.LOWER, end : end + 1], ", and")[0]:
        return end
    at, joined = end, False
    while at < stop and (tok[C.POS, at] in _LISTED or is_in(tok[C.LOWER, at : at + 1], _POSSESSIVES)[0]):
        joined = joined or bool(is_in(tok[C.LOWER, at : at + 1], "and")[0])
        at += 1
    if (at < stop and tok[C.POS, at] in (C.P_VERB, C.P_AUX)) or not joined:
        return end
    while at > end and tok[C.POS, at - 1] not in (C.P_NOUN, C.P_PROPN, C.P_NUM):
        at -= 1
    return at


def _pieces(case: RankedCase, start: int, stop: int) -> list[tuple[int, int]]:
    """Split a list at its commas and at "and"; pieces without a noun go to the one before."""
    tok = case.story.tok
    found: list[tuple[int, int]] = []
    first = start
    for i in range(start, stop + 1):
        if i < stop and not is_in(tok[C.LOWER, i : i + 1], ", and")[0]:
            continue
        if i > first and np.isin(tok[C.POS, first:i], (C.P_NOUN, C.P_PROPN)).any():
            found.append((first, i))
        elif i > first and found:
            found[-1] = (found[-1][0], i)
        first = i + 1
    return found
