"""A page of example stories: questions with their answers explained, then what was read to answer them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from markupsafe import Markup

from symbolic_rc.core.question import Question
from symbolic_rc.core.record import Record
from symbolic_rc.show import notebook
from symbolic_rc.show.page import render
from symbolic_rc.story import Story

if TYPE_CHECKING:
    from symbolic_rc.engine import Engine


def gallery_html(engine: Engine, records: Iterable[Record], questions_each: int = 2) -> str:
    """Return a page with each story's first questions and answers, then the story and what was read in it.

    Parameters
    ----------
    engine : Engine
    records : iterable of Record
    questions_each : int
        How many free-form questions of each story are explained.
    """
    parts = []
    for record in records:
        story = engine.read(record)
        asked = [one for one in record.questions if not (one.is_choice or one.is_cloze)][:questions_each]
        parts.append(
            Markup("<h2>{}</h2>{}{}{}").format(
                record.title or record.id,
                Markup("").join(_explained(engine, story, question) for question in asked),
                notebook.story(story).body,
                Markup("").join(_folded(title, body) for title, body in _read(story)),
            )
        )
    return render(
        "base.html", title="symbolic_rc: what it reads, and why it answers so", body=Markup("").join(parts)
    )


def _read(story: Story) -> Iterator[tuple[str, Markup]]:
    """Yield each layer of what was read, with its title."""
    for picture in (notebook.clusters, notebook.frames, notebook.facts, notebook.time_line, notebook.graph):
        shown = picture(story)
        yield shown.title, shown.body


def _folded(title: str, body: Markup) -> Markup:
    return Markup("<details><summary>{}</summary><div>{}</div></details>").format(title, body)


def _explained(engine: Engine, story: Story, question: Question) -> Markup:
    answer = engine.answer(story, question)
    found = notebook.explanation(story, answer).body
    return Markup("<details><summary>{} <b>{}</b></summary>{}</details>").format(
        question.text, answer.text or "?", found
    )
