"""Attention in both directions between a passage and its questions (Seo et al. 2017)."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from symbolic_rc.neural.layers.attention import NEVER, masked_softmax


class BothWays(nn.Module):
    """The attention flow layer: similarity ``w [h; u; h * u]``, passage to question and back.

    Parameters
    ----------
    width : int
        Of the states of passage and question.
    """

    def __init__(self, width: int) -> None:
        super().__init__()
        self.of_passage = nn.Linear(width, 1, bias=False)
        self.of_question = nn.Linear(width, 1, bias=False)
        self.of_both = nn.Parameter(torch.randn(width) * 0.1)

    def forward(self, passage: Tensor, question: Tensor, mask: Tensor, asked: Tensor) -> Tensor:
        """Return the passage's states with what they attend to.

        Parameters
        ----------
        passage : Tensor, shape (questions, tokens, width)
        question : Tensor, shape (questions, words, width)
        mask, asked : Tensor of bool
            Which places of passage and question are not padding.

        Returns
        -------
        Tensor, shape (questions, tokens, 4 * width)
        """
        similar = torch.bmm(passage * self.of_both, question.transpose(1, 2))
        similar = similar + self.of_passage(passage) + self.of_question(question).transpose(1, 2)
        onward = torch.bmm(masked_softmax(similar, asked[:, None, :]), question)
        most = similar.masked_fill(~asked[:, None, :], NEVER).max(dim=2).values
        back = torch.bmm(masked_softmax(most, mask)[:, None, :], passage).expand_as(passage)
        return torch.cat([passage, onward, passage * onward, passage * back], dim=2)
