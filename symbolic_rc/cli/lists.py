"""`symbolic-rc readers`, `formats`, `rules`, `data` and `cloze`: lists, and cloze questions."""

from __future__ import annotations

import dataclasses
import io
import shutil
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from typer import Argument, Option

from symbolic_rc.cli import shared
from symbolic_rc.cli.groups import flag, option
from symbolic_rc.cli.progress import Display
from symbolic_rc.core.terminal import aligned

if TYPE_CHECKING:
    from symbolic_rc.rules.examples import ExampleResult


def readers(as_json: shared.AsJson = False) -> None:
    """List the readers."""
    from symbolic_rc.readers import READERS

    if as_json:
        shared.write_json(
            [{name: getattr(one, name) for name in ("name", "summary", "source")} for one in READERS],
            indent=1,
        )
        return
    shared.write_lines(f"{entry.name:<24} {entry.summary} ({entry.source})" for entry in READERS)


def formats(
    name: Annotated[str, Argument(help="A format to describe in full.")] = "", as_json: shared.AsJson = False
) -> None:
    """List the data formats, or describe one."""
    from symbolic_rc.core.errors import DataError, check_name
    from symbolic_rc.datasets import formats as known

    if as_json:
        shared.write_json([{"name": key, "summary": one.summary} for key, one in known().items()], indent=1)
    elif not name:
        shared.write_lines(f"{key:<24} {entry.summary}" for key, entry in known().items())
    else:
        check_name("format", name, known(), error=DataError)
        shared.write_lines([known()[name].documentation])


@dataclass(frozen=True)
class TrialFlags:
    """Trial."""

    test: bool = flag("Run each rule's example; exit status 1 if one fails.")
    report: str = option("", "Report what each rule does on this data set.")
    format: shared.FormatName = "auto"
    questions: shared.Limit = None
    csv: bool = flag("Print the report as CSV.")


def rules(
    name: Annotated[
        str, Argument(help="A rule to show in full; with --inference a clause, or a file of clauses.")
    ] = "",
    inference: Annotated[
        bool, Option("--inference", help="List the clauses by which facts follow from facts.")
    ] = False,
    toml: Annotated[bool, Option(help="Print a file that --rulebook takes, to edit.")] = False,
    engine: shared.RuleFlags = shared.DEFAULT_RULES,
    trial: TrialFlags = TrialFlags(),
    as_json: shared.AsJson = False,
) -> None:
    """List the rules in order, show one, test or report them."""
    from symbolic_rc.rules.rulebook import default_rulebook

    if inference:
        _list_clauses(name, trial.test, as_json)
        return
    if trial.test:
        with Display("loading the program") as display:
            loaded = engine.load_engine(display)
            results = loaded.rules.test(loaded.cases)
        _print_results(results, as_json)
        return
    if trial.report:
        _report(engine, trial, as_json)
        return
    own = default_rulebook()
    found = own.read(engine.rulebook, engine.allow_python) if engine.rulebook else own
    if as_json:
        shared.write_json(found[name].to_dict() if name else found.to_dicts(), indent=1)
    elif toml:
        sys.stdout.write(found.to_toml())
    elif engine.profile:
        from symbolic_rc.ranker.weights import load_weights
        from symbolic_rc.rules.confidence import learned_lines

        learned = load_weights(engine.weights)
        learned.check_profile(engine.profile)
        shared.write_lines(learned_lines(learned, engine.profile, found.names))
    else:
        shared.write_lines([found[name] if name else repr(found)])


def _list_clauses(name: str, test: bool, as_json: bool) -> None:
    """List clauses of inference, or one of them, or test their examples."""
    from symbolic_rc.core.errors import check_name
    from symbolic_rc.graph.inference.clauses import own_clauses, read_clauses

    found = own_clauses()
    if name.endswith(".rules"):
        found = read_clauses(name)
    elif name:
        check_name("clause", name, [clause.name for clause in found])
        found = tuple(clause for clause in found if clause.name == name)
    found = tuple({clause.text: clause for clause in found}.values())  # one for all its directions
    if test:
        from symbolic_rc.rules.examples import run_clause

        _print_results([run_clause(clause, (*own_clauses(), *found)) for clause in found], as_json)
    elif as_json:
        shared.write_json([clause.to_dict() for clause in found], indent=1)
    else:
        shared.write_lines(found)


def _report(flags: shared.RuleFlags, trial: TrialFlags, as_json: bool) -> None:
    """Report what each rule does on a data set."""
    from symbolic_rc.core.errors import DataError
    from symbolic_rc.core.record import Record
    from symbolic_rc.datasets import read, recognised

    with Display("loading the program") as display:
        known = recognised(trial.report, trial.format)
        format = known[0] if len(known) == 1 else "jsonl"
        engine = flags.load_engine(display, format)
        from symbolic_rc.in_memory import rule_report

        found = read(trial.report, trial.format, limit=trial.questions)
        records = [record for record in found if isinstance(record, Record)]
        if not records:
            raise DataError("has no story with questions", trial.report)
        display.begin(0, len(records))
        report = rule_report(engine, records, format, display.advance)
    if trial.csv:
        sys.stdout.write(report.to_csv())
    elif as_json:
        shared.write_json(report.to_dict(), indent=1)
    else:
        for title, rows in report.tables():
            _print_table(rows, title)


def _print_results(results: Sequence[ExampleResult], as_json: bool) -> None:
    """Print what became of examples; end with status 1 if one failed."""
    if as_json:
        shared.write_json([result.to_dict() for result in results], indent=1)
    else:
        marks = {True: "passed", False: "FAILED", None: "not run"}
        rows = [(one.rule, marks[one.passed], one.problem or one.answer, one.example) for one in results]
        _print_table([("rule", "", "answer", "example"), *rows])
    if any(result.passed is False for result in results):
        raise typer.Exit(1)


def _print_table(rows: Sequence[Sequence[str]], title: str = "") -> None:
    """Print rows, the first of them the header; on a terminal, within its width."""
    if not sys.stdout.isatty():
        shared.write_lines([*[title] * bool(title), *aligned(rows), ""])
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
    action: Annotated[str, Argument(help="list, or get.")] = "list",
    name: Annotated[str, Argument(help="What to download.")] = "",
    out: Annotated[Path | None, Option(help="Folder; default: the user's cache.")] = None,
) -> None:
    """List the lexicons and the data to download, or download it."""
    from symbolic_rc.core.errors import SymbolicRCError, check_name
    from symbolic_rc.lexicon.download import get, inventory

    check_name("action", action, ("list", "get"))
    if (action == "get") != bool(name):
        raise SymbolicRCError("expected: symbolic-rc data list, or: symbolic-rc data get NAME")
    if action == "list":
        shared.write_lines(inventory())
    else:
        typer.echo(get(name, out))


@dataclass(frozen=True)
class ClozeFlags:
    """Questions."""

    anonymise: bool = option(True, "Replace names by @entityN.")
    markers: str = option("names", "names, or narrativeqa (words never lower-case).")
    coreference: bool = option(False, "Join names by coreference, as in the paper; else by their forms.")
    seed: int = option(0, "Of the markers' order.")
    max_tokens: int = option(2000, "Skip longer articles.", min=1)
    lower: bool = option(False, "Lower-case all text, as in the paper's files.")


@dataclass(frozen=True)
class BuildFlags:
    """Building."""

    files: bool = option(True, "Write .question files too.")
    resume: bool = option(False, "Continue an interrupted build.")
    limit: int | None = option(None, "Maximum number of articles.", min=1)


def cloze(
    input: Annotated[str, Argument(help="Articles: JSON lines, .story files, texts with summaries.")],
    out: Annotated[Path, Option(help="Folder for questions.jsonl, questions/ and cloze.json.")],
    questions: ClozeFlags = ClozeFlags(),
    build: BuildFlags = BuildFlags(),
    strict: Annotated[bool, Option(help="Stop at the first malformed article.")] = False,
    as_json: shared.AsJson = False,
) -> None:
    """Build anonymised cloze questions from articles."""
    from symbolic_rc.datasets.cloze import ClozeOptions, articles, build_folder

    options = ClozeOptions(**dataclasses.asdict(questions))
    figures = build_folder(articles(input, strict), out, options, **dataclasses.asdict(build))
    if as_json:
        shared.write_json(figures, indent=1)
        return
    shared.write_lines(f"{name:<16} {value:,}" for name, value in figures.items())
    shared.write_lines([f"written: {out}"])
