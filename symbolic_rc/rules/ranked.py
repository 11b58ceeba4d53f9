"""The rules that compare what they do not prove: choices, entities for a placeholder, all candidates."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.graph.facts import Term
from symbolic_rc.index import columns as C
from symbolic_rc.ranker.choices import best_of, score_pool
from symbolic_rc.ranker.cloze import fill
from symbolic_rc.ranker.wording import answer_texts
from symbolic_rc.rules.case import Case
from symbolic_rc.rules.choices import choice_scores
from symbolic_rc.rules.evidence import ranking_of
from symbolic_rc.rules.families.options import filled_by
from symbolic_rc.rules.proof import Proof, Proposal
from symbolic_rc.rules.resolve import resolve

#: Rules that prove which of some choices is so.
_PROVING = ("compared-options", "either", "yes-or-no", "not-stated")


def best_choice(case: Case) -> list[Proposal]:
    """Propose the choice that fills the placeholder best, that is proved, or that is supported best."""
    if case.question.is_cloze:
        return filled_by(case)
    others = [rule for rule in case.rules if rule.name != "choice"]
    proved = resolve(case, [rule for rule in others if rule.name in _PROVING])
    if proved.proposal is not None and proved.text in case.question.choices:
        return [proved.proposal]
    ranking = ranking_of(case)
    if ranking is None:
        return [_chosen(case, 2.0 * choice_scores(case, case.question.choices, resolve(case, others).text))]
    scores = score_pool(ranking, case.question.choices)
    return [_chosen(case, -scores if ranking.understanding.negated else scores)]


def _chosen(case: Case, scores: NDArray[np.float64]) -> Proposal:
    """Return the choice of the highest score, as strong as its share among all."""
    best, share = best_of(scores)
    return Proposal(-1, -1, case.question.choices[best], share, 0.0, Proof((), (), None, "ranking"))


def placeholder_entity(case: Case) -> list[Proposal]:
    """Propose the entity whose mentions fit best around the placeholder."""
    ranking = ranking_of(case)
    found = fill(ranking) if ranking is not None else None
    if found is None:
        return []
    text, start, end, share = found
    proof = Proof((), (), None, "ranking")
    return [Proposal(-1, -1, text, share, 0.0, proof, (text,), ((start, end),))]


def best_candidate(case: Case) -> list[Proposal]:
    """Propose what the learned comparison of all candidates finds best, in the wording of its data set."""
    ranking = ranking_of(case)
    texts = answer_texts(ranking) if ranking is not None else []
    if ranking is None or not texts:
        return []
    cand = ranking.view.cand[ranking.best]
    start, end = int(cand[C.A_START]), int(cand[C.A_END])
    term = Term("", start, end, int(cand[C.TOP]), int(cand[C.C_ENTITY]))
    words = tuple(text for text, _, _ in texts)
    places = tuple((first, last) for _, first, last in texts)
    proof = Proof((), (), term, "ranking")
    return [Proposal(start, end, ", ".join(words), ranking.strength, 0.0, proof, words, places)]
