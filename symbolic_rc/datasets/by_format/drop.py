"""DROP (Dua et al. 2019): questions that need counting, comparing, adding; answers are numbers, dates, spans.

::

    {"nfl_1": {"passage": "...", "qa_pairs": [{"query_id": "...", "question": "How many yards?",
        "answer": {"number": "54", "date": {"day": "", "month": "", "year": ""}, "spans": []},
        "validated_answers": [...]}]}}

``answer`` and each of ``validated_answers`` is an alternative; its spans are one answer of several spans. A
date is written ``day month year``. The tag ``answer_type`` is ``number``, ``date``, ``span`` or ``spans``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from symbolic_rc.core.record import Question, Record
from symbolic_rc.datasets.fields import Malformed, answers_of, id_of, items, text, texts
from symbolic_rc.datasets.format import Asked, Format, begins, stories
from symbolic_rc.datasets.json_stream import members
from symbolic_rc.datasets.source import DataFile


def _passage(source: DataFile, line: int, member: tuple[str, Any]) -> Iterator[Asked]:
    identity, value = member
    yield Record(identity, text(value, "passage")), items(value, "qa_pairs"), _question


def _question(pair: Any, default_id: str) -> Question:
    asked = text(pair, "question")
    given = [pair["answer"]] if pair.get("answer") else []
    given += items(pair, "validated_answers", optional=True)
    kinds, references = zip(*map(_reference, given), strict=True) if given else ((), ())
    known = tuple(dict.fromkeys(one for one in references if one))
    tags = {"answer_type": next(kind for kind in kinds if kind)} if known else {}
    return Question(id_of(pair, "query_id", default=default_id), asked, known, tags=tags)


def _reference(answer: Any) -> tuple[str, tuple[str, ...]]:
    """Return what an answer is and its texts; none where it is empty."""
    if not isinstance(answer, Mapping):
        raise Malformed("an answer should be an object with 'number', 'date' and 'spans'")
    number, date, spans = answer.get("number"), answer.get("date") or {}, answer.get("spans")
    if number is not None and (found := answers_of(number)[0]):
        return "number", found
    if parts := [part for name in ("day", "month", "year") if (part := id_of(date, name, default=""))]:
        return "date", (" ".join(parts),)
    if spans:
        found = texts(items(answer, "spans"), "spans")
        return "span" if len(found) == 1 else "spans", found
    return "", ()


DROP = Format("drop", __doc__, begins("{", '"passage"', '"qa_pairs"'), stories(members, _passage))
