"""The engine on whole books: one answer from all that the book says, not from its best sentences."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from symbolic_rc.books import Book, answer, gather, load_model
from symbolic_rc.books.gather import CHUNKS
from symbolic_rc.core.record import Answer, Question
from symbolic_rc.engine import Engine
from symbolic_rc.readers.reader import ReaderOptions
from symbolic_rc.readers.symbolic import symbolic
from symbolic_rc.retrieve import cut
from symbolic_rc.story import Story


class WholeBook:
    """Answers questions on long stories; the engine, of these weights, on short ones, and multiple choice."""

    def __init__(self, engine: Engine, weights: str = "") -> None:
        self._engine, self._weights = engine, weights

    def answer_all(self, story: Story, questions: Sequence[Question]) -> list[Answer]:
        """Answer each question, in their order."""
        if len(cut(story)) <= CHUNKS:
            return self._engine.answer_all(story, questions)
        free = [i for i, one in enumerate(questions) if not one.is_cloze and not one.is_choice]
        others = sorted({*range(len(questions))} - {*free})
        found: dict[int, Answer] = {}
        if free:
            model, profile, asked = load_model(), self._engine.profile, [questions[i] for i in free]
            gathered = gather(Book(story), asked, self._engine, self._weights, profile)
            found |= {i: self._checked(answer(one, model)) for i, one in zip(free, gathered, strict=True)}
        if others:
            given = self._engine.answer_all(story, [questions[i] for i in others])
            found |= dict(zip(others, given, strict=True))
        return [found[i] for i in range(len(questions))]

    def _checked(self, given: Answer) -> Answer:
        """Return an answer, or none where its confidence is too low."""
        if given.confidence >= self._engine.refuse_below:
            return given
        return replace(given, texts=(), spans=(), rule="refuse")


def whole_book(options: ReaderOptions, name: str) -> WholeBook:
    """Make the reader `symbolic-book`."""
    return WholeBook(symbolic(options), options.weights)
