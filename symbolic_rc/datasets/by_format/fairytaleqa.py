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
from collections.abc import Generator, Mapping, Sequence
from pathlib import Path, PurePosixPath

from symbolic_rc.core.record import Question, Record
from symbolic_rc.datasets.fields import columns_of, rows
from symbolic_rc.datasets.format import Found, described
from symbolic_rc.datasets.source import DataFile, Problem

_QUESTIONS, _STORY = "-questions", "-story"
_TAGS = {"attribute": "attribute1", "kind": "ex-or-im1", "scope": "local-or-sum", "section": "cor_section"}

_PARTS = ("train", "val", "test")


def recognise(source: DataFile, head: str) -> bool:
    """Return whether a file holds a story's questions."""
    return source.stem.endswith(_QUESTIONS) and {"question_id", "answer4"} <= set(columns_of(head))


def read(source: DataFile, beside: Sequence[DataFile] = ()) -> Found:
    """Read one story's questions, with the story from its own file."""
    name = source.stem[: -len(_QUESTIONS)] if source.stem.endswith(_QUESTIONS) else source.stem
    folder = PurePosixPath(source.place.replace("!", "/")).parent.name
    stories = [other for other in beside if other.stem == name + _STORY and other.suffix == ".csv"]
    if not stories:
        yield Problem(source.place, None, f"its story {name + _STORY}.csv is not beside it")
        return
    texts, places = yield from _sections(max(stories, key=lambda other: f"/{folder}/" in f"/{other.name}"))
    if not texts:
        return
    questions, uses = [], Counter[str]()
    for found in rows(source, "question_id", "question", "answer1"):
        if isinstance(found, Problem):
            yield found
        elif not found[1]["question"].strip() or not found[1]["question_id"].strip():
            yield Problem(source.place, found[0], "column 'question' or 'question_id' is empty")
        else:
            identity = f"{name}.{found[1]['question_id'].strip()}"
            uses[identity] += 1
            identity += f".{uses[identity]}" if uses[identity] > 1 else ""
            questions.append(_question(identity, found[1], places))
    tags = {"part": folder} if folder in _PARTS else {}
    yield Record(name, "\n\n".join(texts), tuple(questions), tags=tags)


def _sections(story: DataFile) -> Generator[Problem, None, tuple[list[str], dict[str, str]]]:
    """Return the texts of a story's sections and their characters by number; none if all are empty."""
    texts, places, start = list[str](), dict[str, str](), 0
    for found in rows(story, "section", "text"):
        if isinstance(found, Problem):
            yield found
            continue
        text = found[1]["text"].strip()
        texts.append(text)
        places[found[1]["section"].strip()] = f"{start}-{start + len(text)}"
        start += len(text) + 2
    if any(texts):
        return texts, places
    yield Problem(story.place, None, "the story is empty")
    return [], {}


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


FAIRYTALEQA = described("fairytaleqa", __doc__, recognise, read, _near)
