"""`symbolic-rc graph`, `frames` and `gallery`: what the engine reads in a text."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from symbolic_rc.cli.progress import Display
from symbolic_rc.cli.shared import FormatName, Input, Limit, Pipeline, StoryFile, text_of


def graph(
    story: StoryFile,
    out: Annotated[Path, typer.Option(help="FILE.html, .svg, .graphml, .json or .dot.")],
    pipeline: Pipeline = "classical",
) -> None:
    """Read a story and write its entity graph: a picture, or data for other tools."""
    with Display("reading the text") as display:
        display.kernels()
        from symbolic_rc.annotate import pipeline as make_pipeline
        from symbolic_rc.show.graph import write_picture
        from symbolic_rc.story import Story

        found = Story.from_text(text_of(story), make_pipeline(pipeline)).graph
    write_picture(found, out)
    typer.echo(f"{out}: {found.number_of_nodes()} entities, {found.number_of_edges()} edges")


def frames(
    story: StoryFile,
    format: Annotated[str, typer.Option(help="table, json, conll or html.")] = "table",
    pipeline: Pipeline = "classical",
) -> None:
    """Show who did what to whom: the PropBank frames of a text."""
    with Display("reading the text") as display:
        display.kernels()
        from symbolic_rc.show.frame_table import render_frames

        shown = render_frames(story, format, pipeline)
    sys.stdout.write(shown)


def gallery(
    input: Input = "examples",
    out: Annotated[Path, typer.Option(help="The page.")] = Path("gallery.html"),
    format: FormatName = "auto",
    limit: Limit = None,
) -> None:
    """Make one page of stories with their entities, frames and explained answers."""
    with Display("loading the program") as display:
        import symbolic_rc
        from symbolic_rc.batch.warm import warm_up
        from symbolic_rc.core.record import Record
        from symbolic_rc.datasets import read
        from symbolic_rc.show.gallery import gallery_html

        warm_up(display)
        display.stage(f"reading {input}")
        records = (found for found in read(input, format, limit=limit) if isinstance(found, Record))
        out.write_text(gallery_html(symbolic_rc.load(), records), encoding="utf-8")
    sys.stdout.write(f"written: {out}\n")
