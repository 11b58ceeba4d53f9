"""What the training loop needs to know of a kind of reader."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np
from torch import Tensor, nn

from symbolic_rc.core.answer import Answer
from symbolic_rc.core.question import Question
from symbolic_rc.core.record import Record
from symbolic_rc.neural.heat_map import Look


class Task(Protocol):
    """A kind of questions: how they become tensors, what is minimised, what is counted."""

    #: The figure that early stopping looks at.
    figure: str

    def takes(self, question: Question) -> bool:
        """Tell whether a question is of this kind."""
        ...

    def items(
        self, record: Record, asked: Sequence[Question], training: bool = False
    ) -> list[tuple[Any, list[int]]]:
        """Return stories, or parts of them, with questions as integers, each with its questions' places."""
        ...

    def batch(self, items: Sequence[Any], random: np.random.Generator | None = None) -> Any:
        """Return tensors; `random` is given in training."""
        ...

    def loss(self, model: nn.Module, batch: Any) -> tuple[Tensor, int]:
        """Return the summed loss of a batch's questions, and their number."""
        ...

    def score(self, model: nn.Module, items: Sequence[Any]) -> tuple[float, int]:
        """Return the summed figure of the items' questions, and their number."""
        ...

    def answers(self, model: nn.Module, record: Record, item: Any) -> list[Answer]:
        """Answer the questions of an item."""
        ...

    def looks(self, model: nn.Module, record: Record, item: Any) -> list[list[Look]]:
        """Return for each question where the reader looked; nothing if it has no attention."""
        ...
