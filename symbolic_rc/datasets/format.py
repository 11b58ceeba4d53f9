"""What a format is: a name, a way to recognise its files and a reader."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from symbolic_rc.core.record import Question, Record
from symbolic_rc.datasets.fields import each, questions_of
from symbolic_rc.datasets.source import DataFile, Problem

#: What one main file of a data set yields.
Found = Iterator[Record | Problem]
#: A story without its questions; these, as its file has them; and what reads one, given its number.
Asked = tuple[Record, list[Any], Callable[[int, Any], Question]]


@dataclass(frozen=True, slots=True)
class Format:
    """A data set's way of writing stories and questions.

    Attributes
    ----------
    summary : str
        One line for lists.
    documentation : str
        The layout in full: the docstring of the module that reads it.
    recognise : callable (DataFile, str) -> bool
        Whether a file, by its name and its beginning, is a main file of this format.
    read : callable (DataFile, sequence of DataFile) -> iterator of Record or Problem
        Reads one main file; the second argument is every file beside it, for companions.
    near : callable (Path) -> list of Path
        Where companions of a main file lie that was given by itself.
    """

    name: str
    summary: str
    documentation: str
    recognise: Callable[[DataFile, str], bool]
    read: Callable[[DataFile, Sequence[DataFile]], Found]
    near: Callable[[Path], list[Path]] = lambda path: []


def described(
    name: str,
    doc: str | None,
    recognise: Callable[[DataFile, str], bool],
    read: Callable[..., Found],
    near: Callable[[Path], list[Path]] = lambda path: [],
) -> Format:
    """Make a format whose summary is the first line of its module's docstring."""
    documentation = (doc or name).strip()
    return Format(name, documentation.splitlines()[0], documentation, recognise, read, near)


def begins(start: str, *parts: str) -> Callable[[DataFile, str], bool]:
    """Return what recognises files by how they begin, and by what (regular expressions) is near there."""
    return lambda source, head: head.lstrip().startswith(start) and all(re.search(one, head) for one in parts)


def stories(
    source: DataFile, values: Iterable[tuple[int, Any] | Problem], read: Callable[[int, Any], Iterable[Asked]]
) -> Found:
    """Yield the stories that `read` finds in each line and value, with the questions that can be read."""

    def with_questions(line: int, value: Any) -> Found:
        for record, asked, make in read(line, value):
            where = partial("question {1} of {0!r}".format, record.id[:60])
            yield replace(record, questions=(yield from questions_of(source.place, line, asked, make, where)))

    return each(source.place, values, with_questions)
