"""`symbolic-rc score`: a scoring run."""

from __future__ import annotations

import dataclasses
import json
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from symbolic_rc.cli.progress import Display, silent
from symbolic_rc.cli.shared import (
    AllowDamaged,
    AllowPython,
    FormatName,
    Input,
    Jobs,
    Limit,
    Pipeline,
    Profile,
    Reader,
    RefuseBelow,
    RulebookFile,
    Weights,
)
from symbolic_rc.cli.start import Stopped

if TYPE_CHECKING:
    from symbolic_rc.batch import Run
    from symbolic_rc.readers import ReaderOptions


@dataclass(frozen=True)
class DataFlags:
    """Data."""

    format: FormatName = "auto"
    limit: Limit = None
    permute: Annotated[int | None, typer.Option(help="Seed: permute @entityN markers at loading.")] = None
    mark_entities: Annotated[
        bool, typer.Option(help="Replace names by @entityN, numbered by --permute SEED (0).")
    ] = False
    strict: Annotated[bool, typer.Option(help="Stop at the first malformed record.")] = False
    allow_damaged: AllowDamaged = False
    max_text: Annotated[int, typer.Option(min=1, help="MB that a story may have.")] = 64
    max_questions: Annotated[int, typer.Option(min=1, help="Questions that a story may have.")] = 100_000
    max_unpacked: Annotated[int, typer.Option(min=1, help="MB that a compressed input may unpack to.")] = 2048


@dataclass(frozen=True)
class ReaderFlags:
    """Reader."""

    reader: Reader = "symbolic"
    seed: Annotated[int, typer.Option(help="For readers that choose at random.")] = 0
    weights: Weights = ""
    pipeline: Pipeline = "classical"
    entities: Annotated[
        str, typer.Option(help="Of the baselines: capitals or coref; each its own way by default.")
    ] = ""
    cache: Annotated[str, typer.Option(help="Folder where read stories are kept for other runs.")] = ""
    profile: Profile = ""
    rulebook: RulebookFile = ""
    allow_python: AllowPython = False
    refuse_below: RefuseBelow = 0.0


@dataclass(frozen=True)
class ExcerptFlags:
    """Long stories."""

    chunks: Annotated[int, typer.Option(min=0, help="Read so many chunks of 200 tokens; 0: all.")] = 0
    retriever: Annotated[str, typer.Option(help="What chooses chunks: bm25, tfidf, ...")] = "bm25"
    whole: Annotated[
        bool, typer.Option(help="Read the whole story once, look for answers in the chunks.")
    ] = False
    prune: Annotated[
        str, typer.Option(help="Read only sentences that the question needs: half of them, or duorc's.")
    ] = ""
    sections: Annotated[
        str, typer.Option(help="Where the data name a question's sections: read these only, or ignored.")
    ] = ""


@dataclass(frozen=True)
class OutputFlags:
    """Output."""

    out: Annotated[Path, typer.Option(help="Folder for predictions, metrics and manifest.")]
    trace: Annotated[bool, typer.Option(help="Write traces.jsonl.")] = False
    meteor: Annotated[str, typer.Option(help="own, or jar: the official program.")] = "own"
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="No progress, no sample answers.")] = False
    json: Annotated[bool, typer.Option("--json", help="Print metrics and counts as JSON.")] = False


@dataclass(frozen=True)
class ProcessFlags:
    """Processes."""

    jobs: Jobs = 1
    cluster: Annotated[str, typer.Option(help="A Dask scheduler's address or file, or local:N.")] = ""
    resume: Annotated[bool, typer.Option(help="Go on with a stopped run; verify a finished one.")] = False
    overwrite: Annotated[bool, typer.Option(help="Do again a run that the folder holds.")] = False


def score(
    input: Input,
    output: OutputFlags,
    data: DataFlags = DataFlags(),
    reader: ReaderFlags = ReaderFlags(),
    excerpt: ExcerptFlags = ExcerptFlags(),
    processes: ProcessFlags = ProcessFlags(),
    allow_failures: Annotated[
        bool, typer.Option("--allow-failures", help="End with status 0 though stories failed.")
    ] = False,
) -> None:
    """Answer every question of a data set and measure the answers.

    Ends with status 0; 2 if something is wrong with input, options or output; 3 if a story failed, which then
    is scored as unanswered (--allow-failures: 0); 130 if it was stopped.
    """
    try:
        with Display("loading the program", output.quiet) as display:
            run = _run(input, output, data, reader, excerpt, processes, display)
    except Stopped as stop:
        stop.hint = "what is done is kept: go on with the same command and --resume"
        raise
    from symbolic_rc.batch import failures, show_run

    if output.json:
        found = {"path": str(run.path), "metrics": run.metrics, "counts": run.manifest["counts"]}
        sys.stdout.write(json.dumps(found, ensure_ascii=False) + "\n")
    else:
        sys.stdout.write(show_run(run, 0 if output.quiet or silent() else 5))
    if run.failed:
        sys.stderr.write(failures(run))
        raise typer.Exit(0 if allow_failures else 3)


def _run(
    input: str,
    output: OutputFlags,
    data: DataFlags,
    reader: ReaderFlags,
    excerpt: ExcerptFlags,
    processes: ProcessFlags,
    display: Display,
) -> Run:
    from symbolic_rc.batch import RunOptions
    from symbolic_rc.batch import score as run_score
    from symbolic_rc.datasets.source import MB, Limits

    options = RunOptions(
        input=input,
        out=output.out,
        reader=reader.reader,
        reader_options=_reader_options(reader, excerpt),
        trace=output.trace,
        meteor=output.meteor,
        format=data.format,
        limit=data.limit,
        permute=data.permute,
        mark_entities=data.mark_entities,
        strict=data.strict,
        allow_damaged=data.allow_damaged,
        limits=Limits(data.max_text * MB, data.max_questions, data.max_unpacked * MB),
        **dataclasses.asdict(processes),
    )
    return run_score(options, display)


def _reader_options(reader: ReaderFlags, excerpt: ExcerptFlags) -> ReaderOptions:
    from symbolic_rc.readers import ReaderOptions

    fields = {**dataclasses.asdict(reader), **dataclasses.asdict(excerpt)}
    del fields["reader"]
    return ReaderOptions(**fields)
