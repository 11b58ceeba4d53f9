"""Metrics of frames as in CoNLL-2005: an argument is correct if its role and all of its words are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

#: An argument: its role and all of its pieces.
ScoredArgument = tuple[str, tuple[tuple[int, int], ...]]


def joined(arguments: Iterable[tuple[str, int, int]]) -> list[ScoredArgument]:
    """Join continuations (``C-ARG1``) to the nearest earlier argument with that role.

    A continuation without one becomes an argument itself, as in the shared task's scorer; ``V`` and
    ``C-V`` are skipped.

    Examples
    --------
    >>> joined([("ARG1", 0, 2), ("C-ARG1", 5, 7), ("ARG0", 3, 4)])
    [('ARG1', ((0, 2), (5, 7))), ('ARG0', ((3, 4),))]
    """
    found: list[ScoredArgument] = []
    for role, start, end in sorted(arguments, key=lambda argument: argument[1]):
        if role in ("V", "C-V"):
            continue
        plain = role.removeprefix("C-")
        before = [i for i in range(len(found)) if found[i][0] == plain] if plain != role else []
        if before:
            found[before[-1]] = (plain, (*found[before[-1]][1], (start, end)))
        else:
            found.append((plain, ((start, end),)))
    return found


@dataclass(slots=True)
class RoleCounts:
    """Counts of gold, predicted and correct things, by name."""

    gold: Counter[str] = field(default_factory=Counter)
    predicted: Counter[str] = field(default_factory=Counter)
    correct: Counter[str] = field(default_factory=Counter)

    def add(self, gold: Sequence[ScoredArgument], predicted: Sequence[ScoredArgument]) -> None:
        """Count the arguments of one predicate."""
        self.gold.update(role for role, _ in gold)
        self.predicted.update(role for role, _ in predicted)
        self.correct.update(role for role, _ in (Counter(gold) & Counter(predicted)).elements())

    def figures(self, name: str | None = None) -> tuple[float, float, float]:
        """Return precision, recall and F1 in percent, of one name or of all."""
        counts = [
            sum(table.values()) if name is None else table[name]
            for table in (self.gold, self.predicted, self.correct)
        ]
        return percentages(*counts)


def percentages(gold: int, predicted: int, correct: int) -> tuple[float, float, float]:
    """Return precision, recall and F1 in percent; 0 where undefined."""
    precision = 100 * correct / predicted if predicted else 0.0
    recall = 100 * correct / gold if gold else 0.0
    return precision, recall, 200 * correct / (gold + predicted) if gold + predicted else 0.0
