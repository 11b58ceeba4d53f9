"""Explanations: the trace beside the story, as a page or in a notebook."""

from __future__ import annotations

from markupsafe import Markup

from symbolic_rc.core.question import Question
from symbolic_rc.core.trace import Trace
from symbolic_rc.show.evidence import (
    answer_marks,
    answer_sentence,
    evidence_tokens,
    frame_marks,
    frame_rows,
    marked_story,
    proof_frames,
    proof_marks,
    reference_marks,
)
from symbolic_rc.show.page import fragment, render
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
        A whole page, or a part for a notebook.
    """
    asked = question or Question("q", trace.question)
    if trace.evidence:
        marks = proof_marks(trace.evidence) + reference_marks(story, asked)
        frames, bounds = proof_frames(story, trace.evidence), answer_sentence(story, trace.evidence)
    else:
        marks = answer_marks(story, asked, {"answer": trace.answer}) + frame_marks(story, asked)
        frames, bounds = frame_rows(story, asked), evidence_tokens(story, asked)
    body = fragment(
        "explanation_body.html",
        trace=trace,
        titled=page,
        story=marked_story(story, marks),
        frames=frames,
        arcs=_arcs(story, bounds) if page else "",
    )
    return render("explanation.html", title=trace.question, explanation=body) if page else str(body)


def _arcs(story: Story, bounds: tuple[int, int] | None) -> Markup:
    """Return the dependency arcs of some tokens as drawn by displaCy, which escapes its words."""
    from spacy import displacy

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
