"""What a format is: a name, a way to recognise its files and a reader."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from symbolic_rc.core.record import Record
from symbolic_rc.datasets.source import DataFile, Problem

#: What one main file of a data set yields.
Found = Iterator[Record | Problem]


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
