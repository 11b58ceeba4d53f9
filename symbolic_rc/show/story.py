"""A story with its entities, the evidence, the answers and the references marked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from markupsafe import Markup

from symbolic_rc.core.question import Question
from symbolic_rc.show.evidence import evidence_span
from symbolic_rc.show.markup import Mark, marked
from symbolic_rc.story import Story


def answer_marks(story: Story, question: Question, answers: Mapping[str, Sequence[str]]) -> list[Mark]:
    """Return the marks of one question: the sentence most like it, its references, the systems' answers.

    Parameters
    ----------
    story : Story
    question : Question
    answers : mapping of str to sequence of str
        Each system's answer, by its name: the texts of its spans, marked where they first stand in the story.
    """
    evidence = evidence_span(story, question)
    marks = [Mark(*evidence, "evidence")] if evidence else []
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
    """Return a mark for each reference, where the data set says that it stands or where it first does."""
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
