"""Stories and questions as tokens."""

from __future__ import annotations

from collections.abc import Iterator

from symbolic_rc.core.question import Question
from symbolic_rc.core.record import Record
from symbolic_rc.core.tokens import words_of


def split(text: str, tokenised: bool) -> list[str]:
    """Return the tokens of a text."""
    return text.split() if tokenised else words_of(text)


def asked_words(question: Question, tokenised: bool) -> list[str]:
    """Return the tokens of a question; its placeholder becomes ``@placeholder``."""
    text = question.text
    if question.placeholder:
        text = text.replace(question.placeholder, " @placeholder ")
    return split(text, tokenised)


def tokenised(record: Record) -> Iterator[list[str]]:
    """Yield the tokens of a story and of each of its questions."""
    yield split(record.text, record.tokenised)
    for question in record.questions:
        yield asked_words(question, record.tokenised)
