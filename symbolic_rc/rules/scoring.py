"""The rules that score: the linear scorer over all candidates, then the second look over the best few."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.index import columns as C
from symbolic_rc.ranking.eligible import can_be_name, wants_name
from symbolic_rc.ranking.linear import linear_parts, no_shapes
from symbolic_rc.ranking.reranker import LISTED, hopes, likeness, list_features, shortlist, style_code
from symbolic_rc.rules.case import Case
from symbolic_rc.rules.propose.proposing import rule_keys
from symbolic_rc.rules.rule import Fired, Missed

#: So many numbers are remembered of a story's candidates.
_REMEMBERED = 4_000_000

#: What is left of the promise of a candidate without a capital or marks, where a name is asked for.
_NO_NAME = 0.2


def linear_scorer(case: Case) -> Fired | Missed:
    """Score every candidate of the best sentences by weighted features of its shape, place and evidence."""
    scene = case.view.scene
    if not len(scene.selected):
        return Missed("the story has no candidate")
    names = list(case.fired)
    fired = np.array([case.fired[name] for name in names], np.bool_).reshape(len(names), len(case.view)).T
    table = case.weights.table(case.style)
    case.parts = linear_parts(
        case.story.atoms,
        case.asked.info,
        *scene[:4],
        fired,
        rule_keys(names, case.asked),
        table,
        *_shapes(case, table),
    )
    case.scores = case.parts.sum(axis=1)
    case.listed = shortlist(case.story.cand, scene.selected, case.scores, LISTED)
    case.alike = likeness(case.story.tok, case.story.cand, scene.selected[case.listed])
    case.features = list_features(
        case.story.tok,
        case.story.bounds,
        case.story.cand,
        case.story.ent,
        case.asked.info,
        scene.selected,
        case.scores,
        case.parts,
        scene.dense,
        fired,
        case.listed,
        case.alike,
        style_code(case.style if case.style in case.weights.tables else ""),
        scene.entities,
        scene.fits,
        scene.likeness,
    )
    case.second = case.scores[case.listed].astype(np.float64)
    case.chosen = case.listed[:1].tolist()
    return Fired(case.listed.tolist())


def _shapes(case: Case, table: NDArray[np.float32]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return what the story remembers of its candidates' shapes for the question's kind and class."""
    atoms = case.story.atoms
    of, known = case.story.own.get("shapes", (None, {}))
    if of is not table or len(known) * len(atoms) > _REMEMBERED:
        known = {}
        case.story.own["shapes"] = table, known
    salts = int(case.asked.info[C.KIND]) + 1000, int(case.asked.info[C.QCLASS])
    for salt in salts:
        if salt not in known:
            known[salt] = no_shapes(atoms)
    return known[salts[0]], known[salts[1]]


def second_look(case: Case) -> Fired | Missed:
    """Look at the best few again, as a list, with boosted trees; keep the one with most promise.

    The trees' scores give each candidate its chance; its promise is what it can be expected to have in common
    with the right answer. Where a name is asked for, what cannot be one counts little.
    """
    if case.weights.forest is None:
        return Missed("the weights have no second look")
    if not len(case.listed):
        return Missed("no candidate is listed")
    case.second = hopes(case.weights.forest.scores(case.features, case.style), case.alike)
    if wants_name(case.understanding):
        named = can_be_name(case.story, case.view.cand[case.listed])
        if named.any():
            case.second = np.where(named, case.second, _NO_NAME * case.second)
    case.chosen = [int(case.listed[int(np.argmax(case.second))])]
    return Fired(case.chosen)
