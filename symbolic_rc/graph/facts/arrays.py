"""A story's facts as integer arrays, for the kernels that match patterns with them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.graph.facts.fact import KINDS, MODALITIES, Fact

#: Roles by number; those that are not here share number 0.
ROLES = (
    "other role", "ARG0", "ARG1", "ARG2", "ARG3", "ARG4", "ARG5", "ARGM-TMP", "ARGM-LOC", "ARGM-DIR",
    "ARGM-MNR", "ARGM-CAU", "ARGM-PRP", "ARGM-PNC", "ARGM-ADV", "ARGM-EXT", "ARGM-GOL", "ARGM-COM",
    "ARGM-PRD", "ARGM-REC", "subject", "value", "of", "standard", "among", "counted", "event", "other",
)  # fmt: skip
ROLE_NUMBER = {role: number for number, role in enumerate(ROLES)}
KIND_NUMBER = {kind: number for number, kind in enumerate(KINDS)}
MODALITY_NUMBER = {modality: number for number, modality in enumerate(MODALITIES)}

#: The kind of an event that a clause tells from its other side.
INFERRED = len(KINDS)


class FactArrays(NamedTuple):
    """Facts (f) and their terms (t), term by term."""

    kind: NDArray[np.int8]  # (f,), index into `KINDS`, or `INFERRED`
    modality: NDArray[np.int8]  # (f,), index into `MODALITIES`
    token: NDArray[np.int32]  # (f,), and so are the next three
    sentence: NDArray[np.int32]
    source: NDArray[np.int32]
    denied: NDArray[np.bool_]
    bounds: NDArray[np.int32]  # (f + 1,), the terms of fact i are ``bounds[i]`` to ``bounds[i + 1]``
    role: NDArray[np.int8]  # (t,), index into `ROLES`
    start: NDArray[np.int32]  # (t,), and so are the next three
    end: NDArray[np.int32]
    head: NDArray[np.int32]
    entity: NDArray[np.int32]


def fact_arrays(facts: Sequence[Fact]) -> FactArrays:
    """Return facts as arrays."""
    terms = [term for fact in facts for term in fact.terms]

    def columns(of: Sequence[Any], *names: str) -> list[NDArray[np.int32]]:
        return [np.array([getattr(one, name) for one in of], np.int32) for name in names]

    token, sentence, source = columns(facts, "token", "sentence", "source")
    kind = [INFERRED if fact.is_other_side else KIND_NUMBER[fact.kind] for fact in facts]
    modality = np.array([MODALITY_NUMBER[fact.modality] for fact in facts], np.int8)
    denied = np.array([fact.denied for fact in facts], np.bool_)
    bounds = np.cumsum([0, *(len(fact.terms) for fact in facts)]).astype(np.int32)
    role = np.array([ROLE_NUMBER.get(term.role, 0) for term in terms], np.int8)
    places = columns(terms, "start", "end", "head", "entity")
    return FactArrays(
        np.array(kind, np.int8), modality, token, sentence, source, denied, bounds, role, *places
    )
