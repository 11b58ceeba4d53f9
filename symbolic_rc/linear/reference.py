"""Plain twins of the kernels of linear models: whole numbers, and weights in dictionaries."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

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


def epoch_ranker_plain(
    table: PlainTable,
    rows: Sequence[Row],
    groups: Sequence[Sequence[int]],
    gold: Sequence[bool],
    costs: Sequence[float],
) -> int:
    """Go once through groups of rows as `kernels.epoch_ranker`; return the number of mistakes."""
    mistakes = 0
    for step, group in enumerate(groups, 1):
        score = {i: table.score(rows[i], 0) for i in group}
        good, bad = [i for i in group if gold[i]], [i for i in group if not gold[i]]
        if good and bad:
            best = max(good, key=lambda i: score[i])
            worst = max(bad, key=lambda i: score[i] + costs[i])
            mistakes += score[worst] >= score[best]
            if score[worst] + costs[worst] >= score[best]:
                table.update(rows[best], 0, 1.0, step)
                table.update(rows[worst], 0, -1.0, step)
    return mistakes
