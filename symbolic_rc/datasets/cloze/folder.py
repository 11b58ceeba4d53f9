"""A folder of cloze questions: built article by article, resumed where it stopped, with its statistics."""

from __future__ import annotations

import json
import logging
import os
from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from pathlib import Path

from symbolic_rc.core.errors import DataError, check_name
from symbolic_rc.core.record import Record
from symbolic_rc.datasets.by_format import jsonl
from symbolic_rc.datasets.cloze.articles import Article
from symbolic_rc.datasets.cloze.build import ClozeOptions, questions
from symbolic_rc.datasets.cloze.markers import MARKER
from symbolic_rc.datasets.reading import read
from symbolic_rc.datasets.source import Problem
from symbolic_rc.datasets.writing import write

#: The N of table 2.
TOP = (1, 2, 3, 5, 10)


@dataclass(slots=True)
class ClozeStatistics:
    """Counts over records, added one by one; entities are those of the articles, words those of all texts.

    `within` counts how many answers are among the N most frequent entities of their article, for the N of
    `TOP`. Of equally frequent entities the first comes first.
    """

    documents: int = 0
    queries: int = 0
    tokens: int = 0
    entities: int = 0
    most_entities: int = 0
    vocabulary: set[str] = field(default_factory=set)
    within: Counter[int] = field(default_factory=Counter)

    def add(self, record: Record) -> None:
        """Count one anonymised record."""
        words = record.text.split()
        marks = Counter(word for word in words if MARKER.fullmatch(word)).most_common()
        ranks = {mark: rank for rank, (mark, _) in enumerate(marks, 1)}
        self.documents += 1
        self.queries += len(record.questions)
        self.tokens += len(words)
        self.entities += len(ranks)
        self.most_entities = max(self.most_entities, len(ranks))
        self.vocabulary.update(words)
        for question in record.questions:
            self.vocabulary.update(question.text.split())
            rank = min((ranks.get(one[0], 10**9) for one in question.references), default=10**9)
            for limit in TOP:
                self.within[limit] += rank <= limit

    def summary(self) -> dict[str, float]:
        """Return the figures of both tables by name."""
        documents, queries = max(self.documents, 1), max(self.queries, 1)
        return {
            "documents": self.documents,
            "queries": self.queries,
            "max_entities": self.most_entities,
            "mean_entities": round(self.entities / documents, 1),
            "mean_tokens": round(self.tokens / documents, 1),
            "vocabulary": len(self.vocabulary),
            **{f"top_{limit}": round(100 * self.within[limit] / queries, 1) for limit in TOP},
        }


_LOG = logging.getLogger(__name__)
_DONE, _PART, _FACTS = "questions.jsonl", "questions.part.jsonl", "cloze.json"


def build_folder(
    found: Iterable[Article | Problem],
    out: str | Path,
    options: ClozeOptions | None = None,
    files: bool = True,
    resume: bool = False,
    limit: int | None = None,
) -> dict[str, float]:
    """Build the questions of every article.

    The folder gets ``questions.jsonl`` (a line an article, in the project's own format, each marker's name
    among the tags), ``questions/*.question`` in the original layout, and ``cloze.json`` (options, counts
    and the figures of the paper's tables 1 and 2). Equal input and options give equal bytes, however often
    the work was interrupted.

    Parameters
    ----------
    found : iterable of Article or Problem
        As `articles` reads them.
    out : str or Path
    options : ClozeOptions, optional
    files : bool
        Whether to write ``.question`` files.
    resume : bool
        Continue interrupted work instead of starting over.
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
        counts = _build(found, part, options, limit, read_before)
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
        data = part.read_bytes()
        whole = data[: data.rfind(b"\n") + 1]
        if len(whole) != len(data):  # the last line was not finished
            part.write_bytes(whole)
        return whole.count(b"\n")
    part.write_text("", encoding="utf-8")
    begun.write_text(wanted, encoding="utf-8")
    return 0


def _build(
    found: Iterable[Article | Problem], part: Path, options: ClozeOptions, limit: int | None, before: int
) -> dict[str, object]:
    """Append a line for every article, an empty one for those without questions."""
    problems = number = 0
    with open(part, "a", encoding="utf-8", newline="\n") as file:
        for article in found:
            if isinstance(article, Problem):
                problems += 1
                _LOG.warning("%s", article)
                continue
            if limit is not None and number >= limit:
                break
            number += 1
            if number > before:
                record = questions(article, options)
                file.write(jsonl.written(record) if record else "\n")
    return {"articles": number, "problems": problems}


def _finish(out: Path, part: Path, facts: dict[str, object], files: bool) -> dict[str, float]:
    """Write the final files and count."""
    counted = ClozeStatistics()
    with open(out / (_DONE + ".new"), "w", encoding="utf-8", newline="\n") as file:
        for record in read(part, "jsonl", strict=True):
            assert isinstance(record, Record)  # a problem is raised
            counted.add(record)
            file.write(jsonl.written(record))
            if files:
                write([record], out / "questions", "cnn")
    os.replace(out / (_DONE + ".new"), out / _DONE)
    figures = counted.summary()
    content = json.dumps({**facts, "figures": figures}, indent=2, sort_keys=True) + "\n"
    (out / _FACTS).write_text(content, encoding="utf-8")
    part.unlink()
    (out / "begun.json").unlink()
    return figures
