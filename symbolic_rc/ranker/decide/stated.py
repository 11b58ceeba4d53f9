"""The rule that reads an answer off a clause that says all that the question says."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.index import columns as C
from symbolic_rc.index.codes import role_code
from symbolic_rc.ranker.candidate_view import CandidateView, sense_code
from symbolic_rc.ranker.case import RankedCase
from symbolic_rc.ranker.decide.clauses import (
    HELD,
    SAYS,
    AskedFrame,
    Clause,
    asked_frame,
    clauses,
    matched,
)
from symbolic_rc.ranker.propose.conditions import OF_KIND
from symbolic_rc.ranker.rule import Decision, Fired, Missed

#: Roles that answer as well where a role is open.
_INSTEAD = {
    "ARGM-LOC": ("ARG2", "ARG4", "ARGM-DIR", "ARGM-GOL"),
    "ARGM-CAU": ("ARGM-PRP", "ARGM-ADV"),
    "ARGM-MNR": ("ARG2", "ARG3"),
    "ARGM-TMP": (),
}
#: A clause's answer may be so far behind the best by the reranker.
_BEHIND = 0.2


def fits(view: CandidateView) -> NDArray[np.bool_]:
    """Tell which candidates are of the kind that is asked for; all, where the kind has no sign."""
    condition = OF_KIND.get(view.kind)
    if condition is None:
        return np.ones(len(view), np.bool_)
    held = view.always(condition.test)
    times = np.concatenate([[0], np.cumsum(view.story.tok[C.SENSE] == sense_code("noun.time"))])
    if view.kind == "time":
        held = held | (times[view.cand[:, C.END]] > times[view.cand[:, C.START]])
    if view.kind == "reason":  # "for a week" is none
        held = held & ~view.sense("noun.time")
    if view.kind == "place":
        held = held & (times[view.head(C.HIGH)] == times[view.head(C.LOW)]) & ~view.entity("DATE TIME")
    return held


def stated(case: RankedCase) -> Decision | Fired | Missed:
    """Read the answer off a clause that has the question's predicate, with all its others in their roles.

    Where the clause says what is chosen already, it is confirmed.

    Only in text of no known kind of data: where answers of the kind were learned from, the reranker knows
    better when to trust the clause.
    """
    view = case.view
    if not len(case.listed):
        return Missed("the story has no candidate")
    if case.learned_profile:
        return Missed("answers of this kind of data were learned from")
    if case.preferred:
        return Missed("a rule of the user's own has added to the scores")
    frame = view.once(asked_frame)
    if frame is None:
        return Missed("the question asks for no argument of a predicate that says enough")
    found = []
    for clause in view.once(clauses):
        if clause.held < SAYS or clause.turned or clause.doubtful:
            continue
        for rows in _open(view, frame, clause):
            row = max(rows.tolist(), key=lambda row: (worth(case, row), -row))
            found.append((clause.held, clause.same, worth(case, row), -row, clause))
    if not found:
        return Missed("no clause says all that the question says and fills its gap")
    *_, row, clause = max(found, key=lambda one: one[:4])
    if case.chosen and view.heads[case.chosen[0]] == view.heads[-row]:
        return Fired(case.chosen, _bound(case, clause))
    if worth(case, -row) < float(case.reranked.max()) - _BEHIND:
        return Missed(f"what it says, {case.text(-row)}, is too far behind by the reranker")
    return Decision([-row], bindings=_bound(case, clause))


def _bound(case: RankedCase, clause: Clause) -> dict[str, str]:
    return {"predicate": case.story.span_text(clause.predicate, clause.predicate + 1)}


def _open(view: CandidateView, frame: AskedFrame, clause: Clause) -> Iterator[NDArray[np.int64]]:
    """Yield the candidates that each part of a clause gives which can fill the question's gap."""
    best, tok, suited = view.once(matched), view.story.tok, view.once(fits)
    words = view.asked.words.tolist()
    known = [number for number, token in enumerate(words) if token not in frame.open]
    noun = [number for number, token in enumerate(words) if token in frame.open]
    counted = view.kind == "number" and bool(noun)
    for part in clause.parts:
        if best[known, part.head].max(initial=0.0) >= HELD:
            continue
        head, exact = part.head, part.framed and part.role == role_code(frame.role)
        adjunct = frame.role in _INSTEAD
        alike = adjunct and (not part.framed or part.role in map(role_code, _INSTEAD[frame.role]))
        if counted:
            if not best[noun, head].max(initial=0.0) >= HELD:
                continue
            low, high = int(tok[C.LOW, head]), int(tok[C.HIGH, head])
            numbers = [i for i in range(low, high) if tok[C.HEAD, i] == head and tok[C.DEP, i] == C.D_NUMMOD]
            if not numbers:
                continue
            head = numbers[0]
        elif not (exact or alike or (not part.framed and part.role == role_code(frame.role))):
            continue
        rows = np.flatnonzero(
            (view.heads == head) & more_than_pronouns(view) & (suited if alike or not adjunct else True)
        )
        if len(rows):
            yield rows


def more_than_pronouns(view: CandidateView) -> NDArray[np.bool_]:
    """Tell which candidates are more than a pronoun."""
    first, last = view.cand[:, C.A_START], view.cand[:, C.A_END] - 1
    found: NDArray[np.bool_] = (first != last) | (view.story.tok[C.POS, first] != C.P_PRON)
    return found


def worth(case: RankedCase, row: int) -> float:
    """Return a candidate's score by the reranker; below all of them, its linear score."""
    place = np.flatnonzero(case.listed == row)
    return float(case.reranked[place[0]]) if len(place) else float(case.scores[row]) - 100.0
