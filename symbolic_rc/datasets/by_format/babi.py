"""bAbI tasks: made-up stories of short sentences, with questions after parts of them.

Numbered lines; a number 1 starts a new story. A line with tabs is a question: text, answer, and the numbers
of the supporting facts::

    1 Mary moved to the bathroom.
    2 Where is Mary?    bathroom    1

The story of a question is every statement before it, so each question is a record of its own; ids are
``stem.story.line`` (story from 0). Answers that are lists (``apple,milk``) are one reference of several
spans. Tags: ``task`` and ``support`` (the supporting lines' positions among the statements of the story,
from 0).
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from symbolic_rc.core.record import Question, Record
from symbolic_rc.datasets.format import Format, Found
from symbolic_rc.datasets.source import DataFile, Problem

_LINE = re.compile(r"(\d{1,6}) (.*)", re.DOTALL)
_QUESTION = re.compile(r"^\d+ [^\t\n]*\?\s*\t[^\t\n]+\t[\d ]+$", re.MULTILINE)
_TASK = re.compile(r"qa(\d+)_")


def _recognise(source: DataFile, head: str) -> bool:
    return source.suffix == ".txt" and bool(re.match(r"1 \S.*\n2 ", head) and _QUESTION.search(head))


def _read(source: DataFile, beside: Sequence[DataFile] = ()) -> Found:
    task = _TASK.match(source.stem)
    story, statements, numbers = -1, list[str](), dict[str, int]()
    for at, line in enumerate(source.lines(), 1):
        if not line.strip():
            continue
        if (match := _LINE.fullmatch(line)) is None:
            yield Problem(source.place, at, "does not start with a number and a space")
            continue
        number, rest = match.groups()
        if number == "1" or story < 0:
            story, statements, numbers = story + 1, [], {}
        if "\t" not in rest:
            numbers[number] = len(statements)
            statements.append(rest.strip())
            continue
        cells = rest.split("\t")
        if len(cells) != 3 or not cells[0].strip() or not cells[1].strip():
            yield Problem(source.place, at, "a question should have text, answer and supporting facts")
            continue
        if any(fact not in numbers for fact in cells[2].split()):
            yield Problem(source.place, at, "a supporting fact is no statement of the story")
            continue
        identity = f"{source.stem}.{story}.{number}"
        tags = {"support": " ".join(str(numbers[fact]) for fact in cells[2].split())}
        if task:
            tags["task"] = task.group(1)
        answer = tuple(part.strip() for part in cells[1].split(","))
        question = Question(identity, cells[0].strip(), (answer,), tags=tags)
        yield Record(identity, "\n".join(statements), (question,))


BABI = Format("babi", __doc__, _recognise, _read)
