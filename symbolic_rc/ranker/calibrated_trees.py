"""The reranker's trees, with the temperature at which their scores become probabilities."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.boosting.trees import Trees


@dataclass(frozen=True, slots=True)
class CalibratedTrees:
    """Trees whose scores' softmax over a list gives its candidates' probabilities.

    Attributes
    ----------
    trees : Trees
    inverse_temperature : mapping of str to float
        By what the scores are multiplied for each kind of data set, for any other under the empty name. Where
        answers are short, the likeliest is best; where they are long, what likely ones have in common.
    """

    trees: Trees
    inverse_temperature: Mapping[str, float] = field(default_factory=dict)

    def scores(self, features: NDArray[np.float32], profile: str) -> NDArray[np.float64]:
        """Return the score of each candidate of a list; float64."""
        factor = self.inverse_temperature.get(profile, self.inverse_temperature.get("", 1.0))
        return factor * self.trees.scores(features)
