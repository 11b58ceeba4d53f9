"""Time, tables, and stories of random words."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray


def seconds(function: Callable[[], Any], least: float = 0.4) -> float:
    """Return the minimum processor time of a call, over at least three calls and `least` seconds."""
    function()
    best, spent, calls = float("inf"), 0.0, 0
    while spent < least or calls < 3:
        began = time.process_time()
        function()
        taken = time.process_time() - began
        best, spent, calls = min(best, taken), spent + max(taken, 1e-6), calls + 1
    return best


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the benchmark: `count` units of work in `ours` and `theirs` seconds."""

    task: str
    unit: str
    ours: float
    count: float
    rival: str
    theirs: float
    their_count: float
    wanted: float

    @property
    def ratio(self) -> float:
        """Our rate divided by the rival's."""
        return (self.count / self.ours) / (self.their_count / self.theirs)

    def cells(self) -> list[str]:
        """Return the line's cells as text."""
        wanted = f"{self.wanted:,.0f}" if self.wanted else "-"
        return [
            self.task,
            rate(self.count / self.ours, self.unit),
            self.rival,
            rate(self.their_count / self.theirs, self.unit),
            f"{self.ratio:,.0f} x",
            wanted,
        ]


def rate(value: float, unit: str) -> str:
    """Return a rate as text: ``3.1 G spans/s``."""
    for factor, letter in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if value >= factor:
            return f"{value / factor:.3g} {letter} {unit}/s"
    return f"{value:.3g} {unit}/s"


def print_table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print a table in Markdown, columns aligned."""
    lines = [list(head), *(list(row) for row in rows)]
    widths = [max(len(line[column]) for line in lines) for column in range(len(head))]
    lines.insert(1, ["-" * width for width in widths])
    for line in lines:
        print("| " + " | ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)) + " |")
    print(flush=True)


#: Gives about 310 distinct words in 650 tokens and 645 in 2,000, like real stories.
VOCABULARY = 1_500


def story(tokens: int, seed: int = 1) -> NDArray[np.int32]:
    """Return a story of that many tokens."""
    share = 1.0 / (np.arange(VOCABULARY) + 2.7)
    drawn = np.random.default_rng(seed).choice(VOCABULARY, tokens, p=share / share.sum())
    return np.ascontiguousarray(drawn, np.int32)


def references(tokens: NDArray[np.int32], count: int, size: int, seed: int = 2) -> list[NDArray[np.int32]]:
    """Return word sequences with half of their words in the story's order, like questions."""
    rng = np.random.default_rng(seed)
    found = []
    for _ in range(count):
        start = rng.integers(0, tokens.size - 2 * size)
        near = np.sort(rng.choice(np.arange(start, start + 2 * size), size // 2, replace=False))
        found.append(np.concatenate([tokens[near], rng.choice(tokens, size - size // 2)]).astype(np.int32))
    return found
