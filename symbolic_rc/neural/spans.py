"""Free-form questions answered with one span of the story: the task, BiDAF and QANet.

Readers take the words' initial vectors, float32 of shape (vocabulary, dimensions), and the settings.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch
from numpy import float32
from numpy.typing import NDArray
from torch import Tensor, nn

from symbolic_rc.core.record import Answer, Record
from symbolic_rc.neural import examples as X
from symbolic_rc.neural import layers as L
from symbolic_rc.neural.examples import NeuralVocabulary, Passage
from symbolic_rc.neural.heat_map import TokenWeight, token_weights
from symbolic_rc.neural.settings import NeuralSettings
from symbolic_rc.neural.task import FreeFormTask

#: Blocks of QANet's modelling stack (7 in the paper, each with two convolutions), and heads of attention.
_BLOCKS, _HEADS = 2, 4


@dataclass(frozen=True, slots=True)
class SpanBatch:
    """Passages with their questions, as tensors of int64, a row a passage or a question.

    `of` is the passage of each question; `shared`, float, is 1 where the question has the passage's word;
    `first` and `last` are the answer's first and last token, or -1.
    """

    words: Tensor
    lengths: Tensor
    asked: Tensor
    asked_lengths: Tensor
    of: Tensor
    shared: Tensor
    first: Tensor
    last: Tensor


def span_batch(
    items: Sequence[Passage], vocabulary: NeuralVocabulary, random: np.random.Generator | None, device: str
) -> SpanBatch:
    """Return passages with their questions as tensors.

    Words outside the vocabulary get markers, equal words equal ones, at random in training: like the entities
    of cloze stories.
    """
    markers = [X.assign_markers(item.unknown_count, vocabulary.markers, random) for item in items]
    marked = [
        X.with_markers(item.words, item.unknowns, own) for item, own in zip(items, markers, strict=True)
    ]
    words, lengths = X.pad(marked)
    pairs = [(number, question) for number, item in enumerate(items) for question in item.questions]
    asked = [X.with_markers(question.words, question.unknowns, markers[number]) for number, question in pairs]
    shared = np.zeros((len(pairs), words.shape[1]), np.float32)
    for row, (number, question) in zip(shared, pairs, strict=True):
        row[: len(items[number])] = np.isin(items[number].forms, question.forms)
    of = np.array([number for number, _ in pairs], np.int64)
    first = np.array([question.first for _, question in pairs], np.int64)
    last = np.array([question.last for _, question in pairs], np.int64)
    arrays = (words, lengths, *X.pad(asked), of, shared, first, last)
    return SpanBatch(*(torch.from_numpy(array).to(device) for array in arrays))


@dataclass(frozen=True, slots=True)
class SpanOutput:
    """What every span reader returns: the logits of either end, very low at padding; (questions, tokens)."""

    first: Tensor
    last: Tensor

    def best(self, longest: int) -> list[tuple[int, int, float]]:
        """Return each question's most probable span of at most `longest` tokens, and its probability."""
        begin, end = torch.log_softmax(self.first, dim=1), torch.log_softmax(self.last, dim=1)
        count = begin.shape[1]
        length = torch.arange(count)[None, :] - torch.arange(count)[:, None]
        outside = ((length < 0) | (length >= longest)).to(begin.device)
        found = []
        for one, other in zip(begin, end, strict=True):
            table = (one[:, None] + other[None, :]).masked_fill(outside, L.MASKED_LOGIT)
            place = int(torch.argmax(table))
            found.append((place // count, place % count, float(torch.exp(table.flatten()[place]))))
        return found


class SpanTask(FreeFormTask):
    """Answer a free-form question with one span of the story."""

    def batch(self, items: Sequence[Passage], random: np.random.Generator | None = None) -> SpanBatch:
        """Return passages as tensors; `random` assigns markers to unknown words."""
        return span_batch(items, self._vocabulary, random, self._settings.device)

    def loss(self, model: nn.Module, batch: SpanBatch) -> tuple[Tensor, int]:
        """Return the summed negative log probability of the known answers' ends, and their number."""
        output, known = model(batch), batch.first >= 0
        begin = torch.log_softmax(output.first[known], dim=1).gather(1, batch.first[known][:, None])
        end = torch.log_softmax(output.last[known], dim=1).gather(1, batch.last[known][:, None])
        return -(begin.sum() + end.sum()), int(known.sum())

    def score(self, model: nn.Module, items: Sequence[Passage]) -> tuple[float, int]:
        """Return the summed F1 with the references, and the number of questions."""
        spans = model(self.batch(items)).best(X.LONGEST_ANSWER)
        asked = ((item.texts, question.references) for item in items for question in item.questions)
        pairs = zip(asked, spans, strict=True)
        values = [X.best_f1(texts[first : last + 1], right) for (texts, right), (first, last, _) in pairs]
        return float(sum(values)), len(values)

    def attention(self, model: nn.Module, record: Record, item: Passage) -> list[list[list[TokenWeight]]]:
        """Return the mean probability that the answer begins and ends at each token."""
        output = model(self.batch([item]))
        rows = (torch.softmax(output.first, dim=1) + torch.softmax(output.last, dim=1)) / 2
        spans = list(zip(item.starts.tolist(), item.ends.tolist(), strict=True))
        return [[token_weights(spans, row)] for row in rows.tolist()]

    def answers(self, model: nn.Module, record: Record, item: Passage) -> list[Answer]:
        """Answer with the most probable span."""
        found = []
        for first, last, share in model(self.batch([item])).best(X.LONGEST_ANSWER):
            begin, end = int(item.starts[first]), int(item.ends[last])
            found.append(Answer((record.text[begin:end],), ((begin, end),), share, confidence=share))
        return found


class BiDAF(nn.Module):
    """Bidirectional attention flow (Seo et al. 2017), as NarrativeQA's and DuoRC's authors simplify it.

    Without character embeddings, as in NarrativeQA's paper. For little data, a feature marks the passage's
    words that the question has, and the attention's output is narrowed before the modelling layer.
    """

    def __init__(self, first: NDArray[float32], settings: NeuralSettings) -> None:
        super().__init__()
        width = 2 * settings.hidden
        self.embedding = L.word_layer(first)
        self.context = L.Bidirectional(first.shape[1], settings.hidden)
        self.attention = L.AttentionFlow(width)
        self.narrow = nn.Linear(4 * width + 1, width)
        self.model = L.Bidirectional(width, settings.hidden)
        self.end = L.Bidirectional(width, settings.hidden)
        self.of_first = nn.Linear(2 * width, 1)
        self.of_last = nn.Linear(2 * width, 1)
        self.dropout = L.SharedDropout(settings.dropout)

    def forward(self, batch: SpanBatch) -> SpanOutput:
        """Return the logits of either end."""
        passage, _ = self.context(self.dropout(self.embedding(batch.words)), batch.lengths)
        question, _ = self.context(self.dropout(self.embedding(batch.asked)), batch.asked_lengths)
        lengths = batch.lengths[batch.of]
        mask = L.padding_mask(lengths, batch.words.shape[1])
        asked = L.padding_mask(batch.asked_lengths, batch.asked.shape[1])
        rows = self.attention(passage[batch.of], question, mask, asked)
        rows = torch.relu(self.narrow(torch.cat([self.dropout(rows), batch.shared[:, :, None]], dim=2)))
        states, _ = self.model(self.dropout(rows), lengths)
        ends, _ = self.end(self.dropout(states), lengths)
        first = self.of_first(self.dropout(torch.cat([rows, states], dim=2)))[:, :, 0]
        last = self.of_last(self.dropout(torch.cat([rows, ends], dim=2)))[:, :, 0]
        return SpanOutput(first.masked_fill(~mask, L.MASKED_LOGIT), last.masked_fill(~mask, L.MASKED_LOGIT))


class QANet(nn.Module):
    """QANet (Yu et al. 2018) without pretraining, as Quoref's authors run it, in a small size.

    Encoder blocks without recurrence, attention in both directions, one stack of blocks passed three times.
    """

    def __init__(self, first: NDArray[float32], settings: NeuralSettings) -> None:
        super().__init__()
        width = settings.hidden - settings.hidden % (2 * _HEADS) or 2 * _HEADS
        drop = settings.dropout / 2
        self.embedding = L.word_layer(first)
        self.begin = nn.Linear(first.shape[1], width)
        self.encoder = L.EncoderBlock(width, 4, 7, _HEADS, drop)
        self.attention = L.AttentionFlow(width)
        self.narrow = nn.Linear(4 * width + 1, width)
        self.stack = nn.ModuleList(L.EncoderBlock(width, 2, 5, _HEADS, drop) for _ in range(_BLOCKS))
        self.of_first = nn.Linear(2 * width, 1)
        self.of_last = nn.Linear(2 * width, 1)
        self.dropout = nn.Dropout(settings.dropout)

    def forward(self, batch: SpanBatch) -> SpanOutput:
        """Return the logits of either end."""
        whole = L.padding_mask(batch.lengths, batch.words.shape[1])
        asked = L.padding_mask(batch.asked_lengths, batch.asked.shape[1])
        mask = whole[batch.of]
        passage, question = self._encode(batch.words, whole), self._encode(batch.asked, asked)
        rows = self.attention(passage[batch.of], question, mask, asked)
        rows = self.narrow(torch.cat([self.dropout(rows), batch.shared[:, :, None]], dim=2))
        rows = rows * mask[:, :, None]
        passes = []
        for _ in range(3):
            for block in self.stack:
                rows = block(rows, mask)
            passes.append(self.dropout(rows))
        first = self.of_first(torch.cat([passes[0], passes[1]], dim=2))[:, :, 0]
        last = self.of_last(torch.cat([passes[0], passes[2]], dim=2))[:, :, 0]
        return SpanOutput(first.masked_fill(~mask, L.MASKED_LOGIT), last.masked_fill(~mask, L.MASKED_LOGIT))

    def _encode(self, words: Tensor, mask: Tensor) -> Tensor:
        return self.encoder(self.begin(self.dropout(self.embedding(words))), mask)
