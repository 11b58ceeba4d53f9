"""Which rules proposed which candidates, as the ranker sees it: one way for training and answering."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.question.parsed import ParsedQuestion
from symbolic_rc.ranker.candidate_view import CandidateView
from symbolic_rc.ranker.propose import PROPOSERS
from symbolic_rc.ranker.propose.proposer import rule_keys


class FiredRules(NamedTuple):
    """Which rules proposed each candidate.

    Attributes
    ----------
    names : tuple of str
        The project's own rules in their order, then a user's.
    fired : ndarray of bool, shape (candidates, rules)
    keys : ndarray of uint32, shape (rules, 2)
        The rules' hashed features.
    """

    names: tuple[str, ...]
    fired: NDArray[np.bool_]
    keys: NDArray[np.uint32]


_NAMES = tuple(proposer.name for proposer in PROPOSERS)


def fired_rules(fired: Mapping[str, NDArray[np.bool_]], candidates: int, asked: ParsedQuestion) -> FiredRules:
    """Return which rules proposed each candidate, with a column for each of the project's own rules.

    A rule keeps its column whether it fired or not, and wherever a book has it: what the ranker has learned
    of its place stays true.

    Parameters
    ----------
    fired : mapping of str to ndarray of bool
        For each rule that proposed, which candidates.
    candidates : int
    asked : ParsedQuestion
    """
    names = (*_NAMES, *(name for name in fired if name not in _NAMES))
    columns = np.zeros((len(names), candidates), np.bool_).T
    for column, name in enumerate(names):
        if name in fired:
            columns[:, column] = fired[name]
    return FiredRules(names, columns, rule_keys(names, asked))


def proposed(view: CandidateView) -> dict[str, NDArray[np.bool_]]:
    """Return for each of the project's own rules that proposes something, which candidates."""
    found = {proposer.name: proposer.fire(view)[0] for proposer in PROPOSERS}
    return {name: mask for name, mask in found.items() if mask is not None}
