"""The rules that decide: several spans, names as asked."""

from __future__ import annotations

import numpy as np

from symbolic_rc.index import columns as C
from symbolic_rc.ranker.case import RankedCase
from symbolic_rc.ranker.rule import Decision, Missed

#: Number words that say how many answers are wanted.
_COUNTS = {"two": 2, "both": 2, "three": 3, "four": 4, "five": 5}


def several_spans(case: RankedCase) -> Decision | Missed:
    """Answer a question for several with several spans: the parts of a list, and others nearly as good.

    Only for data sets whose answers may be several spans; elsewhere one span says it all.
    """
    if not case.understanding.plural or not case.chosen:
        return Missed("the question does not ask for several")
    share = case.weights.about.get("several", {}).get(case.profile)
    if share is None:
        return Missed("answers of this kind of data are one span")
    told = next((n for word, n in _COUNTS.items() if word in case.asked.texts), 0)
    limit = told or 5
    winner = case.chosen[0]
    partners = _coordinated(case, int(case.view.cand[winner][C.TOP]))
    rows = _parts(case, winner, partners, whole=len(partners) == told)[:limit]
    top = float(case.reranked.max())
    order = sorted(range(len(case.listed)), key=lambda i: (-case.reranked[i], i))
    for i in order:
        row = int(case.listed[i])
        beside = int(case.view.cand[row][C.TOP]) in partners
        good = case.reranked[i] >= (0.3 if beside else 1.0) * share * top and _held(case, row, partners) < 2
        good = good and not case.view.col("named in question")[row]
        if good and len(rows) < limit and all(_apart(case, row, other) for other in rows):
            rows.append(row)
    if len(rows) == 1:
        return Missed("no other candidate is nearly as good")
    return Decision(sorted(rows, key=case.place), bindings={"at most": str(limit)})


def _parts(case: RankedCase, row: int, heads: set[int], whole: bool) -> list[int]:
    """Return a list's parts, for each of its heads the candidate that scores best, or what is no list.

    `whole` asks for all parts of the list that the candidate stands in, otherwise for those in the candidate.
    """
    own = case.view.cand[row]
    found = []
    for head in sorted(heads):
        if whole or own[C.START] <= head < own[C.END]:
            around = np.flatnonzero(case.view.cand[:, C.TOP] == head).tolist()
            alone = [one for one in around if _held(case, one, heads) == 1]
            found += [max(alone, key=lambda one: float(case.scores[one]))] if alone else []
    return found if len(found) > 1 else [row]


def _held(case: RankedCase, row: int, heads: set[int]) -> int:
    """Return how many of some heads stand in a candidate."""
    cand = case.view.cand[row]
    return sum(int(cand[C.START]) <= head < int(cand[C.END]) for head in heads)


def _coordinated(case: RankedCase, head: int) -> set[int]:
    """Return the heads that are coordinated with one."""
    tok = case.story.tok
    first = head
    while tok[C.DEP, first] == C.D_CONJ:
        first = int(tok[C.HEAD, first])
    s = int(tok[C.SENT, head])
    part = range(int(case.story.bounds[s]), int(case.story.bounds[s + 1]))
    found = {first}
    for _ in range(3):
        found |= {i for i in part if tok[C.DEP, i] == C.D_CONJ and int(tok[C.HEAD, i]) in found}
    return found


def _apart(case: RankedCase, a: int, b: int) -> bool:
    """Tell whether two candidates neither overlap nor speak of the same entity or words."""
    one, other = case.view.cand[a], case.view.cand[b]
    if one[C.SAME] == other[C.SAME] or (one[C.C_ENTITY] >= 0 and one[C.C_ENTITY] == other[C.C_ENTITY]):
        return False
    words, others = set(case.text(a).lower().split()), set(case.text(b).lower().split())
    if words <= others or others <= words:
        return False
    return bool(one[C.A_END] <= other[C.A_START] or other[C.A_END] <= one[C.A_START])


def name_form(case: RankedCase) -> Decision | Missed:
    """Give the first, last or full name where the question asks for it: see `forms.seen_as`."""
    form = case.understanding.form
    if form not in ("first name", "last name", "full name"):
        return Missed("the question asks for no form of name")
    found = {}
    for row in case.chosen:
        cand = case.view.cand[row]
        mention = case.story.span_text(int(cand[C.START]), int(cand[C.END]))
        if mention != case.text(row):
            found[mention] = case.text(row)
    if not found:
        return Missed("the name has the form already")
    return Decision(case.chosen, bindings={"form": form, **found})
