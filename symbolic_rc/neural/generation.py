"""Answers generated word by word: Seq2Seq without and with the story, the AS Reader with a decoder.

Kocisky et al. 2018, sections 4.2 and 4.3.
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
from symbolic_rc.neural.examples import BEGIN, END, LONGEST_ANSWER, PADDING, UNKNOWN, Passage, best_f1, pad
from symbolic_rc.neural.layers import Bidirectional, masked_softmax, padding_mask, word_layer
from symbolic_rc.neural.settings import NeuralSettings
from symbolic_rc.neural.spans import SpanBatch, span_batch
from symbolic_rc.neural.task import FreeFormTask

#: The least probability of a word, whose logarithm is taken.
_LEAST = 1e-9

#: Hidden state and cell of the decoder.
DecoderState = tuple[Tensor, Tensor]
#: Passages and questions, the target answers, and of each passage the word that each marker stands for.
AnswerBatch = tuple[SpanBatch, Tensor, list[dict[int, str]]]


@dataclass(frozen=True, slots=True)
class EncodedInput:
    """What the decoder attends to: states, their words and padding mask; and its initial state."""

    states: Tensor
    words: Tensor
    mask: Tensor
    begin: DecoderState

    def rows(self, places: Tensor) -> EncodedInput:
        """Return some rows, in the order of `places`."""
        begin = (self.begin[0][places], self.begin[1][places])
        return EncodedInput(self.states[places], self.words[places], self.mask[places], begin)


class AnswerGenerator(nn.Module):
    """Encode the question and, if wanted, the story; decode the answer with attention to both.

    With `copies` each word is chosen from the story by its attention sum, instead of from the vocabulary: the
    AS Reader with a decoder. `first` are the words' initial vectors, shape (vocabulary, dimensions).
    """

    def __init__(
        self, first: NDArray[float32], settings: NeuralSettings, story: bool = True, copies: bool = False
    ) -> None:
        super().__init__()
        size, width = first.shape[1], 2 * settings.hidden
        self.story, self.copies = story, copies
        self.embedding = word_layer(first)
        self.question = Bidirectional(size, settings.hidden)
        if story:
            self.passage = Bidirectional(size, settings.hidden)
        self.begin = nn.Linear(width, 2 * width)
        self.cell = nn.LSTMCell(size + width, width)
        self.look = nn.Linear(width, width, bias=False)
        if copies:
            self.stop = nn.Parameter(torch.randn(1, 1, width) * 0.1)  # the state of the answer's end
        else:
            self.write = nn.Linear(2 * width, len(first))
        self.dropout = nn.Dropout(settings.dropout)

    def encode(self, batch: SpanBatch) -> EncodedInput:
        """Return what the decoder attends to, a row a question."""
        states, last = self.question(self.dropout(self.embedding(batch.asked)), batch.asked_lengths)
        words, mask = batch.asked, padding_mask(batch.asked_lengths, batch.asked.shape[1])
        if self.story:
            story, _ = self.passage(self.dropout(self.embedding(batch.words)), batch.lengths)
            whole = padding_mask(batch.lengths, batch.words.shape[1])
            if self.copies:  # the end takes the question's place
                count = len(batch.of)
                states = self.stop.expand(count, 1, -1)
                words, mask = words.new_full((count, 1), END), mask.new_ones((count, 1))
            states = torch.cat([states, story[batch.of]], dim=1)
            words = torch.cat([words, batch.words[batch.of]], dim=1)
            mask = torch.cat([mask, whole[batch.of]], dim=1)
        hidden, cell = torch.tanh(self.begin(self.dropout(last))).chunk(2, dim=1)
        return EncodedInput(states, words, mask, (hidden, cell))

    def step(
        self, encoded: EncodedInput, previous: Tensor, state: DecoderState
    ) -> tuple[Tensor, DecoderState]:
        """Return the log probability of each next word, shape (questions, vocabulary), and the next state."""
        context = self._attend(encoded, state[0])[1]
        row = torch.cat([self.dropout(self.embedding(previous)), context], dim=1)
        hidden, cell = self.cell(row, state)
        weights, context = self._attend(encoded, hidden)
        if self.copies:
            sums = weights.new_zeros((len(weights), self.embedding.num_embeddings))
            return torch.log(sums.scatter_add(1, encoded.words, weights) + _LEAST), (hidden, cell)
        logits = self.write(self.dropout(torch.cat([hidden, context], dim=1)))
        return torch.log_softmax(logits, dim=1), (hidden, cell)

    def _attend(self, encoded: EncodedInput, hidden: Tensor) -> tuple[Tensor, Tensor]:
        logits = torch.bmm(encoded.states, self.look(hidden)[:, :, None])[:, :, 0]
        weights = masked_softmax(logits, encoded.mask)
        return weights, torch.bmm(weights[:, None, :], encoded.states)[:, 0]


def _beam_search(
    model: AnswerGenerator, encoded: EncodedInput, beam: int, longest: int
) -> tuple[list[int], float]:
    """Return the answer to one encoded question as words' integers, and its log probability per word."""
    device = encoded.mask.device
    words = torch.full((1, 1), BEGIN, dtype=torch.int64, device=device)
    sums, state = torch.zeros(1, device=device), encoded.begin
    ended: list[tuple[float, list[int]]] = []
    for length in range(1, longest + 1):
        rows = encoded.rows(torch.zeros(len(words), dtype=torch.int64, device=device))
        scores, state = model.step(rows, words[:, -1], state)
        scores[:, [PADDING, BEGIN]] = float("-inf")
        values, places = torch.topk((sums[:, None] + scores).flatten(), beam)
        rows_of, chosen = places // scores.shape[1], places % scores.shape[1]
        going = []
        for value, row, word in zip(values.tolist(), rows_of.tolist(), chosen.tolist(), strict=True):
            if word == END:
                ended.append((value / length, words[row, 1:].tolist()))
            else:
                going.append((value, row, word))
        if not going or len(ended) >= beam:
            break
        kept = torch.tensor([row for _, row, _ in going], device=device)
        new = torch.tensor([[word] for *_, word in going], device=device)
        sums = torch.tensor([value for value, *_ in going], device=device)
        words, state = torch.cat([words[kept], new], dim=1), (state[0][kept], state[1][kept])
    if not ended:
        ended = [(float(sums[0]) / longest, words[0, 1:].tolist())]
    score, answer = max(ended, key=lambda item: item[0])
    return answer, score


def _log_probabilities(model: AnswerGenerator, spans: SpanBatch, targets: Tensor) -> Tensor:
    """Return the log probability of each question's target answer, its end included."""
    encoded = model.encode(spans)
    state, total = encoded.begin, encoded.states.new_zeros(len(targets))
    for i in range(targets.shape[1] - 1):
        scores, state = model.step(encoded, targets[:, i], state)
        following = targets[:, i + 1]
        total = total + scores.gather(1, following[:, None])[:, 0] * (following != PADDING)
    return total


class GenerationTask(FreeFormTask):
    """Answer a free-form question with words of the vocabulary or of the story."""

    def batch(self, items: Sequence[Passage], random: np.random.Generator | None = None) -> AnswerBatch:
        """Return tensors; answers' words outside the vocabulary are the passage's, by their markers."""
        batch = span_batch(items, self._vocabulary, random, self._settings.device)
        names = []
        for item, words in zip(items, batch.words.tolist(), strict=True):
            places = np.flatnonzero(item.unknowns >= 0).tolist()
            names.append({words[i]: item.texts[i] for i in places})
        rows = []
        for item, known in zip(items, names, strict=True):
            markers = {text: number for number, text in known.items()}
            for question in item.questions:
                answer = question.references[0] if question.references else ()
                numbers = self._vocabulary.numbers(answer)
                for i in np.flatnonzero(numbers == UNKNOWN).tolist():
                    numbers[i] = markers.get(answer[i], UNKNOWN)
                rows.append(np.concatenate([[BEGIN], numbers[:LONGEST_ANSWER], [END]]))
        targets = torch.from_numpy(pad(rows)[0]).to(self._settings.device)
        return batch, targets, names

    def loss(self, model: AnswerGenerator, batch: AnswerBatch) -> tuple[Tensor, int]:
        """Return the summed negative log probability of the answers' words, and the number of answers."""
        return -_log_probabilities(model, *batch[:2]).sum(), len(batch[1])

    def rank(self, model: AnswerGenerator, item: Passage) -> NDArray[np.float64]:
        """Return the log probability per word of the first reference of each of the passage's questions."""
        spans, targets, _ = self.batch([item])
        found = _log_probabilities(model, spans, targets) / (targets[:, 1:] != PADDING).sum(dim=1)
        return found.double().cpu().numpy()

    def score(self, model: AnswerGenerator, items: Sequence[Passage]) -> tuple[float, int]:
        """Return the summed F1 of greedy answers with the references, and the number of questions."""
        asked = [question for item in items for question in item.questions]
        pairs = zip(self._generate(model, items, beam=1), asked, strict=True)
        values = [best_f1(words, question.references) for (words, _), question in pairs]
        return float(sum(values)), len(values)

    def answers(self, model: AnswerGenerator, record: Record, item: Passage) -> list[Answer]:
        """Answer with the words that beam search finds."""
        found = [(" ".join(words), share) for words, share in self._generate(model, [item], beam=3)]
        return [Answer((text,) if text else (), (), share, confidence=share) for text, share in found]

    def _generate(
        self, model: AnswerGenerator, items: Sequence[Passage], beam: int
    ) -> list[tuple[list[str], float]]:
        spans, _, names = self.batch(items)
        encoded = model.encode(spans)
        found = []
        for i, passage in enumerate(spans.of.tolist()):
            row = encoded.rows(torch.tensor([i], device=encoded.mask.device))
            numbers, score = _beam_search(model, row, beam, LONGEST_ANSWER)
            words = [names[passage].get(number) or self._vocabulary.word(number) for number in numbers]
            found.append(([word for word in words if word], float(np.exp(score))))
        return found
