"""Pages and exports for the command line: a gallery of example stories, and the frames of a text."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from markupsafe import Markup
from spacy.tokens import Doc

from symbolic_rc.core.entity import Frame
from symbolic_rc.core.errors import check_name
from symbolic_rc.core.files.plain_text import read_text
from symbolic_rc.core.record import Record
from symbolic_rc.core.terminal import aligned, one_line
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
_EXPLANATION = Markup("<details><summary>{} <b>{}</b></summary>{}</details>")


def render_frames(path: Path, format: str = "table", pipeline: str = "classical", encoding: str = "") -> str:
    """Return the frames of a text file (``-``: standard input) in one of `FORMATS`."""
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
    rows = [("roleset", "predicate", "arguments"), *as_rows(doc, frames)]
    return "".join(f"{one_line(line)}\n" for line in aligned(rows))


def gallery_html(engine: Engine, records: Iterable[Record]) -> str:
    """Return a page with each story's first questions, explained answers, and annotation."""
    parts = []
    for record in records:
        story = engine.read(record)
        parts.append(Markup("<h2>{}</h2>").format(record.title or record.id))
        for question in [one for one in record.questions if not (one.is_choice or one.is_cloze)][:_EXPLAINED]:
            answer = engine.answer(story, question)
            explained = notebook.explanation(story, answer).body
            parts.append(_EXPLANATION.format(question.text, answer.text or "?", explained))
        parts.append(notebook.story(story).body)
        parts += [_FOLDED.format(one.title, one.body) for one in (layer(story) for layer in _LAYERS)]
    title = "symbolic_rc: annotated stories and explained answers"
    return render("base.html", title=title, body=Markup("").join(parts))


def as_json(doc: Doc, frames: Sequence[Frame]) -> list[dict[str, Any]]:
    """Return frames as plain lists and dictionaries; offsets count tokens and characters."""
    return [
        {
            "roleset": frame.roleset,
            "kind": frame.kind,
            "negated": frame.negated,
            "modality": frame.modality,
            "predicate": _span(doc, frame.start, frame.end),
            "arguments": [
                {"role": a.role, "head": a.head, **_span(doc, a.start, a.end)} for a in frame.arguments
            ],
        }
        for frame in frames
    ]


def _span(doc: Doc, start: int, end: int) -> dict[str, Any]:
    span, places = doc[start:end], ("start", "end", "start_char", "end_char", "text")
    return {name: getattr(span, name) for name in places}


def as_conll(doc: Doc, frames: Sequence[Frame], name: str = "story") -> str:
    """Return columns like CoNLL-2012's: document, part, word number, word, tag, lemma, sense, arguments.

    Lemma and sense are separate columns, as there; each predicate has its column of brackets.
    """
    lines = []
    for sentence in doc.sents:
        own = [frame for frame in frames if sentence.start <= frame.head < sentence.end]
        columns = [_brackets(frame, sentence.start, sentence.end) for frame in own]
        at = {frame.head: frame for frame in own}
        for i, token in enumerate(sentence):
            lemma, _, sense = at[token.i].roleset.rpartition(".") if token.i in at else ("-", "", "-")
            word = token.text.strip() or "_"
            row = [name, "0", str(i), word, token.tag_ or "-", lemma, sense]
            lines.append("\t".join([*row, *(column[i] for column in columns)]))
        lines.append("")
    return "\n".join([f"#begin document ({name}); part 000", *lines, "#end document", ""])


def _brackets(frame: Frame, start: int, end: int) -> list[str]:
    """Return one predicate's column: brackets around its arguments and itself."""
    cells = ["*"] * (end - start)
    spans = [(a.role, a.start, a.end) for a in frame.arguments]
    if not any(i <= frame.head < j for _, i, j in spans):
        spans.append(("V", frame.head, frame.head + 1))
    for role, i, j in spans:
        if start <= i < j <= end:
            cells[i - start] = f"({role}{cells[i - start]}"
            cells[j - 1 - start] += ")"
    return cells


def as_rows(doc: Doc, frames: Sequence[Frame]) -> Iterator[tuple[str, str, str]]:
    """Yield (roleset, predicate, arguments) as texts, for a table."""
    for frame in frames:
        parts = [f"{a.role}: {doc[a.start : a.end].text}" for a in frame.arguments]
        marks = ", ".join(filter(None, ("not" * frame.negated, frame.modality)))
        predicate = doc[frame.start : frame.end].text + f" ({marks})" * bool(marks)
        yield frame.roleset, predicate, "; ".join(parts)
