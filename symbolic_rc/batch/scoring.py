"""Official metrics over a run: sums of statistics story by story, scores at the end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.answer import Answer
from symbolic_rc.core.question import Question
from symbolic_rc.core.record import Record
from symbolic_rc.metrics import MRR, Metric, metrics_for

#: Formats whose tables tell how well a reader ranks all answers to the story's questions.
_RANKED = frozenset({"narrativeqa", "narrativeqa-stories"})

#: The statistics of one story: by metric, the summed vector and how many questions it is about.
StorySums = dict[str, tuple[list[float], int]]


class Scoring:
    """Take the statistics of stories, add them up, and turn the sums into scores.

    Parameters
    ----------
    format : str
        Says what is measured.
    meteor : {"own", "jar"}
        Which METEOR, where METEOR is measured.
    """

    def __init__(self, format: str, meteor: str = "own") -> None:
        self._metrics = {metric.name: metric for metric in metrics_for(format, meteor)}
        self._mrr = MRR() if format in _RANKED else None
        self._sums: dict[str, NDArray[np.float64]] = {}
        self._counts: dict[str, int] = {}

    def pool(self, record: Record) -> list[str]:
        """Return the answers to rank for each question of a story: all references, each once."""
        if self._mrr is None:
            return []
        answers = (" ".join(one) for question in record.questions for one in question.references)
        return list(dict.fromkeys(answers))

    def sums(
        self,
        record: Record,
        answers: Sequence[Answer],
        pool: Sequence[str] = (),
        rankings: Sequence[NDArray[np.float64]] = (),
    ) -> StorySums:
        """Return one story's summed statistics.

        Parameters
        ----------
        record : Record
        answers : sequence of Answer
            One a question.
        pool : sequence of str
            As `pool` gave it, if the reader ranks.
        rankings : sequence of float64 ndarrays, each as long as the pool
            One a question, if the reader ranks.
        """
        found: StorySums = {}
        for name, metric in self._metrics.items():
            rows = [
                metric.statistics(answer.texts, question)
                for answer, question in zip(answers, record.questions, strict=True)
                if metric.applies(question)
            ]
            if rows:
                found[name] = (np.sum(rows, axis=0).tolist(), len(rows))
        if self._mrr is not None and rankings:
            places = {text: i for i, text in enumerate(pool)}
            rows = [
                self._mrr.statistics_of(scores, _correct(question, places))
                for question, scores in zip(record.questions, rankings, strict=True)
                if question.references
            ]
            if rows:
                found[self._mrr.name] = (np.sum(rows, axis=0).tolist(), len(rows))
        return found

    def add(self, sums: StorySums) -> None:
        """Add one story's statistics; always in the order of the stories, so that floats add up alike."""
        for name, (values, count) in sums.items():
            vector = np.array(values)
            self._sums[name] = self._sums[name] + vector if name in self._sums else vector
            self._counts[name] = self._counts.get(name, 0) + count

    def metrics(self) -> dict[str, dict[str, Any]]:
        """Return the content of ``metrics.json``: name to value, number of questions and signature."""
        found: dict[str, dict[str, Any]] = {}
        known: list[Metric | MRR] = [*self._metrics.values(), *([self._mrr] if self._mrr else [])]
        for metric in known:
            if metric.name in self._sums:
                found[metric.name] = {
                    "value": round(metric.score(self._sums[metric.name]), 6),
                    "questions": self._counts[metric.name],
                    "signature": metric.signature,
                }
        return found


def _correct(question: Question, places: dict[str, int]) -> set[int]:
    return {places[" ".join(one)] for one in question.references}
