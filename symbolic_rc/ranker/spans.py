"""The span's ends as answers of a data set have them: the best candidate for what a proof arrived at."""

from __future__ import annotations

import numpy as np

from symbolic_rc.graph.facts import Term
from symbolic_rc.ranker.case import RankedCase
from symbolic_rc.ranker.decide.stated import more_than_pronouns, worth


def row_of(case: RankedCase, term: Term) -> int | None:
    """Return the candidate for a term that scores best: one with its head, or a mention of its entity.

    Parameters
    ----------
    case : RankedCase
        On which the rules have scored.
    term : Term
        Of a fact of the story.

    Returns
    -------
    int or None
        A row of the view; None where no candidate is of that term.
    """
    view = case.view
    if not len(case.listed) or term.head < 0:
        return None
    same = view.heads == term.head
    if term.entity >= 0:
        same = same | (view.entities == term.entity)
    rows = np.flatnonzero(same & more_than_pronouns(view))
    return max(rows.tolist(), key=lambda row: (worth(case, row), -row), default=None)
