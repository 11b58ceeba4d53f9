"""Layers that several neural readers share, and where padding is; padding never changes a result."""

from __future__ import annotations

import math

import torch
from numpy import float32
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn.functional import dropout1d

from symbolic_rc.neural.examples import PADDING

#: What the logits of padding are set to.
MASKED_LOGIT = -1e9


def word_layer(first: NDArray[float32]) -> nn.Embedding:
    """Return a trainable embedding layer with these initial vectors; padding stays zero."""
    return nn.Embedding.from_pretrained(torch.from_numpy(first), freeze=False, padding_idx=PADDING)


def padding_mask(lengths: Tensor, width: int) -> Tensor:
    """Return which places of rows are not padding; bool, shape (rows, width)."""
    return torch.arange(width, device=lengths.device)[None, :] < lengths[:, None]


def masked_softmax(logits: Tensor, mask: Tensor) -> Tensor:
    """Return the softmax of each row over the places where the mask holds; zero elsewhere."""
    return torch.softmax(logits.masked_fill(~mask, MASKED_LOGIT), dim=-1) * mask


def attention_sum(logits: Tensor, mask: Tensor, groups: Tensor, count: int) -> Tensor:
    """Return the log of each group's total attention (Kadlec et al. 2016, section 3), from ``log(1e-12)``.

    Parameters
    ----------
    logits, mask, groups : Tensors of float, bool and int64, shape (rows, places)
        The mask is where attention may go, `groups` the group of each place, `count` for none.
    count : int
        Number of groups.
    """
    weights = masked_softmax(logits, mask)
    sums = weights.new_zeros((len(weights), count + 1)).scatter_add(1, groups, weights)
    return torch.log(sums[:, :count].clamp(min=1e-12))


def reverse_rows(rows: Tensor, lengths: Tensor) -> Tensor:
    """Reverse each row (rows, width, size) within its length; padding stays where it is."""
    places = torch.arange(rows.shape[1], device=rows.device)[None, :]
    turned = lengths[:, None] - 1 - places
    places = torch.where(turned >= 0, turned, places.expand_as(turned))
    return rows.gather(1, places[:, :, None].expand_as(rows))


class SharedDropout(nn.Module):
    """Dropout with one mask for all places of a row (Gal & Ghahramani 2016)."""

    def __init__(self, share: float) -> None:
        super().__init__()
        self.share = share

    def forward(self, rows: Tensor) -> Tensor:
        """Return rows of the same shape, (rows, places, width)."""
        dropped: Tensor = dropout1d(rows.transpose(1, 2), self.share, self.training)
        return dropped.transpose(1, 2)


class Bidirectional(nn.Module):
    """A bidirectional recurrent layer: two LSTMs over padded rows, one of them reversed within their lengths.

    On a processor this is several times as fast as packed sequences, with equal results. `width` is that of
    the input vectors, `hidden` of each direction.
    """

    def __init__(self, width: int, hidden: int) -> None:
        super().__init__()
        self.onward = nn.LSTM(width, hidden, batch_first=True)
        self.back = nn.LSTM(width, hidden, batch_first=True)

    def forward(self, rows: Tensor, lengths: Tensor) -> tuple[Tensor, Tensor]:
        """Return the states of both directions at each place, zero at padding, and each one's final state.

        They are of shape (rows, width, 2 * hidden) and (rows, 2 * hidden).
        """
        onward, _ = self.onward(rows)
        back, _ = self.back(reverse_rows(rows, lengths))
        ends = (lengths - 1).clamp(min=0)[:, None, None].expand(-1, 1, onward.shape[2])
        last = torch.cat([onward.gather(1, ends), back.gather(1, ends)], dim=2)[:, 0]
        states = torch.cat([onward, reverse_rows(back, lengths)], dim=2)
        return states * padding_mask(lengths, rows.shape[1])[:, :, None], last


class AttentionFlow(nn.Module):
    """BiDAF's attention flow layer (Seo et al. 2017): similarity ``w [h; u; h * u]``, in both directions."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.of_passage = nn.Linear(width, 1, bias=False)
        self.of_question = nn.Linear(width, 1, bias=False)
        self.of_both = nn.Parameter(torch.randn(width) * 0.1)

    def forward(self, passage: Tensor, question: Tensor, mask: Tensor, asked: Tensor) -> Tensor:
        """Return the passage's states with what they attend to, shape (questions, tokens, 4 * width).

        `passage` and `question` are of shape (questions, tokens or words, width); `mask` and `asked` say
        which of their places are not padding.
        """
        similar = torch.bmm(passage * self.of_both, question.transpose(1, 2))
        similar = similar + self.of_passage(passage) + self.of_question(question).transpose(1, 2)
        to_question = torch.bmm(masked_softmax(similar, asked[:, None, :]), question)
        best = similar.masked_fill(~asked[:, None, :], MASKED_LOGIT).max(dim=2).values
        to_passage = torch.bmm(masked_softmax(best, mask)[:, None, :], passage).expand_as(passage)
        return torch.cat([passage, to_question, passage * to_question, passage * to_passage], dim=2)


class EncoderBlock(nn.Module):
    """QANet's encoder block (Yu et al. 2018, section 2.2).

    Depthwise separable convolutions, self-attention and a feed-forward layer, each added to its input. The
    width is even, and a multiple of `heads`.
    """

    def __init__(self, width: int, convolutions: int, kernel: int, heads: int, dropout: float) -> None:
        super().__init__()
        self.convolutions = nn.ModuleList(
            nn.Sequential(
                nn.Conv1d(width, width, kernel, padding=kernel // 2, groups=width),
                nn.Conv1d(width, width, 1),
                nn.ReLU(),
            )
            for _ in range(convolutions)
        )
        self.norms = nn.ModuleList(nn.LayerNorm(width) for _ in range(convolutions + 2))
        self.attention = nn.MultiheadAttention(width, heads, batch_first=True)
        self.forth = nn.Sequential(nn.Linear(width, width), nn.ReLU(), nn.Linear(width, width))
        self.dropout = nn.Dropout(dropout)

    def forward(self, rows: Tensor, mask: Tensor) -> Tensor:
        """Return rows of the same shape, (rows, places, width); padding is zero and gets no attention."""
        rows = rows + _position_encoding(rows.shape[1], rows.shape[2], rows.device)
        keep = mask[:, :, None]
        for norm, convolution in zip(self.norms, self.convolutions, strict=False):
            inner = norm(rows) * keep
            rows = rows + self.dropout(convolution(inner.transpose(1, 2)).transpose(1, 2))
        inner = self.norms[-2](rows)
        attended, _ = self.attention(inner, inner, inner, key_padding_mask=~mask, need_weights=False)
        rows = rows + self.dropout(attended)
        rows = rows + self.dropout(self.forth(self.norms[-1](rows)))
        return rows * keep


def _position_encoding(count: int, width: int, device: torch.device) -> Tensor:
    """Return sinusoidal position encodings, shape (count, width), `width` even."""
    rates = torch.exp(torch.arange(0, width, 2, device=device) * (-math.log(10_000) / width))
    angles = torch.arange(count, device=device)[:, None] * rates[None, :]
    return torch.cat([torch.sin(angles), torch.cos(angles)], dim=1)
