"""`symbolic-rc readers`, `formats`, `rules` and `data`: what there is."""

from __future__ import annotations

import io
import json
import shutil
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from symbolic_rc.cli.explain import EngineFlags
from symbolic_rc.cli.progress import Display
from symbolic_rc.cli.shared import FormatName
from symbolic_rc.core.terminal import aligned

_OWN = EngineFlags()
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


@dataclass(frozen=True)
class TrialFlags:
    """Trying rules out."""

    test: Annotated[bool, typer.Option("--test", help="Run each rule's example; status 1 if one fails.")] = (
        False
    )
    report: Annotated[str, typer.Option(help="A data set, as `score` takes it: what each rule does.")] = ""
    format: FormatName = "auto"
    questions: Annotated[int | None, typer.Option(min=1, help="Stop after so many questions.")] = None
    csv: Annotated[bool, typer.Option("--csv", help="The report as CSV.")] = False


def rules(
    name: Annotated[str, typer.Argument(help="One rule, to be shown in full.")] = "",
    toml: Annotated[bool, typer.Option(help="As a file, to change and give to --rulebook.")] = False,
    engine: EngineFlags = _OWN,
    trial: TrialFlags = TrialFlags(),
    as_json: Json = False,
) -> None:
    """List the engine's rules in their order, or show one in full; test them, or report what they do."""
    from symbolic_rc.rules.rulebook import default_rulebook

    if trial.test:
        _test(engine, as_json)
        return
    if trial.report:
        _report(engine, trial, as_json)
        return
    own = default_rulebook()
    found = own.read(engine.rulebook, engine.allow_python) if engine.rulebook else own
    if as_json:
        _print_json(found[name].to_dict() if name else found.to_dicts())
    elif toml:
        sys.stdout.write(found.to_toml())
    elif engine.profile:
        from symbolic_rc.ranker.weights import load_weights
        from symbolic_rc.rules.confidence import learned_lines

        learned = load_weights(engine.weights)
        learned.check_profile(engine.profile)
        for line in learned_lines(learned, engine.profile, found.names):
            sys.stdout.write(f"{line}\n")
    else:
        sys.stdout.write(f"{found[name] if name else repr(found)}\n")


def _report(flags: EngineFlags, trial: TrialFlags, as_json: bool) -> None:
    """Report what each rule does on a data set."""
    from symbolic_rc.core.errors import DataError
    from symbolic_rc.core.record import Record
    from symbolic_rc.datasets import read, recognised

    with Display("loading the program") as display:
        known = recognised(trial.report, trial.format)
        format = known[0] if len(known) == 1 else "jsonl"
        engine = flags.made(display, format)
        from symbolic_rc.in_memory import rule_report

        found = read(trial.report, trial.format, limit=trial.questions)
        records = [record for record in found if isinstance(record, Record)]
        if not records:
            raise DataError("holds no story with questions", trial.report)
        display.begin(0, len(records))
        report = rule_report(engine, records, format, display.advance)
    if trial.csv:
        sys.stdout.write(report.to_csv())
    elif as_json:
        _print_json(report.to_dict())
    else:
        for title, rows in report.tables():
            _print_table(rows, title)


def _test(flags: EngineFlags, as_json: bool) -> None:
    """Run each rule's example; end with status 1 if one fails."""
    with Display("loading the program") as display:
        engine = flags.made(display)
        results = engine.rules.test(engine.cases)
    if as_json:
        _print_json([result.to_dict() for result in results])
    else:
        marks = {True: "passed", False: "FAILED", None: "not run"}
        rows = [(one.rule, marks[one.passed], one.problem or one.answer, one.example) for one in results]
        _print_table([("rule", "", "answer", "example"), *rows])
    if any(result.passed is False for result in results):
        raise typer.Exit(1)


def _print_table(rows: Sequence[Sequence[str]], title: str = "") -> None:
    """Print rows, the first of which is the head: within a terminal's width, else in lines however long."""
    if not sys.stdout.isatty():
        sys.stdout.write("".join(f"{line}\n" for line in [*[title] * bool(title), *aligned(rows), ""]))
        return
    from rich import box
    from rich.console import Console
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, title=title or None, title_justify="left")
    for place, head in enumerate(rows[0], 1):
        table.add_column(head, no_wrap=place < len(rows[0]))
    for row in rows[1:]:
        table.add_row(*(cell.replace("[", "\\[") for cell in row))
    out = io.StringIO()
    Console(file=out, width=shutil.get_terminal_size().columns).print(table)
    sys.stdout.write(out.getvalue())


def data(
    action: Annotated[str, typer.Argument(help="list, or get.")] = "list",
    name: Annotated[str, typer.Argument(help="What to get.")] = "",
    out: Annotated[Path | None, typer.Option(help="Folder; the user's cache by default.")] = None,
) -> None:
    """List the lexicons that are installed and the data that can be fetched, or fetch it."""
    from symbolic_rc.core.errors import SymbolicRCError, check_name
    from symbolic_rc.lexicon.download import get, inventory

    check_name("action", action, ("list", "get"))
    if (action == "get") != bool(name):
        raise SymbolicRCError("expected: symbolic-rc data list, or: symbolic-rc data get NAME")
    if action == "list":
        for line in inventory():
            typer.echo(line)
    else:
        typer.echo(get(name, out))
