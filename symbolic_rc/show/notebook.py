"""Stories, frames, clusters and explanations in a notebook, in the same visual language as the pages.

::

    from symbolic_rc import show
    show.story(story)                  # the text, each entity in its colour
    show.clusters(story)               # who is who
    show.frames(story)                 # who did what to whom, sentence by sentence
    show.facts(story)                  # what the story says, one thing at a time
    show.time_line(story)              # who goes where and gets what, in its order
    show.graph(story)                  # who is tied to whom
    show.explanation(story, answer)    # why
"""

from __future__ import annotations

from pathlib import Path

from markupsafe import Markup

from symbolic_rc.core.answer import Answer
from symbolic_rc.core.trace import Trace
from symbolic_rc.show.evidence import frame_name
from symbolic_rc.show.explanation import explanation_html
from symbolic_rc.show.graph import graph_body
from symbolic_rc.show.markup import Mark, marked
from symbolic_rc.show.page import fragment, render, style
from symbolic_rc.show.story import marked_story
from symbolic_rc.show.told import facts_body, time_line_body
from symbolic_rc.story import Story


class Picture:
    """A part of a page that a notebook shows by itself.

    Parameters
    ----------
    title : str
    body : Markup
    """

    def __init__(self, title: str, body: Markup) -> None:
        self.title, self.body = title, body

    def _repr_html_(self) -> str:
        # The style holds inside this part only, and leaves the rest of the notebook alone.
        scoped = Markup(str(style()).replace(":root", ":scope"))
        return str(
            Markup('<div class="part"><style>@scope {{ {} }}</style>{}</div>').format(scoped, self.body)
        )

    def save(self, path: str | Path) -> None:
        """Write it as a page of its own."""
        Path(path).write_text(render("base.html", title=self.title, body=self.body), encoding="utf-8")


def story(story: Story) -> Picture:
    """Show a story with its entities, each in its colour.

    Parameters
    ----------
    story : Story
        What is shown.
    """
    body = Markup('<div class="story" tabindex="0" role="region" aria-label="Story">{}</div>')
    return Picture(story.title or "Story", body.format(marked_story(story)))


def clusters(story: Story) -> Picture:
    """Show the entities of two or more mentions: name, type, what the story calls it.

    Parameters
    ----------
    story : Story
        What is shown.
    """
    rows = []
    for entity in story.entities:
        if len(entity.mentions) > 1:
            mentions = [story.mentions[i] for i in entity.mentions]
            called = dict.fromkeys(story.doc[one.start : one.end].text for one in mentions)
            rows.append({"entity": entity, "count": len(mentions), "called": list(called)})
    return Picture("Entities", fragment("clusters.html", rows=rows))


def frames(story: Story) -> Picture:
    """Show each frame in its sentence: the predicate, and every argument with its role.

    Parameters
    ----------
    story : Story
        What is shown.
    """
    rows = []
    for frame in story.frames:
        sentence = story.doc[frame.head].sent
        offset = sentence.start_char
        predicate = story.doc[frame.start : frame.end]
        marks = [
            Mark(
                predicate.start_char - offset,
                predicate.end_char - offset,
                "predicate",
                label=frame_name(frame),
            )
        ]
        for argument in frame.arguments:
            span = story.doc[argument.start : argument.end]
            start, end = span.start_char - offset, span.end_char - offset
            marks.append(Mark(start, end, "argument", label=argument.role))
        rows.append(marked(sentence.text, marks))
    items = Markup("").join(Markup("<li>{}</li>").format(row) for row in rows)
    return Picture("Frames", Markup("<ol>{}</ol>").format(items))


def facts(story: Story) -> Picture:
    """Show what the story says, one fact at a time.

    Parameters
    ----------
    story : Story
        What is shown.
    """
    return Picture("Facts", facts_body(story))


def time_line(story: Story) -> Picture:
    """Show what changes hands and place, in its order, and how it is in the end.

    Parameters
    ----------
    story : Story
        What is shown.
    """
    return Picture("Time line", time_line_body(story))


def graph(story: Story) -> Picture:
    """Show who is tied to whom: the entity graph, each entity in its colour.

    Parameters
    ----------
    story : Story
        What is shown.
    """
    return Picture("Entity graph", graph_body(story.graph))


def explanation(story: Story, answer: Answer | Trace) -> Picture:
    """Show why an answer was given.

    Parameters
    ----------
    story : Story
        The story that was asked.
    answer : Answer | Trace
        The answer with its trace.

    Raises
    ------
    ValueError
        If the answer carries no trace.
    """
    trace = answer.trace if isinstance(answer, Answer) else answer
    if trace is None:
        raise ValueError("this answer carries no trace; the engine's answers do")
    return Picture(trace.question, Markup(explanation_html(story, trace, page=False)))
