"""How the engine is fitted, and what the fits hand on to each other."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.answer import Answer

#: Linear weights: shared under the empty name, each group's own part under its name.
Tables = dict[str, NDArray[np.float32]]
#: Called with lines of progress.
Say = Callable[[str], None]
#: Given each question's number and its answer.
Keep = Callable[[int, Answer], None]


@dataclass(frozen=True, slots=True)
class RankerSettings:
    """How the engine is fitted.

    Attributes
    ----------
    folds : int
        Parts for cross-fitting: the reranker learns from lists of questions that the linear scorer
        had not seen, and the report is of stories that neither had.
    epochs, bits, rate : int, int and float
        Of the linear scorer: passes over the questions, the logarithm of its weights, AdaGrad's steps.
    sharp, latent : float
        As `linear.loss_gradient` takes them.
    start : float
        What AdaGrad's sums of squares begin with: the larger, the smaller the steps of rare features.
    rounds : int
        Trees of the reranker.
    jobs : int
        Processes; never changes a result.
    """

    folds: int = 3
    epochs: int = 5
    bits: int = 20
    rate: float = 0.08
    sharp: float = 3.0
    latent: float = 1.0
    start: float = 0.5
    rounds: int = 300
    seed: int = 1
    jobs: int = 1


def combined(tables: Tables) -> Tables:
    """Return each group's whole table: the shared part and its own."""
    return {name: tables[""] + table if name else table for name, table in tables.items()}
