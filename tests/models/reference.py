"""Slow twins of the kernels in `symbolic_rc.models`."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.models.trees import Trees

#: The features of a row, with their values.
Row = Sequence[tuple[int, float]]


def mix_plain(state: int, value: int) -> int:
    """Return the hash of two 32-bit numbers; see `kernels.mix`."""
    product = (state * 0x9E3779B1 + value + 0x7F4A7C15) * 0xD6E8FEB86659FD93
    return (product % 2**64 >> 32) | 1


class PlainTable:
    """Weights, and the sums of their changes times the step, of features and classes; see `kernels.Table`."""

    def __init__(self) -> None:
        self.weights: defaultdict[tuple[int, int], float] = defaultdict(float)
        self.totals: defaultdict[tuple[int, int], float] = defaultdict(float)

    def score(self, row: Row, label: int) -> float:
        """Return the score of a class."""
        return sum(self.weights[key, label] * value for key, value in row)

    def update(self, row: Row, label: int, sign: float, step: float) -> None:
        """Add a row's values, times `sign`, to the weights of a class."""
        for key, value in row:
            self.weights[key, label] += sign * value
            self.totals[key, label] += sign * value * step


def epoch_classifier_plain(
    table: PlainTable,
    rows: Sequence[Row],
    labels: Sequence[int],
    classes: int,
    order: Iterable[int],
    margin: float,
) -> int:
    """Go once through the rows as `kernels.epoch_classifier`, from step 0; return the number of mistakes."""
    mistakes = 0
    for step, i in enumerate(order, 1):
        scores = [table.score(rows[i], label) for label in range(classes)]
        gold = labels[i]
        rival = max((label for label in range(classes) if label != gold), key=lambda label: scores[label])
        mistakes += scores[rival] >= scores[gold]
        if scores[rival] + margin >= scores[gold]:
            table.update(rows[i], gold, 1.0, step)
            table.update(rows[i], rival, -1.0, step)
    return mistakes


def predict_plain(trees: Trees, rows: NDArray[np.float32]) -> NDArray[np.float64]:
    """Return what `Trees.scores` does, by walking down every tree."""
    out = np.full(len(rows), trees.baseline)
    for i, row in enumerate(rows):
        for node in trees.roots:
            while trees.feature[node] >= 0:
                left = row[trees.feature[node]] <= trees.threshold[node]
                node = trees.left[node] if left else trees.right[node]
            out[i] += trees.value[node]
    return out
