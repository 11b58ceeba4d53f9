"""A scoring run from input to metrics."""

from __future__ import annotations

import json
import platform
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, Protocol, cast

from symbolic_rc import __version__
from symbolic_rc.batch.fingerprint import content_hash, learned_from, lexicon_hashes, weights_files
from symbolic_rc.batch.folder import RunFolder
from symbolic_rc.batch.input import Input
from symbolic_rc.batch.manifest import MANIFEST, PREDICTIONS, read_finished
from symbolic_rc.batch.options import RunOptions
from symbolic_rc.batch.scoring import Outcome, Scoring
from symbolic_rc.batch.worker import Setup, each
from symbolic_rc.core.errors import DataError
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
from symbolic_rc.readers import load_reader


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
        metrics, failed, counts = _measure(folder, Scoring(source.format, options.meteor))
        manifest = {
            "counts": {
                **counts,
                "malformed": len(source.problems),
                "without_gold": source.without_gold,
            },
            "problems": [str(problem) for problem in source.problems],
            "learned_from": [name for path in files for name in learned_from(path)],
            "learned": tally.summary(),
            "raw_text": raw.summary(),
            "signatures": {name: entry["signature"] for name, entry in metrics.items()},
            "timing": _timing(options, time.monotonic() - began),
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
        from symbolic_rc.batch.cluster import process_on_cluster

        return process_on_cluster(stories, setup, options.cluster)
    if options.jobs > 1:
        from symbolic_rc.batch.pool import process_stories

        return process_stories(stories, setup, options.jobs)
    return each(stories, setup)


def _measure(folder: RunFolder, scoring: Scoring) -> tuple[dict[str, Any], dict[str, Any], dict[str, Any]]:
    """Return the metrics, what is said of failed stories beside them, and the counts of the manifest."""
    counts: dict[str, Any] = {"stories": 0, "questions": 0, "tokens": 0, "failed": {}}
    unanswered = 0
    for entry in folder.entries():
        counts["stories"] += 1
        counts["questions"] += entry["questions"]
        counts["tokens"] += entry["tokens"]
        if "failure" in entry:
            counts["failed"][entry["story"]] = entry["failure"]
            unanswered += entry["unanswered"]
        scoring.add(entry["sums"])
    failed = {"failed": {"stories": len(counts["failed"]), "questions": unanswered}} if unanswered else {}
    return scoring.metrics(), failed, counts


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
    more = [f"{len(run.failed) - _NAMED} more in {MANIFEST}"] if len(run.failed) > _NAMED else []
    return (
        f"failed and scored as unanswered: {len(run.failed)} of {run.manifest['counts']['stories']} stories: "
        f"{'; '.join(named + more)}\n"
    )


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
    lines += [
        "",
        f"{counts['questions']} questions, {counts['stories']} stories"
        + (f" ({', '.join(troubles)}: see manifest.json)" if troubles else ""),
    ]
    if unknown := counts.get("without_gold"):
        lines.append(f"{unknown:,} questions have no gold answer: no metric counts them")
    width = max((len(name) for name in run.metrics), default=0)
    for name, entry in run.metrics.items():
        lines.append(f"{name:<{width}}  {entry['value']:8.3f}  {entry['signature']}")
    said = [describe_questions(run.manifest.get("learned")), describe_text(run.manifest.get("raw_text"))]
    lines += [line for line in said if line]
    lines.append(f"written to {run.path}")
    return "\n".join(lines).lstrip("\n") + "\n"
