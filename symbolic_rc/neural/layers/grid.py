"""Questions of one batch before their own stories, without a copy of the story for each question."""

from __future__ import annotations

import torch
from torch import Tensor


class Grid:
    """Where each question of a batch stands in a table of stories by questions.

    Parameters
    ----------
    of : Tensor of int64, shape (questions,)
        The story of each question; questions of one story stand together, stories in order.
    stories : int
    """

    def __init__(self, of: Tensor, stories: int) -> None:
        counts = torch.bincount(of, minlength=stories)
        self.stories, self.width = stories, max(1, int(counts.max()))
        first = torch.cumsum(counts, 0) - counts
        self._places = of * self.width + torch.arange(len(of), device=of.device) - first[of]

    def spread(self, rows: Tensor) -> Tensor:
        """Return rows of questions as (stories, most questions of one, ...), zero where there is none."""
        table = rows.new_zeros((self.stories * self.width, *rows.shape[1:]))
        table = table.index_copy(0, self._places, rows)
        return table.view(self.stories, self.width, *rows.shape[1:])

    def gathered(self, table: Tensor) -> Tensor:
        """Return the questions' rows of a table, in their order."""
        return table.reshape(self.stories * self.width, *table.shape[2:])[self._places]
