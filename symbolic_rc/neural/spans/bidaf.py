"""Bidirectional attention flow (Seo et al. 2017), as NarrativeQA's and DuoRC's authors simplify it."""

from __future__ import annotations

import torch
from numpy import float32
from numpy.typing import NDArray
from torch import nn

from symbolic_rc.neural.layers.attention import NEVER
from symbolic_rc.neural.layers.bidaf import BothWays
from symbolic_rc.neural.layers.dropout import SharedDropout
from symbolic_rc.neural.layers.recurrent import Bidirectional, mask_of
from symbolic_rc.neural.layers.words import word_layer
from symbolic_rc.neural.settings import NeuralSettings
from symbolic_rc.neural.spans.batch import SpanBatch
from symbolic_rc.neural.spans.output import SpanOutput


class BiDAF(nn.Module):
    """Words, contexts, attention both ways, one modelling layer, an output layer for either end.

    Without characters, as in NarrativeQA's paper. For little data, a bit tells where the question has the
    passage's word, and what attention gives is narrowed before the modelling layer.

    Parameters
    ----------
    first : ndarray of float32, shape (vocabulary, dimensions)
        Vectors of the words to begin with.
    settings : NeuralSettings
    """

    def __init__(self, first: NDArray[float32], settings: NeuralSettings) -> None:
        super().__init__()
        width = 2 * settings.hidden
        self.embedding = word_layer(first)
        self.context = Bidirectional(first.shape[1], settings.hidden)
        self.attention = BothWays(width)
        self.narrow = nn.Linear(4 * width + 1, width)
        self.model = Bidirectional(width, settings.hidden)
        self.end = Bidirectional(width, settings.hidden)
        self.of_first = nn.Linear(2 * width, 1)
        self.of_last = nn.Linear(2 * width, 1)
        self.dropout = SharedDropout(settings.dropout)

    def forward(self, batch: SpanBatch) -> SpanOutput:
        """Return the logits of either end."""
        passage, _ = self.context(self.dropout(self.embedding(batch.words)), batch.lengths)
        question, _ = self.context(self.dropout(self.embedding(batch.asked)), batch.asked_lengths)
        lengths = batch.lengths[batch.of]
        mask = mask_of(lengths, batch.words.shape[1])
        asked = mask_of(batch.asked_lengths, batch.asked.shape[1])
        met = self.attention(passage[batch.of], question, mask, asked)
        met = torch.relu(self.narrow(torch.cat([self.dropout(met), batch.shared[:, :, None]], dim=2)))
        states, _ = self.model(self.dropout(met), lengths)
        ends, _ = self.end(self.dropout(states), lengths)
        first = self.of_first(self.dropout(torch.cat([met, states], dim=2)))[:, :, 0]
        last = self.of_last(self.dropout(torch.cat([met, ends], dim=2)))[:, :, 0]
        return SpanOutput(first.masked_fill(~mask, NEVER), last.masked_fill(~mask, NEVER))
