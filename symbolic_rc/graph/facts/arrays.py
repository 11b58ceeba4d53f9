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
    """Facts (f) and their terms (t), term by term.

    Attributes
    ----------
    kind, modality : ndarray of int8, shape (f,)
        Indices into `KINDS`, or `INFERRED`, and into `MODALITIES`.
    token, sentence, source : ndarray of int32, shape (f,)
    denied : ndarray of bool, shape (f,)
    bounds : ndarray of int32, shape (f + 1,)
        The terms of fact i are ``bounds[i]`` to ``bounds[i + 1]``.
    role : ndarray of int8, shape (t,)
        Index into `ROLES`.
    start, end, head, entity : ndarray of int32, shape (t,)
    """

    kind: NDArray[np.int8]
    modality: NDArray[np.int8]
    token: NDArray[np.int32]
    sentence: NDArray[np.int32]
    source: NDArray[np.int32]
    denied: NDArray[np.bool_]
    bounds: NDArray[np.int32]
    role: NDArray[np.int8]
    start: NDArray[np.int32]
    end: NDArray[np.int32]
    head: NDArray[np.int32]
    entity: NDArray[np.int32]


def fact_arrays(facts: Sequence[Fact]) -> FactArrays:
    """Return facts as arrays."""
    terms = [term for fact in facts for term in fact.terms]

    def columns(of: Sequence[Any], *names: str) -> list[NDArray[np.int32]]:
        return [np.array([getattr(one, name) for one in of], np.int32) for name in names]

    token, sentence, source = columns(facts, "token", "sentence", "source")
    return FactArrays(
        np.array([INFERRED if fact.is_other_side else KIND_NUMBER[fact.kind] for fact in facts], np.int8),
        np.array([MODALITY_NUMBER[fact.modality] for fact in facts], np.int8),
        token,
        sentence,
        source,
        np.array([fact.denied for fact in facts], np.bool_),
        np.cumsum([0, *(len(fact.terms) for fact in facts)]).astype(np.int32),
        np.array([ROLE_NUMBER.get(term.role, 0) for term in terms], np.int8),
        *columns(terms, "start", "end", "head", "entity"),
    )
