"""What an answer rests on: the marks of a story, and the explanation as a page or in a notebook."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from markupsafe import Markup

from symbolic_rc.core.entity import Frame
from symbolic_rc.core.record import Question
from symbolic_rc.core.tokens import tokens
from symbolic_rc.core.trace import Evidence, Trace
from symbolic_rc.lexicon.english import FUNCTION_WORDS
from symbolic_rc.show.markup import Mark, marked
from symbolic_rc.show.page import fragment, render
from symbolic_rc.story import Story


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


def answer_sentence(story: Story, evidence: Sequence[Evidence]) -> tuple[int, int] | None:
    """Return the sentence of a proof's last predicate, else that of its answer."""
    points = [one for kind in ("answer", "predicate") for one in evidence if one.kind == kind]
    if not points:
        return None
    span = story.doc.char_span(points[-1].start, points[-1].end, alignment_mode="expand")
    return (span.sent.start, span.sent.end) if span is not None else None


def evidence_tokens(story: Story, question: Question) -> tuple[int, int] | None:
    """Return `evidence_span` as tokens of the annotated story."""
    span = evidence_span(story, question)
    found = story.doc.char_span(*span, alignment_mode="expand") if span else None
    return (found.start, found.end) if found is not None else None


def proof_frames(story: Story, evidence: Iterable[Evidence]) -> list[dict[str, Any]]:
    """Return the frames of a proof's predicates, ready for a template."""
    cited = {one.start for one in evidence if one.kind == "predicate"}
    return _rows(story, (frame for frame in story.frames if story.doc[frame.head].idx in cited))


def frame_rows(story: Story, question: Question) -> list[dict[str, Any]]:
    """Return the frames of the evidence, ready for a template."""
    return _rows(story, _frames(story, question))


def _rows(story: Story, frames: Iterable[Frame]) -> list[dict[str, Any]]:
    return [{"name": frame_name(frame), "roles": _roles(story, frame)} for frame in frames]


def frame_marks(story: Story, question: Question) -> list[Mark]:
    """Return a mark for each predicate of the evidence: its roleset, and who does what in its title."""
    marks = []
    for frame in _frames(story, question):
        span = story.doc[frame.start : frame.end]
        title = " · ".join(f"{role}: {text}" for role, text in _roles(story, frame))
        marks.append(Mark(span.start_char, span.end_char, "predicate", frame_name(frame), title))
    return marks


def _frames(story: Story, question: Question) -> Iterator[Frame]:
    if (bounds := evidence_tokens(story, question)) is not None:
        yield from (frame for frame in story.frames if bounds[0] <= frame.head < bounds[1])


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

    Parameters
    ----------
    story : Story
    question : Question
    answers : mapping of str to sequence of str
        Each system's answer, by its name: the texts of its spans, marked where they first occur in the story.
    sentences : sequence of int, optional
        Those that are the evidence; by default the one with most of the question's words.
    """
    if sentences is None:
        evidence = [evidence_span(story, question)]
    else:
        every = list(story.doc.sents)
        evidence = [(every[one].start_char, every[one].end_char) for one in sentences]
    marks = [Mark(*bounds, "evidence") for bounds in evidence if bounds]
    marks += reference_marks(story, question)
    by_text: dict[str, list[str]] = {}
    for name, texts in answers.items():
        for text in texts:
            by_text.setdefault(text, []).append(name)
    for text, names in by_text.items():
        if mark := _first(story.text, text, "answer", ", ".join(names)):
            marks.append(mark)
    return list(dict.fromkeys(marks))


def reference_marks(story: Story, question: Question) -> list[Mark]:
    """Return a mark for each reference, at its annotated spans or its first occurrence."""
    marks: list[Mark] = []
    for reference, spans in zip(
        question.references, question.spans or ((),) * len(question.references), strict=False
    ):
        if spans:
            marks += [Mark(start, end, "gold", "reference") for start, end in spans]
        else:
            marks += [mark for text in reference if (mark := _first(story.text, text, "gold", "reference"))]
    return marks


def _first(text: str, span: str, kind: str, label: str) -> Mark | None:
    start = text.lower().find(span.lower()) if span else -1
    return Mark(start, start + len(span), kind, label) if start >= 0 else None


def marked_story(story: Story, marks: Sequence[Mark] = ()) -> Markup:
    """Return a story as HTML with its entities and further marks over it."""
    return marked(story.text, [*marks, *entity_marks(story)])


def entity_marks(story: Story) -> list[Mark]:
    """Return a mark for each mention of an entity with two or more, in the entity's colour."""
    marks = []
    for mention in story.mentions:
        entity = story.entities[mention.entity]
        if len(entity.mentions) > 1:
            first, last = story.doc[mention.start], story.doc[mention.end - 1]
            title = f"{entity.name} · {entity.type.lower()}" if entity.type else entity.name
            marks.append(Mark(first.idx, last.idx + len(last), "entity", title=title, entity=entity.id))
    return marks


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
