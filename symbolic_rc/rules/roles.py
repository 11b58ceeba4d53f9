"""How well a fact's role meets the role that a query asks for."""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.graph.facts.arrays import ROLE_NUMBER, ROLES

_NUMBERED = tuple(f"ARG{i}" for i in range(6))
#: The roles in which places are told.
PLACES = ("ARGM-LOC", "ARGM-DIR", "ARGM-GOL", "ARG2", "ARG4")
_REASONS = ("ARGM-CAU", "ARGM-PRP", "ARGM-PNC")

#: An only object may be what is done or whom it is done for: "helped Ruth".
_OBJECT = 0.6


@cache
def same_roles() -> NDArray[np.float32]:
    """Return how well roles (columns) meet roles asked for (rows), where they must be the same.

    Places are told as locations, directions and goals alike, reasons as causes and purposes; what the frame
    parser calls an adverbial may be any adjunct.
    """
    table = np.eye(len(ROLES), dtype=np.float32)
    _set(table, PLACES[:3], PLACES, 0.9)
    _set(table, _REASONS, _REASONS, 0.95)
    _set(table, _REASONS, ("ARGM-ADV",), 0.6)
    _set(table, ("ARG1",), ("ARG2",), _OBJECT)
    _set(table, ("ARGM-TMP", "ARGM-MNR", "ARGM-LOC", "ARGM-COM"), ("ARGM-ADV",), 0.7)
    return table


@cache
def sole_roles() -> NDArray[np.float32]:
    """Return how well roles meet roles asked for, where a subject is all that is asked about or told.

    Whether whoever flies or falls acts or undergoes it differs between verbs, and is easily mistaken.
    """
    table = same_roles().copy()
    _set(table, ("ARG0", "ARG1"), ("ARG1", "ARG0"), 0.9)
    return table


@cache
def any_roles() -> NDArray[np.float32]:
    """Return how well roles meet roles asked for, where the story may word it otherwise.

    Numbered roles differ between verbs of one meaning; agents and patients are not lightly exchanged.
    """
    table = same_roles().copy()
    _set(table, _NUMBERED, _NUMBERED, 0.4)
    _set(table, ("ARG0", "ARG1"), ("ARG1", "ARG0"), 0.3)
    adjuncts = tuple(role for role in ROLES if role.startswith("ARGM"))
    _set(table, adjuncts, adjuncts, 0.4)
    _set(table, adjuncts, _NUMBERED[2:], 0.6)
    _set(table, _NUMBERED[2:], adjuncts, 0.6)
    _set(table, adjuncts, _NUMBERED[:2], 0.3)
    _set(table, _NUMBERED[:2], adjuncts, 0.3)
    return table


def _set(table: NDArray[np.float32], rows: tuple[str, ...], columns: tuple[str, ...], value: float) -> None:
    """Raise entries to a value where they are lower."""
    for row in rows:
        for column in columns:
            place = ROLE_NUMBER[row], ROLE_NUMBER[column]
            table[place] = max(table[place], value)
