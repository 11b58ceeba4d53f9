"""`symbolic-rc train`, `train-books` and `train-cloze`: fitting."""

from __future__ import annotations

import dataclasses
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from symbolic_rc.cli.progress import Display
from symbolic_rc.cli.shared import Jobs, Limit


@dataclass(frozen=True)
class FittingFlags:
    """Fitting."""

    folds: Annotated[int, typer.Option(min=2, help="Parts for cross-validation, by story.")] = 3
    epochs: Annotated[int, typer.Option(min=1, help="Of the linear scorer.")] = 5
    rounds: Annotated[int, typer.Option(min=1, help="Trees of the reranker.")] = 300
    seed: Annotated[int, typer.Option(help="Of the order of questions.")] = 1
    jobs: Jobs = 1


def train(
    inputs: Annotated[list[str], typer.Argument(help="Data sets with answers, as `score` takes them.")],
    out: Annotated[Path, typer.Option(help="The weights file to write.")],
    fitting: FittingFlags = FittingFlags(),
    held_out: Annotated[
        Path | None, typer.Option(help="Folder for cross-validated answers, as runs.")
    ] = None,
    without: Annotated[
        Path | None, typer.Option(help="A file of story ids, one a line, to leave out.")
    ] = None,
) -> None:
    """Fit the engine's weights to data sets, with a report cross-validated by story."""
    _compile()
    from symbolic_rc.train.data_sets import train_from

    train_from(inputs, out, dataclasses.asdict(fitting), typer.echo, held_out, without)


def train_books(
    input: Annotated[str, typer.Argument(help="NarrativeQA's whole stories, as `score` takes them.")],
    out: Annotated[Path, typer.Option(help="The file to write, books.lex among the lexicons.")],
    weights: Annotated[
        str, typer.Option(help="The engine's weights; they must not have learned from these stories.")
    ] = "",
    cache: Annotated[str, typer.Option(help="Keep read stories there.")] = "",
) -> None:
    """Fit the reader `symbolic-book` to whole stories, with a figure cross-validated by story."""
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
    """Train the feature classifier of Chen et al. 2016 on cloze questions."""
    from symbolic_rc.train.cloze import train

    sys.stdout.write(train(input, out, limit, seed, jobs))


def _compile() -> None:
    with Display("loading the program") as display:
        from symbolic_rc.batch.warm import warm_up

        warm_up(display)
