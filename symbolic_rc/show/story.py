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
    evidence = _evidence(story, question)
    return [evidence, *marks] if evidence else marks


def _first(text: str, span: str, kind: str, title: str) -> Mark | None:
    start = text.lower().find(span.lower()) if span else -1
    return Mark(start, start + len(span), kind, title=title) if start >= 0 else None


def _evidence(story: Story, question: Question) -> Mark | None:
    """Return the sentence that shares most content words with the question; the first of equals."""
    asked = {word.lower() for word in tokens(question.text).words} - FUNCTION_WORDS
    found, best = None, 0
    bounds = story.tokens.sentences.tolist()
    for start, end in pairwise(bounds):
        shared = len(asked & {word.lower() for word in story.tokens.words[start:end]})
        if shared > best:
            best = shared
            found = Mark(int(story.tokens.starts[start]), int(story.tokens.ends[end - 1]), "evidence")
    return found


def marked_story(story: Story, marks: Sequence[Mark]) -> Markup:
    """Return a story as HTML with marks over it."""
    return marked(story.text, marks)
