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

from pathlib import Path

import networkx as nx
from markupsafe import Markup

from symbolic_rc.core.errors import DataError
from symbolic_rc.core.record import Answer
from symbolic_rc.core.trace import Trace
from symbolic_rc.graph.build import ENTITY, entity_number
from symbolic_rc.graph.picture import drawn, picture, write_graph
from symbolic_rc.graph.state import timeline_of
from symbolic_rc.show.evidence import explanation_html, frame_name, marked_story
from symbolic_rc.show.markup import Mark, hue, marked, plain
from symbolic_rc.show.page import fragment, render, style
from symbolic_rc.story import Story


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
