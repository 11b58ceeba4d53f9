"""The Attentive Reader, the Uniform Reader and the Impatient Reader (Hermann et al. 2015, section 3.2)."""

from __future__ import annotations

import torch
from numpy import float32
from numpy.typing import NDArray
from torch import Tensor, nn

from symbolic_rc.neural.cloze.batch import ClozeBatch
from symbolic_rc.neural.cloze.hermann import MarkerScores
from symbolic_rc.neural.cloze.output import ClozeOutput
from symbolic_rc.neural.layers.attention import masked_softmax
from symbolic_rc.neural.layers.recurrent import Bidirectional, mask_of
from symbolic_rc.neural.layers.words import word_layer
from symbolic_rc.neural.settings import NeuralSettings


class AttentiveReader(nn.Module):
    """Weigh the story's states by how well they fit the question's; their mean and the question decide.

    Parameters
    ----------
    first : ndarray of float32, shape (vocabulary, dimensions)
        Vectors of the words to begin with.
    settings : NeuralSettings
    uniform : bool
        Weigh all alike: the Uniform Reader.
    """

    def __init__(self, first: NDArray[float32], settings: NeuralSettings, uniform: bool = False) -> None:
        super().__init__()
        hidden = 2 * settings.hidden
        self.embedding = word_layer(first)
        self.story = Bidirectional(first.shape[1], settings.hidden)
        self.question = Bidirectional(first.shape[1], settings.hidden)
        self.uniform = uniform
        if not uniform:
            self.of_story = nn.Linear(hidden, settings.hidden, bias=False)
            self.of_question = nn.Linear(hidden, settings.hidden)
            self.weight = nn.Linear(settings.hidden, 1, bias=False)
        self.joint_story = nn.Linear(hidden, hidden, bias=False)
        self.joint_question = nn.Linear(hidden, hidden)
        self.scores = MarkerScores(hidden, settings.markers)
        self.dropout = nn.Dropout(settings.dropout)

    def forward(self, batch: ClozeBatch) -> ClozeOutput:
        """Return each entity's log probability, and the weights."""
        story, _ = self.story(self.dropout(self.embedding(batch.words)), batch.lengths)
        _, question = self.question(self.dropout(self.embedding(batch.asked)), batch.asked_lengths)
        question = self.dropout(question)
        mask = mask_of(batch.lengths, batch.words.shape[1])[batch.of]
        if self.uniform:
            weights = mask / mask.sum(dim=1, keepdim=True)
        else:
            met = torch.tanh(self.of_story(story)[batch.of] + self.of_question(question)[:, None, :])
            weights = masked_softmax(self.weight(met)[:, :, 0], mask)
        looked = torch.einsum("qt,qtw->qw", weights, story[batch.of])
        joint = torch.tanh(self.joint_story(looked) + self.joint_question(question))
        return ClozeOutput(self.scores(self.dropout(joint), batch), weights)


class ImpatientReader(nn.Module):
    """Read the story again at each word of the question; what was seen so far guides where to look next.

    Parameters
    ----------
    first : ndarray of float32, shape (vocabulary, dimensions)
    settings : NeuralSettings
    """

    def __init__(self, first: NDArray[float32], settings: NeuralSettings) -> None:
        super().__init__()
        hidden = 2 * settings.hidden
        self.embedding = word_layer(first)
        self.story = Bidirectional(first.shape[1], settings.hidden)
        self.question = Bidirectional(first.shape[1], settings.hidden)
        self.of_story = nn.Linear(hidden, settings.hidden, bias=False)
        self.of_word = nn.Linear(hidden, settings.hidden)
        self.of_seen = nn.Linear(hidden, settings.hidden, bias=False)
        self.weight = nn.Linear(settings.hidden, 1, bias=False)
        self.seen = nn.Linear(hidden, hidden, bias=False)
        self.joint_story = nn.Linear(hidden, hidden, bias=False)
        self.joint_question = nn.Linear(hidden, hidden)
        self.scores = MarkerScores(hidden, settings.markers)
        self.dropout = nn.Dropout(settings.dropout)

    def forward(self, batch: ClozeBatch) -> ClozeOutput:
        """Return each entity's log probability, and the weights at the question's last word."""
        story, _ = self.story(self.dropout(self.embedding(batch.words)), batch.lengths)
        words, question = self.question(self.dropout(self.embedding(batch.asked)), batch.asked_lengths)
        own, table = self.of_story(story)[batch.of], story[batch.of]
        mask = mask_of(batch.lengths, batch.words.shape[1])[batch.of]
        seen = table.new_zeros((len(table), table.shape[2]))
        weights = table.new_zeros(mask.shape)
        for i in range(batch.asked.shape[1]):
            reads = (batch.asked_lengths > i)[:, None]
            guide = self.of_word(words[:, i]) + self.of_seen(seen)
            looks = masked_softmax(self.weight(torch.tanh(own + guide[:, None, :]))[:, :, 0], mask)
            found = torch.einsum("qt,qtw->qw", looks, table) + torch.tanh(self.seen(seen))
            seen, weights = torch.where(reads, found, seen), torch.where(reads, looks, weights)
        joint: Tensor = torch.tanh(self.joint_story(seen) + self.joint_question(self.dropout(question)))
        return ClozeOutput(self.scores(self.dropout(joint), batch), weights)
