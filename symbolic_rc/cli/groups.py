"""Groups of options as frozen dataclasses: a command takes a group, its users see single options.

    @dataclass(frozen=True)
    class Sampling:
        \"\"\"Samples.\"\"\"

        seed: int = option(0, "Of the samples.")

    def command(input: str, sampling: Sampling = Sampling()) -> None: ...

    app.command(cls=GroupedCommand)(spread(command))

The help shows each group's options under the first line of its docstring. An option that takes a value must
be followed by one: another option's name is an error.
"""

from __future__ import annotations

import contextlib
import copy
import dataclasses
import functools
import inspect
import io
import itertools
import json
import sys
from collections.abc import Callable, Sequence
from typing import Annotated, Any, get_args, get_type_hints

import typer
from typer import Option
from typer.core import TyperCommand

from symbolic_rc.cli.progress import verbosity


def option(default: Any, help: str, *names: str, **more: Any) -> Any:
    """Return a field of a group with its help, its names, and what else `typer.Option` takes."""
    return dataclasses.field(default=default, metadata={"option": Option(*names, help=help, **more)})


def flag(help: str) -> Any:
    """Return a field of a group that is true where its name is given."""
    return dataclasses.field(default=False, metadata={"option": Option(help=help), "flag": True})


def spread(command: Callable[..., None]) -> Callable[..., None]:
    """Return a command with an option for each field of each parameter that is a dataclass.

    Its other parameters stay as they are; two options of one name raise TypeError.
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

    return _signed(call, parameters)


def _signed(call: Any, parameters: Sequence[inspect.Parameter]) -> Callable[..., None]:
    """Return a function with the parameters that its users see."""
    del call.__wrapped__  # else inspect would use its signature
    call.__signature__ = inspect.Signature(parameters)
    call.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    return call


def _options(group: type[Any]) -> list[inspect.Parameter]:
    """Return a parameter for each field of a group, shown under the group's title."""
    title = (inspect.getdoc(group) or "Options").splitlines()[0].rstrip(".")
    hints = get_type_hints(group, include_extras=True)
    found = []
    shown = inspect.signature(group).parameters
    for field in dataclasses.fields(group):
        kind: Any = hints[field.name]
        info: Any = field.metadata.get("option")
        if info is None:
            kind, info = get_args(kind)
        info = copy.copy(info)
        info.rich_help_panel = title
        if "flag" in field.metadata:
            info.param_decls = (f"--{field.name.replace('_', '-')}",)
        annotation = Annotated[kind, info]
        found.append(shown[field.name].replace(kind=inspect.Parameter.KEYWORD_ONLY, annotation=annotation))
    return found


#: The options that every command has, unless it has one with that flag.
_COMMON = {
    "quiet": (("--quiet", "-q"), "Show errors only, no progress."),
    "verbose": (("--verbose", "-v"), "Show more details."),
    "lines": (("--json",), "Print JSON: the lines of the output."),
}


def with_common(command: Callable[..., None]) -> Callable[..., None]:
    """Return a command, as `spread` returns it, that also has --quiet, --verbose and --json.

    Short forms are left out where they are taken; --json gives the lines that the command prints, unless it
    has a --json of its own.
    """
    parameters = [*inspect.signature(command).parameters.values()]
    known = (info for one in parameters for info in get_args(one.annotation)[1:])
    options = [info for info in known if hasattr(info, "param_decls")]
    used = {flag for info in options for flag in (info.default, *(info.param_decls or ()))}
    own = len(parameters)
    for name, (flags, told) in _COMMON.items():
        if free := [flag for flag in flags if flag not in used]:
            kind = Annotated[bool, Option(*free, help=told)]
            parameters.append(
                inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=False, annotation=kind)
            )
    added = [one.name for one in parameters[own:]]

    @functools.wraps(command)
    def call(**given: Any) -> None:
        common = {name: given.pop(name) for name in added}
        with verbosity(common["verbose"], common["quiet"]):
            if not common.get("lines"):
                command(**given)
                return
            with contextlib.redirect_stdout(io.StringIO()) as out:
                command(**given)
            sys.stdout.write(json.dumps({"output": out.getvalue().splitlines()}, ensure_ascii=False) + "\n")

    return _signed(call, parameters)


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
            record = parameter.get_help_record(ctx)
            if record is None:
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
