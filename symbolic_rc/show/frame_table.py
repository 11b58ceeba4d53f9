"""A text's frames in the terminal and as a page: what ``symbolic-rc frames`` writes."""

from __future__ import annotations

import io
import json
from pathlib import Path

from symbolic_rc.core.errors import check_name
from symbolic_rc.core.files.plain_text import read_text
from symbolic_rc.core.record import Record
from symbolic_rc.frames.export import as_conll, as_json, as_rows
from symbolic_rc.show.notebook import frames as picture
from symbolic_rc.show.page import render
from symbolic_rc.story import Story

FORMATS = ("table", "json", "conll", "html")


def render_frames(path: Path, format: str = "table", pipeline: str = "classical", encoding: str = "") -> str:
    """Return the frames of a text file (``-``: standard input) in one of `FORMATS`.

    Raises
    ------
    DataError
        If the file cannot be read, or is no text.
    SymbolicRCError
        If there is no such format or pipeline.
    """
    check_name("format", format, FORMATS)
    from symbolic_rc.annotate import pipeline as named

    text = read_text(path, encoding)
    name = "story" if str(path) == "-" else path.stem
    story = Story(Record(name, text), None if pipeline == "classical" else named(pipeline))
    doc, frames = story.doc, story.frames
    if format == "json":
        return json.dumps(as_json(doc, frames), ensure_ascii=False, indent=1) + "\n"
    if format == "conll":
        return as_conll(doc, frames, name)
    if format == "html":
        return render("base.html", title=f"Frames of {name}", body=picture(story).body)
    from rich.console import Console
    from rich.table import Table

    table = Table("roleset", "predicate", "arguments", box=None)
    for row in as_rows(doc, frames):
        table.add_row(*(cell.replace("[", "\\[") for cell in row))
    out = io.StringIO()
    Console(file=out, width=110).print(table)
    return out.getvalue()
