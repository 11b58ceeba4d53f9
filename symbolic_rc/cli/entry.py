"""The commands, in the order of the help."""

from __future__ import annotations

from collections.abc import Callable

import typer

from symbolic_rc.cli import build, check, compare, explain, explore, facts, lists, pictures, score, train
from symbolic_rc.cli.groups import GroupedCommand, spread

app = typer.Typer(
    name="symbolic-rc",
    help="A classical, non-neural reading-comprehension engine.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)

COMMANDS: tuple[Callable[..., None], ...] = (
    score.score,
    compare.compare,
    check.check,
    explore.explore,
    explain.explain,
    explain.match,
    facts.ask,
    facts.facts,
    pictures.graph,
    pictures.frames,
    pictures.gallery,
    lists.readers,
    lists.formats,
    lists.rules,
    lists.data,
    build.cloze,
    train.train,
    train.train_books,
    train.train_cloze,
    train.ablate,
)

for command in COMMANDS:
    app.command(command.__name__.replace("_", "-"), cls=GroupedCommand)(spread(command))
