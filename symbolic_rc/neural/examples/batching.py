"""Batches of like lengths, so that little is padded."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.neural.vocabulary import PADDING

Numbers = NDArray[np.int64]


def batches(
    lengths: Sequence[int], size: int, random: np.random.Generator | None = None, pool: int = 20
) -> Iterator[list[int]]:
    """Yield the places of a batch's items, like lengths together, each item once.

    Parameters
    ----------
    lengths : sequence of int
        Of every item.
    size : int
        Items of a batch.
    random : Generator, optional
        For another order each time: items are shuffled, sorted within pools of `pool` batches, and the
        batches shuffled. Without it they come from short to long.

    Examples
    --------
    >>> list(batches([5, 1, 4, 2], 2))
    [[1, 3], [2, 0]]
    """
    if random is None:
        order = np.argsort(lengths, kind="stable")
        yield from (order[i : i + size].tolist() for i in range(0, len(order), size))
        return
    order = random.permutation(len(lengths))
    found = []
    for i in range(0, len(order), size * pool):
        part = sorted(order[i : i + size * pool].tolist(), key=lambda one: lengths[one])
        found += [part[j : j + size] for j in range(0, len(part), size)]
    for place in random.permutation(len(found)).tolist():
        yield found[place]


def padded(rows: Sequence[Numbers], fill: int = PADDING) -> tuple[Numbers, Numbers]:
    """Return rows of integers as one array, filled up at their ends, and their lengths.

    Examples
    --------
    >>> table, lengths = padded([np.array([3, 4]), np.array([5])])
    >>> table.tolist(), lengths.tolist()
    ([[3, 4], [5, 0]], [2, 1])
    """
    lengths = np.array([len(row) for row in rows], np.int64)
    table = np.full((len(rows), max(1, int(lengths.max(initial=0)))), fill, np.int64)
    for row, filled in zip(rows, table, strict=True):
        filled[: len(row)] = row
    return table, lengths
