"""Written answers for the training loop."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import torch
from torch import Tensor

from symbolic_rc.core.answer import Answer
from symbolic_rc.core.record import Record
from symbolic_rc.neural.examples.batching import padded
from symbolic_rc.neural.examples.free_form import FreeFormTask
from symbolic_rc.neural.examples.overlap import overlap
from symbolic_rc.neural.examples.passages import LONGEST_ANSWER, Passage
from symbolic_rc.neural.generation.decoding import written
from symbolic_rc.neural.generation.seq2seq import AnswerWriter
from symbolic_rc.neural.heat_map import Look
from symbolic_rc.neural.spans.batch import SpanBatch, span_batch
from symbolic_rc.neural.vocabulary import BEGIN, END, PADDING, UNKNOWN


class WritingTask(FreeFormTask):
    """Answer a free-form question with words of the vocabulary or of the story."""

    def batch(
        self, items: Sequence[Passage], random: np.random.Generator | None = None
    ) -> tuple[SpanBatch, Tensor, list[dict[int, str]]]:
        """Return tensors, the answers to learn, and what each marker stands for in each passage.

        The answers' words that the vocabulary does not have are those of the passage, by the same markers.
        """
        found = span_batch(items, self._vocabulary, random, self._settings.device)
        names = [_names(one, found.words[i].tolist()) for i, one in enumerate(items)]
        rows = []
        for one, known in zip(items, names, strict=True):
            markers = {text: number for number, text in known.items()}
            for question in one.questions:
                words = question.wanted[0] if question.wanted else ()
                numbers = self._vocabulary.numbers(words)
                for i in np.flatnonzero(numbers == UNKNOWN).tolist():
                    numbers[i] = markers.get(words[i], UNKNOWN)
                rows.append(np.concatenate([[BEGIN], numbers[:LONGEST_ANSWER], [END]]))
        targets = torch.from_numpy(padded(rows)[0]).to(self._settings.device)
        return found, targets, names

    def loss(
        self, model: AnswerWriter, batch: tuple[SpanBatch, Tensor, list[dict[int, str]]]
    ) -> tuple[Tensor, int]:
        """Return the summed negative log probability of the answers' words, and the number of answers."""
        spans, targets, _ = batch
        read = model.read(spans)
        state, total = read.begin, read.states.new_zeros(())
        for i in range(targets.shape[1] - 1):
            chances, state = model.step(read, targets[:, i], state)
            following = targets[:, i + 1]
            chosen = chances.gather(1, following[:, None])[:, 0]
            total = total - (chosen * (following != PADDING)).sum()
        return total, len(targets)

    def score(self, model: AnswerWriter, items: Sequence[Passage]) -> tuple[float, int]:
        """Return the summed overlap of greedy answers with the references, and the number of questions."""
        asked = [question for one in items for question in one.questions]
        answers = self._texts(model, items, beam=1)
        values = [overlap(words, one.wanted) for (words, _), one in zip(answers, asked, strict=True)]
        return float(sum(values)), len(values)

    def looks(self, model: AnswerWriter, record: Record, item: Passage) -> list[list[Look]]:
        """Return nothing: each word that is written has an attention of its own."""
        return [[] for _ in item.questions]

    def answers(self, model: AnswerWriter, record: Record, item: Passage) -> list[Answer]:
        """Answer with the words that beam search finds."""
        return [
            Answer((" ".join(words),) if words else (), (), chance, confidence=chance)
            for words, chance in self._texts(model, [item], beam=3)
        ]

    def _texts(
        self, model: AnswerWriter, items: Sequence[Passage], beam: int
    ) -> list[tuple[list[str], float]]:
        spans, _, names = self.batch(items)
        found = []
        for of, (numbers, score) in zip(
            spans.of.tolist(), written(model, model.read(spans), beam, LONGEST_ANSWER), strict=True
        ):
            words = [names[of].get(number) or self._vocabulary.word(number) for number in numbers]
            found.append(([word for word in words if word], float(np.exp(score))))
        return found


def _names(item: Passage, words: list[int]) -> dict[int, str]:
    """Return the word that each marker of a passage stands for."""
    places = np.flatnonzero(item.strangers >= 0).tolist()
    return {words[i]: item.texts[i] for i in places}
