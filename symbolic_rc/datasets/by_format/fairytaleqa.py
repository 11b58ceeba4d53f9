"""FairytaleQA: questions by experts on fairy tales.

``questions/.../NAME-questions.csv`` holds a story's questions, ``section-stories/.../NAME-story.csv`` its
sections, in a folder or an archive. The references are the columns ``answer1`` and ``answer4`` (the first
answers of the two annotators) and no others. Question ids are ``NAME.question_id``. The story is all its
sections, with an empty line between them. Tags: ``attribute`` (character, setting, action, feeling, causal
relationship, outcome resolution, prediction), ``kind`` (explicit or implicit), ``scope`` (local or summary)
``section`` and ``context`` (its characters in the story: ``0-512``); of a story, ``part`` (train, val, test).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path, PurePosixPath

from symbolic_rc.core.record import Question, Record
from symbolic_rc.datasets.fields import Malformed, columns_of, each, rows
from symbolic_rc.datasets.format import Format, Found
from symbolic_rc.datasets.source import DataFile, Problem

_QUESTIONS, _STORY = "-questions", "-story"
_TAGS = {"attribute": "attribute1", "kind": "ex-or-im1", "scope": "local-or-sum", "section": "cor_section"}
_PARTS = ("train", "val", "test")


def _recognise(source: DataFile, head: str) -> bool:
    return source.stem.endswith(_QUESTIONS) and {"question_id", "answer4"} <= set(columns_of(head))


def _read(source: DataFile, beside: Sequence[DataFile] = ()) -> Found:
    """Read one story's questions, with the story from its own file."""
    name = source.stem.removesuffix(_QUESTIONS)
    folder = PurePosixPath(source.place.replace("!", "/")).parent.name
    stories = [other for other in beside if other.stem == name + _STORY and other.suffix == ".csv"]
    if not stories:
        yield Problem(source.place, None, f"its story {name + _STORY}.csv is not beside it")
        return
    story = max(stories, key=lambda other: f"/{folder}/" in f"/{other.name}")
    texts, places, questions, uses = list[str](), dict[str, str](), list[Question](), Counter[str]()

    def section(line: int, row: Mapping[str, str]) -> Sequence[Record]:
        start = sum(map(len, texts)) + 2 * len(texts)
        texts.append(row["text"].strip())
        places[row["section"].strip()] = f"{start}-{start + len(texts[-1])}"
        return ()

    def question(line: int, row: Mapping[str, str]) -> Sequence[Record]:
        if not row["question"].strip() or not row["question_id"].strip():
            raise Malformed("column 'question' or 'question_id' is empty")
        identity = f"{name}.{row['question_id'].strip()}"
        uses[identity] += 1
        identity += f".{uses[identity]}" if uses[identity] > 1 else ""
        questions.append(_question(identity, row, places))
        return ()

    yield from each(story.place, rows(story, "section", "text"), section)
    if not any(texts):
        yield Problem(story.place, None, "the story is empty")
        return
    yield from each(source.place, rows(source, "question_id", "question", "answer1"), question)
    tags = {"part": folder} if folder in _PARTS else {}
    yield Record(name, "\n\n".join(texts), tuple(questions), tags=tags)


def _question(identity: str, row: Mapping[str, str], places: Mapping[str, str]) -> Question:
    answers = dict.fromkeys(row.get(column, "").strip() for column in ("answer1", "answer4"))
    tags = {tag: value for tag, column in _TAGS.items() if (value := row.get(column, "").strip())}
    asked = (number.strip() for number in tags.get("section", "").split(","))
    if context := ",".join(places[number] for number in asked if number in places):
        tags["context"] = context
    references = tuple((answer,) for answer in answers if answer)
    return Question(identity, row["question"].strip(), references, tags=tags)


def _near(path: Path) -> list[Path]:
    name = path.name.replace(_QUESTIONS, _STORY)
    folders = [path.parent, *(up / "section-stories" / path.parent.name for up in path.parents[1:3])]
    return [folder / name for folder in folders]


FAIRYTALEQA = Format("fairytaleqa", __doc__, _recognise, _read, _near)
