"""Curves by confidence: what a system is worth on the answers that it is surest of."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.compare.comparison import RIGHT, Curve, CurvePoint
from symbolic_rc.compare.questions import Table
from symbolic_rc.compare.systems import System
from symbolic_rc.core.question import Question

#: A curve needs so many points.
_POINTS = 3

#: Points of a curve.
STEPS = 20


def curves(main: Table, systems: Sequence[System], questions: Sequence[Question]) -> tuple[Curve, ...]:
    """Return a curve for each system that gives scores of its own.

    Recall is the share of the questions that are answered when the least sure answers are left out, and
    precision the share of right answers among those: at recall 1 it is the accuracy (Hermann et al. 2015,
    figure 2). Answers of one score stand or fall together in no other order than the data's.
    """
    found = []
    for system, statistics in zip(systems, main.statistics, strict=True):
        if len(set(system.scores.values())) < _POINTS:
            continue
        sure = [-system.scores.get(question.id, float("-inf")) for question in questions]
        order = np.argsort(sure, kind="stable")
        right = main.metric.scores(statistics)[order] >= RIGHT
        points = _points(main, statistics[order], right)
        found.append(Curve(system.name, points))
    return tuple(found)


def _points(main: Table, statistics: NDArray[np.float64], right: NDArray[np.bool_]) -> tuple[CurvePoint, ...]:
    total, sums, hits = len(right), statistics.cumsum(axis=0), right.cumsum()
    ends = sorted({max(1, round(total * step / STEPS)) for step in range(1, STEPS + 1)})
    scores = main.metric.scores(sums[[end - 1 for end in ends]])
    return tuple(
        CurvePoint(end / total, 100.0 * float(hits[end - 1]) / end, float(score))
        for end, score in zip(ends, scores, strict=True)
    )
