"""Pages for the command line: a gallery of example stories, and the frames of a text."""

from __future__ import annotations

import io
import json
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from markupsafe import Markup

from symbolic_rc.core.errors import check_name
from symbolic_rc.core.files.plain_text import read_text
from symbolic_rc.core.record import Question, Record
from symbolic_rc.frames.export import as_conll, as_json, as_rows
from symbolic_rc.show import notebook
from symbolic_rc.show.page import render
from symbolic_rc.story import Story

if TYPE_CHECKING:
    from symbolic_rc.engine import Engine

FORMATS = ("table", "json", "conll", "html")
#: Free-form questions of a story that are explained.
_EXPLAINED = 2
_LAYERS = (notebook.clusters, notebook.frames, notebook.facts, notebook.time_line, notebook.graph)
_FOLDED = Markup("<details><summary>{}</summary><div>{}</div></details>")


def render_frames(path: Path, format: str = "table", pipeline: str = "classical", encoding: str = "") -> str:
    """Return the frames of a text file (``-``: standard input) in one of `FORMATS`.

    Raises
    ------
    DataError
        If the file cannot be read, or is not text.
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
        return render("base.html", title=f"Frames of {name}", body=notebook.frames(story).body)
    from rich.console import Console
    from rich.table import Table

    table = Table("roleset", "predicate", "arguments", box=None)
    for row in as_rows(doc, frames):
        table.add_row(*(cell.replace("[", "\\[") for cell in row))
    out = io.StringIO()
    Console(file=out, width=110).print(table)
    return out.getvalue()


def gallery_html(engine: Engine, records: Iterable[Record]) -> str:
    """Return a page with each story's first questions, explained answers, and annotation."""
    parts = []
    for record in records:
        story = engine.read(record)
        asked = [one for one in record.questions if not (one.is_choice or one.is_cloze)][:_EXPLAINED]
        layers = [layer(story) for layer in _LAYERS]
        parts.append(
            Markup("<h2>{}</h2>{}{}{}").format(
                record.title or record.id,
                Markup("").join(_explained(engine, story, question) for question in asked),
                notebook.story(story).body,
                Markup("").join(_FOLDED.format(one.title, one.body) for one in layers),
            )
        )
    return render(
        "base.html", title="symbolic_rc: annotated stories and explained answers", body=Markup("").join(parts)
    )


def _explained(engine: Engine, story: Story, question: Question) -> Markup:
    answer = engine.answer(story, question)
    found = notebook.explanation(story, answer).body
    return Markup("<details><summary>{} <b>{}</b></summary>{}</details>").format(
        question.text, answer.text or "?", found
    )
