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
        Share of a cloze story's words that are unknown in training, markers aside.
    most_words : int
        Words of the vocabulary, the most frequent ones.
    least_count : int
        How often a word must stand in the training data to be in it.
    longest_story, longest_read : int
        Tokens of a story that are learned from, and that are read for an answer; the rest is cut off.
    markers : int
        Marker embeddings, to which the entities of a story are dealt out at random.
    epochs : int
        At most so many passes over the questions.
    least_updates : int
        Of data so small that the epochs have fewer updates there are more epochs, with as much more patience
        and as much slower a decay; 0 for none.
    updates : int
        Training is cut off after so many updates, within an epoch if need be; 0: it is not.
    patience : int
        Epochs without a better figure on the held-out part after which training ends.
    rate : float
        Adam's learning rate; halved after each epoch without a better figure.
    decay : float
        What the learning rate is multiplied by after each other epoch.
    clip : float
        The greatest norm of a gradient.
    average : float
        Of the running mean of the weights, which is what is measured and kept: the share of the old mean
        after each step; 0 for the weights themselves.
    deals : int
        Of cloze readers: answers are means over so many deals of the markers.
    stories : int
        Stories of a batch.
    questions : int
        Of free-form questions: a passage with more than so many is learned from in turns, each with some of
        them; 0 for all at once.
    held_out : float
        Share of the stories that early stopping looks at, and nothing is learned from; of few stories more.
    seed : int
        Of initial weights, order, permutations and dropout.
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

    def stretched(self, items: int) -> float:
        """Return how many times as many epochs there are for so many stories."""
        updates = self.epochs * -(-items // self.stories)
        return max(1.0, self.least_updates / max(1, updates))
