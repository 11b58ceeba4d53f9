"""What every reader offers, and what its options are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.answer import Answer
from symbolic_rc.core.question import Question
from symbolic_rc.story import Story


@runtime_checkable
class Reader(Protocol):
    """Anything that answers questions about stories."""

    def answer_all(self, story: Story, questions: Sequence[Question]) -> list[Answer]:
        """Answer each question, in their order; one answer a question."""
        ...


@runtime_checkable
class Ranker(Protocol):
    """A reader that can also rank given answers."""

    def rank(self, story: Story, question: Question, pool: Sequence[str]) -> NDArray[np.float64]:
        """Score each answer of `pool`; higher is better; float64, as long as the pool."""
        ...


@dataclass(frozen=True, slots=True)
class ReaderOptions:
    """What a user may choose about a reader; each reader takes what concerns it.

    Attributes
    ----------
    seed : int
        For readers that choose at random.
    weights : str
        A weights file in place of the reader's own, or empty.
    pipeline : str
        ``classical``, ``spacy:NAME`` or ``stanza:LANG``.
    extra : mapping
        Options of one reader only.
    """

    seed: int = 0
    weights: str = ""
    pipeline: str = "classical"
    extra: Mapping[str, str] = field(default_factory=dict)
