"""Articles with their summary points, from the layouts in which people have them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from symbolic_rc.core.errors import DataError
from symbolic_rc.datasets.archive import sources
from symbolic_rc.datasets.fields import Malformed, decoded_lines, text, texts
from symbolic_rc.datasets.source import DataFile, Problem

_SENTENCE = re.compile(r"(?<=[.!?])[\"')]*\s+(?=[\"'(]*[A-Z0-9])")
_SUMMARY = ".summary.txt"


@dataclass(frozen=True, slots=True)
class Article:
    """A text and the points that sum it up."""

    id: str
    text: str
    highlights: tuple[str, ...]
    url: str = ""


def articles(path: str | Path, strict: bool = False) -> Iterator[Article | Problem]:
    """Read articles one at a time, in order of their files' names.

    Three layouts are read: JSON lines with ``id``, ``article`` (or ``text``) and ``highlights`` (a list; or
    ``summary``, a text that is split into sentences); ``.story`` files, where each highlight follows a line
    ``@highlight``; and ``NAME.txt`` with ``NAME.summary.txt`` beside it.

    Parameters
    ----------
    path : str | Path
        A file, an archive or a folder.
    strict : bool
        Whether what cannot be read is an error.

    Yields
    ------
    Article or Problem
        A problem for what cannot be read.

    Raises
    ------
    DataError
        If the path cannot be read or holds no article, where a file is damaged, or at the first problem when
        strict.
    """
    files = sources(path)
    found = False
    for file in files:
        for article in _of_file(file, files):
            found = True
            if isinstance(article, Problem) and (strict or article.damaged):
                raise DataError(article.reason, article.path, article.line)
            yield article
    if not found:
        wanted = "JSON lines with article and highlights, .story files, or NAME.txt with NAME.summary.txt"
        raise DataError(f"holds no articles ({wanted})", path)


def _of_file(file: DataFile, files: Sequence[DataFile]) -> Iterator[Article | Problem]:
    if file.suffix in (".jsonl", ".json", ".ndjson", ""):
        for found in decoded_lines(file):
            yield found if isinstance(found, Problem) else _of_object(file.place, *found)
    elif file.suffix == ".story":
        body, *points = re.split(r"\n\s*@highlight\s*\n", file.text() + "\n")
        yield _checked(Article(file.stem, body.strip(), tuple(point.strip() for point in points)), file)
    elif file.suffix == ".txt" and not file.name.endswith(_SUMMARY):
        name = file.name[: -len(".txt")] + _SUMMARY
        summary = next((other for other in files if other.name == name), None)
        if summary is not None:
            yield _checked(Article(file.stem, file.text(), _sentences(summary.text())), file)


def _of_object(place: str, line: int, value: Any) -> Article | Problem:
    try:
        body = text(value, "article", "text")
        if (points := value.get("highlights")) is None:
            highlights = _sentences(text(value, "highlights", "summary"))
        elif isinstance(points, list):
            highlights = texts(points, "highlights")
        else:
            lines = map(str.strip, text(value, "highlights").split("\n"))
            highlights = tuple(filter(None, lines))
        return Article(text(value, "id"), body, highlights, text(value, "url", default=""))
    except Malformed as error:
        return Problem(place, line, str(error))


def _checked(article: Article, file: DataFile) -> Article | Problem:
    if not article.text.strip():
        return Problem(file.place, 1, "the article is empty")
    return article


def _sentences(summary: str) -> tuple[str, ...]:
    lines = (line.strip() for line in summary.splitlines())
    return tuple(sentence for line in lines if line for sentence in _SENTENCE.split(line))
