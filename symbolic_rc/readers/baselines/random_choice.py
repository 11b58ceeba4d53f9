"""The reader that guesses."""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.record import Answer, Question
from symbolic_rc.readers.answers import choice_answer, span_answer
from symbolic_rc.readers.entities import EntitySource, capitalised, entity_source
from symbolic_rc.readers.reader import ReaderOptions
from symbolic_rc.story import Story


class RandomChoice:
    """Guess a choice, or an entity, or (in a story without names) a sentence.

    What is guessed depends on the seed and the question's id alone, so that neither the order of the stories
    nor the number of workers matters.
    """

    def __init__(self, seed: int = 0, entities: EntitySource = capitalised) -> None:
        self._seed, self._entities = seed, entities

    def answer_all(self, story: Story, questions: Sequence[Question]) -> list[Answer]:
        """Answer each question by chance."""
        bounds = story.tokens.sentences.tolist()
        spans = [entity.spans[0] for entity in self._entities(story)]
        spans = spans or list(itertools.pairwise(bounds))
        answers = []
        for question in questions:
            if question.is_choice:
                scores = self.rank(story, question, question.choices)
                answers.append(choice_answer(question, scores, "random"))
            elif spans:
                start, end = spans[int(self._generator(question).integers(len(spans)))]
                answers.append(span_answer(story, start, end, 0.0, "random"))
            else:
                answers.append(Answer((), rule="random"))
        return answers

    def rank(self, story: Story, question: Question, pool: Sequence[str]) -> NDArray[np.float64]:
        """Score answers by chance."""
        return self._generator(question).random(len(pool))

    def _generator(self, question: Question) -> np.random.Generator:
        digest = hashlib.sha256(f"{self._seed}\0{question.id}".encode()).digest()
        return np.random.Generator(np.random.PCG64(int.from_bytes(digest[:16], "little")))


def random_choice(options: ReaderOptions, name: str) -> RandomChoice:
    """Make the reader `random`."""
    return RandomChoice(options.seed, entity_source(options.entities))
