"""What an answer rests on: the marks of a story, and the explanation as a page or in a notebook."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from symbolic_rc.core.entity import Frame
from symbolic_rc.core.record import Question
from symbolic_rc.core.tokens import grouped, tokens
from symbolic_rc.core.trace import Evidence, Trace
from symbolic_rc.lexicon.english import FUNCTION_WORDS
from symbolic_rc.show.markup import Mark, marked
from symbolic_rc.show.page import fragment, render
from symbolic_rc.story import Story

if TYPE_CHECKING:
    from spacy.tokens import Span


def evidence_span(story: Story, question: Question) -> tuple[int, int] | None:
    """Return the characters of the first sentence with most of the question's content words, or None."""
    asked = {word.lower() for word in tokens(question.text).words} - FUNCTION_WORDS
    found, best = None, 0
    for start, end in pairwise(story.tokens.sentences.tolist()):
        shared = len(asked & {word.lower() for word in story.tokens.words[start:end]})
        if shared > best:
            best, found = shared, (int(story.tokens.starts[start]), int(story.tokens.ends[end - 1]))
    return found


def proof_marks(evidence: Iterable[Evidence]) -> list[Mark]:
    """Return a mark for each part of a proof: its sentences, predicates, arguments, and the answer."""
    kinds = {"sentence": "evidence", "mention": "argument"}
    return [Mark(one.start, one.end, kinds.get(one.kind, one.kind), one.label) for one in evidence]


def _answer_sentence(story: Story, evidence: Sequence[Evidence]) -> Span | None:
    """Return the sentence of a proof's last predicate, else that of its answer."""
    points = [one for kind in ("answer", "predicate") for one in evidence if one.kind == kind]
    if not points:
        return None
    span = story.doc.char_span(points[-1].start, points[-1].end, alignment_mode="expand")
    return span.sent if span is not None else None


def _evidence_tokens(story: Story, question: Question) -> Span | None:
    """Return `evidence_span` as tokens of the annotated story."""
    span = evidence_span(story, question)
    return story.doc.char_span(*span, alignment_mode="expand") if span else None


def proof_frames(story: Story, evidence: Iterable[Evidence]) -> list[Frame]:
    """Return the frames of a proof's predicates."""
    cited = {one.start for one in evidence if one.kind == "predicate"}
    return [frame for frame in story.frames if story.doc[frame.head].idx in cited]


def evidence_frames(story: Story, question: Question) -> list[Frame]:
    """Return the frames of the sentence with most of a question's words."""
    here = _evidence_tokens(story, question)
    return [frame for frame in story.frames if here is not None and here.start <= frame.head < here.end]


def frame_rows(story: Story, frames: Iterable[Frame]) -> list[dict[str, Any]]:
    """Return frames ready for a template: their names, and the words of each role."""
    return [{"name": frame_name(frame), "roles": _roles(story, frame)} for frame in frames]


def frame_marks(story: Story, frames: Iterable[Frame]) -> list[Mark]:
    """Return a mark for each predicate: its roleset, and who does what in its title."""
    marks = []
    for frame in frames:
        title = " · ".join(f"{role}: {text}" for role, text in _roles(story, frame))
        marks.append(token_mark(story.doc[frame.start : frame.end], "predicate", frame_name(frame), title))
    return marks


def token_mark(span: Span, kind: str, label: str = "", title: str = "", entity: int = -1) -> Mark:
    """Return a mark over some tokens."""
    return Mark(span.start_char, span.end_char, kind, label, title, entity)


def frame_name(frame: Frame) -> str:
    """Return a frame's roleset, after "not" if it is negated."""
    return ("not " if frame.negated else "") + frame.roleset


def _roles(story: Story, frame: Frame) -> list[tuple[str, str]]:
    return [(one.role, story.doc[one.start : one.end].text) for one in frame.arguments]


def answer_marks(
    story: Story,
    question: Question,
    answers: Mapping[str, Sequence[str]],
    sentences: Sequence[int] | None = None,
) -> list[Mark]:
    """Return the marks of one question: its evidence sentence, its references, the systems' answers.

    The spans of each system's answer, by its name, are marked where they first occur in the story; "yes" and
    "no" are not. The sentences of the evidence are by default the one with most of the question's words.
    """
    if sentences is None:
        evidence = [evidence_span(story, question)]
    else:
        every = list(story.doc.sents)
        evidence = [(every[one].start_char, every[one].end_char) for one in sentences]
    marks = [Mark(*bounds, "evidence") for bounds in evidence if bounds]
    marks += reference_marks(story, question)
    given = ((text, name) for name, texts in answers.items() for text in texts if text not in ("yes", "no"))
    for text, names in grouped(given).items():
        marks += _first(story.text, text, "answer", ", ".join(names))
    return list(dict.fromkeys(marks))


def reference_marks(story: Story, question: Question) -> list[Mark]:
    """Return a mark for each reference, at its annotated spans or its first occurrence."""
    marks: list[Mark] = []
    every = question.spans or ((),) * len(question.references)
    for reference, spans in zip(question.references, every, strict=False):
        marks += [Mark(start, end, "gold", "reference") for start, end in spans]
        for text in () if spans else reference:
            marks += _first(story.text, text, "gold", "reference")
    return marks


def _first(text: str, span: str, kind: str, label: str) -> list[Mark]:
    start = text.lower().find(span.lower()) if span else -1
    return [Mark(start, start + len(span), kind, label)] if start >= 0 else []


def marked_story(story: Story, marks: Sequence[Mark] = ()) -> Markup:
    """Return a story as HTML with its entities and further marks over it."""
    return marked(story.text, [*marks, *entity_marks(story)])


def entity_marks(story: Story) -> list[Mark]:
    """Return a mark for each mention of an entity with two or more, in the entity's colour."""
    marks = []
    for mention in story.mentions:
        entity = story.entities[mention.entity]
        if len(entity.mentions) > 1:
            title = f"{entity.name} · {entity.type.lower()}" if entity.type else entity.name
            span = story.doc[mention.start : mention.end]
            marks.append(token_mark(span, "entity", title=title, entity=entity.id))
    return marks


def explanation_html(story: Story, trace: Trace, question: Question | None = None, page: bool = True) -> str:
    """Return an answer's explanation as HTML: a whole page, or a part for a notebook.

    The references of the question, if it is given, are marked too.
    """
    asked = question or Question("q", trace.question)
    if trace.evidence:
        marks = proof_marks(trace.evidence) + reference_marks(story, asked)
        frames, span = proof_frames(story, trace.evidence), _answer_sentence(story, trace.evidence)
    else:
        frames, span = evidence_frames(story, asked), _evidence_tokens(story, asked)
        marks = answer_marks(story, asked, {"answer": trace.answer}) + frame_marks(story, frames)
    body = fragment(
        "explanation_body.html",
        trace=trace,
        titled=page,
        story=marked_story(story, marks),
        frames=frame_rows(story, frames),
        arcs=dependency_arcs(span) if page and span is not None else "",
    )
    return render("explanation.html", title=trace.question, explanation=body) if page else str(body)


def dependency_arcs(span: Span) -> Markup:
    """Return the dependency arcs of some tokens as drawn by displaCy, which escapes its words."""
    from spacy import displacy

    options = {"compact": True, "distance": 90, "bg": "transparent", "color": "currentColor"}
    options["font"] = "inherit"
    return Markup(displacy.render(span.as_doc(), style="dep", options=options, jupyter=False))
