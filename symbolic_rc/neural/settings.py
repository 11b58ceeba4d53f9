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
    dropout : float
        Share of the units between layers that are set to zero in training.
    word_dropout : float
        Share of a cloze story's words, without markers, that become unknown in training.
    most_words : int
        Maximum size of the vocabulary.
    least_count : int
        How often a word must occur in the training data to be in it.
    longest_story, longest_read : int
        Maximum number of tokens of a story in training, and in answering.
    markers : int
        Marker embeddings, which are assigned to the entities of a story at random.
    epochs : int
        Maximum number of passes over the questions.
    least_updates : int
        With little data, epochs and patience are multiplied to reach this number of updates, and the decay
        is as much slower; 0: never.
    updates : int
        Maximum number of updates; 0: no limit.
    patience : int
        Epochs without a better metric on the held-out stories after which training ends.
    rate : float
        Adam's learning rate; halved after each epoch without a better metric.
    decay : float
        What the learning rate is multiplied by after each other epoch.
    clip : float
        Maximum norm of a gradient.
    average : float
        Decay of the running mean of the weights, which is measured and kept; 0 for the weights themselves.
    deals : int
        Of cloze readers: answers are means over this number of random assignments of the markers.
    stories : int
        Stories of a batch.
    questions : int
        Of free-form questions: in training, maximum number of questions about a passage at a time; 0: all.
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
