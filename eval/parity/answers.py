"""The answers and questions that scorers are compared on."""

from __future__ import annotations

import json
import math
from pathlib import Path

from symbolic_rc.core.record import Question, Record
from symbolic_rc.datasets import read


def questions(path: Path, form: str = "auto") -> dict[str, Question]:
    """Return every question of a data set by its id."""
    records = (found for found in read(path, form, strict=True) if isinstance(found, Record))
    return {question.id: question for record in records for question in record.questions}


def narrativeqa_answers(data: Path) -> tuple[dict[str, Question], dict[str, str]]:
    """Return the questions of NarrativeQA's valid part, and BERT's answers."""
    path = data / "narrativeqa" / "bert_base_valid_predictions.json"
    return questions(data / "narrativeqa" / "valid.json"), json.loads(path.read_text(encoding="utf-8"))


def told_equal(name: str, ours: float, theirs: float) -> bool:
    """Print a figure of ours beside theirs; return whether they are equal."""
    same = math.isclose(ours, theirs, rel_tol=1e-12)
    print(f"  {'same' if same else 'DIFFERENT'}: ours {ours:.10f}, theirs {theirs:.10f}  {name}")
    return same
