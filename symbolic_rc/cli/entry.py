"""The commands, in the order of the help."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer
from typer import Option
from typer.core import TyperGroup

from symbolic_rc.cli import evaluate, explain, lists, pictures, train
from symbolic_rc.cli.groups import GroupedCommand, spread, with_common
from symbolic_rc.cli.progress import verbosity


class _Group(TyperGroup):
    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Find a command; a text in its place gets a hint."""
        if args and Path(args[0]).is_file():
            ctx.fail(f'{args[0]} is no command. To ask about a text: symbolic-rc ask {args[0]} "Who ...?"')
        return super().resolve_command(ctx, args)


app = typer.Typer(
    name="symbolic-rc",
    cls=_Group,
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
        bool, Option("--version", callback=_version, is_eager=True, help="Show the version and exit.")
    ] = False,
    verbose: Annotated[bool, Option("--verbose", "-v", help="Show more details.")] = False,
    quiet: Annotated[bool, Option("--quiet", "-q", help="Show errors only, no progress.")] = False,
    json: Annotated[bool, Option("--json", help="Print JSON.")] = False,
) -> None:
    """Read texts, answer questions about them, and say why. These options may also follow the command."""
    context.with_resource(verbosity(verbose, quiet))
    if json:
        context.default_map = {name: dict.fromkeys(("json", "as_json", "lines"), True) for name in NAMES}


COMMANDS: tuple[Callable[..., None], ...] = (
    *(evaluate.score, evaluate.compare, evaluate.support, evaluate.check),
    *(pictures.explore, explain.explain, explain.ask),
    *(pictures.facts, pictures.tables, pictures.graph, pictures.frames, pictures.gallery),
    *(lists.readers, lists.formats, lists.rules, lists.data, lists.cloze),
    *(train.train, train.train_books, train.train_cloze, train.train_neural),
)

NAMES = [command.__name__.replace("_", "-") for command in COMMANDS]
for name, command in zip(NAMES, COMMANDS, strict=True):
    app.command(name, cls=GroupedCommand)(with_common(spread(command)))
