"""Rows of plain values as arrays: strings become integers in one table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.files.container import Container, pack_strings
from symbolic_rc.core.vocabulary import Vocabulary


class Packer:
    """Gather named columns for a container.

    Examples
    --------
    >>> packer = Packer()
    >>> packer.rows("pair", [("mill", 1), ("wheel", 2)], "si")
    >>> {name: array.tolist() for name, array in packer.arrays().items() if name.startswith("pair")}
    {'pair.0': [0, 1], 'pair.1': [1, 2]}
    """

    def __init__(self) -> None:
        self._strings = Vocabulary()
        self._arrays: dict[str, NDArray[Any]] = {}

    def rows(self, name: str, rows: Sequence[Sequence[Any]], kinds: str) -> None:
        """Add rows whose columns are strings (``s``), integers (``i``), truth (``b``) or floats (``f``)."""
        columns = list(zip(*rows, strict=True)) if rows else [()] * len(kinds)
        for number, (kind, column) in enumerate(zip(kinds, columns, strict=True)):
            self._arrays[f"{name}.{number}"] = self._column(kind, column)

    def lists(self, name: str, lists: Iterable[Sequence[Any]], kind: str = "i") -> None:
        """Add a list of lists of one kind."""
        kept = list(lists)
        ends = np.cumsum([len(each) for each in kept], dtype=np.int64)
        self._arrays[f"{name}.ends"] = ends.astype(np.int32)
        self._arrays[f"{name}.values"] = self._column(kind, [value for each in kept for value in each])

    def array(self, name: str, array: NDArray[Any]) -> None:
        """Add an array as it is."""
        self._arrays[name] = array

    def _column(self, kind: str, column: Sequence[Any]) -> NDArray[Any]:
        if kind == "s":
            add = self._strings.add
            return np.fromiter((add(value) for value in column), np.int32, len(column))
        return np.array(column, {"i": np.int32, "b": np.bool_, "f": np.float64}[kind])

    def arrays(self) -> dict[str, NDArray[Any]]:
        """Return everything, with the table of strings."""
        strings = self._strings
        return self._arrays | pack_strings("strings", (strings[i] for i in range(len(strings))))


class Unpacker:
    """Take apart what a `Packer` put into a container."""

    def __init__(self, container: Container) -> None:
        self._arrays = container.arrays
        self._strings = container.strings("strings") if len(container.arrays["strings.ends"]) else []

    def columns(self, name: str, kinds: str) -> list[list[Any]]:
        """Return the columns of what was given to `Packer.rows`."""
        return [self._column(kind, f"{name}.{i}") for i, kind in enumerate(kinds)]

    def rows(self, name: str, kinds: str) -> list[tuple[Any, ...]]:
        """Return rows as they were given to `Packer.rows`."""
        return list(zip(*self.columns(name, kinds), strict=True))

    def lists(self, name: str, kind: str = "i") -> list[tuple[Any, ...]]:
        """Return lists as they were given to `Packer.lists`, as tuples."""
        values = self._column(kind, f"{name}.values")
        ends = self._arrays[f"{name}.ends"].tolist()
        return [tuple(values[i:j]) for i, j in pairwise([0, *ends])]

    def array(self, name: str) -> NDArray[Any]:
        """Return an array as it was given."""
        return self._arrays[name]

    def string(self, number: int) -> str:
        """Return the string that a number in a column of strings stands for."""
        return self._strings[number]

    def _column(self, kind: str, name: str) -> list[Any]:
        values = self._arrays[name].tolist()
        return list(map(self._strings.__getitem__, values)) if kind == "s" else values
