"""QANet (Yu et al. 2018) without pretraining, as Quoref's authors run it, in a small size."""

from __future__ import annotations

import torch
from numpy import float32
from numpy.typing import NDArray
from torch import Tensor, nn

from symbolic_rc.neural.layers.attention import NEVER
from symbolic_rc.neural.layers.bidaf import BothWays
from symbolic_rc.neural.layers.encoder_block import EncoderBlock
from symbolic_rc.neural.layers.recurrent import mask_of
from symbolic_rc.neural.layers.words import word_layer
from symbolic_rc.neural.settings import NeuralSettings
from symbolic_rc.neural.spans.batch import SpanBatch
from symbolic_rc.neural.spans.output import SpanOutput

#: Blocks of the modelling stack (7 in the paper, each with two convolutions), and heads of attention.
_BLOCKS, _HEADS = 2, 4


class QANet(nn.Module):
    """Encoder blocks without recurrence, attention both ways, one stack of blocks passed three times.

    Parameters
    ----------
    first : ndarray of float32, shape (vocabulary, dimensions)
        Vectors of the words to begin with.
    settings : NeuralSettings
    """

    def __init__(self, first: NDArray[float32], settings: NeuralSettings) -> None:
        super().__init__()
        width = settings.hidden - settings.hidden % (2 * _HEADS) or 2 * _HEADS
        drop = settings.dropout / 2
        self.embedding = word_layer(first)
        self.begin = nn.Linear(first.shape[1], width)
        self.encoder = EncoderBlock(width, 4, 7, _HEADS, drop)
        self.attention = BothWays(width)
        self.narrow = nn.Linear(4 * width + 1, width)
        self.stack = nn.ModuleList(EncoderBlock(width, 2, 5, _HEADS, drop) for _ in range(_BLOCKS))
        self.of_first = nn.Linear(2 * width, 1)
        self.of_last = nn.Linear(2 * width, 1)
        self.dropout = nn.Dropout(settings.dropout)

    def forward(self, batch: SpanBatch) -> SpanOutput:
        """Return the logits of either end."""
        whole = mask_of(batch.lengths, batch.words.shape[1])
        asked = mask_of(batch.asked_lengths, batch.asked.shape[1])
        mask = whole[batch.of]
        passage, question = self._encode(batch.words, whole), self._encode(batch.asked, asked)
        met = self.attention(passage[batch.of], question, mask, asked)
        rows = self.narrow(torch.cat([self.dropout(met), batch.shared[:, :, None]], dim=2)) * mask[:, :, None]
        passes = []
        for _ in range(3):
            for block in self.stack:
                rows = block(rows, mask)
            passes.append(self.dropout(rows))
        first = self.of_first(torch.cat([passes[0], passes[1]], dim=2))[:, :, 0]
        last = self.of_last(torch.cat([passes[0], passes[2]], dim=2))[:, :, 0]
        return SpanOutput(first.masked_fill(~mask, NEVER), last.masked_fill(~mask, NEVER))

    def _encode(self, words: Tensor, mask: Tensor) -> Tensor:
        found: Tensor = self.encoder(self.begin(self.dropout(self.embedding(words))), mask)
        return found
