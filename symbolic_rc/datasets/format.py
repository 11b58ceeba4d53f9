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
#: A story without its questions; these, as its file has them; and what reads one, given its default id.
Asked = tuple[Record, list[Any], Callable[[Any, str], Question]]
Values = Iterable[tuple[int, Any] | Problem]


@dataclass(frozen=True, slots=True)
class Format:
    """A data set's way of writing stories and questions.

    Attributes
    ----------
    doc : str or None
        The layout in full: the docstring of the module that reads it.
    recognise : callable (DataFile, str) -> bool
        Whether a file, by its name and its beginning, is a main file of this format.
    read : callable (DataFile, sequence of DataFile) -> iterator of Record or Problem
        Reads one main file; the second argument is every file beside it, for companions.
    near : callable (Path) -> list of Path
        Where companions of a main file lie that was given by itself.
    """

    name: str
    doc: str | None
    recognise: Callable[[DataFile, str], bool]
    read: Callable[[DataFile, Sequence[DataFile]], Found]
    near: Callable[[Path], list[Path]] = lambda path: []

    @property
    def documentation(self) -> str:
        """The layout in full."""
        return (self.doc or self.name).strip()

    @property
    def summary(self) -> str:
        """One line for lists."""
        return self.documentation.splitlines()[0]


def begins(start: str, *parts: str, line: bool = False) -> Callable[[DataFile, str], bool]:
    """Return what recognises files by how they begin, and by what is near there, or in their first line.

    Parameters
    ----------
    *parts : str
        Regular expressions.
    """

    def recognise(source: DataFile, head: str) -> bool:
        head = head.lstrip()
        head = head.partition("\n")[0] if line else head
        return head.startswith(start) and all(re.search(one, head) for one in parts)

    return recognise


def stories(
    values: Callable[[DataFile], Values],
    read: Callable[[DataFile, int, Any], Iterable[Record | Problem | Asked]],
) -> Callable[..., Found]:
    """Return a format's reader: `read` finds the stories in each line and value of a file.

    Questions that cannot be read become problems, and their stories come without them.
    """

    def read_file(source: DataFile, beside: Sequence[DataFile] = ()) -> Found:
        return each(source.place, values(source), partial(read_value, source))

    def read_value(source: DataFile, line: int, value: Any) -> Found:
        for found in read(source, line, value):
            if isinstance(found, Record | Problem):
                yield found
                continue
            record, asked, make = found
            where = partial("question {1} of {0!r}".format, record.id[:60])
            questions = yield from questions_of(source.place, line, asked, make, where, record.id)
            yield replace(record, questions=questions)

    return read_file
