"""Cloze questions: the answer is one of the story's markers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor, nn

from symbolic_rc.core.answer import Answer
from symbolic_rc.core.question import Question
from symbolic_rc.core.record import Record
from symbolic_rc.core.tokens import tokens
from symbolic_rc.neural.examples import ClozeStory, assign_markers, cloze_story, pad, with_markers
from symbolic_rc.neural.heat_map import TokenWeight
from symbolic_rc.neural.task import Task
from symbolic_rc.neural.vocabulary import FIRST_MARKER, UNKNOWN, NeuralVocabulary


@dataclass(frozen=True, slots=True)
class ClozeBatch:
    """Stories with their cloze questions, as tensors.

    Attributes
    ----------
    words : Tensor of int64, shape (stories, tokens)
    lengths : Tensor of int64, shape (stories,)
    entities : Tensor of int64, shape (stories, tokens)
        The entity at each token; one past the last where there is none.
    markers : Tensor of int64, shape (stories, entities)
        The marker that each entity has in this batch.
    candidates : Tensor of bool, shape (stories, entities)
        Which entities a story has.
    asked : Tensor of int64, shape (questions, tokens)
    asked_lengths : Tensor of int64, shape (questions,)
    of : Tensor of int64, shape (questions,)
        The story of each question.
    answers : Tensor of int64, shape (questions,)
        The entity asked for, or -1.
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
        numbers = self.asked - FIRST_MARKER
        return (known[:, :, None] == numbers[:, None, :]).any(dim=2).float()


def _cloze_batch(
    stories: Sequence[ClozeStory],
    vocabulary: NeuralVocabulary,
    random: np.random.Generator | None = None,
    device: str = "cpu",
    word_dropout: float = 0.0,
) -> ClozeBatch:
    """Return stories with their questions as tensors."""
    pairs = [(story, assign_markers(len(story.names), vocabulary.markers, random)) for story in stories]
    words, lengths = pad([with_markers(story.words, story.entities, own) for story, own in pairs])
    if random is not None and word_dropout:
        plain = words >= vocabulary.first_word
        words[plain & (random.random(words.shape) < word_dropout)] = UNKNOWN
    count = max(1, max(len(story.names) for story in stories))
    entities, _ = pad([np.where(story.entities >= 0, story.entities, count) for story in stories], count)
    markers, _ = pad([own for _, own in pairs], 0)
    markers = np.pad(markers, ((0, 0), (0, count - markers.shape[1])))
    candidates = np.arange(count)[None, :] < np.array([story.candidates for story in stories])[:, None]
    asked, asked_lengths = pad(
        [with_markers(*question, own) for story, own in pairs for question in story.questions]
    )
    of = np.repeat(np.arange(len(stories)), [len(story.questions) for story in stories])
    answers = np.concatenate([story.answers for story in stories])
    arrays = (words, lengths, entities, markers, candidates, asked, asked_lengths, of, answers)
    return ClozeBatch(*(torch.from_numpy(np.ascontiguousarray(array)).to(device) for array in arrays))


@dataclass(frozen=True, slots=True)
class ClozeOutput:
    """What every cloze reader returns.

    Attributes
    ----------
    log_probabilities : Tensor, shape (questions, entities)
        ``-inf``, or very low, for entities that a question's story does not have.
    attention : Tensor or None, shape (questions, tokens)
        The weight of each of the story's tokens, if the reader has attention.
    """

    log_probabilities: Tensor
    attention: Tensor | None = None

    def correct(self, answers: Tensor) -> Tensor:
        """Tell for each question whether its (first) most probable entity is the answer."""
        return torch.argmax(self.log_probabilities, dim=1) == answers


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
        found = cloze_story(record, self._vocabulary, longest, asked)
        return [(found, list(range(len(asked))))] if asked and found.candidates else []

    def batch(self, items: Sequence[ClozeStory], random: np.random.Generator | None = None) -> ClozeBatch:
        """Return stories as tensors; `random` assigns the markers and drops words."""
        settings = self._settings
        return _cloze_batch(items, self._vocabulary, random, settings.device, settings.word_dropout)

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
        outputs = []
        for _ in range(max(1, self._settings.deals)):
            batch = _cloze_batch(items, self._vocabulary, random, self._settings.device)
            outputs.append(model(batch))
        shares = torch.stack([torch.exp(output.log_probabilities) for output in outputs]).mean(dim=0)
        weights = [output.attention for output in outputs if output.attention is not None]
        attention = torch.stack(weights).mean(dim=0) if weights else None
        return ClozeOutput(torch.log(shares), attention), batch.answers

    def attention(self, model: nn.Module, record: Record, item: ClozeStory) -> list[list[TokenWeight]]:
        """Return the weight of each token; empty for a reader without attention."""
        output, _ = self._mean(model, [item])
        if output.attention is None:
            return super().attention(model, record, item)
        places = tokens(record.text, record.tokenised)
        spans = list(zip(places.starts.tolist(), places.ends.tolist(), strict=True))[: len(item)]
        return [
            [TokenWeight(*span, weight) for span, weight in zip(spans, row[: len(spans)], strict=True)]
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
