"""Filtering and ordering questions, fast enough for every key press."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.compare.expression import parse_slice
from symbolic_rc.compare.fields import FIELDS
from symbolic_rc.core.errors import SymbolicRCError
from symbolic_rc.explore.data import Data

Indices = NDArray[np.int64]
ORDERS = ("data", "first run's score", "difference")


@dataclass(frozen=True, slots=True)
class Filters:
    """Conditions on questions; empty ones hold for all.

    Attributes
    ----------
    words : str
        Occur in the question, a reference, an answer or an id.
    right : str
        Which runs are right: a 1 or 0 for each, such as ``10``.
    rule : str
        The rule that decided in the first run with rules.
    slice : str
        ``field: value``, as `compare` names its slices.
    where : str
        An expression over `compare.fields.FIELDS`.
    order : str
        One of `ORDERS`.
    """

    words: str = ""
    right: str = ""
    rule: str = ""
    slice: str = ""
    where: str = ""
    order: str = ""


def select(data: Data, filters: Filters) -> Indices:
    """Return the indices of the questions that meet all conditions.

    Raises
    ------
    SymbolicRCError
        If an expression cannot be read, or there is no such slice.
    """
    keep = np.ones(len(data.asked), np.bool_)
    words = filters.words.lower().split()
    if words:
        keep &= np.fromiter((all(w in text for w in words) for text in data.lowered), np.bool_, len(keep))
    if filters.right:
        wanted = np.array([char == "1" for char in filters.right], np.bool_)
        if len(wanted) != len(data.systems) or set(filters.right) - {"0", "1"}:
            raise SymbolicRCError(f"`right` must have a 1 or 0 for each run, not {filters.right[:20]!r}")
        keep &= (data.right == wanted[:, None]).all(axis=0)
    if filters.rule:
        keep &= np.array(data.rules, object) == filters.rule
    if filters.slice:
        field, _, value = filters.slice.partition(": ")
        if (field, value) not in data.slices:
            raise SymbolicRCError(f"there is no slice {filters.slice[:60]!r}")
        inside = np.zeros(len(keep), np.bool_)
        inside[data.slices[field, value]] = True
        keep &= inside
    if filters.where:
        _, holds = parse_slice(f"these={filters.where}", list(FIELDS))
        keep &= np.fromiter((holds(values) for values in data.fields()), np.bool_, len(keep))
    found = np.flatnonzero(keep)
    return found[_order(data, filters.order, found)]


def _order(data: Data, order: str, found: Indices) -> Indices:
    if order == ORDERS[1] and data.systems:
        scores = data.systems[0].scores
        key = np.array([scores.get(data.asked[i].question.id, 0.0) for i in found.tolist()])
    elif order == ORDERS[2] and len(data.systems) > 1:
        key = np.abs(data.points[0, found] - data.points[1, found])
    else:
        return np.arange(len(found))
    return np.argsort(-key, kind="stable")


@lru_cache(maxsize=32)
def selected(data: Data, filters: Filters) -> Indices:
    """Return what `select` does, cached."""
    return select(data, filters)


def cells(data: Data) -> list[tuple[str, str, int]]:
    """Return each combination of runs that are right: as a filter, in words, and its number of questions."""
    counts = Counter(tuple(column) for column in data.right.T.tolist())
    found = []
    for kind in sorted(product((True, False), repeat=len(data.systems)), key=lambda one: -sum(one)):
        names = [system.name for system, good in zip(data.systems, kind, strict=True) if good]
        label = " and ".join(names) + " right" if names else "none right"
        if counts[kind]:
            found.append(("".join("01"[good] for good in kind), label, counts[kind]))
    return found
