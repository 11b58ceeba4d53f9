"""A story with its entities, the evidence, the answers and the references marked."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from markupsafe import Markup

from symbolic_rc.core.question import Question
from symbolic_rc.core.tokens import tokens
from symbolic_rc.core.words import FUNCTION_WORDS
from symbolic_rc.show.markup import Mark, marked
from symbolic_rc.story import Story


def answer_marks(story: Story, question: Question, answers: Sequence[str]) -> list[Mark]:
    """Return the marks of one question: its references, the systems' answers, the sentence most like it.

    Parameters
    ----------
    story : Story
    question : Question
    answers : sequence of str
        Answers of one or more systems; marked where they first stand in the story.
    """
    marks = []
    for reference, spans in zip(
        question.references, question.spans or ((),) * len(question.references), strict=False
    ):
        if spans:
            marks += [Mark(start, end, "gold", title="reference") for start, end in spans]
        else:
            marks += [mark for text in reference if (mark := _first(story.text, text, "gold", "reference"))]
    for answer in dict.fromkeys(answers):
        mark = _first(story.text, answer, "answer", "answer")
        if mark and not any(mark.start == other.start and mark.end == other.end for other in marks):
            marks.append(mark)
    evidence = evidence_span(story, question)
    return [Mark(*evidence, "evidence"), *marks] if evidence else marks


def _first(text: str, span: str, kind: str, title: str) -> Mark | None:
    start = text.lower().find(span.lower()) if span else -1
    return Mark(start, start + len(span), kind, title=title) if start >= 0 else None


def evidence_span(story: Story, question: Question) -> tuple[int, int] | None:
    """Return the characters of the sentence that shares most content words with the question.

    The first of equals; None where no sentence shares any.
    """
    asked = {word.lower() for word in tokens(question.text).words} - FUNCTION_WORDS
    found, best = None, 0
    for start, end in pairwise(story.tokens.sentences.tolist()):
        shared = len(asked & {word.lower() for word in story.tokens.words[start:end]})
        if shared > best:
            best, found = shared, (int(story.tokens.starts[start]), int(story.tokens.ends[end - 1]))
    return found


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
