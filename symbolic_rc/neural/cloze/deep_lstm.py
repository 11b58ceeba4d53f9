"""The Deep LSTM Reader (Hermann et al. 2015, section 3.2)."""

from __future__ import annotations

import torch
from numpy import float32
from numpy.typing import NDArray
from torch import Tensor, nn

from symbolic_rc.neural.cloze.batch import ClozeBatch
from symbolic_rc.neural.cloze.hermann import MarkerScores
from symbolic_rc.neural.cloze.output import ClozeOutput
from symbolic_rc.neural.layers.words import word_layer
from symbolic_rc.neural.settings import NeuralSettings
from symbolic_rc.neural.vocabulary import DELIMITER


class DeepLSTMReader(nn.Module):
    """Read question and story as one sequence through two layers; where both end, their states decide.

    Skip connections lead from the words to each layer, and from each layer to the end.

    Parameters
    ----------
    first : ndarray of float32, shape (vocabulary, dimensions)
        Vectors of the words to begin with.
    settings : NeuralSettings
    question_first : bool
        Whether the question stands before the story, or after it.
    """

    def __init__(
        self, first: NDArray[float32], settings: NeuralSettings, question_first: bool = True
    ) -> None:
        super().__init__()
        size = first.shape[1]
        self.embedding = word_layer(first)
        self.lower = nn.LSTM(size, settings.hidden, batch_first=True)
        self.upper = nn.LSTM(size + settings.hidden, settings.hidden, batch_first=True)
        self.scores = MarkerScores(2 * settings.hidden, settings.markers)
        self.dropout = nn.Dropout(settings.dropout)
        self.question_first = question_first

    def forward(self, batch: ClozeBatch) -> ClozeOutput:
        """Return each entity's log probability; this reader has no attention."""
        words, lengths = self._sequences(batch)
        rows = self.dropout(self.embedding(words))
        lower, _ = self.lower(rows)
        upper, _ = self.upper(torch.cat([rows, self.dropout(lower)], dim=2))
        states = torch.cat([lower, upper], dim=2)
        ends = (lengths - 1)[:, None, None].expand(-1, 1, states.shape[2])
        return ClozeOutput(self.scores(self.dropout(states.gather(1, ends)[:, 0]), batch))

    def _sequences(self, batch: ClozeBatch) -> tuple[Tensor, Tensor]:
        """Return the question, a delimiter and the story of each question, in the chosen order."""
        story = (batch.words[batch.of], batch.lengths[batch.of])
        asked = (batch.asked, batch.asked_lengths)
        (one, one_length), (two, two_length) = (asked, story) if self.question_first else (story, asked)
        lengths = one_length + 1 + two_length
        found = one.new_zeros((len(one), int(lengths.max())))
        for row, (a, n, b, m) in enumerate(
            zip(one, one_length.tolist(), two, two_length.tolist(), strict=True)
        ):
            found[row, :n] = a[:n]
            found[row, n] = DELIMITER
            found[row, n + 1 : n + 1 + m] = b[:m]
        return found, lengths
