"""A batch of passages with their questions, as tensors."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor

from symbolic_rc.neural.examples.batching import padded
from symbolic_rc.neural.examples.cloze import dealt, marked
from symbolic_rc.neural.examples.passages import Passage
from symbolic_rc.neural.vocabulary import Vocabulary


@dataclass(frozen=True, slots=True)
class SpanBatch:
    """Passages, their questions, and where the answers stand.

    Attributes
    ----------
    words : Tensor of int64, shape (passages, tokens)
    lengths : Tensor of int64, shape (passages,)
    asked : Tensor of int64, shape (questions, tokens)
    asked_lengths : Tensor of int64, shape (questions,)
    of : Tensor of int64, shape (questions,)
        The passage of each question.
    shared : Tensor of float, shape (questions, tokens)
        1 where the question has the passage's word.
    first, last : Tensor of int64, shape (questions,)
        The answer's first and last token, or -1.
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
    items: Sequence[Passage],
    vocabulary: Vocabulary,
    random: np.random.Generator | None = None,
    device: str = "cpu",
) -> SpanBatch:
    """Return passages with their questions as tensors.

    Words that the vocabulary does not have get markers, equal words equal ones, at random in training: as the
    entities of cloze stories.
    """
    deals = [dealt(one.names, vocabulary.markers, random) for one in items]
    words, lengths = padded(
        [marked(one.words, one.strangers, deal, vocabulary) for one, deal in zip(items, deals, strict=True)]
    )
    pairs = [
        (number, one, question, deal)
        for number, (one, deal) in enumerate(zip(items, deals, strict=True))
        for question in one.questions
    ]
    asked, asked_lengths = padded([marked(q.words, q.strangers, deal, vocabulary) for _, _, q, deal in pairs])
    shared = np.zeros((len(pairs), words.shape[1]), np.float32)
    for row, (_, one, question, _) in zip(shared, pairs, strict=True):
        row[: len(one)] = np.isin(one.forms, question.forms)
    of = np.array([number for number, *_ in pairs], np.int64)
    first = np.array([q.first for _, _, q, _ in pairs], np.int64)
    last = np.array([q.last for _, _, q, _ in pairs], np.int64)
    arrays = (words, lengths, asked, asked_lengths, of, shared, first, last)
    return SpanBatch(*(torch.from_numpy(each).to(device) for each in arrays))
