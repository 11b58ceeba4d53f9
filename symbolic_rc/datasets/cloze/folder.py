"""A folder of cloze questions: built article by article, resumed where it was left."""

from __future__ import annotations

import json
import logging
import os
from collections.abc import Iterator
from dataclasses import asdict, replace
from pathlib import Path

from symbolic_rc.core.errors import DataError, check_name
from symbolic_rc.core.record import Record
from symbolic_rc.datasets.by_format import cnn, jsonl
from symbolic_rc.datasets.cloze.articles import articles
from symbolic_rc.datasets.cloze.build import ClozeOptions, questions
from symbolic_rc.datasets.cloze.statistics import ClozeStatistics
from symbolic_rc.datasets.problem import Problem
from symbolic_rc.datasets.reading import read

_LOG = logging.getLogger(__name__)
_DONE, _PART, _FACTS = "questions.jsonl", "questions.part.jsonl", "cloze.json"


def build_folder(
    path: str | Path,
    out: str | Path,
    options: ClozeOptions | None = None,
    files: bool = True,
    resume: bool = False,
    strict: bool = False,
    limit: int | None = None,
) -> dict[str, float]:
    """Build the questions of every article.

    The folder gets ``questions.jsonl`` (a line an article, in the project's own format, each marker's name
    among the tags), ``questions/*.question`` in the original layout, and ``cloze.json`` (options, counts
    and the figures of the paper's tables 1 and 2). Equal input and options give equal bytes, however often
    the work was broken off.

    Parameters
    ----------
    path, out : str or Path
    options : ClozeOptions, optional
    files : bool
        Whether to write ``.question`` files.
    resume : bool
        Go on with work that was broken off; without it, it is done anew.
    strict : bool
        Whether a malformed article is an error.
    limit : int, optional
        Read that many articles.

    Returns
    -------
    dict
        The figures.

    Raises
    ------
    DataError
        If input or folder cannot be used, or a resumed folder was begun with other options.
    """
    options, out = options or ClozeOptions(), Path(out)
    check_name("kind of markers", options.markers, ("names", "narrativeqa"))
    try:
        out.mkdir(parents=True, exist_ok=True)
        part = out / _PART
        facts: dict[str, object] = {"options": asdict(options), "limit": limit}
        read_before = _prepare(out, part, facts, resume)
        counts = _build(path, part, options, strict, limit, read_before)
        figures = _finish(out, part, facts | counts, files and options.anonymise)
    except OSError as error:
        raise DataError(f"cannot be written ({error.strerror or error})", error.filename or out) from error
    return figures


def _prepare(out: Path, part: Path, facts: dict[str, object], resume: bool) -> int:
    """Make the folder ready; return how many articles were done before."""
    begun = out / "begun.json"
    wanted = json.dumps(facts, sort_keys=True)
    if resume and begun.is_file() and part.is_file():
        if begun.read_text(encoding="utf-8") != wanted:
            raise DataError("was begun with other options; give the same, or leave --resume out", out)
        return _whole_lines(part)
    part.write_text("", encoding="utf-8")
    begun.write_text(wanted, encoding="utf-8")
    return 0


def _whole_lines(part: Path) -> int:
    """Cut off a last line that was not finished; return the number of lines."""
    data = part.read_bytes()
    whole = data[: data.rfind(b"\n") + 1]
    if len(whole) != len(data):
        part.write_bytes(whole)
    return whole.count(b"\n")


def _build(
    path: str | Path, part: Path, options: ClozeOptions, strict: bool, limit: int | None, before: int
) -> dict[str, object]:
    """Append a line for every article, an empty one for those without questions."""
    problems = number = 0
    with open(part, "a", encoding="utf-8", newline="\n") as file:
        for found in articles(path, strict):
            if isinstance(found, Problem):
                problems += 1
                _LOG.warning("%s", found)
                continue
            if limit is not None and number >= limit:
                break
            number += 1
            if number > before:
                record = questions(found, options)
                file.write(jsonl.written(record) if record else "\n")
    return {"articles": number, "problems": problems}


def _finish(out: Path, part: Path, facts: dict[str, object], files: bool) -> dict[str, float]:
    """Write the final files and count."""
    counted = ClozeStatistics()
    with open(out / (_DONE + ".new"), "w", encoding="utf-8", newline="\n") as file:
        for record in _records(part):
            counted.add(record)
            file.write(jsonl.written(record))
            if files:
                _question_files(out / "questions", record)
    os.replace(out / (_DONE + ".new"), out / _DONE)
    figures = counted.summary()
    content = json.dumps({**facts, "figures": figures}, indent=2, sort_keys=True) + "\n"
    (out / _FACTS).write_text(content, encoding="utf-8")
    part.unlink()
    (out / "begun.json").unlink()
    return figures


def _records(part: Path) -> Iterator[Record]:
    for record in read(part, "jsonl", strict=True):
        if isinstance(record, Record):
            yield record


def _question_files(folder: Path, record: Record) -> None:
    folder.mkdir(exist_ok=True)
    for question in record.questions:
        content = cnn.written(replace(record, questions=(question,)), question)
        name = question.id.replace(os.sep, "_")
        (folder / f"{name}.question").write_text(content, encoding="utf-8")
