"""The rule that says whose a thing is: its possessor, or who the story says it belongs to."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.index import columns as C
from symbolic_rc.ranker.candidate_view import is_in
from symbolic_rc.ranker.case import RankedCase
from symbolic_rc.ranker.decide.clauses import HELD, matched
from symbolic_rc.ranker.decide.stated import more_than_pronouns, worth
from symbolic_rc.ranker.rule import Decision, Missed
from symbolic_rc.ranker.wording.nominals import own_wording

_OWNING = "belong own possess"


def owner(case: RankedCase) -> Decision | Missed:
    """Say whose the thing is that the question names: who it belongs to, else its possessor.

    Only in text of no known kind of data.
    """
    if not own_wording(case):
        return Missed("another rule has decided, or answers of this kind of data were learned from")
    words = case.asked.words.tolist()
    thing = int(case.asked.info[C.GAP_WORD])
    if case.understanding.wh != "whose" or thing not in words:
        return Missed("the question does not ask whose a thing is")
    found = []
    for head, said in _owners(case, words.index(thing)):
        for row in np.flatnonzero(_called(case, head) & more_than_pronouns(case.view)).tolist():
            found.append((said, _near(case, head, words.index(thing)), worth(case, row), -row))
    if not found:
        return Missed("the story names no owner of it")
    return Decision([-max(found)[-1]])


def _owners(case: RankedCase, number: int) -> Iterator[tuple[int, int]]:
    """Yield the heads of the owners of what a content word names, each with whether a verb says so."""
    tok, frames = case.story.tok, case.story.frames
    best = case.view.once(matched)[number]
    for i in np.flatnonzero(best >= HELD).tolist():
        for k in range(int(tok[C.LOW, i]), i):
            if tok[C.HEAD, k] == i and tok[C.DEP, k] == C.D_POSS:
                yield k, 0
    for predicate in np.unique(frames[:, 1]).tolist():
        if is_in(tok[C.LEMMA, predicate : predicate + 1], _OWNING)[0]:
            heads = frames[frames[:, 1] == predicate, 6].tolist()
            if any(best[head] >= HELD for head in heads):
                yield from ((head, 1) for head in heads if best[head] < HELD and head != predicate)


def _called(case: RankedCase, head: int) -> NDArray[np.bool_]:
    """Tell which candidates are an owner; of a pronoun, those that it may stand for."""
    here: NDArray[np.bool_] = case.view.heads == head
    if case.story.tok[C.POS, head] != C.P_PRON:
        return here
    entity = int(case.story.tok[C.ENTITY, head])
    meant: NDArray[np.bool_] = here if entity < 0 else case.view.cand[:, C.C_ENTITY] == entity
    return meant


def _near(case: RankedCase, head: int, number: int) -> float:
    """Return how many of the question's other words are held near an owner."""
    bounds, sentence = case.story.bounds, int(case.story.tok[C.SENT, head])
    low, high = int(bounds[max(0, sentence - 2)]), int(bounds[min(len(bounds) - 1, sentence + 3)])
    near = case.view.once(matched)[:, low:high].max(axis=1, initial=0.0)
    return float((np.delete(near, number) >= HELD).sum())
