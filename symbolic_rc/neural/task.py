"""Kinds of questions for the training loop, and what the tasks of free-form questions share."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from torch import Tensor, nn

from symbolic_rc.core.record import Answer, Question, Record
from symbolic_rc.neural.examples import NeuralVocabulary, Passage, passages
from symbolic_rc.neural.heat_map import TokenWeight
from symbolic_rc.neural.settings import NeuralSettings


class Task(ABC):
    """A kind of questions: how they become tensors, which loss is minimised, what early stopping looks at."""

    metric: str

    def __init__(self, vocabulary: NeuralVocabulary, settings: NeuralSettings) -> None:
        self._vocabulary, self._settings = vocabulary, settings

    @abstractmethod
    def takes(self, question: Question) -> bool:
        """Return whether a question is of this kind."""

    @abstractmethod
    def items(
        self, record: Record, asked: Sequence[Question], training: bool = False
    ) -> list[tuple[Any, list[int]]]:
        """Return the parts of a story that questions are about, each with its questions' indices."""

    @abstractmethod
    def batch(self, items: Sequence[Any], random: np.random.Generator | None = None) -> Any:
        """Return items as tensors; `random` is given in training and assigns the markers."""

    @abstractmethod
    def loss(self, model: Any, batch: Any) -> tuple[Tensor, int]:
        """Return the summed negative log probability of the answers, and the number of questions."""

    @abstractmethod
    def score(self, model: Any, items: Sequence[Any]) -> tuple[float, int]:
        """Return the summed metric of the items' questions, and their number."""

    @abstractmethod
    def answers(self, model: Any, record: Record, item: Any) -> list[Answer]:
        """Answer the questions of an item."""

    def attention(self, model: nn.Module, record: Record, item: Any) -> list[list[list[TokenWeight]]]:
        """Return each question's attention over the story's tokens, step by step; empty without attention."""
        return [[] for _ in item.questions]


class FreeFormTask(Task):
    """Questions without placeholder or choices, about passages."""

    metric = "F1"

    def takes(self, question: Question) -> bool:
        """Return whether a question has neither placeholder nor choices."""
        return not question.is_cloze and not question.is_choice

    def items(
        self, record: Record, asked: Sequence[Question], training: bool = False
    ) -> list[tuple[Passage, list[int]]]:
        """Return the passages that questions are about; in training, with a limited number of questions."""
        if not training:
            return passages(record, asked, self._vocabulary, self._settings.longest_read)
        found = []
        for passage, places in passages(record, asked, self._vocabulary, self._settings.longest_story):
            most = self._settings.questions or len(places)
            for i in range(0, len(places), most):
                part = slice(i, i + most)
                found.append((replace(passage, questions=passage.questions[part]), places[part]))
        return found
