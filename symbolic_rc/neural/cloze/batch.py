"""A batch of stories with their cloze questions, as tensors."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor

from symbolic_rc.neural.examples.batching import padded
from symbolic_rc.neural.examples.cloze import ClozeStory, dealt, marked
from symbolic_rc.neural.vocabulary import FIRST_MARKER, UNKNOWN, Vocabulary


@dataclass(frozen=True, slots=True)
class ClozeBatch:
    """Stories, their questions, and what stands where.

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
        """Tell which entities each question names: 1 or 0, a column for each and a last one for none."""
        known = torch.cat([self.markers, self.markers.new_full((len(self.markers), 1), -1)], dim=1)[self.of]
        numbers = self.asked - FIRST_MARKER
        return (known[:, :, None] == numbers[:, None, :]).any(dim=2).float()


def cloze_batch(
    stories: Sequence[ClozeStory],
    vocabulary: Vocabulary,
    random: np.random.Generator | None = None,
    device: str = "cpu",
    word_dropout: float = 0.0,
) -> ClozeBatch:
    """Return stories with their questions as tensors.

    Parameters
    ----------
    stories : sequence of ClozeStory
    vocabulary : Vocabulary
    random : Generator, optional
        Deals markers to entities at random; without it, in the order of their first places.
    device : str
    word_dropout : float
        Share of the stories' words that become unknown, with `random`.
    """
    deals = [dealt(len(one.names), vocabulary.markers, random) for one in stories]
    pairs = list(zip(stories, deals, strict=True))
    words, lengths = padded([marked(one.words, one.entities, deal, vocabulary) for one, deal in pairs])
    if random is not None and word_dropout:
        plain = words >= FIRST_MARKER + vocabulary.markers
        words[plain & (random.random(words.shape) < word_dropout)] = UNKNOWN
    count = max(1, max(len(one.names) for one in stories))
    entities, _ = padded([np.where(one.entities >= 0, one.entities, count) for one in stories], count)
    markers, _ = padded(deals, 0)
    markers = np.pad(markers, ((0, 0), (0, count - markers.shape[1])))
    candidates = np.arange(count)[None, :] < np.array([one.candidates for one in stories])[:, None]
    asked, asked_lengths = padded(
        [marked(*question, deal, vocabulary) for one, deal in pairs for question in one.questions]
    )
    of = np.repeat(np.arange(len(stories)), [len(one.questions) for one in stories])
    answers = np.concatenate([one.answers for one in stories])
    arrays = (words, lengths, entities, markers, candidates, asked, asked_lengths, of, answers)
    return ClozeBatch(*(torch.from_numpy(np.ascontiguousarray(each)).to(device) for each in arrays))
