"""How a neural reader is built and trained."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class NeuralSettings:
    """How a reader is built and trained; kept in its model file.

    Attributes
    ----------
    hidden : int
        Units of each direction of a recurrent layer, or of a convolution.
    dropout, word_dropout : float
        In training, share of the units between layers that are set to zero, and of a cloze story's words,
        without markers, that become unknown.
    most_words, least_count : int
        Maximum size of the vocabulary; how often a word must occur in the training data to be in it.
    longest_story, longest_read : int
        Maximum number of tokens of a story in training, and in answering.
    markers, deals : int
        Marker embeddings, which are assigned to the entities of a story at random. Cloze readers' answers are
        means over so many assignments.
    epochs, updates : int
        Maximum number of passes over the questions, and of updates; 0: no limit.
    least_updates : int
        With little data, epochs and patience are multiplied to reach this number of updates, and the decay
        is as much slower; 0: never.
    patience : int
        Epochs without a better metric on the held-out stories after which training ends.
    rate, decay : float
        Adam's learning rate; halved after each epoch without a better metric, times `decay` after each other.
    clip : float
        Maximum norm of a gradient.
    average : float
        Decay of the running mean of the weights, which is measured and kept; 0 for the weights themselves.
    stories, questions : int
        Stories of a batch; in training, maximum number of free-form questions about a passage; 0: all.
    held_out : float
        Share of the stories held out for early stopping; of few stories more.
    seed : int
        Of initial weights, order, assignments of markers, and dropout.
    device : str
        ``cpu``, ``cuda``, ...; of training only.
    """

    hidden: int = 64
    dropout: float = 0.3
    word_dropout: float = 0.2
    most_words: int = 30_000
    least_count: int = 3
    longest_story: int = 600
    longest_read: int = 2000
    markers: int = 80
    epochs: int = 12
    least_updates: int = 600
    updates: int = 0
    patience: int = 3
    rate: float = 3e-3
    decay: float = 0.8
    clip: float = 5.0
    average: float = 0.998
    deals: int = 4
    stories: int = 16
    questions: int = 8
    held_out: float = 0.05
    seed: int = 0
    device: str = "cpu"

    def epoch_factor(self, items: int) -> float:
        """Return the multiplier of the number of epochs that reaches `least_updates`."""
        updates = self.epochs * -(-items // self.stories)
        return max(1.0, self.least_updates / max(1, updates))
