"""The rules that compare what they do not prove: choices, entities for a placeholder, all candidates."""

from __future__ import annotations

from itertools import compress

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.graph.facts import Term
from symbolic_rc.index import columns as C
from symbolic_rc.ranker.choices import best_of, score_pool
from symbolic_rc.ranker.cloze import fill
from symbolic_rc.ranker.wording import answer_texts
from symbolic_rc.rules.case import Case
from symbolic_rc.rules.conditions import HAS_CHOICES, HAS_PLACEHOLDER, RANKS
from symbolic_rc.rules.decide import decide
from symbolic_rc.rules.evidence import ranking_of
from symbolic_rc.rules.families.options import choice_scores, filled_by
from symbolic_rc.rules.proof import Proof, Proposal
from symbolic_rc.rules.rule import Rule

#: Rules that prove which of some choices is so.
_PROVING = ("compared-options", "either", "yes-or-no", "not-stated")


def best_choice(case: Case) -> list[Proposal]:
    """Propose the choice that fills the placeholder best, that is proved, or that is supported best."""
    if case.question.is_cloze:
        return filled_by(case)
    others = [rule for rule in case.rules if rule.name != "choice"]
    proved = decide(case, [rule for rule in others if rule.name in _PROVING])
    if proved.proposal is not None and proved.text in case.question.choices:
        return [proved.proposal]
    ranking = ranking_of(case)
    if ranking is None:
        return [_chosen(case, 2.0 * choice_scores(case, case.question.choices, decide(case, others).text))]
    scores = score_pool(ranking, case.question.choices)
    return [_chosen(case, -scores if ranking.understanding.negated else scores)]


def _chosen(case: Case, scores: NDArray[np.float64]) -> Proposal:
    """Return the best choice, as strong as its share; where several may be right, all above average."""
    best, share = best_of(scores)
    several = case.question.takes_several
    texts = tuple(compress(case.question.choices, scores >= scores.mean())) if several else ()
    text = ", ".join(texts) if texts else case.question.choices[best]
    return Proposal(-1, -1, text, share, 0.0, Proof((), (), None, "ranking"), texts)


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


CHOICE = Rule(
    "choice",
    best_choice,
    0.0,
    "The choice that is proved, or that the story supports best: windows, distance, ranked candidates,"
    " the words in order; of a cloze question, the one that fills the placeholder best.",
    "Richardson et al. 2013; Smith et al. 2015",
    "Where did Ada move? [the mill | the inn] -> Ada moved to the inn. -> the inn",
    conditions=(HAS_CHOICES,),
    group="form",
)
CLOZE_ENTITY = Rule(
    "cloze-entity",
    placeholder_entity,
    0.0,
    "The entity that fits the placeholder best.",
    "Chen et al. 2016; Hermann et al. 2015",
    "@placeholder sold the mill -> Marta sold the mill to Bo. -> Marta",
    conditions=(HAS_PLACEHOLDER, RANKS),
    group="form",
)
RANKER = Rule(
    "ranker",
    best_candidate,
    0.0,
    "The candidate that the learned comparison finds best: a linear model, then trees over the best.",
    "Rajpurkar et al. 2016, section 5; Chen et al. 2016; own",
    "Who sold the wheel? -> Ada sold the wheel to Bo. -> Ada",
    conditions=(RANKS,),
    group="ranker",
)
