"""Make the runs of a table and read their figures."""

from __future__ import annotations

import logging
import shutil
import sys
import tarfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from eval.tables.spec import Part, Table
from symbolic_rc.batch import RunOptions, score
from symbolic_rc.compare.systems import read_system
from symbolic_rc.core.errors import SymbolicRCError
from symbolic_rc.core.record import Question
from symbolic_rc.datasets.overlap import describe_text
from symbolic_rc.metrics import metrics_for
from symbolic_rc.readers import ReaderOptions
from symbolic_rc.train.shared import records_of

_log = logging.getLogger(__name__)


@dataclass
class Row:
    """One reader's figures.

    Attributes
    ----------
    reader : str
    figures : dict
        Figure name to value.
    questions : int
    seconds : float
        Wall time of the runs.
    trouble : str
        Why there are no figures, or empty.
    learned : list of dict
        What each run says of the questions that its weights learned from; see `datasets.overlap`.
    """

    reader: str
    figures: dict[str, float] = field(default_factory=dict)
    questions: int = 0
    seconds: float = 0.0
    trouble: str = ""
    learned: list[dict[str, Any]] = field(default_factory=list)


@dataclass
class Measured:
    """A table's rows, and what they were measured on; of each input, which layers saw its raw text."""

    table: Table
    rows: list[Row]
    data_hashes: dict[str, str]
    signatures: dict[str, str]
    raw_text: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Place:
    """Where a table's runs find their data and leave their results.

    `weights` is a file for the engine in place of the shipped one.
    """

    data: Path
    runs: Path
    jobs: int = 1
    pipeline: str = "classical"
    limit: int | None = None
    cache: Path | None = None
    weights: str = ""


def measure(
    table: Table, readers: list[str], place: Place, tell: Callable[[str], None] = _log.info
) -> Measured:
    """Make the runs of a table, reader by reader.

    Parameters
    ----------
    table : Table
    readers : list of str
    place : Place
    tell : callable
        Told each reader's figures as they are there.
    """
    found = Measured(table, [], {}, {})
    for reader in readers:
        row = Row(reader)
        began = time.monotonic()
        try:
            if reader.startswith(("neural:", "python:")) and not trained_weights(reader, place):
                raise SymbolicRCError("not trained")
            for part in table.parts:
                if reader == "human" or reader.startswith("file:"):
                    _add_stored(row, part, place)
                else:
                    _add(row, part, found, place)
        except SymbolicRCError as error:
            row.trouble = str(error)
        row.seconds = time.monotonic() - began
        found.rows.append(row)
        figures = ", ".join(f"{name} {value:.2f}" for name, value in row.figures.items())
        tell(f"{table.name} {reader}: {row.trouble or figures} ({row.seconds:.1f} s)")
    return found


def _add(row: Row, part: Part, found: Measured, place: Place) -> None:
    sums: dict[str, list[float]] = {}
    for path in part.paths:
        out = place.runs / f"{row.reader}-{path.replace('/', '-').replace('!', '-')}"
        run = score(
            RunOptions(
                str(input_path(place, path)),
                out,
                part.format,
                row.reader.partition("@")[0],
                reader_options(row.reader, place),
                limit=place.limit,
                jobs=place.jobs,
                overwrite=True,
            )
        )
        found.data_hashes[path] = run.manifest["data_hash"]
        found.raw_text[path] = describe_text(run.manifest.get("raw_text"))
        if learned := run.manifest.get("learned"):
            row.learned.append(learned)
        row.questions += run.manifest["counts"]["questions"]
        for name, entry in run.metrics.items():
            sums.setdefault(name, [0.0, 0.0])
            sums[name][0] += entry["value"] * entry["questions"]
            sums[name][1] += entry["questions"]
            found.signatures[name] = entry["signature"]
    for name, figure in part.figures.items():
        if name in sums:
            row.figures[figure] = sums[name][0] / sums[name][1]


def _add_stored(row: Row, part: Part, place: Place) -> None:
    """Score answers that are there: a file of predictions, or the second references against the first."""
    questions = [
        question
        for path in part.paths
        for record in records_of(input_path(place, path), part.format, "")
        for question in record.questions
    ][: place.limit]
    if row.reader == "human":
        several = (one for one in questions if len(one.references) > 1)
        pairs = [(one.references[1], replace(one, references=one.references[:1])) for one in several]
    else:
        answers = read_system(place.data / row.reader.removeprefix("file:")).answers
        pairs = [(answers.get(one.id, ()), one) for one in questions]
    row.questions += len(pairs)
    figures = scored(pairs, part.format)
    row.figures |= {part.figures[name]: value for name, value in figures.items() if name in part.figures}


def scored(pairs: Sequence[tuple[tuple[str, ...], Question]], format: str) -> dict[str, float]:
    """Return the metrics of answers (their spans' texts) to questions, over all of them together."""
    found = {}
    for metric in metrics_for(format):
        rows = [metric.statistics(texts, one) for texts, one in pairs if metric.applies(one)]
        if rows:
            found[metric.name] = metric.score(np.sum(rows, axis=0))
    return found


def tell(line: str) -> None:
    """Say how far something is, on the standard error."""
    print(line, file=sys.stderr, flush=True)


def trained_weights(name: str, place: Place) -> str:
    """Return the weights of a row that were trained into the folder of runs, or nothing."""
    paths = (place.runs / "cloze" / f"{name}.lex", place.runs / "stages" / name.rpartition(":")[2])
    return next((str(path) for path in paths if path.exists()), "")


def reader_options(name: str, place: Place) -> ReaderOptions:
    """Return a row's options by its stage.

    ``reader@N-retriever`` reads N chunks, ``reader@N+retriever`` the whole story but answers from N chunks,
    ``reader@coref`` takes resolved names, ``reader@capitals`` capitalised ones, ``reader@section`` reads only
    the sections that a question's data name, ``reader@story`` does not know them.
    """
    stage = name.partition("@")[2]
    options = ReaderOptions(
        pipeline=place.pipeline,
        cache=str(place.cache or ""),
        weights=trained_weights(name, place) or place.weights * name.startswith("symbolic"),
    )
    if stage in ("coref", "capitals"):
        return replace(options, entities=stage)
    if stage in ("section", "story"):
        return replace(options, sections="only" if stage == "section" else "ignored")
    if stage:
        whole = "+" in stage
        count, _, retriever = stage.partition("+" if whole else "-")
        return replace(options, chunks=int(count), retriever=retriever, whole=whole)
    return options


def input_path(place: Place, path: str) -> Path:
    """Return the path of an input; part of an archive is unpacked beside the runs, once."""
    name, _, within = path.partition("!")
    if not within:
        return place.data / name
    if within in ("cloze", "plain-cloze"):
        return _cloze(place.data / name, place.runs / within / Path(name).name, within == "cloze")
    folder = place.runs / "unpacked" / f"{Path(name).name}-{within}"
    if not folder.exists():
        partial = folder.with_suffix(".partial")
        shutil.rmtree(partial, ignore_errors=True)
        with tarfile.open(place.data / name) as archive:
            chosen = [one for one in archive if one.isfile() and within in Path(one.name).parts]
            archive.extractall(partial, members=chosen, filter="data")
        partial.rename(folder)
    return folder


def _cloze(articles: Path, folder: Path, anonymise: bool) -> Path:
    """Build cloze questions of articles, once."""
    questions = folder / "questions.jsonl"
    if not questions.exists():
        from symbolic_rc.datasets.cloze import ClozeOptions, build_folder
        from symbolic_rc.datasets.cloze import articles as read_articles

        options = ClozeOptions(anonymise=anonymise)
        build_folder(read_articles(articles), folder, options, files=False, resume=folder.exists())
    return questions
