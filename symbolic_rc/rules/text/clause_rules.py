"""Rules whose answer is a clause: what somebody did, what happened, why."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.graph.facts import Term
from symbolic_rc.rules.case import Case
from symbolic_rc.rules.proof import Link, Proof, Proposal
from symbolic_rc.rules.text.clauses import Clauses, clauses_of
from symbolic_rc.rules.text.text_rules import nearness


class _Parts(NamedTuple):
    """What the strength of a clause is made of: how much each part of it counts."""

    near: float
    nearest_word: float
    new_words: float
    subject: float
    purpose: float
    reason: float
    main: float
    later: float
    earlier: float
    next_sentence: float
    sentence_before: float
    far: float
    length: float
    predicate_asked: float


#: How each kind of question looks at clauses. Events follow what the question tells; reasons stand beside it.
_PARTS = {
    "event": _Parts(0.5, 0.7, 0.8, 0.5, 0.2, 0.0, 0.1, 0.6, -0.4, 0.25, -0.35, -0.4, 0.45, 0.25),
    "reason": _Parts(0.6, 0.7, 0.0, 0.5, 0.4, 0.3, 0.1, 0.1, -0.35, -0.2, -0.1, -0.6, 0.4, -0.4),
    "manner": _Parts(0.6, 0.0, 0.25, 0.5, 0.0, 0.0, 0.3, 0.5, -0.3, 0.05, 0.25, -0.35, 0.4, 0.0),
}
#: The sum of all that can speak for a clause, about: strengths are shares of it.
_MOST = 3.5
_PROPOSED = 3
#: How much it says of a clause that whom the question names has this role in its event.
_ROLES = {"ARG0": 1.0, "ARG1": 0.5}


def tells_clause(case: Case) -> list[Proposal]:
    """Propose the clauses that tell what happened, or why, beside what the question tells."""
    parts = _PARTS.get(case.kind)
    near = nearness(case, referred=True) if parts else None
    if parts is None or near is None:
        return []
    clauses = clauses_of(case.facts)
    rows = np.flatnonzero(case.alignment.allowed[clauses.head])
    if not len(rows):
        return []
    scores = _scores(case, clauses, rows, parts, near) / _MOST
    did = case.kind == "event" and "happen" not in case.query.question.text
    found = []
    order = np.argsort(-scores, kind="stable").tolist()
    equal = int((np.round(scores, 2) == round(float(scores.max()), 2)).sum())
    for k in order[: max(_PROPOSED, equal)]:
        row = rows[k]
        start = int(clauses.verb[row] if did else clauses.start[row])
        end, head = int(clauses.end[row]), int(clauses.head[row])
        text = case.span_text(start, end)
        link = Link("what the question tells", text, "the clause beside it", float(near[head]))
        proof = Proof((), (link,), Term("", start, end, head), "clause")
        found.append(Proposal(start, end, text, float(scores[k]), 0.0, proof))
    return found


def _scores(
    case: Case, clauses: Clauses, rows: NDArray[np.int64], parts: _Parts, near: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return the strength of each clause."""
    alignment = case.alignment
    head, start, end = clauses.head[rows], clauses.start[rows], clauses.end[rows]
    asked = alignment.best.max(axis=0) > 0.5
    told = case.telling
    sums = np.concatenate([[0], np.cumsum(told)]), np.concatenate([[0], np.cumsum(told & asked)])
    words = np.maximum(sums[0][end] - sums[0][start], 1)
    new = 1.0 - (sums[1][end] - sums[1][start]) / words
    nearest = np.array([near[a:b].max(initial=0.0) for a, b in zip(start, end, strict=True)])
    anchor = int(np.argmax(np.where(alignment.allowed, near, 0.0)))
    best = int(np.argmax(alignment.sentence_support))
    apart = clauses.sentence[rows] - best
    if case.query.understanding.order == "before":
        apart = -apart
    place = np.select(
        [(apart == 0) & (head > anchor), apart == 0, apart == 1, apart == 2, apart == -1],
        [parts.later, parts.earlier, parts.next_sentence, 0.0, parts.sentence_before],
        parts.far,
    )
    found: NDArray[np.float64] = (
        parts.near * near[head]
        + parts.nearest_word * nearest
        + parts.new_words * new
        + parts.subject * _of_whom(case, head)
        + parts.purpose * clauses.purpose[rows]
        + parts.reason * clauses.reason[rows]
        + parts.main * clauses.main[rows]
        + place
        + parts.length * np.log(np.maximum(end - start, 1))
        + parts.predicate_asked * asked[head]
    )
    return found


def _of_whom(case: Case, heads: NDArray[np.int32]) -> NDArray[np.float64]:
    """Return how well the events of clauses are those of whom the question names first.

    Who does it is met in full, to whom it is done by half.
    """
    found = np.zeros(len(heads))
    given = [
        term
        for fact in case.query.facts
        for term in fact.terms
        if term.role in _ROLES and not case.query.is_variable(term)
    ]
    if not given:
        return found
    similarity = case.alignment.similarity(given[0])
    for row, head in enumerate(heads.tolist()):
        for fact in case.facts.at(head):
            for term in fact.terms:
                if term.role in _ROLES:
                    met = _ROLES[term.role] * float(similarity[case.number_of(term)])
                    found[row] = max(found[row], met)
    return found
