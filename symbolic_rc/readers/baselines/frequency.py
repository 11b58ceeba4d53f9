"""The frequency baselines: the entity that a story names most often (Hermann et al. 2015, section 3)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.record import Answer, Question
from symbolic_rc.readers.answers import choice_answer, folded, span_answer
from symbolic_rc.readers.entities import EntitySource, NamedEntity, capitalised, entity_source
from symbolic_rc.readers.reader import ReaderOptions
from symbolic_rc.story import Story


class Frequency:
    """Answer with the most frequent entity, or the most frequent that the question does not name.

    Parameters
    ----------
    exclusive : bool
        Whether to leave out entities of the question.
    entities : callable
        ``Story -> list of NamedEntity``.
    """

    def __init__(self, exclusive: bool = False, entities: EntitySource = capitalised) -> None:
        self._exclusive, self._entities = exclusive, entities
        self._rule = "exclusive-frequency" if exclusive else "max-frequency"

    def answer_all(self, story: Story, questions: Sequence[Question]) -> list[Answer]:
        """Answer each question with an entity, or with the choice whose words are most frequent."""
        ranked = sorted(self._entities(story), key=lambda entity: -len(entity.spans))
        return [self._answer(story, question, ranked) for question in questions]

    def _answer(self, story: Story, question: Question, ranked: list[NamedEntity]) -> Answer:
        if question.is_choice:
            scores = self.rank(story, question, question.choices)
            return choice_answer(question, scores, self._rule)
        asked = f" {folded(question.text)} "
        for entity in ranked:
            if not self._exclusive or not entity.is_in(asked):
                return span_answer(story, *entity.spans[0], float(len(entity.spans)), self._rule)
        return Answer((), rule=self._rule)

    def rank(self, story: Story, question: Question, pool: Sequence[str]) -> NDArray[np.float64]:
        """Score each answer by how often it occurs in the story, in whole words."""
        text, asked = f" {folded(story.text)} ", f" {folded(question.text)} "
        scores = np.zeros(len(pool))
        for i, answer in enumerate(pool):
            wanted = f" {folded(answer)} "
            if wanted.strip() and not (self._exclusive and wanted in asked):
                scores[i] = text.count(wanted)
        return scores


def frequency(options: ReaderOptions, name: str) -> Frequency:
    """Make the reader `max-frequency` or `exclusive-frequency`."""
    return Frequency(name == "exclusive-frequency", entity_source(options.entities))
