"""Recurrent layers over padded batches, whose results padding does not change."""

from __future__ import annotations

import torch
from torch import Tensor, nn


def mask_of(lengths: Tensor, width: int) -> Tensor:
    """Return which places of rows are not padding; bool, shape (rows, width)."""
    return torch.arange(width, device=lengths.device)[None, :] < lengths[:, None]


def reversed_within(rows: Tensor, lengths: Tensor) -> Tensor:
    """Return rows of vectors, each turned round within its length; padding stays where it is.

    Parameters
    ----------
    rows : Tensor, shape (rows, width, size)
    lengths : Tensor of int64, shape (rows,)
    """
    places = torch.arange(rows.shape[1], device=rows.device)[None, :]
    turned = lengths[:, None] - 1 - places
    places = torch.where(turned >= 0, turned, places.expand_as(turned))
    return rows.gather(1, places[:, :, None].expand_as(rows))


class Bidirectional(nn.Module):
    """A recurrent layer that reads rows in both directions.

    Two layers read whole padded rows, the second one turned round within their lengths: on a processor
    several times as fast as packed sequences, with equal results.

    Parameters
    ----------
    width : int
        Of the vectors that come in.
    hidden : int
        Of each direction.
    cell : {"lstm", "gru"}
    """

    def __init__(self, width: int, hidden: int, cell: str = "lstm") -> None:
        super().__init__()
        kind = nn.LSTM if cell == "lstm" else nn.GRU
        self.onward = kind(width, hidden, batch_first=True)
        self.back = kind(width, hidden, batch_first=True)

    def forward(self, rows: Tensor, lengths: Tensor) -> tuple[Tensor, Tensor]:
        """Return the states of both directions at each place, and where each direction ended.

        Returns
        -------
        states : Tensor, shape (rows, width, 2 * hidden)
            Zero at padding.
        last : Tensor, shape (rows, 2 * hidden)
        """
        onward, _ = self.onward(rows)
        back, _ = self.back(reversed_within(rows, lengths))
        ends = (lengths - 1).clamp(min=0)[:, None, None].expand(-1, 1, onward.shape[2])
        last = torch.cat([onward.gather(1, ends), back.gather(1, ends)], dim=2)[:, 0]
        states = torch.cat([onward, reversed_within(back, lengths)], dim=2)
        return states * mask_of(lengths, rows.shape[1])[:, :, None], last
