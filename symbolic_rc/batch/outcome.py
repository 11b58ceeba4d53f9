"""What a worker hands back for one story."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from symbolic_rc.batch.scoring import StorySums
from symbolic_rc.core.answer import Answer
from symbolic_rc.core.question import Question


@dataclass(frozen=True, slots=True)
class Outcome:
    """One story's results, ready to be written.

    Attributes
    ----------
    story : str
        The story's id.
    predictions, traces : list of str
        JSON lines, one a question.
    sums : StorySums
        The metrics' statistics, summed over its questions.
    tokens : int
        Light tokens of the story.
    failure : str
        Why the story could not be answered, or empty.
    """

    story: str
    predictions: list[str]
    traces: list[str]
    sums: StorySums
    tokens: int = 0
    failure: str = ""

    def progress(self) -> dict[str, Any]:
        """Return what a run keeps of the story beside its predictions."""
        entry: dict[str, Any] = {
            "story": self.story,
            "questions": len(self.predictions),
            "tokens": self.tokens,
            "sums": self.sums,
        }
        if self.failure:
            entry["failure"] = self.failure
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
