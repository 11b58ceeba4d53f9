"""`symbolic-rc explain` and `match`: how one answer, or one match of words, comes about."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from symbolic_rc.cli.progress import Display
from symbolic_rc.cli.shared import Profile, RulebookFile, StoryFile, Weights, text_of
from symbolic_rc.core.errors import SymbolicRCError


def explain(
    story: StoryFile,
    question: Annotated[str, typer.Option("-q", "--question", help="What is asked.")],
    why_not: Annotated[str, typer.Option(help="A span that should have been the answer.")] = "",
    weights: Weights = "",
    profile: Profile = "",
    rulebook: RulebookFile = "",
    reader: Annotated[
        str, typer.Option(metavar="[symbolic|symbolic:rules]", help="The engine, or its unfitted rules.")
    ] = "symbolic",
    html: Annotated[Path | None, typer.Option(help="Write a page with the marked story as well.")] = None,
) -> None:
    """Answer a question on a text, with the trace of how it came about."""
    if not question.strip():
        raise SymbolicRCError("the question is empty: say what is asked with -q")
    if reader not in ("symbolic", "symbolic:rules"):
        raise SymbolicRCError(f"only symbolic and symbolic:rules explain themselves, not {reader!r}")
    text = text_of(story)
    with Display("loading the program") as display:
        from symbolic_rc.batch.warm import warm_up
        from symbolic_rc.engine import Engine

        warm_up(display)
        display.stage("loading the engine")
        engine = Engine(weights=weights if reader == "symbolic" else None, profile=profile)
        if rulebook:
            engine.rules = engine.rules.read(rulebook)
        display.stage("reading the text")
        read = engine.read(text)
        trace = engine.explain(read, question, why_not)
    sys.stdout.write(f"{trace}\n")
    if html is not None:
        from symbolic_rc.show.explanation import explanation_html

        html.write_text(explanation_html(read, trace), encoding="utf-8")
        sys.stdout.write(f"written: {html}\n")


def match(
    question: Annotated[str, typer.Argument(help="A word, an entry of several words, or a sentence.")],
    story: Annotated[str, typer.Argument(help="What it is to be matched with.")],
) -> None:
    """Say whether, why and how strongly words match, or why not."""
    from symbolic_rc.match.inspect import explain

    for line in explain(question, story):
        typer.echo(line)
