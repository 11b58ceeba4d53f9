"""One story's results, and official metrics over a run: statistics summed by story, scores at the end."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.record import Answer, Question, Record
from symbolic_rc.metrics import MRR, AnswerPool, Metric, metrics_for

#: Formats for which the ranking of all answers to the story's questions is measured.
_RANKED = frozenset({"narrativeqa", "narrativeqa-stories"})

#: The statistics of one story: by metric, the summed vector and how many questions it is about.
StorySums = dict[str, tuple[list[float], int]]


class Scoring:
    """Take the statistics of stories, add them up, and turn the sums into scores: those of a format."""

    def __init__(self, format: str, meteor: str = "own") -> None:
        self._metrics = {metric.name: metric for metric in metrics_for(format, meteor)}
        self._rankings = (MRR(), MRR("references")) if format in _RANKED else ()
        self._sums: dict[str, NDArray[np.float64]] = {}
        self._counts: dict[str, int] = {}

    def pool(self, record: Record) -> AnswerPool | None:
        """Return the answers to rank for each question of a story, where rankings are measured."""
        return AnswerPool.of(record.questions) if self._rankings else None

    def sums(
        self,
        record: Record,
        answers: Sequence[Answer],
        pool: AnswerPool | None = None,
        rankings: Sequence[NDArray[np.float64]] = (),
    ) -> StorySums:
        """Return one story's summed statistics, of an answer to each question.

        If the reader ranks, `pool` is what the method `pool` gave, and `rankings` has an array of float64 for
        each question, as long as the pool.
        """
        asked = record.questions
        rows: dict[str, list[NDArray[np.float64]]] = {}
        for name, metric in self._metrics.items():
            pairs = [pair for pair in zip(answers, asked, strict=True) if metric.applies(pair[1])]
            rows[name] = [metric.statistics(answer.texts, question) for answer, question in pairs]
        if pool is not None and rankings:
            numbered = enumerate(zip(rankings, asked, strict=True))
            given = [(pool, scores, i, one) for i, (scores, one) in numbered if one.references]
            rows |= {mrr.name: [mrr.statistics(*one) for one in given] for mrr in self._rankings}
        return {name: (np.sum(own, axis=0).tolist(), len(own)) for name, own in rows.items() if own}

    def add(self, sums: StorySums) -> None:
        """Add one story's statistics; always in the order of the stories, so that floats add up alike."""
        for name, (values, count) in sums.items():
            vector = np.array(values)
            self._sums[name] = self._sums[name] + vector if name in self._sums else vector
            self._counts[name] = self._counts.get(name, 0) + count

    def metrics(self) -> dict[str, dict[str, Any]]:
        """Return the content of ``metrics.json``: name to value, number of questions and signature."""
        known: list[Metric | MRR] = [*self._metrics.values(), *self._rankings]
        return {
            metric.name: {
                "value": round(metric.score(self._sums[metric.name]), 6),
                "questions": self._counts[metric.name],
                "signature": metric.signature,
            }
            for metric in known
            if metric.name in self._sums
        }


@dataclass(frozen=True, slots=True)
class Outcome:
    """One story's results, ready to be written: JSON lines, one a question, and summed statistics.

    `tokens` counts light tokens. `failure` says why the story, or some of its questions (`unanswered`), could
    not be answered. `seconds` are the processor time of its work, None for the first story of a worker, which
    loads models as well; `megabytes` the most memory that its worker ever held.
    """

    story: str
    predictions: list[str]
    traces: list[str]
    sums: StorySums
    tokens: int = 0
    failure: str = ""
    unanswered: int = 0
    seconds: float | None = field(default=None, compare=False)
    megabytes: int = field(default=0, compare=False)

    def progress(self) -> dict[str, Any]:
        """Return what a run keeps of the story beside its predictions."""
        entry: dict[str, Any] = {
            "story": self.story,
            "questions": len(self.predictions),
            "tokens": self.tokens,
            "sums": self.sums,
            "megabytes": self.megabytes,
        }
        if self.seconds is not None:
            entry["seconds"] = round(self.seconds, 6)
        if self.failure:
            entry |= {"failure": self.failure, "unanswered": self.unanswered}
        return entry


def prediction_line(story_id: str, question: Question, answer: Answer) -> str:
    """Return the line of ``predictions.jsonl`` for one question.

    ``start`` and ``end`` are those of the first span, null where the answer is not a span of the story.
    """
    start, end = answer.spans[0] if answer.spans else (None, None)
    return json.dumps(
        {
            "id": question.id,
            "story_id": story_id,
            "answer": answer.text,
            "answers": list(answer.texts),
            "start": start,
            "end": end,
            "score": round(float(answer.score), 6),
            "rule": answer.rule,
        },
        ensure_ascii=False,
    )
