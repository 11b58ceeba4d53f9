"""Answers word by word: Seq2Seq without and with the story, and the AS Reader with a decoder.

Kocisky et al. 2018, sections 4.2 and 4.3.
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
from numpy import float32
from numpy.typing import NDArray
from torch import Tensor, nn

from symbolic_rc.neural.layers.attention import masked_softmax
from symbolic_rc.neural.layers.recurrent import Bidirectional, mask_of
from symbolic_rc.neural.layers.words import word_layer
from symbolic_rc.neural.settings import NeuralSettings
from symbolic_rc.neural.spans.batch import SpanBatch
from symbolic_rc.neural.vocabulary import END

#: The least probability of a word, whose logarithm is taken.
_LEAST = 1e-9


@dataclass(frozen=True, slots=True)
class Read:
    """What a decoder looks at: states, their words and which of them are not padding; its first state."""

    states: Tensor
    words: Tensor
    mask: Tensor
    begin: tuple[Tensor, Tensor]

    def rows(self, places: Tensor) -> Read:
        """Return some rows, in the order of `places`."""
        begin = (self.begin[0][places], self.begin[1][places])
        return Read(self.states[places], self.words[places], self.mask[places], begin)


class AnswerWriter(nn.Module):
    """Read the question and, if wanted, the story; write the answer with attention to what was read.

    Parameters
    ----------
    first : ndarray of float32, shape (vocabulary, dimensions)
        Vectors of the words to begin with.
    settings : NeuralSettings
    story : bool
        Whether the story is read.
    copies : bool
        Choose each word from the story by its attention sum, in place of one of the vocabulary: the AS
        Reader with a decoder.
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

    def read(self, batch: SpanBatch) -> Read:
        """Return what the decoder looks at, a row a question."""
        states, last = self.question(self.dropout(self.embedding(batch.asked)), batch.asked_lengths)
        words, mask = batch.asked, mask_of(batch.asked_lengths, batch.asked.shape[1])
        if self.story:
            found, _ = self.passage(self.dropout(self.embedding(batch.words)), batch.lengths)
            whole = mask_of(batch.lengths, batch.words.shape[1])
            if self.copies:
                count = len(batch.of)
                states = torch.cat([self.stop.expand(count, 1, -1), found[batch.of]], dim=1)
                words = torch.cat([words.new_full((count, 1), END), batch.words[batch.of]], dim=1)
                mask = torch.cat([mask.new_ones((count, 1)), whole[batch.of]], dim=1)
            else:
                states = torch.cat([states, found[batch.of]], dim=1)
                words = torch.cat([words, batch.words[batch.of]], dim=1)
                mask = torch.cat([mask, whole[batch.of]], dim=1)
        hidden, cell = torch.tanh(self.begin(self.dropout(last))).chunk(2, dim=1)
        return Read(states, words, mask, (hidden, cell))

    def step(
        self, read: Read, previous: Tensor, state: tuple[Tensor, Tensor]
    ) -> tuple[Tensor, tuple[Tensor, Tensor]]:
        """Return the log probability of each word of the vocabulary after the previous ones.

        Returns
        -------
        Tensor, shape (questions, vocabulary)
        tuple of (Tensor, Tensor)
            The next state.
        """
        seen = self._looked(read, state[0])[1]
        row = torch.cat([self.dropout(self.embedding(previous)), seen], dim=1)
        hidden, cell = self.cell(row, state)
        weights, seen = self._looked(read, hidden)
        if self.copies:
            sums = weights.new_zeros((len(weights), self.embedding.num_embeddings))
            return torch.log(sums.scatter_add(1, read.words, weights) + _LEAST), (hidden, cell)
        logits = self.write(self.dropout(torch.cat([hidden, seen], dim=1)))
        return torch.log_softmax(logits, dim=1), (hidden, cell)

    def _looked(self, read: Read, hidden: Tensor) -> tuple[Tensor, Tensor]:
        logits = torch.bmm(read.states, self.look(hidden)[:, :, None])[:, :, 0]
        weights = masked_softmax(logits, read.mask)
        return weights, torch.bmm(weights[:, None, :], read.states)[:, 0]
