"""The project's own format: JSON lines, one story a line.

::

    {"id": "mill", "title": "The mill", "text": "Ann sold the mill to Bob. ...",
     "questions": [
       {"id": "mill.1", "text": "Who bought the mill?", "answers": ["Bob"]},
       {"id": "mill.2", "text": "Who was at the sale?", "answers": [["Ann", "Bob"]]},
       {"id": "mill.3", "text": "What did it cost?", "answers": [[]]},
       {"id": "mill.4", "text": "What was sold?", "choices": ["a cow", "the mill"], "answers": ["the mill"]},
       {"id": "mill.5", "text": "@placeholder sold it", "placeholder": "@placeholder", "answers": ["Ann"]}]}

Of the story: ``id`` and ``text`` are needed; ``title``, ``questions``, ``tokenised`` (true where `text` is
tokens joined by spaces) and ``tags`` (an object of texts) are not.

Of a question: ``text`` is needed. ``id`` defaults to ``storyid.n``, n from 0. ``answers`` lists
alternatives, each a text or, where the answer has several spans, a list of texts; an empty list among them
says that the story does not hold the answer; without the field the answer is unknown. ``choices`` makes it
multiple choice: each answer is one of them; other shapes of choices are read as in `hf`. ``placeholder``, or
``@placeholder`` in the text, makes it cloze: `text` holds it. ``spans``
gives, for each alternative, the list of ``[start, end]`` character offsets in the story. ``tags`` is an
object of texts.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from symbolic_rc.core.record import Question, Record
from symbolic_rc.datasets.choices import choices_of, placeholder_of
from symbolic_rc.datasets.fields import Malformed, clean, decoded_lines, id_of, items, text, texts
from symbolic_rc.datasets.format import Asked, Format, stories
from symbolic_rc.datasets.source import DataFile

_STORY_KEY = re.compile(r'"text"\s*:')


def _recognise(source: DataFile, head: str) -> bool:
    """Return whether a file holds one JSON object a line with a story's text."""
    first = head.lstrip().partition("\n")[0]
    return (
        source.suffix in (".jsonl", ".json", ".ndjson", "")
        and first[:1] == "{"
        and '"paragraphs"' not in head
        and _has_text(first)
    )


def _has_text(line: str) -> bool:
    """Return whether the first line has a story's text; of a cut or broken line, whether it may."""
    try:
        return "text" in json.loads(line)
    except (ValueError, RecursionError):
        return _STORY_KEY.search(line) is not None


def _story(source: DataFile, line: int, value: Any) -> Iterator[Asked]:
    identity, body = id_of(value, "id"), text(value, "text")
    title, tags = id_of(value, "title", default=""), _tags(value)
    asked = items(value, "questions", optional=True)
    record = Record(identity, body, (), title, value.get("tokenised") is True, tags)
    yield record, asked, partial(_question, body)


def _question(body: str, question: Any, default_id: str) -> Question:
    asked = text(question, "text", "question")
    placeholder = text(question, "placeholder", default="") or placeholder_of(asked)
    if placeholder and placeholder not in asked:
        raise Malformed(f"the placeholder {placeholder!r} is not in the text")
    choices, references = _choices(question)
    spans = _spans(question, references, body)
    identity = id_of(question, "id", default=default_id)
    return Question(identity, asked, references, choices, placeholder, spans, _tags(question))


def _choices(question: Mapping[str, Any]) -> tuple[tuple[str, ...], tuple[tuple[str, ...], ...]]:
    """Return the choices, if any, and the references."""
    answers = question.get("answers", question.get("answer"))
    own = isinstance(question.get("choices"), list) and isinstance(question.get("answers"), list)
    if not own and (found := choices_of(question)) is not None:
        return found.texts, tuple((one,) for one in found.right)
    choices = texts(items(question, "choices", optional=True), "choices")
    references = () if answers is None else _references(answers if isinstance(answers, list) else [answers])
    if choices and any(len(one) != 1 or one[0] not in choices for one in references):
        raise Malformed("an answer is none of the choices")
    return choices, references


def _references(answers: list[Any]) -> tuple[tuple[str, ...], ...]:
    found: list[tuple[str, ...]] = []
    for answer in answers:
        if isinstance(answer, str):
            found.append((clean(answer, "answers"),))
        elif isinstance(answer, list):
            found.append(texts(answer, "answers"))
        else:
            raise Malformed("field 'answers' should hold texts or lists of texts")
    return tuple(found)


def _spans(
    question: Any, references: tuple[tuple[str, ...], ...], body: str
) -> tuple[tuple[tuple[int, int], ...], ...]:
    if question.get("spans") is None:
        return ()
    given = items(question, "spans")
    if len(given) != len(references):
        raise Malformed("field 'spans' should be parallel to 'answers'")
    found = []
    for places in given:
        if not isinstance(places, list):
            raise Malformed("field 'spans' should hold lists of [start, end]")
        for place in places:
            whole = isinstance(place, list) and len(place) == 2 and all(type(value) is int for value in place)
            if not whole or not 0 <= place[0] <= place[1] <= len(body):
                raise Malformed("field 'spans' should hold lists of [start, end] inside the text")
        found.append(tuple((start, end) for start, end in places))
    return tuple(found)


def _tags(value: Mapping[str, Any]) -> dict[str, str]:
    tags = value.get("tags") or {}
    if not isinstance(tags, dict) or not all(isinstance(tag, str) for tag in tags.values()):
        raise Malformed("field 'tags' should be an object of texts")
    return {clean(name, "tags"): clean(tag, "tags") for name, tag in tags.items()}


def written(record: Record) -> str:
    """Return a story as one line, with its end; `read` gives the same record back."""
    title, more = {"title": record.title}, {"tokenised": record.tokenised, "tags": dict(record.tags)}
    story = {"id": record.id, **_filled(title), "text": record.text, **_filled(more)}
    story["questions"] = [_written_question(question) for question in record.questions]
    return json.dumps(story, ensure_ascii=False) + "\n"


def _filled(fields: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if value}


def _written_question(question: Question) -> dict[str, Any]:
    more = {
        "answers": [one[0] if len(one) == 1 else list(one) for one in question.references],
        "choices": list(question.choices),
        "placeholder": question.placeholder,
        "spans": [[list(span) for span in places] for places in question.spans],
        "tags": dict(question.tags),
    }
    return {"id": question.id, "text": question.text, **_filled(more)}


JSONL = Format("jsonl", __doc__, _recognise, stories(decoded_lines, _story))
