"""The Attention Sum Reader (Kadlec et al. 2016)."""

from __future__ import annotations

import torch
from numpy import float32
from numpy.typing import NDArray
from torch import Tensor, nn

from symbolic_rc.neural.cloze.batch import ClozeBatch
from symbolic_rc.neural.cloze.output import ClozeOutput
from symbolic_rc.neural.layers.attention import attention_sum, masked_softmax
from symbolic_rc.neural.layers.grid import Grid
from symbolic_rc.neural.layers.recurrent import Bidirectional
from symbolic_rc.neural.layers.words import word_layer
from symbolic_rc.neural.settings import NeuralSettings
from symbolic_rc.neural.vocabulary import PLACEHOLDER


class AttentionSumReader(nn.Module):
    """Attend to the story's tokens by their states' products with the question's; an entity gets their sum.

    As published, two layers of their own read story and question, and the question is where its two
    directions end. `shared` is for little data: one layer reads both, so that words before and after the
    placeholder and before and after an entity begin alike; the question is the state at its placeholder,
    after a linear map that begins as the identity; and entities that the question itself names get a learned
    weight.

    Parameters
    ----------
    first : ndarray of float32, shape (vocabulary, dimensions)
        Vectors of the words to begin with.
    settings : NeuralSettings
    shared : bool
    """

    def __init__(self, first: NDArray[float32], settings: NeuralSettings, shared: bool = False) -> None:
        super().__init__()
        self.embedding = word_layer(first)
        self.story = Bidirectional(first.shape[1], settings.hidden)
        self.shared = shared
        if shared:
            self.map = nn.Linear(2 * settings.hidden, 2 * settings.hidden, bias=False)
            nn.init.eye_(self.map.weight)
            self.named = nn.Parameter(torch.zeros(1))
        else:
            self.question = Bidirectional(first.shape[1], settings.hidden)
        self.dropout = nn.Dropout(settings.dropout)

    def forward(self, batch: ClozeBatch) -> ClozeOutput:
        """Return each entity's sum of attention as a log probability, and the attention."""
        logits = self.logits(batch)
        if self.shared:
            logits = logits + self.named * batch.named().gather(1, batch.entities[batch.of])
        mask = (batch.entities < batch.markers.shape[1])[batch.of]  # the candidates' places alone
        found = attention_sum(logits, mask, batch.entities[batch.of], batch.markers.shape[1])
        found = found.masked_fill(~batch.candidates[batch.of], float("-inf"))
        return ClozeOutput(found, masked_softmax(logits, mask))

    def logits(self, batch: ClozeBatch) -> Tensor:
        """Return the product of each token's state with the question's; (questions, tokens)."""
        story, _ = self.story(self.dropout(self.embedding(batch.words)), batch.lengths)
        question = self._asked(batch)
        grid = Grid(batch.of, len(batch.words))
        table = torch.bmm(grid.spread(self.dropout(question)), self.dropout(story).transpose(1, 2))
        return grid.gathered(table)

    def _asked(self, batch: ClozeBatch) -> Tensor:
        words = self.dropout(self.embedding(batch.asked))
        if not self.shared:
            last: Tensor = self.question(words, batch.asked_lengths)[1]
            return last
        states, _ = self.story(words, batch.asked_lengths)
        places = (batch.asked == PLACEHOLDER).float()
        places = places / places.sum(dim=1, keepdim=True).clamp(min=1)
        found: Tensor = self.map(torch.einsum("qu,qud->qd", places, states))
        return found
