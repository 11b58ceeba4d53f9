"""A scoring run from input to metrics."""

from __future__ import annotations

import hashlib
import json
import logging
import platform
import re
import stat
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from itertools import islice
from pathlib import Path
from typing import IO, Any, Protocol, cast

from symbolic_rc import __version__, datasets
from symbolic_rc.batch.folder import RunFolder
from symbolic_rc.batch.manifest import MANIFEST, PREDICTIONS, content_hash, read_finished
from symbolic_rc.batch.scoring import Outcome, Scoring
from symbolic_rc.batch.worker import Setup, each
from symbolic_rc.books.model import SHIPPED as BOOKS
from symbolic_rc.core.errors import DataError, LexiconError
from symbolic_rc.core.files.container import read_header
from symbolic_rc.core.files.resources import lexicon_folders, lexicon_path
from symbolic_rc.core.files.safetensors import is_safetensors, read_safetensors
from symbolic_rc.core.kernels import compile_ahead
from symbolic_rc.core.record import Record
from symbolic_rc.datasets.overlap import (
    QuestionOverlap,
    TextOverlap,
    describe_questions,
    describe_text,
    load_samples,
    read_trained_on,
)
from symbolic_rc.datasets.reading import keep_stream, resolved
from symbolic_rc.datasets.source import DEFAULT, Limits
from symbolic_rc.ranker.weights import SHIPPED as ENGINE
from symbolic_rc.readers import ReaderOptions, load_reader


@dataclass(frozen=True, slots=True)
class RunOptions:
    """One run: what is read, who reads it, where the results go.

    Attributes
    ----------
    input : str
        A file, a folder, ``-`` for standard input, or ``examples``.
    limit : int or None
        Maximum number of questions.
    limits : Limits
        How large a record, an archive and a stream may be.
    permute : int or None
        Seed of a new permutation of each story's ``@entityN`` markers.
    mark_entities : bool
        Read with ``@entityN`` in place of each name, numbered by `permute`.
    strict : bool
        Stop at the first malformed record or failed story.
    allow_damaged : bool
        Use what can be read of a truncated file.
    trace : bool
        Write ``traces.jsonl``.
    meteor : {"own", "jar"}
        Which METEOR.
    jobs : int
        Worker processes; the results do not depend on it.
    cluster : str
        A Dask cluster in place of processes: a scheduler's address or file, or ``local:N``.
    resume : bool
        Continue an interrupted run; verify a finished one.
    overwrite : bool
        Repeat a run that the folder holds; without it, such a folder is left unchanged.
    """

    input: str
    out: Path | str
    format: str = "auto"
    reader: str = "symbolic"
    reader_options: ReaderOptions = field(default_factory=ReaderOptions)
    limit: int | None = None
    limits: Limits = DEFAULT
    permute: int | None = None
    mark_entities: bool = False
    strict: bool = False
    allow_damaged: bool = False
    trace: bool = False
    meteor: str = "own"
    jobs: int = 1
    cluster: str = ""
    resume: bool = False
    overwrite: bool = False

    def identity(self) -> dict[str, Any]:
        """Return the options that the results depend on; a resumed run must have the same."""
        reader = asdict(self.reader_options)
        del reader["seed"]  # stands by itself in the manifest
        del reader["cache"]  # changes nothing
        own = {name: getattr(self, name) for name in ("limit", "permute", "mark_entities", "trace", "meteor")}
        return {"format": self.format, "reader": self.reader, **reader, **own}


_ENDING = re.compile(r"(?:-questions|-story)?\.\w+(?:\.(?:gz|xz))?$")


def input_hash(path: str | Path) -> str:
    """Return the hash of an input: of a single file, with those that belong to it by their names.

    ``mc160.dev.tsv`` has its answers in ``mc160.dev.ans``, ``x-questions.csv`` its story in ``x-story.csv``.
    """
    path = Path(path)
    if not (beside := companions(path)):
        return content_hash(path)
    digest = hashlib.sha256("\n".join(map(content_hash, [path, *beside])).encode())
    return f"sha256:{digest.hexdigest()}"


def companions(path: Path) -> list[Path]:
    """Return the files beside a file whose names differ from its own in the ending only, in order."""
    if not path.is_file():
        return []
    stem = _ENDING.sub("", path.name)
    return sorted(
        other
        for other in path.parent.iterdir()
        if other != path and other.is_file() and _ENDING.sub("", other.name) == stem
    )


def lexicon_hashes() -> dict[str, str]:
    """Return the content hash of every lexicon and model file that is installed, by name.

    The hash stands in each file's header and is checked against the content when the file is opened.
    """
    names = sorted({path.name for folder in lexicon_folders() for path in folder.glob("*.lex")})
    return {name: _header_hash(lexicon_path(name)) for name in names}


def learned_from(path: Path) -> list[str]:
    """Return the names of the files that weights were learned from, as their header says; else none."""
    try:
        torch = is_safetensors(path)
        about = json.loads(read_safetensors(path)[0]["symbolic_rc"]) if torch else read_header(path)["about"]
        return [str(name) for name in about["trained on"]]
    except (LexiconError, OSError, ValueError, KeyError, TypeError):
        return []


def weights_files(reader: str, weights: str) -> list[Path]:
    """Return the files of learned weights for answers that a reader rests on, the user's or those that ship.

    The layers below, whatever they learned from, never saw a question.
    """
    if reader == "symbolic-book":
        return [lexicon_path(BOOKS), Path(weights) if weights else lexicon_path(ENGINE)]
    if reader == "symbolic" and not weights:
        return [lexicon_path(ENGINE)]
    return [Path(weights)] if weights else []


def _header_hash(path: Path) -> str:
    try:
        return "sha256:" + str(read_header(path)["sha256"])
    except (OSError, ValueError, KeyError, TypeError):
        return "unreadable"


_log = logging.getLogger(__name__)

#: The stories of inputs up to this size (bytes) are counted before the run, for its progress.
_COUNTED = 20 << 20
#: Malformed records that are logged one by one; the manifest lists all.
_SHOWN = 20
#: Seconds between two lines about a stream that is being copied.
_INTERVAL = 5.0


class Input:
    """Stories with questions, from a file, a folder, standard input or the bundled examples.

    The `format` is recognised if it was ``auto``; `hash` is the SHA-256 of the content. Of the last pass over
    `records`, `problems` are the malformed ones, and `without_gold` counts questions without a known answer.
    """

    def __init__(self, options: RunOptions) -> None:
        self._options = options
        self._spool: tempfile.TemporaryDirectory[str] | None = None
        self._path = self._find(options.input)
        self.format = ",".join(datasets.recognised(self._path, options.format, options.limits))
        self.hash = input_hash(self._path)
        self.problems: list[Any] = []
        self.without_gold = 0

    def _find(self, given: str) -> Path:
        if given == "-":
            return self._kept(sys.stdin.buffer)
        path = Path(resolved(given))
        if path.exists() and not (path.is_dir() or stat.S_ISREG(path.stat().st_mode)):
            with open(path, "rb") as pipe:
                return self._kept(pipe)
        return path

    def _kept(self, stream: IO[bytes]) -> Path:
        """Keep a stream in a file, since its hash must be known before the first story."""
        self._spool = tempfile.TemporaryDirectory(prefix="symbolic_rc-")
        path = Path(self._spool.name) / "stdin"
        options = self._options
        with open(path, "wb") as file:
            copy = _CountedCopy(file, options.limits).write
            keep_stream(stream, copy, options.format, options.limit, options.limits)
        return path

    def records(self) -> Iterator[Record]:
        """Yield the stories, one in memory at a time; malformed ones are reported and kept in `problems`."""
        self.problems, self.without_gold = [], 0
        stories = questions = 0
        for found in self._read(self._options.strict):
            if isinstance(found, Record):
                stories, questions = stories + 1, questions + len(found.questions)
                self.without_gold += sum(not one.references for one in found.questions)
                yield found
            else:
                self.problems.append(found)
                if len(self.problems) <= _SHOWN:
                    _log.warning("%s", found)
                elif len(self.problems) == _SHOWN + 1:
                    _log.warning("further malformed records are listed in manifest.json only")

        if not questions:
            first = f": {self.problems[0]}" if self.problems else ""
            what = f"{stories} stories, but no question" if stories else "no story"
            raise DataError(f"holds {what}{first}", self._options.input)

    def _read(self, strict: bool = False) -> Iterator[Record | datasets.Problem]:
        options = self._options
        found = datasets.read(
            self._path, self.format, strict, options.limit, options.limits, options.allow_damaged
        )
        if options.permute is None and not options.mark_entities:
            return found
        from symbolic_rc.datasets.cloze.markers import marked, permuted

        changed, seed = marked if options.mark_entities else permuted, options.permute or 0
        return (changed(one, seed) if isinstance(one, Record) else one for one in found)

    def total(self) -> int | None:
        """Return how many stories there are, where counting them costs little."""
        if self._path.is_dir() or self._path.stat().st_size > _COUNTED:
            return None
        return sum(isinstance(found, Record) for found in islice(self._read(), 100_000))

    def close(self) -> None:
        """Remove what was kept of standard input."""
        if self._spool is not None:
            self._spool.cleanup()


class _CountedCopy:
    """A copy of a stream: its size is logged now and then, and limited."""

    def __init__(self, file: IO[bytes], limits: Limits) -> None:
        self._file, self._limits = file, limits
        self._size, self._shown = 0, time.monotonic()

    def write(self, data: bytes) -> None:
        """Write a block."""
        self._size += len(data)
        if self._size > self._limits.unpacked:
            raise DataError(self._limits.too_large("holds"), "standard input")
        self._file.write(data)
        if time.monotonic() - self._shown >= _INTERVAL:
            self._shown = time.monotonic()
            _log.warning("reading standard input: %d MB", self._size >> 20)


class Progress(Protocol):
    """Receives what a run does."""

    def stage(self, what: str) -> None:
        """Start a stage: ``loading the reader``."""

    def begin(self, done: int, total: int | None) -> None:
        """Start the stories: how many are done already, and the total, if known."""

    def story(self, name: str) -> None:
        """Report the story that a worker gets."""

    def advance(self, questions: int) -> None:
        """Report one more story with its number of questions."""


class _Silent:
    """Progress that is not shown."""

    def __getattr__(self, name: str) -> Any:
        return lambda *given: None


@dataclass(frozen=True, slots=True)
class Run:
    """A run that is complete: what its ``metrics.json`` and ``manifest.json`` hold."""

    path: Path
    metrics: dict[str, Any]
    manifest: dict[str, Any]

    @property
    def failed(self) -> dict[str, str]:
        """Stories that could not be answered, their questions scored as unanswered: id to reason."""
        return self.manifest["counts"]["failed"]


def score(options: RunOptions, progress: Progress | None = None) -> Run:
    """Answer every question of a data set and measure the answers.

    Parameters
    ----------
    options : RunOptions
    progress : Progress, optional
        Receives what is done.

    Raises
    ------
    SymbolicRCError
        If the input cannot be read, the output cannot be written, or `strict` and something is wrong.
    KeyboardInterrupt
        If the user stops the run; what is done is kept.
    """
    began = time.monotonic()
    progress = progress or cast(Progress, _Silent())
    progress.stage(f"reading {options.input}")
    source = Input(options)
    setup = Setup(options.reader, options.reader_options, source.format, options.trace, options.meteor)
    progress.stage(f"loading {options.reader}")
    load_reader(setup.reader, setup.options)  # a wrong name is reported before anything is written
    files = weights_files(options.reader, options.reader_options.weights)
    tally = QuestionOverlap([(path.name, read_trained_on(path)) for path in files])
    raw = TextOverlap(load_samples())
    progress.stage("counting the stories")
    total = source.total()  # a damaged file is reported before anything is written
    progress.stage("verifying what the folder holds")
    out = Path(options.out)
    folder = RunFolder(out, _identity(options, source), options.trace, options.resume, options.overwrite)
    if folder.complete:
        return _read(out)
    try:
        if options.reader.startswith("symbolic"):
            compile_ahead(progress.stage)
        progress.begin(folder.done, total)
        stories = _reported(islice(raw.watch(tally.watch(source.records())), folder.done, None), progress)
        for outcome in _outcomes(stories, setup, options):
            folder.append(outcome)
            progress.advance(len(outcome.predictions))
            if outcome.failure and options.strict:
                raise DataError(f"story {outcome.story} failed: {outcome.failure}")
        metrics, failed, counts, cost = _measure(folder, Scoring(source.format, options.meteor))
        manifest = {
            "counts": {**counts, "malformed": len(source.problems), "without_gold": source.without_gold},
            "problems": [str(problem) for problem in source.problems],
            "learned_from": [name for path in files for name in learned_from(path)],
            "learned": tally.summary(),
            "raw_text": raw.summary(),
            "signatures": {name: entry["signature"] for name, entry in metrics.items()},
            "timing": {**_timing(options, time.monotonic() - began), "cost": cost},
        }
        folder.finish({**metrics, **failed} if failed else metrics, manifest)
    finally:
        folder.close()
        source.close()
    return _read(out)


def _reported(stories: Iterator[Record], progress: Progress) -> Iterator[Record]:
    for record in stories:
        progress.story(record.id)
        yield record


def _outcomes(stories: Iterator[Record], setup: Setup, options: RunOptions) -> Iterator[Outcome]:
    if options.cluster:
        from symbolic_rc.batch.pool import process_on_cluster

        return process_on_cluster(stories, setup, options.cluster)
    if options.jobs > 1:
        from symbolic_rc.batch.pool import process_stories

        return process_stories(stories, setup, options.jobs)
    return each(stories, setup)


def _measure(folder: RunFolder, scoring: Scoring) -> tuple[dict[str, Any], ...]:
    """Return the metrics, what is said of failed stories beside them, the manifest's counts and the cost."""
    counts: dict[str, Any] = {"stories": 0, "questions": 0, "tokens": 0, "failed": {}}
    cost = {"questions": 0, "seconds": 0.0, "megabytes": 0}
    unanswered = 0
    for entry in folder.entries():
        counts["stories"] += 1
        counts["questions"] += entry["questions"]
        counts["tokens"] += entry["tokens"]
        if "failure" in entry:
            counts["failed"][entry["story"]] = entry["failure"]
            unanswered += entry["unanswered"]
        if "seconds" in entry:
            cost["questions"] += entry["questions"]
            cost["seconds"] += entry["seconds"]
        cost["megabytes"] = max(cost["megabytes"], entry.get("megabytes", 0))
        scoring.add(entry["sums"])
    failed = {"failed": {"stories": len(counts["failed"]), "questions": unanswered}} if unanswered else {}
    return scoring.metrics(), failed, counts, {**cost, "seconds": round(cost["seconds"], 3)}


def _identity(options: RunOptions, source: Input) -> dict[str, Any]:
    """Return everything that the results depend on."""
    weights = options.reader_options.weights
    return {
        "version": __version__,
        "options": {**options.identity(), "format": source.format},
        "seed": options.reader_options.seed,
        "data_hash": source.hash,
        "weights_hash": content_hash(weights) if weights else "",
        "model_hashes": lexicon_hashes(),
    }


def _timing(options: RunOptions, seconds: float) -> dict[str, Any]:
    """Return how, when and where the run was made: what may differ between runs with the same results."""
    return {
        "seconds": round(seconds, 3),
        "finished": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
        "input": options.input,
        "jobs": options.jobs,
        "cluster": options.cluster,
        "strict": options.strict,
        "resumed": options.resume,
        "python": sys.version.split()[0],
        "system": platform.platform(),
    }


def _read(path: Path) -> Run:
    metrics, manifest = read_finished(path)
    return Run(path, {name: entry for name, entry in metrics.items() if name != "failed"}, manifest)


#: Failed stories that are named; the manifest names all.
_NAMED = 5


def failures(run: Run) -> str:
    """Return one line that names a run's failed stories with the reasons, or nothing if none failed.

    Parameters
    ----------
    run : Run
        A finished run.
    """
    if not run.failed:
        return ""
    named = [f"{story} ({reason})" for story, reason in islice(run.failed.items(), _NAMED)]
    named += [f"{len(run.failed) - _NAMED} more in {MANIFEST}"] * (len(run.failed) > _NAMED)
    of = f"{len(run.failed)} of {run.manifest['counts']['stories']} stories"
    return f"failed and scored as unanswered: {of}: {'; '.join(named)}\n"


def show_run(run: Run, answers: int = 5) -> str:
    """Return the first answers of a run, its counts and its metrics with their signatures.

    Parameters
    ----------
    run : Run
        The run.
    answers : int
        How many answers are shown.
    """
    lines = []
    with open(run.path / PREDICTIONS, "rb") as file:
        for line in islice(file, answers):
            found = json.loads(line)
            lines.append(f"{found['id']}: {found['answer'] or '(no answer)'}  [{found['rule']}]")
    counts = run.manifest["counts"]
    troubles = [f"{counts['malformed']} malformed records"] if counts["malformed"] else []
    troubles += [f"{len(counts['failed'])} failed stories"] if counts["failed"] else []
    more = f" ({', '.join(troubles)}: see manifest.json)" if troubles else ""
    lines += ["", f"{counts['questions']} questions, {counts['stories']} stories{more}"]
    if unknown := counts.get("without_gold"):
        lines.append(f"{unknown:,} questions have no gold answer: no metric counts them")
    width = max((len(name) for name in run.metrics), default=0)
    for name, entry in run.metrics.items():
        lines.append(f"{name:<{width}}  {entry['value']:8.3f}  {entry['signature']}")
    said = [describe_questions(run.manifest.get("learned")), describe_text(run.manifest.get("raw_text"))]
    lines += [line for line in said if line]
    lines.append(f"written to {run.path}")
    return "\n".join(lines).lstrip("\n") + "\n"
