"""NarrativeQA: questions on books and screenplays, asked from a summary, with two free answers.

Two layouts are read.

The official one: ``qaps.csv`` (document_id, set, question, answer1, answer2 and the three again with
``_tokenized``) with ``documents.csv`` and ``third_party/wikipedia/summaries.csv`` beside it, in a folder or
an archive. Questions are on the summaries, in their tokenised form. Where full stories lie beside them as
``<document_id>.content`` or ``<document_id>.txt``, there or in a folder ``stories/`` or ``tmp/`` (where the
official script puts them), they are read instead of the summary if there is no ``summaries.csv``.

The tokenised one: a JSON list of ``{"document_id", "set", "kind", "title", "summary_tokenized", "qas":
[{"question", "answers": ["...", "..."], "oracle_span"}]}``. Quotation marks are lost in it. Where stories lie
beside it, they are read instead of the summaries when the folder is given under the format's name
`narrativeqa-stories`.

Question ids are ``documentid_n``, n from 0 in the order of the file. Each answer is one alternative. The tag
``tokenised`` is ``no`` where the story is not split into tokens, so that metrics do it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path, PurePosixPath
from typing import Any

from symbolic_rc.core.errors import DataError
from symbolic_rc.core.record import Question, Record
from symbolic_rc.datasets.fields import Malformed, clean, columns_of, each, items, rows, text, texts
from symbolic_rc.datasets.format import Asked, Format, Found, stories
from symbolic_rc.datasets.json_stream import elements
from symbolic_rc.datasets.source import DataFile, Problem

_STORIES = (".content", ".txt")
_FOLDERS = ("", "stories", "tmp")
_NO_STORIES = "no stories: put files named <document_id>.content beside it or in a folder stories/ there"


def _recognise(source: DataFile, head: str) -> bool:
    """Return whether a file is ``qaps.csv`` or the tokenised JSON."""
    if source.suffix == ".csv":
        return {"document_id", "question", "answer1", "answer2"} <= set(columns_of(head))
    return head.lstrip()[:1] == "[" and '"summary_tokenized"' in head and '"document_id"' in head


def _read(source: DataFile, beside: Sequence[DataFile] = ()) -> Found:
    """Read one main file, questions on summaries where there are summaries."""
    return _of_csv(source, beside) if source.suffix == ".csv" else _of_json(source)


def _read_stories(source: DataFile, beside: Sequence[DataFile] = ()) -> Found:
    """Read one main file, questions on the full stories that lie beside it.

    A document without its story is passed over: the full texts are never all at hand.
    """
    if not (stories := _stories(beside)):
        raise DataError(_NO_STORIES, source.place)
    for found in _read(source, [other for other in beside if other.stem != "summaries"]):
        if isinstance(found, Problem):
            yield found
        elif found.id in stories:
            yield _on_story(found, stories[found.id])


def _stories(beside: Sequence[DataFile]) -> dict[str, DataFile]:
    return {other.stem: other for other in beside if other.suffix in _STORIES}


def _on_story(record: Record, story: DataFile) -> Record:
    questions = tuple(
        replace(question, spans=(), tags={**question.tags, "tokenised": "no"})
        for question in record.questions
    )
    return replace(record, text=story.text(fallback="cp1252"), questions=questions, tokenised=False)


def _document(source: DataFile, line: int, value: Any) -> Iterator[Asked]:
    identity, summary = text(value, "document_id"), text(value, "summary_tokenized")
    asked, title = items(value, "qas"), text(value, "title", default="")
    tags = {name: text(value, name, default="") for name in ("set", "kind")}
    yield Record(identity, summary, (), title, tokenised=True, tags=tags), asked, _question


def _question(qa: Any, default_id: str) -> Question:
    if not (answers := texts(items(qa, "answers"), "answers")):
        raise Malformed("field 'answers' is empty")
    tags = {"oracle_span": text(qa, "oracle_span")} if qa.get("oracle_span") is not None else {}
    identity = "_".join(default_id.rsplit(".", 1))
    return Question(identity, text(qa, "question"), tuple((answer,) for answer in answers), tags=tags)


_of_json = stories(elements, _document)


def _of_csv(source: DataFile, beside: Sequence[DataFile]) -> Found:
    asked: dict[str, list[Question]] = {}

    def add_question(line: int, row: Mapping[str, str]) -> Sequence[Record]:
        identity = row["document_id"]
        questions = asked.setdefault(identity, [])
        answers = [row.get(f"answer{i}_tokenized") or row[f"answer{i}"] for i in (1, 2)]
        if not identity or not any(answers):
            missing = "document_id" if not identity else "answer1"
            raise Malformed(f"column {missing!r} is empty")
        question = row.get("question_tokenized") or row["question"]
        references = tuple((answer,) for answer in answers if answer)
        questions.append(Question(f"{identity}_{len(questions)}", question, references))
        return ()

    table = rows(source, "document_id", "question", "answer1", "answer2")
    yield from each(source.place, table, add_question)
    yield from _documents(source, beside, asked)


def _documents(source: DataFile, beside: Sequence[DataFile], asked: Mapping[str, list[Question]]) -> Found:
    about = dict(_by_document(_companion(source, beside, "documents.csv")))
    summaries = _companion(source, beside, "summaries.csv")
    stories = _stories(beside)
    if summaries is None and not stories:
        reason = f"no summaries.csv (or third_party/wikipedia/summaries.csv) beside it; {_NO_STORIES}"
        raise DataError(reason, source.place)
    texts_by_document = dict(_by_document(summaries))
    for identity, questions in asked.items():
        document = about.get(identity, {})
        title = document.get("wiki_title", "")
        tags = {name: document[name] for name in ("set", "kind") if document.get(name)}
        if (summary := texts_by_document.get(identity)) is not None:
            tokenised = summary.get("summary_tokenized")
            body = clean(tokenised or summary.get("summary", ""), "summary")
            yield Record(identity, body, tuple(questions), title, bool(tokenised), tags)
        elif identity in stories:
            yield _on_story(Record(identity, "", tuple(questions), title, tags=tags), stories[identity])
        elif summaries is not None:
            yield Problem(source.place, None, f"document {identity!r} has questions but no summary")


def _companion(source: DataFile, beside: Sequence[DataFile], name: str) -> DataFile | None:
    """Return the file of that name nearest to `source`: in its folder, else anywhere beside it."""
    folder = PurePosixPath(source.name).parent
    found = [other for other in beside if PurePosixPath(other.name).name == name]
    return min(found, key=lambda other: not PurePosixPath(other.name).is_relative_to(folder), default=None)


def _by_document(source: DataFile | None) -> Iterator[tuple[str, dict[str, str]]]:
    if source is not None:
        for found in rows(source, "document_id"):
            if not isinstance(found, Problem):
                yield found[1]["document_id"], found[1]


def _near(path: Path) -> list[Path]:
    names = ("documents.csv", "summaries.csv", "third_party/wikipedia/summaries.csv")
    folders = [path.parent / folder for folder in _FOLDERS]
    stories = (file for folder in folders for file in sorted(folder.glob("*")) if file.suffix in _STORIES)
    return [*(path.parent / name for name in names), *stories]


NARRATIVEQA = Format("narrativeqa", __doc__, _recognise, _read, _near)
NARRATIVEQA_STORIES = Format(
    "narrativeqa-stories",
    "NarrativeQA on the full books and screenplays that lie beside the questions (see `narrativeqa`).",
    lambda source, head: False,
    _read_stories,
    lambda path: _near(path) + sorted(one for one in path.parent.glob("stories*") if ".tar" in one.name),
)
