"""`symbolic-rc readers`, `formats`, `rules` and `data`: what there is."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated

import typer

from symbolic_rc.cli.shared import Weights

Json = Annotated[bool, typer.Option("--json", help="As JSON, for scripts.")]


def _print_json(found: object) -> None:
    sys.stdout.write(json.dumps(found, ensure_ascii=False, indent=1) + "\n")


def readers(as_json: Json = False) -> None:
    """List the readers."""
    from symbolic_rc.readers import READERS

    if as_json:
        _print_json([{name: getattr(one, name) for name in ("name", "summary", "source")} for one in READERS])
        return
    for entry in READERS:
        sys.stdout.write(f"{entry.name:<24} {entry.summary} ({entry.source})\n")


def formats(
    name: Annotated[str, typer.Argument(help="One of them, in full.")] = "", as_json: Json = False
) -> None:
    """List the data formats, or describe one."""
    from symbolic_rc.core.errors import DataError, check_name
    from symbolic_rc.datasets import formats as known

    if as_json:
        _print_json([{"name": key, "summary": one.summary} for key, one in known().items()])
    elif not name:
        for key, entry in known().items():
            sys.stdout.write(f"{key:<24} {entry.summary}\n")
    else:
        check_name("format", name, known(), error=DataError)
        sys.stdout.write(known()[name].documentation + "\n")


def rules(
    name: Annotated[str, typer.Argument(help="One rule, to be shown in full.")] = "",
    toml: Annotated[bool, typer.Option(help="As a file, to change and give to --rulebook.")] = False,
    profile: Annotated[
        str, typer.Option(help="With what was learned for a kind of data set; plain for any text.")
    ] = "",
    weights: Weights = "",
    as_json: Json = False,
) -> None:
    """List the engine's rules in their order, or show one in full."""
    from symbolic_rc.rules.book import default_rulebook

    book = default_rulebook()
    if as_json:
        _print_json(book[name].to_dict() if name else book.to_dicts())
    elif toml:
        sys.stdout.write(book.to_toml())
    elif profile:
        from symbolic_rc.ranker.weights import load_weights
        from symbolic_rc.rules.confidence import learned_lines

        learned = load_weights(weights)
        learned.check_profile(profile)
        for line in learned_lines(learned, profile, book.names):
            sys.stdout.write(f"{line}\n")
    else:
        sys.stdout.write(f"{book[name] if name else repr(book)}\n")


def data(
    action: Annotated[str, typer.Argument(help="list, or get.")] = "list",
    name: Annotated[str, typer.Argument(help="What to get.")] = "",
    out: Annotated[Path | None, typer.Option(help="Folder; the user's cache by default.")] = None,
) -> None:
    """List the lexicons that are installed and the data that can be fetched, or fetch it."""
    from symbolic_rc.core.errors import SymbolicRCError, check_name
    from symbolic_rc.lexicon.download.inventory import get, inventory

    check_name("action", action, ("list", "get"))
    if (action == "get") != bool(name):
        raise SymbolicRCError("expected: symbolic-rc data list, or: symbolic-rc data get NAME")
    if action == "list":
        for line in inventory():
            typer.echo(line)
    else:
        typer.echo(get(name, out))
