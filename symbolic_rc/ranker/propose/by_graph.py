"""The rules that read candidates off the entity graph: relations, and the order of events."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.index import columns as C
from symbolic_rc.ranker.candidate_view import CandidateView, among
from symbolic_rc.ranker.case import RankedCase
from symbolic_rc.ranker.propose.matches import (
    text_of,
)
from symbolic_rc.ranker.propose.proposer import Condition, Proposer


def _asked_relations(v: CandidateView) -> NDArray[np.bool_]:
    """Tell which relations to an entity of the question are of the name that the question asks for."""
    found: NDArray[np.bool_] = v.related[:, C.R_LABEL] == v.asked.info[C.FOCUS]
    return found


def _named_relations(v: CandidateView) -> NDArray[np.int32]:
    """Return the relations between entities of the question by name, where it asks how they are related."""
    related = v.related if v.kind == "relation" else v.related[:0]
    found: NDArray[np.int32] = related[among(related[:, C.R_SOURCE].copy(), v.scene.named), 1]
    return found


def _bind_related(case: RankedCase, row: int) -> dict[str, str]:
    story, entity = case.story, int(case.view.cand[row, C.C_ENTITY])
    source, target = story.relations[:, C.R_SOURCE], story.relations[:, C.R_TARGET]
    rows = story.relations[(source == entity) & np.isin(target, _named(case))]
    first = [int(story.ent_heads[story.ent_bounds[one]]) for one in rows[:1, C.R_TARGET].tolist()]
    return {"relation": case.understanding.focus, "of": "".join(text_of(case, token) for token in first)}


def _named(case: RankedCase) -> list[int]:
    return [int(entity) for entity in case.view.scene.named]


def _bind_ordered(case: RankedCase, row: int) -> dict[str, str]:
    place = int(case.view.event_place[row])
    event = np.flatnonzero(case.story.order == place)
    return {
        case.understanding.order: text_of(case, case.view.anchor[1]),
        "event": text_of(case, int(event[0])) if len(event) else "",
    }


RULES = (
    Proposer(
        "graph-relation",
        "The entity graph says that it stands in the asked relation to the one whom the question names, or "
        "it names the relation that the graph has between two whom the question names.",
        "own: kinship and roles of the entity graph",
        "Who is Jonas's sister? -> Marta, his sister in the graph; How is she related to him? -> sister",
        (
            Condition(
                "the question names a relation, or asks for one",
                lambda v: bool(v.asked.info[C.FOCUS] != 0 or v.kind == "relation"),
            ),
            Condition(
                "the graph relates an entity of the question to another, as asked",
                lambda v: bool(_asked_relations(v).any() or len(_named_relations(v))),
            ),
            Condition(
                "is the entity at the other end, or the relation's name",
                lambda v: (
                    (among(v.entities, v.related[_asked_relations(v), C.R_SOURCE]) & (v.entities >= 0))
                    | among(v.head(C.LEMMA), _named_relations(v))
                ),
            ),
        ),
        _bind_related,
    ),
    Proposer(
        "event-order",
        "It belongs to the event next before or after the one that the question's clause of time speaks of.",
        "own: the order of happening in the entity graph",
        "What did she do after she sold the mill? -> went to sea",
        (
            Condition("the question says before or after", lambda v: v.asked.understanding.order != ""),
            Condition("the event of its clause is found", lambda v: v.anchor[0] >= 0),
            Condition(
                "is of one of the next three events that way",
                lambda v: (
                    (v.event_place >= 0)
                    & (
                        (v.event_place > v.anchor[0]) & (v.event_place <= v.anchor[0] + 3)
                        if v.asked.understanding.order == "after"
                        else (v.event_place < v.anchor[0]) & (v.event_place >= v.anchor[0] - 3)
                    )
                ),
            ),
        ),
        _bind_ordered,
    ),
)
