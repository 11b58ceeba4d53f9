"""What the ranker answers, as a proposal, and whether a rule's proposal is the same answer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from symbolic_rc.graph.facts import Term
from symbolic_rc.index import columns as C
from symbolic_rc.rules.proof import Proof, Proposal

if TYPE_CHECKING:
    from symbolic_rc.ranker.case import RankedCase
    from symbolic_rc.rules.case import Case

#: Answers that agree so far are one.
ALIKE = 0.7


def ranked_answer(case: Case) -> Sequence[Proposal]:
    """Propose what the learned comparison of all candidates finds best, in the data set's wording."""
    return [] if case.ranked is None else answer_of_ranker(case.ranked)


def answer_of_ranker(ranked: RankedCase) -> list[Proposal]:
    """Return the answer of a ranked case as a proposal; none where there is none."""
    from symbolic_rc.ranker.resolve import texts_of

    texts = texts_of(ranked)
    if not texts:
        return []
    strength = float(np.clip(ranked.reranked.max(initial=0.0), 0.0, 1.0))
    start = end = -1
    proof = Proof((), (), None, "ranking")
    if ranked.chosen and ranked.texts is None:
        cand = ranked.view.cand[ranked.chosen[0]]
        start, end = int(cand[C.A_START]), int(cand[C.A_END])
        term = Term("", start, end, int(cand[C.TOP]), int(cand[C.C_ENTITY]))
        proof = Proof((), (), term, "ranking")
    words = tuple(text for text, _, _ in texts)
    places = tuple((a, b) for _, a, b in texts) if all(a >= 0 for _, a, _ in texts) else ()
    return [Proposal(start, end, ", ".join(words), strength, 0.0, proof, words, places)]


def _once(case: Case) -> Sequence[Proposal]:
    """Return the ranker's answer, made once and in its own words, not in those of the question's options."""
    found = case.proposals.get(_once)
    if found is None:
        found = case.proposals[_once] = ranked_answer(case)
    return found


def agreement(case: Case, proposal: Proposal) -> tuple[float, float]:
    """Return how far the ranker answers the same, 0 to 1, and how strong its answer is; zeros without one.

    A term with the same head, or of the same entity, is the same answer; else it is the F1 of the words.
    """
    found = _once(case)
    if not found:
        return 0.0, 0.0
    answer = found[0]
    one, other = answer.proof.term, proposal.proof.term
    if one is not None and other is not None and proposal.start >= 0:
        inside = proposal.start <= one.head < proposal.end and answer.start <= other.head < answer.end
        if (one.head == other.head and inside) or (one.entity >= 0 and one.entity == other.entity):
            return 1.0, answer.strength
    return _shared(answer.text, proposal.text), answer.strength


def _shared(one: str, other: str) -> float:
    """Return the F1 of two answers' words."""
    ours, theirs = Counter(one.lower().split()), Counter(other.lower().split())
    both = (ours & theirs).total()
    return 2.0 * both / max(1, ours.total() + theirs.total())
