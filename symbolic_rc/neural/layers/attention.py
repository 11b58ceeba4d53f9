"""Attention over padded rows, and the sum of attention by entity."""

from __future__ import annotations

import torch
from torch import Tensor

#: What the logits of padding are set to.
NEVER = -1e9


def masked_softmax(logits: Tensor, mask: Tensor) -> Tensor:
    """Return the softmax of each row over the places where the mask holds; zero elsewhere."""
    return torch.softmax(logits.masked_fill(~mask, NEVER), dim=-1) * mask


def attention_sum(logits: Tensor, mask: Tensor, groups: Tensor, count: int) -> Tensor:
    """Return the log of the attention that each group's places get together (Kadlec et al. 2016, section 3).

    Parameters
    ----------
    logits : Tensor, shape (rows, places)
    mask : Tensor of bool, shape (rows, places)
        Where attention may go.
    groups : Tensor of int64, shape (rows, places)
        The group of each place; `count` for none.
    count : int
        How many groups there are.

    Returns
    -------
    Tensor, shape (rows, count)
        ``log(1e-12)`` and above.
    """
    weights = masked_softmax(logits, mask)
    sums = weights.new_zeros((len(weights), count + 1)).scatter_add(1, groups, weights)
    return torch.log(sums[:, :count].clamp(min=1e-12))
