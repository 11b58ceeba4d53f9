"""What every cloze reader returns."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor


@dataclass(frozen=True, slots=True)
class ClozeOutput:
    """The entities' probabilities, and where a reader looked.

    Attributes
    ----------
    log_probabilities : Tensor, shape (questions, entities)
        ``-inf``, or very low, for entities that a question's story does not have.
    attention : Tensor or None, shape (questions, tokens)
        The weight of each of the story's tokens, if the reader has any.
    """

    log_probabilities: Tensor
    attention: Tensor | None = None


def cloze_loss(output: ClozeOutput, answers: Tensor) -> tuple[Tensor, int]:
    """Return the summed negative log probability of the answers that are known, and their number."""
    known = answers >= 0
    chosen = output.log_probabilities[known].gather(1, answers[known][:, None])
    return -chosen.sum(), int(known.sum())


def cloze_right(output: ClozeOutput, answers: Tensor) -> Tensor:
    """Tell for each question whether the most probable entity is the answer; the first of equals counts."""
    return torch.argmax(output.log_probabilities, dim=1) == answers
