"""Cloze questions for the training loop."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import torch
from torch import Tensor, nn

from symbolic_rc.core.answer import Answer
from symbolic_rc.core.question import Question
from symbolic_rc.core.record import Record
from symbolic_rc.core.tokens import tokens
from symbolic_rc.neural.cloze.batch import ClozeBatch, cloze_batch
from symbolic_rc.neural.cloze.output import ClozeOutput, cloze_loss, cloze_right
from symbolic_rc.neural.examples.cloze import ClozeStory, cloze_story
from symbolic_rc.neural.heat_map import Look
from symbolic_rc.neural.settings import NeuralSettings
from symbolic_rc.neural.vocabulary import Vocabulary


class ClozeTask:
    """Fill a placeholder with one of the story's markers.

    Parameters
    ----------
    vocabulary : Vocabulary
    settings : NeuralSettings
    """

    figure = "accuracy"

    def __init__(self, vocabulary: Vocabulary, settings: NeuralSettings) -> None:
        self._vocabulary, self._settings = vocabulary, settings

    def takes(self, question: Question) -> bool:
        """Tell whether a question is of this kind."""
        return question.is_cloze

    def items(
        self, record: Record, asked: Sequence[Question], training: bool = False
    ) -> list[tuple[ClozeStory, list[int]]]:
        """Return the story with its questions; nothing if it has no marker."""
        longest = self._settings.longest_story if training else self._settings.longest_read
        found = cloze_story(record, self._vocabulary, longest, asked)
        return [(found, list(range(len(asked))))] if asked and found.candidates else []

    def batch(self, items: Sequence[ClozeStory], random: np.random.Generator | None = None) -> ClozeBatch:
        """Return tensors; `random` deals the markers to the entities."""
        settings = self._settings
        return cloze_batch(items, self._vocabulary, random, settings.device, settings.word_dropout)

    def loss(self, model: nn.Module, batch: ClozeBatch) -> tuple[Tensor, int]:
        """Return the summed negative log probability of the answers, and their number."""
        return cloze_loss(model(batch), batch.answers)

    def score(self, model: nn.Module, items: Sequence[ClozeStory]) -> tuple[float, int]:
        """Return how many questions are answered right, and their number."""
        output, answers = self._mean(model, items)
        return float(cloze_right(output, answers).sum()), len(answers)

    def _mean(self, model: nn.Module, items: Sequence[ClozeStory]) -> tuple[ClozeOutput, Tensor]:
        """Return the mean of the probabilities over some deals of the markers, and the answers."""
        random = np.random.default_rng(0)
        found = []
        for _ in range(max(1, self._settings.deals)):
            batch = cloze_batch(items, self._vocabulary, random, self._settings.device)
            found.append(model(batch))
        shares = torch.stack([torch.exp(one.log_probabilities) for one in found]).mean(dim=0)
        looked = [one.attention for one in found if one.attention is not None]
        attention = torch.stack(looked).mean(dim=0) if looked else None
        return ClozeOutput(torch.log(shares), attention), batch.answers

    def looks(self, model: nn.Module, record: Record, item: ClozeStory) -> list[list[Look]]:
        """Return the weight of each token; nothing for a reader without attention."""
        output, _ = self._mean(model, [item])
        if output.attention is None:
            return [[] for _ in item.questions]
        places = tokens(record.text, record.tokenised)
        spans = list(zip(places.starts.tolist(), places.ends.tolist(), strict=True))[: len(item)]
        return [
            [Look(*span, weight) for span, weight in zip(spans, row[: len(spans)], strict=True)]
            for row in output.attention.tolist()
        ]

    def answers(self, model: nn.Module, record: Record, item: ClozeStory) -> list[Answer]:
        """Answer with the most probable entity, at its first place in the story."""
        output, _ = self._mean(model, [item])
        places = tokens(record.text, record.tokenised)
        found = []
        for row in torch.exp(output.log_probabilities).cpu().numpy()[:, : item.candidates]:
            best = int(np.argmax(row))
            name, share = item.names[best], float(row[best] / max(row.sum(), 1e-12))
            first = int(np.argmax(item.entities == best))
            span = (int(places.starts[first]), int(places.ends[first]))
            found.append(Answer((name,), (span,), share, confidence=share))
        return found
