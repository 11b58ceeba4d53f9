"""`symbolic-rc train`, `train-books`, `train-cloze` and `train-neural`: fitting to the user's data."""

from __future__ import annotations

import dataclasses
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from symbolic_rc.cli.progress import Display
from symbolic_rc.cli.shared import Jobs, Limit
from symbolic_rc.cli.stopping import Stopped

Inputs = Annotated[list[str], typer.Argument(help="Data sets with answers, as `score` takes them.")]


@dataclass(frozen=True)
class FittingFlags:
    """Fitting."""

    folds: Annotated[int, typer.Option(min=2, help="Folds of the cross-validation, by story.")] = 3
    epochs: Annotated[int, typer.Option(min=1, help="Of the linear scorer.")] = 5
    rounds: Annotated[int, typer.Option(min=1, help="Trees of the reranker.")] = 300
    seed: Annotated[int, typer.Option(help="Of the order of questions.")] = 1
    jobs: Jobs = 1


def train(
    inputs: Inputs,
    out: Annotated[Path, typer.Option(help="The weights file to write.")],
    fitting: FittingFlags = FittingFlags(),
    held_out: Annotated[
        Path | None, typer.Option(help="Folder for cross-validated answers, as runs.")
    ] = None,
    without: Annotated[
        Path | None, typer.Option(help="A file of story ids to leave out, one per line.")
    ] = None,
) -> None:
    """Fit the engine's weights, with a cross-validated report."""
    _compile()
    from symbolic_rc.train.engine import train_from

    train_from(inputs, out, dataclasses.asdict(fitting), typer.echo, held_out, without)


def train_books(
    input: Annotated[str, typer.Argument(help="NarrativeQA's whole stories, as `score` takes them.")],
    out: Annotated[Path, typer.Option(help="The file to write, books.lex among the lexicons.")],
    weights: Annotated[
        str, typer.Option(help="The engine's weights; they must not be trained on these stories.")
    ] = "",
    cache: Annotated[str, typer.Option(help="Folder where read stories are kept.")] = "",
) -> None:
    """Fit the reader `symbolic-book` to whole stories."""
    _compile()
    from symbolic_rc.train.books import train as fit

    fit(input, weights, out, cache, typer.echo)


def train_cloze(
    input: Annotated[str, typer.Argument(help="Cloze questions with answers, as `cloze` writes them.")],
    out: Annotated[Path, typer.Option(help="The weights file for `--reader feature-classifier --weights`.")],
    limit: Limit = None,
    seed: Annotated[int, typer.Option(help="Of the sample of wrong candidates.")] = 0,
    jobs: Jobs = 1,
) -> None:
    """Train the feature classifier (Chen 2016) on cloze questions."""
    from symbolic_rc.train.cloze import train

    sys.stdout.write(train(input, out, limit, seed, jobs))


def _compile() -> None:
    with Display("loading the program") as display:
        display.kernels()


@dataclass(frozen=True)
class TrainingFlags:
    """Training."""

    epochs: Annotated[int | None, typer.Option(min=1, help="Maximum number of epochs.")] = None
    updates: Annotated[int | None, typer.Option(min=1, help="Maximum number of updates.")] = None
    hidden: Annotated[int | None, typer.Option(min=1, help="Units of each layer and direction.")] = None
    dropout: Annotated[float | None, typer.Option(min=0, max=0.9, help="Share of units left out.")] = None
    rate: Annotated[float | None, typer.Option(min=0, help="Adam's learning rate.")] = None
    stories: Annotated[int | None, typer.Option(min=1, help="Stories of a batch.")] = None
    longest_story: Annotated[int | None, typer.Option(min=1, help="Tokens of a story to learn from.")] = None
    patience: Annotated[
        int | None, typer.Option(min=1, help="Epochs without improvement before training ends.")
    ] = None
    seed: Annotated[int, typer.Option(help="Of weights, order, markers and dropout.")] = 0
    device: Annotated[str, typer.Option(help="cpu, cuda, ...; equal seeds give equal models on cpu.")] = "cpu"


@dataclass(frozen=True)
class SubsetFlags:
    """Data."""

    limit: Limit = None
    share: Annotated[float, typer.Option(min=0, max=1, help="Of the stories, for a learning curve.")] = 1.0
    folds: Annotated[int, typer.Option(min=0, help="Folds by story, one of which is left out.")] = 0
    fold: Annotated[int, typer.Option(min=0, help="The fold that is left out.")] = 0


def train_neural(
    reader: Annotated[str, typer.Argument(help="as-reader, ...: see `symbolic-rc readers`, neural:NAME.")],
    inputs: Inputs,
    out: Annotated[Path, typer.Option(help="The model file for `--reader neural:NAME --weights`.")],
    training: TrainingFlags = TrainingFlags(),
    part: SubsetFlags = SubsetFlags(),
    resume: Annotated[bool, typer.Option("--resume", help="Continue from the checkpoint.")] = False,
) -> None:
    """Train one of the papers' neural readers (extra: neural)."""
    from symbolic_rc.neural.catalogue import neural_entry, require_torch

    neural_entry(reader)
    require_torch()
    from symbolic_rc.neural.settings import DataSubset
    from symbolic_rc.neural.training import TrainingPlan, train_from

    given = {name: value for name, value in dataclasses.asdict(training).items() if value is not None}
    subset = DataSubset(**dataclasses.asdict(part), seed=training.seed)
    try:
        train_from(TrainingPlan(reader, inputs, out, given, subset, resume), typer.echo)
    except Stopped as stop:
        stop.hint = "finished epochs are kept: continue with the same command and --resume"
        raise
