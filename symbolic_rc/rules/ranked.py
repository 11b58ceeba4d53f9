"""The rules that look at ranked candidates: what the ranker's own steps decide, and the ranker itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.rules.agreement import answer_of_ranker, ranked_answer
from symbolic_rc.rules.book import RULES
from symbolic_rc.rules.choices import choice_scores
from symbolic_rc.rules.conditions import HAS_CHOICES, HAS_PLACEHOLDER, RANKS
from symbolic_rc.rules.families.options import filled_by
from symbolic_rc.rules.proof import Proof, Proposal
from symbolic_rc.rules.resolve import resolve
from symbolic_rc.rules.rule import Rule

if TYPE_CHECKING:
    from symbolic_rc.rules.case import Case


def decided_by(step: str) -> Callable[[Case], list[Proposal]]:
    """Return the rule that proposes the ranker's answer where the step of that name has decided it."""

    def propose(case: Case) -> list[Proposal]:
        ranked = case.ranked
        return answer_of_ranker(ranked) if ranked is not None and ranked.decided == step else []

    return propose


#: Rules that prove which of some choices is so.
_PROVING = ("compared-options", "either", "yes-or-no", "not-stated")
_PROOFS = tuple(rule for rule in RULES if rule.name in _PROVING)


def choose(case: Case) -> list[Proposal]:
    """Propose the choice that fills the placeholder best, that is proved, or that is supported best."""
    choices = case.question.choices
    if case.question.is_cloze:
        return filled_by(case)
    proved = resolve(case, _PROOFS)
    if proved.proposal is not None and proved.text in choices:
        return [proved.proposal]
    if case.ranker is not None:
        return decided_by("choice")(case) or [_chosen(case, choice_scores(case, choices, ""))]
    return [_chosen(case, choice_scores(case, choices, resolve(case, RULES).text))]


def _chosen(case: Case, scores: NDArray[np.float64]) -> Proposal:
    best = int(np.argmax(scores))
    strength = float(np.clip(scores[best] / 2.0, 0.0, 1.0))
    return Proposal(-1, 0, case.question.choices[best], strength, 0.0, Proof((), (), None, "ranking"))


#: Before all rules over facts: questions of another form.
FORMS = (
    Rule(
        "choice",
        choose,
        0.0,
        "The choice that is proved, or that the story supports best: windows, distance, ranked candidates,"
        " the words in order; of a cloze question, the one that fills the placeholder best.",
        "Richardson et al. 2013; Smith et al. 2015",
        "Where did she move? A) ... -> a choice",
        conditions=(HAS_CHOICES,),
    ),
    Rule(
        "cloze-entity",
        decided_by("cloze-entity"),
        0.0,
        "The entity that fits the placeholder best.",
        "Chen et al. 2016; Hermann et al. 2015",
        "@placeholder sold the mill -> Marta",
        conditions=(
            HAS_PLACEHOLDER,
            RANKS,
        ),
    ),
)

#: After the rules over facts.
RANKED = (
    Rule(
        "ranker",
        ranked_answer,
        0.0,
        "The candidate that the learned comparison finds best: a linear model, then trees over the best.",
        "Rajpurkar et al. 2016, section 5; Chen et al. 2016; own",
        "every question",
        conditions=(RANKS,),
    ),
)
