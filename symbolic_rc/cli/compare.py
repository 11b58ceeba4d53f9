"""`symbolic-rc compare`: systems side by side."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from symbolic_rc.cli.shared import AllowDamaged, FormatName


@dataclass(frozen=True)
class ViewFlags:
    """Report."""

    name: Annotated[list[str] | None, typer.Option(help="What to call the systems, in order.")] = None
    slice: Annotated[
        list[str] | None, typer.Option(help="Own slices: name=expression, or field:10 (tenths).")
    ] = None
    published: Annotated[str, typer.Option(help="Set a paper's figures beside them: quoref, ...")] = ""
    missing: Annotated[
        str, typer.Option(help="Questions without a prediction by every system: leave-out, or wrong.")
    ] = "leave-out"
    markdown: Annotated[bool, typer.Option("--markdown", help="Print the whole report as Markdown.")] = False
    json: Annotated[bool, typer.Option("--json", help="Print the whole report as JSON.")] = False


@dataclass(frozen=True)
class SampleFlags:
    """Bootstrap."""

    resamples: Annotated[int, typer.Option(min=100, help="Bootstrap samples.")] = 2000
    seed: Annotated[int, typer.Option(help="Of the samples.")] = 0


def compare(
    predictions: Annotated[list[Path], typer.Argument(help="Runs' folders, or files of other systems.")],
    gold: Annotated[str, typer.Option(help="The data set with the gold answers.")],
    out: Annotated[Path, typer.Option(help="report.html, .md, .tex, .csv or .json.")] = Path("report.html"),
    format: FormatName = "auto",
    allow_damaged: AllowDamaged = False,
    view: ViewFlags = ViewFlags(),
    sample: SampleFlags = SampleFlags(),
) -> None:
    """Set systems side by side: scores, tests, slices, agreement, examples.

    Systems are compared on the questions that all have a prediction for; --missing wrong counts missing
    ones as wrong, as official scorers do. --slice story_words:10 cuts the questions into tenths by a number.
    An expression compares fields, such as --slice "late=answer_at > 0.5 and story_words > 600"; the report
    says what each means: question, question_word, question_kind, question_words, format, answer_type,
    answer_words, answer_spans, answer_in_story, answer_at, overlap, sentence_distance, needs_coreference,
    answer_prominent, answer_nearest, story_words.
    """
    from symbolic_rc.compare import CompareOptions, write_report
    from symbolic_rc.compare import compare as run_compare
    from symbolic_rc.compare.comparison import short_report
    from symbolic_rc.compare.forms import TEXT_REPORTS

    given = {"resamples": sample.resamples, "seed": sample.seed}
    options = CompareOptions(view.missing, **given, allow_damaged=allow_damaged)
    found = run_compare(predictions, gold, format, view.name or (), view.slice or (), view.published, options)
    write_report(found, out)
    if view.json:
        sys.stdout.write(TEXT_REPORTS["json"](found))
    else:
        shown = TEXT_REPORTS["md"](found) if view.markdown else short_report(found)
        sys.stdout.write(f"{shown}written: {out}\n")
