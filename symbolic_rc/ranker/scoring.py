"""The rules that score: the linear scorer over all candidates, then the reranker over the best few."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.index import columns as C
from symbolic_rc.ranker.arrays import LinearInput
from symbolic_rc.ranker.case import RankedCase
from symbolic_rc.ranker.eligible import can_be_name, wants_name
from symbolic_rc.ranker.linear import KIND_SALT, no_shapes
from symbolic_rc.ranker.list_features import listed
from symbolic_rc.ranker.propose.columns import fired_rules
from symbolic_rc.ranker.reranker import expected_overlap
from symbolic_rc.ranker.rule import Missed, Ranked

#: Numbers that are remembered, at most, of a story's candidates.
_REMEMBERED = 4_000_000

#: What is left of the expected overlap of a candidate without a capital or marks, where a name is asked for.
_NO_NAME = 0.2


def linear_scorer(case: RankedCase) -> Ranked | Missed:
    """Score every candidate of the best sentences by weighted features of its shape, place and evidence."""
    scene = case.view.scene
    if not len(scene.selected):
        return Missed("the story has no candidate")
    rules = fired_rules(case.fired, len(case.view), case.asked)
    table = case.weights.table(case.profile)
    x = LinearInput(case.story.shapes, case.asked.info, *scene[:4], rules.fired, rules.keys)
    profile = case.profile if case.learned_profile else ""
    found = listed(case.story.arrays, scene, x, table, _shapes(case, table), profile, case.proposed)
    return Ranked(found.rows.tolist(), found.scores[found.rows].astype(np.float64), found)


def _shapes(case: RankedCase, table: NDArray[np.float32]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return what the story remembers of its candidates' shapes for the question's kind and class."""
    shapes = case.story.shapes
    of, known = case.story.own.get("shapes", (None, {}))
    if of is not table or len(known) * len(shapes) > _REMEMBERED:
        known = {}
        case.story.own["shapes"] = table, known
    salts = int(case.asked.info[C.KIND]) + KIND_SALT, int(case.asked.info[C.QCLASS])
    for salt in salts:
        if salt not in known:
            known[salt] = no_shapes(shapes)
    return known[salts[0]], known[salts[1]]


def reranker(case: RankedCase) -> Ranked | Missed:
    """Rank the best few again, as a list, with boosted trees; keep the largest expected overlap.

    The trees' scores give each candidate its probability; expected is the overlap with the right answer.
    Where a name is asked for, what cannot be one counts little.
    """
    if case.weights.reranker is None:
        return Missed("the weights have no reranker")
    if not len(case.listed):
        return Missed("no candidate is listed")
    trees_scores = case.weights.reranker.scores(case.shortlist.features, case.profile)
    scores = expected_overlap(trees_scores, case.shortlist.overlaps)
    if wants_name(case.understanding):
        named = can_be_name(case.story, case.view.cand[case.listed])
        if named.any():
            scores = np.where(named, scores, _NO_NAME * scores)
    return Ranked([int(case.listed[int(np.argmax(scores))])], scores)
