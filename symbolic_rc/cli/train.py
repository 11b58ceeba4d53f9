"""`symbolic-rc train`, `train-books`, `train-cloze` and `train-neural`: fitting to the user's data."""

from __future__ import annotations

import dataclasses
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer
from typer import Argument, Option

from symbolic_rc.cli.groups import flag, option
from symbolic_rc.cli.progress import Display
from symbolic_rc.cli.shared import Jobs, Limit
from symbolic_rc.cli.stopping import Stopped

Inputs = Annotated[list[str], Argument(help="Data sets with answers, as `score` takes them.")]


@dataclass(frozen=True)
class FittingFlags:
    """Fitting."""

    folds: int = option(3, "Folds of the cross-validation, by story.", min=2)
    epochs: int = option(5, "Of the linear scorer.", min=1)
    rounds: int = option(300, "Trees of the reranker.", min=1)
    seed: int = option(1, "Of the order of questions.")
    jobs: Jobs = 1


def train(
    inputs: Inputs,
    out: Annotated[Path, Option(help="The weights file to write.")],
    fitting: FittingFlags = FittingFlags(),
    held_out: Annotated[Path | None, Option(help="Folder for cross-validated answers, as runs.")] = None,
    without: Annotated[Path | None, Option(help="A file of story ids to leave out, one per line.")] = None,
) -> None:
    """Fit the engine's weights, with a cross-validated report."""
    _compile()
    from symbolic_rc.train.engine import train_from

    train_from(inputs, out, dataclasses.asdict(fitting), typer.echo, held_out, without)


def train_books(
    input: Annotated[str, Argument(help="NarrativeQA's whole stories, as `score` takes them.")],
    out: Annotated[Path, Option(help="The file to write, books.lex among the lexicons.")],
    weights: Annotated[
        str, Option(help="The engine's weights; they must not be trained on these stories.")
    ] = "",
    cache: Annotated[str, Option(help="Folder where read stories are kept.")] = "",
) -> None:
    """Fit the reader `symbolic-book` to whole stories."""
    _compile()
    from symbolic_rc.train.books import train as fit

    fit(input, weights, out, cache, typer.echo)


def train_cloze(
    input: Annotated[str, Argument(help="Cloze questions with answers, as `cloze` writes them.")],
    out: Annotated[Path, Option(help="The weights file for `--reader feature-classifier --weights`.")],
    limit: Limit = None,
    seed: Annotated[int, Option(help="Of the sample of wrong candidates.")] = 0,
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

    epochs: int | None = option(None, "Maximum number of epochs.", min=1)
    updates: int | None = option(None, "Maximum number of updates.", min=1)
    minutes: float | None = option(None, "Maximum time of training by the clock.", min=0)
    hidden: int | None = option(None, "Units of each layer and direction.", min=1)
    dropout: float | None = option(None, "Share of units left out.", min=0, max=0.9)
    rate: float | None = option(None, "Adam's learning rate.", min=0)
    stories: int | None = option(None, "Stories of a batch.", min=1)
    longest_story: int | None = option(None, "Tokens of a story to learn from.", min=1)
    whole_vocabulary: bool = flag("Hermann et al.'s readers choose among all words, as in their paper.")
    patience: int | None = option(None, "Epochs without improvement before training ends.", min=1)
    seed: int = option(0, "Of weights, order, markers and dropout.")
    device: str = option("cpu", "cpu, cuda, ...; equal seeds give equal models on cpu.")


@dataclass(frozen=True)
class SubsetFlags:
    """Data."""

    limit: Limit = None
    share: float = option(1.0, "Of the stories, for a learning curve.", min=0, max=1)
    folds: int = option(0, "Folds by story, one of which is left out.", min=0)
    fold: int = option(0, "The fold that is left out.", min=0)


def train_neural(
    reader: Annotated[str, Argument(help="as-reader, ...: see `symbolic-rc readers`, neural:NAME.")],
    inputs: Inputs,
    out: Annotated[Path, Option(help="The model file for `--reader neural:NAME --weights`.")],
    training: TrainingFlags = TrainingFlags(),
    part: SubsetFlags = SubsetFlags(),
    resume: Annotated[bool, Option("--resume", help="Continue from the checkpoint.")] = False,
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
