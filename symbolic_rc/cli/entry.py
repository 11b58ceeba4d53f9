"""The commands, in the order of the help."""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable
from functools import partial
from typing import Annotated

import typer

from symbolic_rc.cli import evaluate, explain, lists, pictures, progress, train
from symbolic_rc.cli.groups import GroupedCommand, spread

app = typer.Typer(
    name="symbolic-rc",
    help="A classical, non-neural reading-comprehension engine.",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)


def _version(asked: bool) -> None:
    if asked:
        from symbolic_rc import __version__

        sys.stdout.write(f"symbolic_rc {__version__}\n")
        raise typer.Exit


@app.callback()
def options(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version and exit.")
    ] = False,
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help="Show more details.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Show errors only, no progress.")] = False,
) -> None:
    """Options before a command apply to every command."""
    root = logging.getLogger()
    context.call_on_close(partial(progress.silence, False))
    context.call_on_close(partial(root.setLevel, root.level))
    progress.silence(quiet)
    if verbose or quiet:
        root.setLevel(logging.INFO if verbose else logging.ERROR)


COMMANDS: tuple[Callable[..., None], ...] = (
    evaluate.score,
    evaluate.compare,
    evaluate.support,
    evaluate.check,
    pictures.explore,
    explain.explain,
    explain.ask,
    pictures.facts,
    pictures.graph,
    pictures.frames,
    pictures.gallery,
    lists.readers,
    lists.formats,
    lists.rules,
    lists.data,
    lists.cloze,
    train.train,
    train.train_books,
    train.train_cloze,
    train.train_neural,
)

for command in COMMANDS:
    app.command(command.__name__.replace("_", "-"), cls=GroupedCommand)(spread(command))
