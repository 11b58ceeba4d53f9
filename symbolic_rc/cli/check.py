"""`symbolic-rc check`: behavioural checks of a reader, or of somebody's predictions."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from symbolic_rc.behaviour import Case, Checked


@dataclass(frozen=True)
class SuiteFlags:
    """Suite."""

    capability: Annotated[str, typer.Option(help="Only this capability; see --list.")] = ""
    kind: Annotated[str, typer.Option(help="mft, invariance or direction.")] = "mft"
    cases: Annotated[int, typer.Option(min=1, help="Cases a capability.")] = 300
    seed: Annotated[int, typer.Option(help="Of the words that fill templates.")] = 0
    set_aside: Annotated[bool, typer.Option("--set-aside", help="Only templates that are set aside.")] = False
    development: Annotated[
        bool, typer.Option("--development", help="Only templates that are not set aside.")
    ] = False


def check(
    suite: SuiteFlags = SuiteFlags(),
    reader: Annotated[
        list[str] | None, typer.Option(help="See `symbolic-rc readers`; may be given again.")
    ] = None,
    predictions: Annotated[
        list[Path] | None, typer.Option(help="Answers to the stories of --export; may be given again.")
    ] = None,
    weights: Annotated[str, typer.Option(help="Weights from `symbolic-rc train`.")] = "",
    out: Annotated[Path | None, typer.Option(help="Write a page with all systems side by side.")] = None,
    export: Annotated[Path | None, typer.Option(help="Write the stories as jsonl instead.")] = None,
    templates: Annotated[bool, typer.Option("--templates", help="Also tell of each template.")] = False,
    list: Annotated[bool, typer.Option("--list", help="List the capabilities with their templates.")] = False,
) -> None:
    """Check what a reader understands: the share of small stories of each kind that it gets wholly right.

    Examples: symbolic-rc check --reader symbolic --reader word-distance --out behaviour.html;
    symbolic-rc check --export cases.jsonl, then symbolic-rc check --predictions my-answers.json.
    """
    from symbolic_rc.core.errors import SymbolicRCError, check_name

    check_name("kind of check", suite.kind, ("mft", "invariance", "direction"))
    if suite.set_aside and suite.development:
        raise SymbolicRCError("--set-aside and --development exclude each other")
    if list:
        _list(suite)
        return
    made = _cases(suite)
    if export is not None:
        from symbolic_rc.behaviour import export as lines

        export.write_text("".join(lines(made)), encoding="utf-8")
        sys.stdout.write(f"{len(made)} cases written to {export}\n")
        return
    systems = _systems(made, reader or ([] if predictions else ["symbolic"]), predictions or [], weights)
    from symbolic_rc.behaviour.report import page, shown

    for name, checked in systems.items():
        sys.stdout.write("\n".join(shown(checked, name, templates)) + "\n")
    if out is not None:
        out.write_text(page(systems, f"Behavioural checks: {suite.kind}"), encoding="utf-8")


def _cases(suite: SuiteFlags) -> list[Case]:
    from symbolic_rc.behaviour import load_templates, make_cases

    chosen = [
        template
        for template in load_templates(suite.capability)
        if not (suite.set_aside and not template.set_aside) and not (suite.development and template.set_aside)
    ]
    return make_cases(chosen, suite.kind, suite.cases, suite.seed)


def _systems(
    cases: Sequence[Case], readers: Sequence[str], predictions: Sequence[Path], weights: str
) -> dict[str, Sequence[Checked]]:
    from symbolic_rc.behaviour import check_predictions, check_reader
    from symbolic_rc.compare.systems import read_system
    from symbolic_rc.readers import ReaderOptions, load_reader

    found: dict[str, Sequence[Checked]] = {}
    for name in readers:
        found[name] = check_reader(load_reader(name, ReaderOptions(weights=weights, format="jsonl")), cases)
    for path in predictions:
        system = read_system(path)
        found[system.name] = check_predictions(system.answers, cases)
    return found


def _list(suite: SuiteFlags) -> None:
    from symbolic_rc.behaviour import capabilities, load_templates

    about = capabilities()
    for name in dict.fromkeys(template.capability for template in load_templates(suite.capability)):
        sys.stdout.write(f"{name}: {about[name]}\n")
        for template in load_templates(name):
            sys.stdout.write(f"  {template.name}{' (set aside)' if template.set_aside else ''}\n")
