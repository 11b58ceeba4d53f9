"""Spans of passages for the training loop."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import torch
from torch import Tensor, nn

from symbolic_rc.core.answer import Answer
from symbolic_rc.core.record import Record
from symbolic_rc.neural.examples.free_form import FreeFormTask
from symbolic_rc.neural.examples.overlap import overlap
from symbolic_rc.neural.examples.passages import LONGEST_ANSWER, Passage
from symbolic_rc.neural.heat_map import Look
from symbolic_rc.neural.spans.batch import SpanBatch, span_batch
from symbolic_rc.neural.spans.output import best_spans, span_loss


class SpanTask(FreeFormTask):
    """Answer a free-form question with one span of the story."""

    def batch(self, items: Sequence[Passage], random: np.random.Generator | None = None) -> SpanBatch:
        """Return tensors; `random` deals markers to unknown words."""
        return span_batch(items, self._vocabulary, random, self._settings.device)

    def loss(self, model: nn.Module, batch: SpanBatch) -> tuple[Tensor, int]:
        """Return the summed negative log probability of the answers' ends, and their number."""
        return span_loss(model(batch), batch.first, batch.last)

    def score(self, model: nn.Module, items: Sequence[Passage]) -> tuple[float, int]:
        """Return the summed overlap with the references, and the number of questions."""
        found = best_spans(model(self.batch(items)), LONGEST_ANSWER)
        asked = [(one, question) for one in items for question in one.questions]
        values = [
            overlap(one.texts[first : last + 1], question.wanted)
            for (one, question), (first, last, _) in zip(asked, found, strict=True)
        ]
        return float(sum(values)), len(values)

    def looks(self, model: nn.Module, record: Record, item: Passage) -> list[list[Look]]:
        """Return how probable it is that the answer begins or ends at each token, half of both."""
        output = model(self.batch([item]))
        rows = (torch.softmax(output.first, dim=1) + torch.softmax(output.last, dim=1)) / 2
        spans = list(zip(item.starts.tolist(), item.ends.tolist(), strict=True))
        return [
            [Look(*span, weight) for span, weight in zip(spans, row, strict=True)] for row in rows.tolist()
        ]

    def answers(self, model: nn.Module, record: Record, item: Passage) -> list[Answer]:
        """Answer with the most probable span."""
        found = []
        for first, last, chance in best_spans(model(self.batch([item])), LONGEST_ANSWER):
            begin, end = int(item.starts[first]), int(item.ends[last])
            found.append(Answer((record.text[begin:end],), ((begin, end),), chance, confidence=chance))
        return found
