"""The second look's trees, and how sure they may be of themselves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.ranking.boosting.trees import Trees


@dataclass(frozen=True, slots=True)
class Forest:
    """Trees whose scores' softmax over a list gives its candidates' chances.

    Attributes
    ----------
    trees : Trees
    sure : mapping of str to float
        By what the scores are multiplied for each kind of data set, for any other under the empty name. Where
        answers are short, the likeliest is best; where they are long, what likely ones have in common.
    """

    trees: Trees
    sure: Mapping[str, float] = field(default_factory=dict)

    def scores(self, features: NDArray[np.float32], style: str) -> NDArray[np.float64]:
        """Return the score of each candidate of a list; float64."""
        return self.sure.get(style, self.sure.get("", 1.0)) * self.trees.scores(features)
