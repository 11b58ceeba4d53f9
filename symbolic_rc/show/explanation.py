"""Why an answer was given: the trace beside the story, as a page or in a notebook."""

from __future__ import annotations

from markupsafe import Markup

from symbolic_rc.core.question import Question
from symbolic_rc.core.trace import Trace
from symbolic_rc.show.evidence import evidence_tokens, frame_marks, frame_rows
from symbolic_rc.show.page import fragment, render
from symbolic_rc.show.story import answer_marks, marked_story
from symbolic_rc.story import Story


def explanation_html(story: Story, trace: Trace, question: Question | None = None, page: bool = True) -> str:
    """Return an answer's explanation as HTML.

    Parameters
    ----------
    story : Story
    trace : Trace
    question : Question, optional
        For its references, which are marked too.
    page : bool
        A whole page, or the part of one that a notebook shows.
    """
    asked = question or Question("q", trace.question)
    marks = answer_marks(story, asked, {"answer": trace.answer}) + frame_marks(story, asked)
    body = fragment(
        "explanation_body.html",
        trace=trace,
        titled=page,
        story=marked_story(story, marks),
        frames=frame_rows(story, asked),
        arcs=_arcs(story, asked) if page else "",
    )
    return render("explanation.html", title=trace.question, explanation=body) if page else str(body)


def _arcs(story: Story, question: Question) -> Markup:
    """Return the dependency arcs of the evidence as drawn by displaCy, which escapes its words."""
    from spacy import displacy

    bounds = evidence_tokens(story, question)
    if bounds is None:
        return Markup("")
    options = {
        "compact": True,
        "distance": 90,
        "bg": "transparent",
        "color": "currentColor",
        "font": "inherit",
    }
    return Markup(
        displacy.render(
            story.doc[bounds[0] : bounds[1]].as_doc(), style="dep", options=options, jupyter=False
        )
    )
