"""Rows in the shape of Hugging Face's question answering sets: SQuAD's fields, one question a row.

::

    {"id": "1", "title": "The mill", "context": "Ann sold the mill to Bob. ...",
     "question": "Who bought the mill?", "answers": {"text": ["Bob"], "answer_start": [21]}}

as JSON lines, a JSON list (alone, or under ``data``), CSV or TSV with a header (cells separated by commas,
semicolons, tabs or ``|``), or Parquet (extra ``parquet``). ``context`` (or ``article``, ``passage``) and
``question`` (or ``query``) are needed.
``answers`` holds alternatives: an object of lists as above (in a table, as text), a list of texts, or a text;
without texts the question is not answerable; without the field the answer is unknown. ``answer`` is
understood for ``answers``, and true and false, there or in ``label``, for ``yes`` and ``no``.
Rows with the same context that follow each other are one story; its id is ``context_id``, where the rows have
it, else ``title.n`` (n from 0, over the file), or the file's name in place of the title. A question's id is
its row's, else ``storyid.n``.

A row with choices is a question of multiple choice. They are a list (``choices``, ``options``, ``endings``),
an object ``{"text": [...], "label": ["A", ...]}``, or columns (``option1``, ``option2``; ``answer0`` to
``answer3``; ``A`` to ``D``); the right one is named by its text, its letter or its number in ``answer``,
``answerKey``, ``label`` or the like. Numbers count from 0 or 1, as the file shows; where it does not,
``label`` counts from 0 and ``answer`` as the columns do. Choices that are not understood are an error of
their row. A question with ``@placeholder`` is a cloze question; ``question_type`` is the tag ``type``.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from symbolic_rc.core.errors import MissingExtraError
from symbolic_rc.core.record import Question, Record
from symbolic_rc.datasets import fields as F
from symbolic_rc.datasets.choices import bases_of, choice_question, choices_of, placeholder_of
from symbolic_rc.datasets.fields import rows
from symbolic_rc.datasets.format import Format, Found
from symbolic_rc.datasets.json_stream import elements
from symbolic_rc.datasets.source import DataFile, Problem

_MAGIC = "PAR1"
_KEY = '"(?:{})"\\s*:'
#: Rows of a Parquet file that are in memory together.
_BATCH = 256
#: Rows that are looked at to see from what number choices are counted.
_LOOKED_AT = 1000
Row = tuple[int | None, Any]


#: What a row's text and its question are called.
CONTEXTS = ("context", "article", "passage")
QUESTIONS = ("question", "query")


def _recognise(source: DataFile, head: str) -> bool:
    if source.suffix == ".parquet" or head.startswith(_MAGIC):
        return head.startswith(_MAGIC)
    if _is_table(source, head):
        return True
    head = head.lstrip()
    if head.startswith("{") and not _DATA.match(head):  # rows are lines; a larger object is of another format
        head = head.partition("\n")[0]
    return (
        head[:1] in ("{", "[")
        and not re.search(r'"(paragraphs|qas|questions)"\s*:', head)
        and all(re.search(_KEY.format("|".join(names)), head) for names in (CONTEXTS, QUESTIONS))
    )


#: The beginning of an object that holds the rows.
_DATA = re.compile(r'\{\s*(?:"version"\s*:\s*[^,{\[]*,\s*)?"data"\s*:\s*\[\s*\{')


def _is_table(source: DataFile, head: str) -> bool:
    header = F.columns_of(head)
    named = not set(CONTEXTS).isdisjoint(header) and not set(QUESTIONS).isdisjoint(header)
    return named and source.suffix in (".csv", ".tsv", ".txt", "")  # without an ending: a pipe


def read(source: DataFile, beside: Sequence[DataFile] = ()) -> Found:
    """Read one file."""
    number, rows, bases = itertools.count(), read_rows(source), dict[str, int]()
    first = list(itertools.islice(rows, 1))
    if first and not isinstance(first[0], Problem) and _counts_choices(first[0][1]):
        first += itertools.islice(rows, _LOOKED_AT)
        bases = bases_of(found[1] for found in first if not isinstance(found, Problem))
    for context, group in itertools.groupby(itertools.chain(first, rows), key=_context):
        if context is None:
            for found in group:
                yield (
                    found if isinstance(found, Problem) else Problem(source.place, found[0], _wrong(found[1]))
                )
        else:
            yield from _story(source, context, f"{next(number)}", group, bases)


def _counts_choices(row: Any) -> bool:
    """Return whether a row has choices, so that further rows may show from what number they are counted."""
    try:
        return isinstance(row, Mapping) and choices_of(row) is not None
    except F.Malformed:
        return True


def read_rows(source: DataFile) -> Iterator[Row | Problem]:
    """Yield the rows of a file with their lines: JSON lines, a JSON list, CSV, TSV, Parquet."""
    head = source.head()
    if head.startswith(_MAGIC):
        return _of_parquet(source)
    if source.suffix in (".csv", ".tsv") or _is_table(source, head):
        return rows(source)
    listed = head.lstrip()[:1] == "[" or _DATA.match(head.lstrip())
    return elements(source, "data") if listed else F.decoded_lines(source)


def _of_parquet(source: DataFile) -> Iterator[Row | Problem]:
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError:
        raise MissingExtraError("pyarrow", "parquet") from None
    number = 0
    with source.open() as file:
        try:
            for batch in parquet.ParquetFile(pyarrow.PythonFile(file, "r")).iter_batches(_BATCH):
                for row in batch.to_pylist():
                    number += 1
                    yield number, row
        except (pyarrow.ArrowException, OSError) as error:
            yield Problem(
                source.place, number + 1, f"not valid Parquet ({' '.join(str(error).split())[:100]})", True
            )


def _context(found: Row | Problem) -> str | None:
    """Return the text that a row is about; None where there is none."""
    if isinstance(found, Problem) or not isinstance(found[1], Mapping):
        return None
    return next(
        (one for name in CONTEXTS if isinstance(one := found[1].get(name), str) and one.strip()), None
    )


def _named(row: Any, names: Sequence[str]) -> str:
    """Return the first of the names that a row has a value under, else the first."""
    return next((name for name in names if isinstance(row, Mapping) and row.get(name) is not None), names[0])


def _wrong(row: Any) -> str:
    try:
        F.text(row, name := _named(row, CONTEXTS))
    except F.Malformed as error:
        return str(error)
    return f"field {name!r} is empty"


def _story(
    source: DataFile, context: str, number: str, group: Iterator[Row | Problem], bases: Mapping[str, int]
) -> Found:
    questions: list[Question] = []
    identity = title = ""
    for found in group:
        assert not isinstance(found, Problem)  # those have no context
        line, row = found
        try:
            if not identity:
                F.clean(context, "context")
                title = F.id_of(row, "title", default="").strip()
                identity = F.id_of(row, "context_id", default=f"{title or source.stem}.{number}")
            if len(questions) <= source.limits.questions:  # one more is reported as too many
                questions.append(_question(row, f"{identity}.{len(questions)}", context, bases))
        except F.Malformed as error:
            yield Problem(source.place, line, str(error))
    if identity:
        yield Record(identity, context, tuple(questions), title)


def _question(row: Mapping[str, Any], default_id: str, context: str, bases: Mapping[str, int]) -> Question:
    asked, question_id = F.text(row, name := _named(row, QUESTIONS)), F.id_of(row, "id", default=default_id)
    if not asked.strip():
        raise F.Malformed(f"field {name!r} is empty")
    placeholder, kind = placeholder_of(asked), row.get("question_type")
    tags = {"type": kind} if isinstance(kind, str) else {}
    if (question := choice_question(question_id, asked, row, bases, tags)) is not None:
        return question
    label = row.get("label")
    if isinstance(label, bool) and row.get("answers", row.get("answer")) is None:
        row = {**row, "answers": label}
    # whether this one is unanswerable is gold: no tag tells a reader
    return F.with_gold(Question(question_id, asked, placeholder=placeholder), row, context)


HF = Format("hf", __doc__, _recognise, read)
