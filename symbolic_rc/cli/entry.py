"""The commands, in the order of the help."""

from __future__ import annotations

import copy
import dataclasses
import functools
import inspect
import itertools
import logging
import sys
from collections.abc import Callable
from functools import partial
from typing import Annotated, Any, get_args, get_type_hints

import typer
from typer.core import TyperCommand

from symbolic_rc.cli import evaluate, explain, lists, pictures, progress, train


def spread(command: Callable[..., None]) -> Callable[..., None]:
    """Return a command with an option for each field of each parameter that is a dataclass.

    Parameters
    ----------
    command : callable
        Its other parameters stay as they are.

    Raises
    ------
    TypeError
        If two groups have an option of the same name.
    """
    hints = get_type_hints(command, include_extras=True)
    groups: dict[str, type[Any]] = {
        name: kind
        for name, kind in hints.items()
        if isinstance(kind, type) and dataclasses.is_dataclass(kind)
    }
    parameters: list[inspect.Parameter] = []
    for name, parameter in inspect.signature(command).parameters.items():
        if name in groups:
            parameters += _options(groups[name])
        else:
            parameters.append(parameter.replace(kind=parameter.KEYWORD_ONLY, annotation=hints[name]))
    names = [parameter.name for parameter in parameters]
    if len(set(names)) < len(names):
        raise TypeError(f"{command.__name__}: two options of the same name among {', '.join(names)}")

    @functools.wraps(command)
    def call(**given: Any) -> None:
        for name, kind in groups.items():
            given[name] = kind(**{field.name: given.pop(field.name) for field in dataclasses.fields(kind)})
        command(**given)

    del call.__wrapped__  # else inspect would use its signature
    call.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    call.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    return call


def _options(group: type[Any]) -> list[inspect.Parameter]:
    """Return a parameter for each field of a group, shown under the group's title."""
    title = (inspect.getdoc(group) or "Options").splitlines()[0].rstrip(".")
    hints = get_type_hints(group, include_extras=True)
    found = []
    for field in dataclasses.fields(group):
        kind, option = get_args(hints[field.name])
        option = copy.copy(option)
        option.rich_help_panel = title
        missing = field.default is dataclasses.MISSING
        found.append(
            inspect.Parameter(
                field.name,
                inspect.Parameter.KEYWORD_ONLY,
                default=inspect.Parameter.empty if missing else field.default,
                annotation=Annotated[kind, option],
            )
        )
    return found


class GroupedCommand(TyperCommand):
    """A command whose plain help shows its options by group."""

    def parse_args(self, ctx: typer.Context, args: list[str]) -> list[str]:  # type: ignore[override]
        """Parse the arguments; an option in place of another's value is an error."""
        options = [one for one in self.get_params(ctx) if one.param_type_name == "option"]
        names = {name for one in options for name in (*one.opts, *one.secondary_opts)}
        valued = {name for one in options if not getattr(one, "is_flag", False) for name in one.opts}
        for argument, following in itertools.pairwise(itertools.takewhile(lambda one: one != "--", args)):
            if argument in valued and following.partition("=")[0] in names:
                ctx.fail(f"Option '{argument}' requires a value, but {following!r} is an option.")
        return super().parse_args(ctx, args)

    def format_options(self, ctx: typer.Context, formatter: Any) -> None:  # type: ignore[override]
        """Write the arguments, then each group of options under its title, other options last."""
        sections: dict[str, list[tuple[str, str]]] = {"Arguments": []}
        last = []
        for parameter in self.get_params(ctx):
            if (record := parameter.get_help_record(ctx)) is None:
                continue
            if parameter.param_type_name == "argument":
                sections["Arguments"].append(record)
            elif title := getattr(parameter, "rich_help_panel", None):
                sections.setdefault(title, []).append(record)
            else:
                last.append(record)
        for title, records in [*sections.items(), ("Options", last)]:
            if records:
                with formatter.section(title):
                    formatter.write_dl(records)


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
