"""The cloze readers of Hermann et al. (2015, section 3.2) and Kadlec et al. (2016).

All take the words' initial vectors, an array of float32 of shape (vocabulary, dimensions), and the settings.
"""

from __future__ import annotations

import torch
from numpy import float32
from numpy.typing import NDArray
from torch import Tensor, nn

from symbolic_rc.neural.cloze_task import ClozeBatch, ClozeOutput
from symbolic_rc.neural.layers import (
    Bidirectional,
    QuestionTable,
    attention_sum,
    masked_softmax,
    padding_mask,
    word_layer,
)
from symbolic_rc.neural.settings import NeuralSettings
from symbolic_rc.neural.vocabulary import DELIMITER, PLACEHOLDER


class AttentionSumReader(nn.Module):
    """Attend to the story's tokens by their states' products with the question's; an entity gets their sum.

    As published (Kadlec et al. 2016), two layers of their own read story and question, and the question is
    where its two directions end. `shared` is for little data: one layer reads both, so that the contexts of
    the placeholder and of an entity start out alike; the question is the state at its placeholder, after a
    linear map that is initially the identity; and entities that the question names get a learned weight.
    """

    def __init__(self, first: NDArray[float32], settings: NeuralSettings, shared: bool = False) -> None:
        super().__init__()
        self.embedding = word_layer(first)
        self.story = Bidirectional(first.shape[1], settings.hidden)
        self.shared = shared
        if shared:
            self.map = nn.Linear(2 * settings.hidden, 2 * settings.hidden, bias=False)
            nn.init.eye_(self.map.weight)
            self.named = nn.Parameter(torch.zeros(1))
        else:
            self.question = Bidirectional(first.shape[1], settings.hidden)
        self.dropout = nn.Dropout(settings.dropout)

    def forward(self, batch: ClozeBatch) -> ClozeOutput:
        """Return each entity's sum of attention as a log probability, and the attention."""
        story, _ = self.story(self.dropout(self.embedding(batch.words)), batch.lengths)
        question = self._question(batch)
        table = QuestionTable(batch.of, len(batch.words))
        products = torch.bmm(table.spread(self.dropout(question)), self.dropout(story).transpose(1, 2))
        logits = table.gather(products)
        entities, count = batch.entities[batch.of], batch.markers.shape[1]
        if self.shared:
            logits = logits + self.named * batch.named().gather(1, entities)
        mask = entities < count  # the places of candidates
        found = attention_sum(logits, mask, entities, count)
        found = found.masked_fill(~batch.candidates[batch.of], float("-inf"))
        return ClozeOutput(found, masked_softmax(logits, mask))

    def _question(self, batch: ClozeBatch) -> Tensor:
        words = self.dropout(self.embedding(batch.asked))
        if not self.shared:
            return self.question(words, batch.asked_lengths)[1]
        states, _ = self.story(words, batch.asked_lengths)
        places = (batch.asked == PLACEHOLDER).float()
        places = places / places.sum(dim=1, keepdim=True).clamp(min=1)
        return self.map(torch.einsum("qu,qud->qd", places, states))


class MarkerScores(nn.Module):
    """Hermann et al.'s output layer: a marker's weights times a joint vector, p(a) ~ exp(W(a) g).

    Parameters
    ----------
    width : int
        Of the joint vector of story and question.
    markers : int
    """

    def __init__(self, width: int, markers: int) -> None:
        super().__init__()
        self.weights = nn.Embedding(markers, width)
        nn.init.normal_(self.weights.weight, std=0.1)

    def forward(self, joint: Tensor, batch: ClozeBatch) -> Tensor:
        """Return log probabilities over the entities of each question's story; (questions, entities)."""
        rows = self.weights(batch.markers)[batch.of]
        logits = torch.einsum("qew,qw->qe", rows, joint)
        return torch.log_softmax(logits.masked_fill(~batch.candidates[batch.of], float("-inf")), dim=1)


class AttentiveReader(nn.Module):
    """Score entities by the question and the story's states, weighted by how well they match the question.

    With `uniform` all weights are equal: the Uniform Reader.
    """

    def __init__(self, first: NDArray[float32], settings: NeuralSettings, uniform: bool = False) -> None:
        super().__init__()
        hidden = 2 * settings.hidden
        self.embedding = word_layer(first)
        self.story = Bidirectional(first.shape[1], settings.hidden)
        self.question = Bidirectional(first.shape[1], settings.hidden)
        self.uniform = uniform
        if not uniform:
            self.of_story = nn.Linear(hidden, settings.hidden, bias=False)
            self.of_question = nn.Linear(hidden, settings.hidden)
            self.weight = nn.Linear(settings.hidden, 1, bias=False)
        self.joint_story = nn.Linear(hidden, hidden, bias=False)
        self.joint_question = nn.Linear(hidden, hidden)
        self.scores = MarkerScores(hidden, settings.markers)
        self.dropout = nn.Dropout(settings.dropout)

    def forward(self, batch: ClozeBatch) -> ClozeOutput:
        """Return each entity's log probability, and the weights."""
        story, _ = self.story(self.dropout(self.embedding(batch.words)), batch.lengths)
        _, question = self.question(self.dropout(self.embedding(batch.asked)), batch.asked_lengths)
        question = self.dropout(question)
        mask = padding_mask(batch.lengths, batch.words.shape[1])[batch.of]
        if self.uniform:
            weights = mask / mask.sum(dim=1, keepdim=True)
        else:
            match = torch.tanh(self.of_story(story)[batch.of] + self.of_question(question)[:, None, :])
            weights = masked_softmax(self.weight(match)[:, :, 0], mask)
        attended = torch.einsum("qt,qtw->qw", weights, story[batch.of])
        joint = torch.tanh(self.joint_story(attended) + self.joint_question(question))
        return ClozeOutput(self.scores(self.dropout(joint), batch), weights)


class ImpatientReader(nn.Module):
    """Attend to the story once for each word of the question; the previous words guide the attention."""

    def __init__(self, first: NDArray[float32], settings: NeuralSettings) -> None:
        super().__init__()
        hidden = 2 * settings.hidden
        self.embedding = word_layer(first)
        self.story = Bidirectional(first.shape[1], settings.hidden)
        self.question = Bidirectional(first.shape[1], settings.hidden)
        self.of_story = nn.Linear(hidden, settings.hidden, bias=False)
        self.of_word = nn.Linear(hidden, settings.hidden)
        self.of_seen = nn.Linear(hidden, settings.hidden, bias=False)
        self.weight = nn.Linear(settings.hidden, 1, bias=False)
        self.seen = nn.Linear(hidden, hidden, bias=False)
        self.joint_story = nn.Linear(hidden, hidden, bias=False)
        self.joint_question = nn.Linear(hidden, hidden)
        self.scores = MarkerScores(hidden, settings.markers)
        self.dropout = nn.Dropout(settings.dropout)

    def forward(self, batch: ClozeBatch) -> ClozeOutput:
        """Return each entity's log probability, and the weights at the question's last word."""
        story, _ = self.story(self.dropout(self.embedding(batch.words)), batch.lengths)
        words, question = self.question(self.dropout(self.embedding(batch.asked)), batch.asked_lengths)
        own, table = self.of_story(story)[batch.of], story[batch.of]
        mask = padding_mask(batch.lengths, batch.words.shape[1])[batch.of]
        state = table.new_zeros((len(table), table.shape[2]))
        weights = table.new_zeros(mask.shape)
        for i in range(batch.asked.shape[1]):
            inside = (batch.asked_lengths > i)[:, None]
            guide = self.of_word(words[:, i]) + self.of_seen(state)
            now = masked_softmax(self.weight(torch.tanh(own + guide[:, None, :]))[:, :, 0], mask)
            read = torch.einsum("qt,qtw->qw", now, table) + torch.tanh(self.seen(state))
            state, weights = torch.where(inside, read, state), torch.where(inside, now, weights)
        joint: Tensor = torch.tanh(self.joint_story(state) + self.joint_question(self.dropout(question)))
        return ClozeOutput(self.scores(self.dropout(joint), batch), weights)


class DeepLSTMReader(nn.Module):
    """Read question and story as one sequence through two layers; their final states score the entities.

    Skip connections lead from the words to each layer, and from each layer to the output. The question comes
    before the story if `question_first`, else after it.
    """

    def __init__(
        self, first: NDArray[float32], settings: NeuralSettings, question_first: bool = True
    ) -> None:
        super().__init__()
        size = first.shape[1]
        self.embedding = word_layer(first)
        self.lower = nn.LSTM(size, settings.hidden, batch_first=True)
        self.upper = nn.LSTM(size + settings.hidden, settings.hidden, batch_first=True)
        self.scores = MarkerScores(2 * settings.hidden, settings.markers)
        self.dropout = nn.Dropout(settings.dropout)
        self.question_first = question_first

    def forward(self, batch: ClozeBatch) -> ClozeOutput:
        """Return each entity's log probability; this reader has no attention."""
        words, lengths = self._sequences(batch)
        rows = self.dropout(self.embedding(words))
        lower, _ = self.lower(rows)
        upper, _ = self.upper(torch.cat([rows, self.dropout(lower)], dim=2))
        states = torch.cat([lower, upper], dim=2)
        ends = (lengths - 1)[:, None, None].expand(-1, 1, states.shape[2])
        return ClozeOutput(self.scores(self.dropout(states.gather(1, ends)[:, 0]), batch))

    def _sequences(self, batch: ClozeBatch) -> tuple[Tensor, Tensor]:
        """Return the question, a delimiter and the story of each question, in the chosen order."""
        story = (batch.words[batch.of], batch.lengths[batch.of])
        asked = (batch.asked, batch.asked_lengths)
        (one, one_length), (two, two_length) = (asked, story) if self.question_first else (story, asked)
        lengths = one_length + 1 + two_length
        found = one.new_zeros((len(one), int(lengths.max())))
        for row, a, n, b, m in zip(found, one, one_length.tolist(), two, two_length.tolist(), strict=True):
            row[:n] = a[:n]
            row[n] = DELIMITER
            row[n + 1 : n + 1 + m] = b[:m]
        return found, lengths
