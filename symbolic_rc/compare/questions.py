"""Which questions systems are compared on, and each system's statistics on them.

A missing prediction is no refusal: a system that never saw a question has not said that the story does not
answer it. By default the comparison is on the questions that every system has a prediction for; counted as
wrong, as official scorers do, a missing prediction is right nowhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.compare.comparison import MISSING, WRONG
from symbolic_rc.compare.systems import System
from symbolic_rc.core.errors import SymbolicRCError, check_name
from symbolic_rc.core.question import Question
from symbolic_rc.core.record import Record
from symbolic_rc.metrics.metric import Metric

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Asked:
    """A question with its story, and its place among the story's questions."""

    place: int
    record: Record
    question: Question


def unanswered(metric: Metric, question: Question) -> Floats:
    """Return the statistics of a missing prediction: never right, whatever the references.

    They are those of an empty answer where the story holds an answer, also where it does not.
    """
    wanted = tuple(one for one in question.references if any(one)) or (("an answer",),)
    return metric.statistics((), replace(question, references=wanted, spans=()))


class Table:
    """The statistics of every system under one metric, taken once, on the questions that it is about.

    Parameters
    ----------
    metric : Metric
    systems : sequence of System
    questions : sequence of Question

    Attributes
    ----------
    rows : list of int
        The questions, as indices.
    statistics : list of ndarray of float64, each of shape (n, k)
        One array a system.
    """

    def __init__(self, metric: Metric, systems: Sequence[System], questions: Sequence[Question]) -> None:
        self.metric = metric
        self.rows = [i for i, question in enumerate(questions) if metric.applies(question)]
        asked = [questions[i] for i in self.rows]
        self.statistics: list[Floats] = [
            np.array([self._of(system, one) for one in asked], dtype=np.float64) for system in systems
        ]

    def _of(self, system: System, question: Question) -> Floats:
        answer = system.answers.get(question.id)
        if answer is None:
            return unanswered(self.metric, question)
        return self.metric.statistics(answer, question)

    def points(self) -> list[Floats]:
        """Return each question's own score for each system."""
        return [self.metric.scores(statistics) for statistics in self.statistics]


def gold_questions(records: Sequence[Record], metrics: Sequence[Metric]) -> list[Asked]:
    """Return the questions that some metric is about, in the order of the data."""
    return [
        Asked(place, record, question)
        for record in records
        for place, question in enumerate(record.questions)
        if any(metric.applies(question) for metric in metrics)
    ]


def compared_on(asked: Sequence[Asked], systems: Sequence[System], missing: str) -> list[Asked]:
    """Return the questions that systems are compared on.

    Parameters
    ----------
    asked : sequence of Asked
    systems : sequence of System
    missing : {"leave-out", "wrong"}
        What becomes of a question without a prediction by every system.

    Raises
    ------
    SymbolicRCError
        If there is no such way, or no question has a prediction by every system.
    """
    check_name("way with missing predictions", missing, MISSING)
    if missing == WRONG:
        return list(asked)
    kept = [one for one in asked if all(one.question.id in system.answers for system in systems)]
    if asked and not kept:
        raise SymbolicRCError(
            f"no question has a prediction by every system ({', '.join(s.name for s in systems)}); "
            f"compare fewer systems, or count missing predictions as wrong: --missing {WRONG}"
        )
    return kept
