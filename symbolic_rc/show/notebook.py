"""Stories, frames, facts and explanations in a notebook, with the style of the pages.

::

    from symbolic_rc import show
    show.story(story)                  # the text, each entity in its colour
    show.clusters(story)               # entities and their mentions
    show.frames(story)                 # who did what to whom, sentence by sentence
    show.facts(story)                  # the facts of the story
    show.time_line(story)              # events in order, places and possessions
    show.graph(story)                  # the entity graph
    show.explanation(story, answer)    # why the answer was given
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import networkx as nx
from markupsafe import Markup
from spacy.tokens import Doc

from symbolic_rc.core.entity import Frame
from symbolic_rc.core.errors import DataError, check_name
from symbolic_rc.core.files.plain_text import read_text
from symbolic_rc.core.record import Answer, Record
from symbolic_rc.core.terminal import aligned, one_line
from symbolic_rc.core.trace import Trace
from symbolic_rc.graph.build import ENTITY, entity_number
from symbolic_rc.graph.picture import drawn, picture, write_graph
from symbolic_rc.graph.state import timeline_of
from symbolic_rc.show.evidence import explanation_html, frame_name, marked_story
from symbolic_rc.show.markup import Mark, hue, marked, plain
from symbolic_rc.show.page import fragment, render, style
from symbolic_rc.story import Story

if TYPE_CHECKING:
    from symbolic_rc.engine import Engine


def graph_body(graph: nx.MultiDiGraph) -> Markup:
    """Return a picture of the entity graph and a table of its entities."""
    svg = picture(graph, paint=lambda node, kind: f'class="entity" style="--hue:{hue(entity_number(node))}"')
    rows = [{"id": entity_number(node), **graph.nodes[node]} for node in drawn(graph)[0]]
    entities = sum(kind == ENTITY for _, kind in graph.nodes(data="kind"))
    return fragment("graph.html", svg=Markup(plain(svg)), rows=rows, more=entities - len(rows))


def write_picture(graph: nx.MultiDiGraph, path: str | Path) -> None:
    """Write a graph as a page, or in the format of another extension, see `graph.picture.write_graph`.

    Raises DataError if the extension is unknown or the file cannot be written.
    """
    path = Path(path)
    if path.suffix.lower() not in (".html", ".htm"):
        write_graph(graph, path)
        return
    try:
        path.write_text(render("base.html", title="Entity graph", body=graph_body(graph)), encoding="utf-8")
    except OSError as error:
        raise DataError(f"cannot be written ({error})", path) from error


_ROW = Markup('<li><span class="soft">sentence {}</span> {}</li>')


class Picture:
    """A part of a page, displayed by notebooks."""

    def __init__(self, title: str, body: Markup) -> None:
        self.title, self.body = title, body

    def _repr_html_(self) -> str:
        # The style is scoped to this part of the notebook.
        scoped, part = Markup(str(style()).replace(":root", ":scope")), Markup('<div class="part">{}{}</div>')
        return str(part.format(Markup("<style>@scope {{ {} }}</style>").format(scoped), self.body))

    def save(self, path: str | Path) -> None:
        """Write it as a page."""
        Path(path).write_text(render("base.html", title=self.title, body=self.body), encoding="utf-8")


def story(story: Story) -> Picture:
    """Show a story with its entities, each in its colour.

    Parameters
    ----------
    story : Story
    """
    body = Markup('<div class="story" tabindex="0" role="region" aria-label="Story">{}</div>')
    return Picture(story.title or "Story", body.format(marked_story(story)))


def clusters(story: Story) -> Picture:
    """Show the entities of two or more mentions: name, type, mentions.

    Parameters
    ----------
    story : Story
    """
    rows = []
    for entity in story.entities:
        if len(entity.mentions) > 1:
            mentions = [story.mentions[i] for i in entity.mentions]
            texts = dict.fromkeys(story.doc[one.start : one.end].text for one in mentions)
            rows.append({"entity": entity, "count": len(mentions), "texts": list(texts)})
    return Picture("Entities", fragment("clusters.html", rows=rows))


def frames(story: Story) -> Picture:
    """Show each frame in its sentence: the predicate, and every argument with its role.

    Parameters
    ----------
    story : Story
    """
    rows = []
    for frame in story.frames:
        sentence = story.doc[frame.head].sent
        parts = [(frame.start, frame.end, "predicate", frame_name(frame))]
        parts += [(one.start, one.end, "argument", one.role) for one in frame.arguments]
        marks = []
        for start, end, kind, label in parts:
            span, offset = story.doc[start:end], sentence.start_char
            marks.append(Mark(span.start_char - offset, span.end_char - offset, kind, label))
        rows.append(Markup("<li>{}</li>").format(marked(sentence.text, marks)))
    return Picture("Frames", Markup("<ol>{}</ol>").format(Markup("").join(rows)))


def facts(story: Story) -> Picture:
    """Show the facts of the story.

    Parameters
    ----------
    story : Story
    """
    facts = story.facts
    rows = Markup("").join(_ROW.format(one.sentence + 1, facts.describe(one)) for one in facts)
    return Picture("Facts", Markup("<ul>{}</ul>").format(rows) if rows else Markup("<p>No facts.</p>"))


def time_line(story: Story) -> Picture:
    """Show the events in the order of happening, where all are, and what they have at the end.

    Parameters
    ----------
    story : Story
    """
    facts = story.facts
    cues = {fact.token: fact.sense for fact in facts.of("order")}
    about = {"line": facts.chronology, "state": timeline_of(facts), "cues": cues, "facts": facts}
    return Picture("Time line", fragment("time.html", story=story, **about))


def graph(story: Story) -> Picture:
    """Show the entity graph, each entity in its colour.

    Parameters
    ----------
    story : Story
    """
    return Picture("Entity graph", graph_body(story.graph))


def explanation(story: Story, answer: Answer | Trace) -> Picture:
    """Show why an answer was given.

    Parameters
    ----------
    story : Story
        The story of the question.
    answer : Answer or Trace
        An answer without a trace raises ValueError.
    """
    trace = answer.trace if isinstance(answer, Answer) else answer
    if trace is None:
        raise ValueError("this answer has no trace; only the engine's answers do")
    return Picture(trace.question, Markup(explanation_html(story, trace, page=False)))


FORMATS = ("table", "json", "conll", "html")
#: Free-form questions of a story that are explained.
_EXPLAINED = 2
_LAYERS = (clusters, frames, facts, time_line, graph)
_FOLDED = Markup("<details><summary>{}</summary><div>{}</div></details>")
_EXPLANATION = Markup("<details><summary>{} <b>{}</b></summary>{}</details>")


def render_frames(path: Path, format: str = "table", pipeline: str = "classical", encoding: str = "") -> str:
    """Return the frames of a text file (``-``: standard input) in one of `FORMATS`."""
    check_name("format", format, FORMATS)
    from symbolic_rc.annotate import pipeline as named

    text = read_text(path, encoding)
    name = "story" if str(path) == "-" else path.stem
    read = Story(Record(name, text), None if pipeline == "classical" else named(pipeline))
    doc, found = read.doc, read.frames
    if format == "json":
        return json.dumps(as_json(doc, found), ensure_ascii=False, indent=1) + "\n"
    if format == "conll":
        return as_conll(doc, found, name)
    if format == "html":
        return render("base.html", title=f"Frames of {name}", body=frames(read).body)
    rows = [("roleset", "predicate", "arguments"), *as_rows(doc, found)]
    return "".join(f"{one_line(line)}\n" for line in aligned(rows))


def gallery_html(engine: Engine, records: Iterable[Record]) -> str:
    """Return a page with each story's first questions, explained answers, and annotation."""
    parts = []
    for record in records:
        told = engine.read(record)
        parts.append(Markup("<h2>{}</h2>").format(record.title or record.id))
        for question in [one for one in record.questions if not (one.is_choice or one.is_cloze)][:_EXPLAINED]:
            answer = engine.answer(told, question)
            explained = explanation(told, answer).body
            parts.append(_EXPLANATION.format(question.text, answer.text or "?", explained))
        parts.append(story(told).body)
        parts += [_FOLDED.format(one.title, one.body) for one in (layer(told) for layer in _LAYERS)]
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
