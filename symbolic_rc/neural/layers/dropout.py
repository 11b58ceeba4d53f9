"""Dropout of whole units of a row, the same at each of its places."""

from __future__ import annotations

from torch import Tensor, nn
from torch.nn.functional import dropout1d


class SharedDropout(nn.Module):
    """Set units to zero at all places of a row alike (Gal & Ghahramani 2016); few random numbers are drawn.

    Parameters
    ----------
    share : float
        Of the units that are set to zero in training.
    """

    def __init__(self, share: float) -> None:
        super().__init__()
        self.share = share

    def forward(self, rows: Tensor) -> Tensor:
        """Return rows of the same shape, (rows, places, width)."""
        found: Tensor = dropout1d(rows.transpose(1, 2), self.share, self.training)
        return found.transpose(1, 2)
