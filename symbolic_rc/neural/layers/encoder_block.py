"""QANet's encoder block: convolutions, self-attention, a feed-forward layer (Yu et al. 2018, section 2.2)."""

from __future__ import annotations

import math

import torch
from torch import Tensor, nn


def positions(count: int, width: int, device: torch.device) -> Tensor:
    """Return the sines and cosines that tell places apart; shape (count, width), `width` even."""
    rates = torch.exp(torch.arange(0, width, 2, device=device) * (-math.log(10_000) / width))
    angles = torch.arange(count, device=device)[:, None] * rates[None, :]
    return torch.cat([torch.sin(angles), torch.cos(angles)], dim=1)


class EncoderBlock(nn.Module):
    """Depthwise separable convolutions, self-attention and a feed-forward layer, each added to its input.

    Parameters
    ----------
    width : int
        Even, and a multiple of `heads`.
    convolutions, kernel, heads : int
    dropout : float
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
        """Return rows of the same shape, (rows, places, width); padding is zero and seen by none."""
        rows = rows + positions(rows.shape[1], rows.shape[2], rows.device)
        keep = mask[:, :, None]
        for norm, convolution in zip(self.norms, self.convolutions, strict=False):
            inner = norm(rows) * keep
            rows = rows + self.dropout(convolution(inner.transpose(1, 2)).transpose(1, 2))
        inner = self.norms[-2](rows)
        found, _ = self.attention(inner, inner, inner, key_padding_mask=~mask, need_weights=False)
        rows = rows + self.dropout(found)
        rows = rows + self.dropout(self.forth(self.norms[-1](rows)))
        return rows * keep
