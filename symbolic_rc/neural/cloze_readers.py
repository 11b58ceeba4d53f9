"""The cloze readers of Hermann et al. (2015, section 3.2) and Kadlec et al. (2016).

All take the words' initial vectors, an array of float32 of shape (vocabulary, dimensions), and the settings.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch
from numpy import float32
from numpy.typing import NDArray
from torch import Tensor, nn

from symbolic_rc.core.record import Answer, Question, Record
from symbolic_rc.core.tokens import tokens
from symbolic_rc.neural import examples as X
from symbolic_rc.neural import layers as L
from symbolic_rc.neural.examples import ClozeStory
from symbolic_rc.neural.heat_map import TokenWeight, token_weights
from symbolic_rc.neural.settings import NeuralSettings
from symbolic_rc.neural.task import Task


@dataclass(frozen=True, slots=True)
class ClozeBatch:
    """Stories with their cloze questions, as tensors of int64, a row a story or a question.

    `entities` are those at each token, one past the last where there is none; `markers` what each has in this
    batch; `candidates`, bool, which a story has; `of` is the story of each question, `answers` the entity
    asked for, or -1.
    """

    words: Tensor
    lengths: Tensor
    entities: Tensor
    markers: Tensor
    candidates: Tensor
    asked: Tensor
    asked_lengths: Tensor
    of: Tensor
    answers: Tensor

    def named(self) -> Tensor:
        """Return which entities each question names: 1 or 0, a column for each and a last one for none."""
        known = torch.cat([self.markers, self.markers.new_full((len(self.markers), 1), -1)], dim=1)[self.of]
        numbers = self.asked - X.FIRST_MARKER
        return (known[:, :, None] == numbers[:, None, :]).any(dim=2).float()


@dataclass(frozen=True, slots=True)
class ClozeOutput:
    """What every cloze reader returns; log probabilities are of shape (questions, entities).

    They are ``-inf``, or very low, for entities that a question's story does not have. The attention to each
    of the story's tokens, if the reader has any, is of shape (questions, steps, tokens): once, or at each
    word asked. `words` has the vocabulary's other words, shape (questions, words), if the reader may answer
    with one.
    """

    log_probabilities: Tensor
    attention: Tensor | None = None
    words: Tensor | None = None

    def correct(self, answers: Tensor) -> Tensor:
        """Tell for each question whether its (first) most probable entity is the answer, and no word."""
        best, entities = self.log_probabilities.max(dim=1)
        right = entities == answers
        return right if self.words is None else right & (best > self.words.amax(dim=1))


class ClozeTask(Task):
    """Fill a placeholder with one of the story's markers."""

    metric = "accuracy"

    def takes(self, question: Question) -> bool:
        """Return whether a question has a placeholder."""
        return question.is_cloze

    def items(
        self, record: Record, asked: Sequence[Question], training: bool = False
    ) -> list[tuple[ClozeStory, list[int]]]:
        """Return the story with its questions; nothing if it has no marker."""
        longest = self._settings.longest_story if training else self._settings.longest_read
        found = X.cloze_story(record, self._vocabulary, longest, asked)
        return [(found, list(range(len(asked))))] if asked and found.candidates else []

    def batch(
        self, items: Sequence[ClozeStory], random: np.random.Generator | None = None, drop: bool = True
    ) -> ClozeBatch:
        """Return stories as tensors; `random` assigns the markers, and drops words unless told not to."""
        vocabulary, word_dropout = self._vocabulary, drop * self._settings.word_dropout
        pairs = [(story, X.assign_markers(len(story.names), vocabulary.markers, random)) for story in items]
        words, lengths = X.pad([X.with_markers(story.words, story.entities, own) for story, own in pairs])
        if random is not None and word_dropout:
            plain = words >= vocabulary.first_word
            words[plain & (random.random(words.shape) < word_dropout)] = X.UNKNOWN
        count = max(1, max(len(story.names) for story in items))
        entities, _ = X.pad([np.where(story.entities >= 0, story.entities, count) for story in items], count)
        markers, _ = X.pad([own for _, own in pairs], 0)
        markers = np.pad(markers, ((0, 0), (0, count - markers.shape[1])))
        candidates = np.arange(count)[None, :] < np.array([story.candidates for story in items])[:, None]
        asked = [X.with_markers(*question, own) for story, own in pairs for question in story.questions]
        of = np.repeat(np.arange(len(items)), [len(story.questions) for story in items])
        answers = np.concatenate([story.answers for story in items])
        arrays = (words, lengths, entities, markers, candidates, *X.pad(asked), of, answers)
        tensors = (torch.from_numpy(np.ascontiguousarray(array)) for array in arrays)
        return ClozeBatch(*(tensor.to(self._settings.device) for tensor in tensors))

    def loss(self, model: nn.Module, batch: ClozeBatch) -> tuple[Tensor, int]:
        """Return the summed negative log probability of the known answers, and their number."""
        known = batch.answers >= 0
        chosen = model(batch).log_probabilities[known].gather(1, batch.answers[known][:, None])
        return -chosen.sum(), int(known.sum())

    def score(self, model: nn.Module, items: Sequence[ClozeStory]) -> tuple[float, int]:
        """Return the number of correct answers, and of questions."""
        output, answers = self._mean(model, items)
        return float(output.correct(answers).sum()), len(answers)

    def _mean(self, model: nn.Module, items: Sequence[ClozeStory]) -> tuple[ClozeOutput, Tensor]:
        """Return the mean output over several assignments of the markers, and the answers."""
        random = np.random.default_rng(0)
        batches = [self.batch(items, random, drop=False) for _ in range(max(1, self._settings.deals))]
        outputs: list[ClozeOutput] = [model(batch) for batch in batches]
        shares = torch.stack([torch.exp(output.log_probabilities) for output in outputs]).mean(dim=0)
        weights = [output.attention for output in outputs if output.attention is not None]
        attention = torch.stack(weights).mean(dim=0) if weights else None
        words = [torch.exp(output.words) for output in outputs if output.words is not None]
        others = torch.log(torch.stack(words).mean(dim=0)) if words else None
        return ClozeOutput(torch.log(shares), attention, others), batches[0].answers

    def attention(self, model: nn.Module, record: Record, item: ClozeStory) -> list[list[list[TokenWeight]]]:
        """Return the weight of each token at each step; empty for a reader without attention."""
        output, _ = self._mean(model, [item])
        if output.attention is None:
            return super().attention(model, record, item)
        places = tokens(record.text, record.tokenised)
        spans = list(zip(places.starts.tolist(), places.ends.tolist(), strict=True))[: len(item)]
        return [[token_weights(spans, row) for row in steps] for steps in output.attention.tolist()]

    def answers(self, model: nn.Module, record: Record, item: ClozeStory) -> list[Answer]:
        """Answer with the most probable entity, at its first place in the story, or with a word."""
        output, _ = self._mean(model, [item])
        places = tokens(record.text, record.tokenised)
        rows = torch.exp(output.log_probabilities).cpu().numpy()[:, : item.candidates]
        words = None if output.words is None else torch.exp(output.words).max(dim=1)
        found = []
        for number, row in enumerate(rows):
            best = int(np.argmax(row))
            if words is not None and (share := float(words.values[number])) >= row[best]:
                text = self._vocabulary.word(self._vocabulary.first_word + int(words.indices[number]))
                found.append(Answer((text,), (), share, confidence=share))
                continue
            share = float(row[best] / (max(row.sum(), 1e-12) if words is None else 1.0))
            first = int(np.argmax(item.entities == best))
            span = (int(places.starts[first]), int(places.ends[first]))
            found.append(Answer((item.names[best],), (span,), share, confidence=share))
        return found


class AttentionSumReader(nn.Module):
    """Attend to the story's tokens by their states' products with the question's; an entity gets their sum.

    As published (Kadlec et al. 2016), two layers of their own read story and question, and the question is
    where its two directions end. `shared` is for little data: one layer reads both, so that the contexts of
    the placeholder and of an entity start out alike; the question is the state at its placeholder, after a
    linear map that is initially the identity; and entities that the question names get a learned weight.
    """

    def __init__(self, first: NDArray[float32], settings: NeuralSettings, shared: bool = False) -> None:
        super().__init__()
        self.embedding = L.word_layer(first)
        self.story = L.Bidirectional(first.shape[1], settings.hidden)
        self.shared = shared
        if shared:
            self.map = nn.Linear(2 * settings.hidden, 2 * settings.hidden, bias=False)
            nn.init.eye_(self.map.weight)
            self.named = nn.Parameter(torch.zeros(1))
        else:
            self.question = L.Bidirectional(first.shape[1], settings.hidden)
        self.dropout = nn.Dropout(settings.dropout)

    def forward(self, batch: ClozeBatch) -> ClozeOutput:
        """Return each entity's sum of attention as a log probability, and the attention."""
        story, _ = self.story(self.dropout(self.embedding(batch.words)), batch.lengths)
        question = self._question(batch)
        logits = torch.bmm(self.dropout(story)[batch.of], self.dropout(question)[:, :, None])[:, :, 0]
        entities, count = batch.entities[batch.of], batch.markers.shape[1]
        if self.shared:
            logits = logits + self.named * batch.named().gather(1, entities)
        mask = entities < count  # the places of candidates
        found = L.attention_sum(logits, mask, entities, count)
        found = found.masked_fill(~batch.candidates[batch.of], float("-inf"))
        return ClozeOutput(found, L.masked_softmax(logits, mask)[:, None])

    def _question(self, batch: ClozeBatch) -> Tensor:
        words = self.dropout(self.embedding(batch.asked))
        if not self.shared:
            return self.question(words, batch.asked_lengths)[1]
        states, _ = self.story(words, batch.asked_lengths)
        places = (batch.asked == X.PLACEHOLDER).float()
        places = places / places.sum(dim=1, keepdim=True).clamp(min=1)
        return self.map(torch.einsum("qu,qud->qd", places, states))


class AnswerScores(nn.Module):
    """Hermann et al.'s output layer: an answer's weights times a joint vector, p(a) ~ exp(W(a) g).

    Answers are the markers of the question's story, or, as in the paper, the whole vocabulary of `size`.
    """

    def __init__(self, width: int, size: int, settings: NeuralSettings) -> None:
        super().__init__()
        self.markers, self.whole = settings.markers, settings.whole_vocabulary
        self.weights = nn.Embedding(size - X.FIRST_MARKER if self.whole else self.markers, width)
        nn.init.normal_(self.weights.weight, std=0.1)

    def forward(self, joint: Tensor, batch: ClozeBatch, attention: Tensor | None = None) -> ClozeOutput:
        """Return log probabilities over the entities of each question's story, and over words."""
        markers, other = batch.markers[batch.of], ~batch.candidates[batch.of]
        if not self.whole:
            logits = torch.einsum("qew,qw->qe", self.weights(batch.markers)[batch.of], joint)
            return ClozeOutput(torch.log_softmax(logits.masked_fill(other, float("-inf")), dim=1), attention)
        found = torch.log_softmax(joint @ self.weights.weight.T, dim=1)
        entities = found.gather(1, markers).masked_fill(other, float("-inf"))
        return ClozeOutput(entities, attention, found[:, self.markers :])


class AttentiveReader(nn.Module):
    """Score entities by the question and the story's states, weighted by how well they match the question.

    With `uniform` all weights are equal: the Uniform Reader.
    """

    def __init__(self, first: NDArray[float32], settings: NeuralSettings, uniform: bool = False) -> None:
        super().__init__()
        hidden = 2 * settings.hidden
        self.embedding = L.word_layer(first)
        self.story = L.Bidirectional(first.shape[1], settings.hidden)
        self.question = L.Bidirectional(first.shape[1], settings.hidden)
        self.uniform = uniform
        if not uniform:
            self.of_story = nn.Linear(hidden, settings.hidden, bias=False)
            self.of_question = nn.Linear(hidden, settings.hidden)
            self.weight = nn.Linear(settings.hidden, 1, bias=False)
        self.joint_story = nn.Linear(hidden, hidden, bias=False)
        self.joint_question = nn.Linear(hidden, hidden)
        self.scores = AnswerScores(hidden, len(first), settings)
        self.dropout = nn.Dropout(settings.dropout)

    def forward(self, batch: ClozeBatch) -> ClozeOutput:
        """Return each entity's log probability, and the weights."""
        story, _ = self.story(self.dropout(self.embedding(batch.words)), batch.lengths)
        _, question = self.question(self.dropout(self.embedding(batch.asked)), batch.asked_lengths)
        question = self.dropout(question)
        mask = L.padding_mask(batch.lengths, batch.words.shape[1])[batch.of]
        if self.uniform:
            weights = mask / mask.sum(dim=1, keepdim=True)
        else:
            match = torch.tanh(self.of_story(story)[batch.of] + self.of_question(question)[:, None, :])
            weights = L.masked_softmax(self.weight(match)[:, :, 0], mask)
        attended = torch.einsum("qt,qtw->qw", weights, story[batch.of])
        joint = torch.tanh(self.joint_story(attended) + self.joint_question(question))
        return self.scores(self.dropout(joint), batch, weights[:, None])


class ImpatientReader(nn.Module):
    """Attend to the story once for each word of the question; the previous words guide the attention."""

    def __init__(self, first: NDArray[float32], settings: NeuralSettings) -> None:
        super().__init__()
        hidden = 2 * settings.hidden
        self.embedding = L.word_layer(first)
        self.story = L.Bidirectional(first.shape[1], settings.hidden)
        self.question = L.Bidirectional(first.shape[1], settings.hidden)
        self.of_story = nn.Linear(hidden, settings.hidden, bias=False)
        self.of_word = nn.Linear(hidden, settings.hidden)
        self.of_seen = nn.Linear(hidden, settings.hidden, bias=False)
        self.weight = nn.Linear(settings.hidden, 1, bias=False)
        self.seen = nn.Linear(hidden, hidden, bias=False)
        self.joint_story = nn.Linear(hidden, hidden, bias=False)
        self.joint_question = nn.Linear(hidden, hidden)
        self.scores = AnswerScores(hidden, len(first), settings)
        self.dropout = nn.Dropout(settings.dropout)

    def forward(self, batch: ClozeBatch) -> ClozeOutput:
        """Return each entity's log probability, and the weights at each of the question's words."""
        story, _ = self.story(self.dropout(self.embedding(batch.words)), batch.lengths)
        words, question = self.question(self.dropout(self.embedding(batch.asked)), batch.asked_lengths)
        own, table = self.of_story(story)[batch.of], story[batch.of]
        mask = L.padding_mask(batch.lengths, batch.words.shape[1])[batch.of]
        state = table.new_zeros((len(table), table.shape[2]))
        weights = [table.new_zeros(mask.shape)]
        for i in range(batch.asked.shape[1]):
            inside = (batch.asked_lengths > i)[:, None]
            guide = self.of_word(words[:, i]) + self.of_seen(state)
            now = L.masked_softmax(self.weight(torch.tanh(own + guide[:, None, :]))[:, :, 0], mask)
            read = torch.einsum("qt,qtw->qw", now, table) + torch.tanh(self.seen(state))
            state = torch.where(inside, read, state)
            weights.append(torch.where(inside, now, weights[-1]))
        joint: Tensor = torch.tanh(self.joint_story(state) + self.joint_question(self.dropout(question)))
        return self.scores(self.dropout(joint), batch, torch.stack(weights[1:], dim=1))


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
        self.embedding = L.word_layer(first)
        self.lower = nn.LSTM(size, settings.hidden, batch_first=True)
        self.upper = nn.LSTM(size + settings.hidden, settings.hidden, batch_first=True)
        for layer in (self.lower, self.upper):  # forget gates start open: else a story erases the question
            nn.init.ones_(layer.bias_ih_l0[settings.hidden : 2 * settings.hidden])
        self.scores = AnswerScores(2 * settings.hidden, len(first), settings)
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
        return self.scores(self.dropout(states.gather(1, ends)[:, 0]), batch)

    def _sequences(self, batch: ClozeBatch) -> tuple[Tensor, Tensor]:
        """Return the question, a delimiter and the story of each question, in the chosen order."""
        story = (batch.words[batch.of], batch.lengths[batch.of])
        asked = (batch.asked, batch.asked_lengths)
        (one, one_length), (two, two_length) = (asked, story) if self.question_first else (story, asked)
        pairs = zip(one, one_length.tolist(), two, two_length.tolist(), strict=True)
        rows = [torch.cat([a[:n], a.new_tensor([X.DELIMITER]), b[:m]]) for a, n, b, m in pairs]
        return nn.utils.rnn.pad_sequence(rows, batch_first=True), one_length + 1 + two_length
