"""What every span reader returns, and the best span of it."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor

from symbolic_rc.neural.layers.attention import NEVER


@dataclass(frozen=True, slots=True)
class SpanOutput:
    """Where an answer begins and ends.

    Attributes
    ----------
    first, last : Tensor, shape (questions, tokens)
        Logits; very low at padding.
    """

    first: Tensor
    last: Tensor


def span_loss(output: SpanOutput, first: Tensor, last: Tensor) -> tuple[Tensor, int]:
    """Return the summed negative log probability of both ends where they are known, and the number."""
    known = first >= 0
    begin = torch.log_softmax(output.first[known], dim=1).gather(1, first[known][:, None])
    end = torch.log_softmax(output.last[known], dim=1).gather(1, last[known][:, None])
    return -(begin.sum() + end.sum()), int(known.sum())


def best_spans(output: SpanOutput, longest: int) -> list[tuple[int, int, float]]:
    """Return each question's most probable span: first and last token, and its probability.

    Parameters
    ----------
    output : SpanOutput
    longest : int
        Tokens in the longest span.
    """
    begin, end = torch.log_softmax(output.first, dim=1), torch.log_softmax(output.last, dim=1)
    count = begin.shape[1]
    length = torch.arange(count)[None, :] - torch.arange(count)[:, None]
    outside = ((length < 0) | (length >= longest)).to(begin.device)
    found = []
    for one, other in zip(begin, end, strict=True):
        table = (one[:, None] + other[None, :]).masked_fill(outside, NEVER)
        place = int(torch.argmax(table))
        chance = float(torch.exp(table.flatten()[place]))
        found.append((place // count, place % count, chance))
    return found
