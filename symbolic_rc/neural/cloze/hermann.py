"""What the readers of Hermann et al. 2015 share: a joint vector of story and question scores the markers."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from symbolic_rc.neural.cloze.batch import ClozeBatch


class MarkerScores(nn.Module):
    """Score each entity by the product of its marker's weights with a joint vector: p(a) ~ exp(W(a) g).

    Parameters
    ----------
    width : int
        Of the joint vector.
    markers : int
    """

    def __init__(self, width: int, markers: int) -> None:
        super().__init__()
        self.weights = nn.Embedding(markers, width)
        nn.init.normal_(self.weights.weight, std=0.1)

    def forward(self, joint: Tensor, batch: ClozeBatch) -> Tensor:
        """Return log probabilities over the entities of each question's story; (questions, entities)."""
        rows = self.weights(batch.markers)[batch.of]
        logits = torch.einsum("qew,qw->qe", rows, joint)
        return torch.log_softmax(logits.masked_fill(~batch.candidates[batch.of], float("-inf")), dim=1)
