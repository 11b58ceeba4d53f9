"""How a neural reader is built and trained, and on which stories: by the hash of their names."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from hashlib import blake2b

from symbolic_rc.core.record import Record


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
        means over `deals` assignments.
    whole_vocabulary : bool
        Whether Hermann et al.'s readers choose among the whole vocabulary, as in the paper, instead of among
        the story's entities.
    epochs, updates : int
        Maximum number of passes over the questions, and of updates; 0: no limit.
    minutes : float
        Maximum time of training by the clock; 0: no limit.
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
    minutes: float = 0.0
    patience: int = 3
    rate: float = 3e-3
    decay: float = 0.8
    clip: float = 5.0
    average: float = 0.998
    deals: int = 4
    whole_vocabulary: bool = False
    stories: int = 16
    questions: int = 8
    held_out: float = 0.05
    seed: int = 0
    device: str = "cpu"

    def epoch_factor(self, items: int) -> float:
        """Return the multiplier of the number of epochs that reaches `least_updates`."""
        updates = self.epochs * -(-items // self.stories)
        return max(1.0, self.least_updates / max(1, updates))


_STEPS = 1 << 20


@dataclass(frozen=True, slots=True)
class DataSubset:
    """A subset of the data, of at most `limit` questions; the same stories whatever their order.

    The `share` of the stories is for learning curves; a smaller one is part of a larger one of the same seed.
    One `fold` of `folds` is left out; 0 folds: none.
    """

    share: float = 1.0
    folds: int = 0
    fold: int = 0
    limit: int | None = None
    seed: int = 0

    def select(self, records: Iterable[Record]) -> Iterator[Record]:
        """Yield the records that belong to the subset."""
        left = self.limit
        for record in records:
            if left is not None and left <= 0:
                return
            if self.folds and fold_of(record, self.folds) == self.fold:
                continue
            # no CRC: those of two prefixes differ by a constant; all or nothing of a share was held out
            digest = blake2b(f"share {self.seed}:{_name(record)}".encode(), digest_size=8).digest()
            if self.share < 1 and int.from_bytes(digest, "big") >= self.share * (1 << 64):
                continue
            if left is not None:
                record = replace(record, questions=record.questions[:left])
                left -= len(record.questions)
            yield record


def fold_of(record: Record, folds: int) -> int:
    """Return the fold of a story; stories of one title are together, as in `symbolic-rc train`."""
    return zlib.crc32(_name(record).encode()) % folds


def is_held_out(record: Record, share: float) -> bool:
    """Return whether a story is held out for early stopping, by the hash of its name."""
    return zlib.crc32(f"held out:{_name(record)}".encode()) % _STEPS < share * _STEPS


def _name(record: Record) -> str:
    return record.title or record.id
