"""What the tasks of free-form questions share."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from symbolic_rc.core.question import Question
from symbolic_rc.core.record import Record
from symbolic_rc.neural.examples.passages import Passage, passages
from symbolic_rc.neural.settings import NeuralSettings
from symbolic_rc.neural.vocabulary import Vocabulary


class FreeFormTask:
    """Questions without placeholder or choices, before the passages that they are about.

    Parameters
    ----------
    vocabulary : Vocabulary
    settings : NeuralSettings
    """

    figure = "F1"

    def __init__(self, vocabulary: Vocabulary, settings: NeuralSettings) -> None:
        self._vocabulary, self._settings = vocabulary, settings

    def takes(self, question: Question) -> bool:
        """Tell whether a question is of this kind."""
        return not question.is_cloze and not question.is_choice

    def items(
        self, record: Record, asked: Sequence[Question], training: bool = False
    ) -> list[tuple[Passage, list[int]]]:
        """Return the passages that questions are about; in training not with too many at a time."""
        if not training:
            return passages(record, asked, self._vocabulary, self._settings.longest_read)
        found = passages(record, asked, self._vocabulary, self._settings.longest_story)
        return [part for one, places in found for part in _in_turns(one, places, self._settings.questions)]


def _in_turns(one: Passage, places: list[int], most: int) -> Iterator[tuple[Passage, list[int]]]:
    for i in range(0, len(places), most or len(places)):
        part = slice(i, i + (most or len(places)))
        yield replace(one, questions=one.questions[part]), places[part]
