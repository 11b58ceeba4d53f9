"""`symbolic-rc facts`, `frames`, `graph`, `gallery` and `explore`: what the engine reads in a text."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from symbolic_rc.cli import shared
from symbolic_rc.cli.progress import Display

if TYPE_CHECKING:
    from symbolic_rc.story import Story


def facts(
    story: shared.StoryFile,
    match: Annotated[str, typer.Option(help='A pattern: "sell(ARG0=?who, ARG1=the wheel)".')] = "",
    format: Annotated[str, typer.Option(help="text, or jsonl: one fact per line.")] = "text",
    pipeline: shared.Pipeline = "classical",
    encoding: shared.Encoding = "",
    inference: shared.InferenceFile = "",
) -> None:
    """List the facts of a story, or those that match a pattern."""
    from symbolic_rc.core.errors import check_name

    check_name("format", format, ("text", "jsonl"))
    found = _read(story, encoding, pipeline, inference).facts
    if match:
        for one in found.match(match):
            bound = ", ".join(f"?{name} = {found.name(term)}" for name, term in one.bindings.items())
            sys.stdout.write(f"{bound or 'yes'}: {' & '.join(found.describe(fact) for fact in one.facts)}\n")
        return
    for fact in found:
        if format == "jsonl":
            terms = [{**asdict(term), "text": found.text(term)} for term in fact.terms]
            sys.stdout.write(json.dumps({**asdict(fact), "terms": terms}, ensure_ascii=False) + "\n")
        else:
            sys.stdout.write(f"{fact.sentence + 1:4d}  {found.describe(fact)}\n")


def _read(path: Path, encoding: str, pipeline: str, inference: str) -> Story:
    """Return the story in a file, with the clauses of another file beside those of the package."""
    from symbolic_rc.annotate import pipeline as make_pipeline
    from symbolic_rc.graph.inference.clauses import own_clauses, read_clauses
    from symbolic_rc.story import Story

    story = Story.from_text(shared.text_of(path, encoding), make_pipeline(pipeline))
    if inference:
        story.clauses = (*own_clauses(), *read_clauses(inference))
    return story


def graph(
    story: shared.StoryFile,
    out: Annotated[Path, typer.Option(help="FILE.html, .svg, .graphml, .json or .dot.")],
    pipeline: shared.Pipeline = "classical",
    encoding: shared.Encoding = "",
    inference: shared.InferenceFile = "",
) -> None:
    """Write the facts of a story as a graph of entities: a picture, or data for other tools."""
    with Display("reading the text") as display:
        display.kernels()
        from symbolic_rc.show.notebook import write_picture

        found = _read(story, encoding, pipeline, inference)
    write_picture(found.graph, out)
    typer.echo(f"{out}: {len(found.entities)} entities, {len(found.facts)} facts")


def frames(
    story: shared.StoryFile,
    format: Annotated[str, typer.Option(help="table, json, conll or html.")] = "table",
    pipeline: shared.Pipeline = "classical",
    encoding: shared.Encoding = "",
) -> None:
    """Show who did what to whom: the PropBank frames of a text."""
    with Display("reading the text") as display:
        display.kernels()
        from symbolic_rc.show.gallery import render_frames

        shown = render_frames(story, format, pipeline, encoding)
    sys.stdout.write(shown)


def gallery(
    input: shared.Input = "examples",
    out: Annotated[Path, typer.Option(help="The page.")] = Path("gallery.html"),
    format: shared.FormatName = "auto",
    limit: shared.Limit = None,
) -> None:
    """Make one page of stories with their entities, frames and explained answers."""
    with Display("loading the program") as display:
        import symbolic_rc
        from symbolic_rc.core.record import Record
        from symbolic_rc.datasets import read
        from symbolic_rc.show.gallery import gallery_html

        display.stage(f"reading {input}")
        records = (found for found in read(input, format, limit=limit) if isinstance(found, Record))
        out.write_text(gallery_html(symbolic_rc.load(), records), encoding="utf-8")
    sys.stdout.write(f"written: {out}\n")


def explore(
    runs: Annotated[list[Path] | None, typer.Argument(help="Run folders, or files of other systems.")] = None,
    gold: Annotated[
        str, typer.Option(help="The data set; default: that of the first run, or the examples.")
    ] = "",
    port: Annotated[int, typer.Option(min=0, max=65535, help="0: any free port.")] = 0,
    cache: Annotated[
        str, typer.Option(help="Folder where read stories are kept; default: in the user's cache.")
    ] = "",
    view: Annotated[str, typer.Option(help="A view to open: the part of an address after its token.")] = "",
) -> None:
    """Open the workbench in a browser: read and ask, edit rules, compare runs, run behavioural checks.

    It is served on this machine only (127.0.0.1), at an address with a random token; no data leaves it.
    """
    with Display("loading the program") as display:
        from symbolic_rc.core.cache_folder import cache_folder
        from symbolic_rc.explore.serve import open_workbench, serve

        display.stage("opening runs and data set")
        bench = open_workbench(runs or (), gold, cache or str(cache_folder() / "stories"))

    def show_address(address: str) -> None:
        sys.stdout.write(f"{address}\nOpen it in a browser; press Ctrl-C to stop the workbench.\n")
        sys.stdout.flush()

    serve(bench, port, view, show_address)
