"""Words to integers and back, straight from a mapped file: no dictionary is built at load."""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.files.container import Container, pack_strings


def pack_table(name: str, strings: Sequence[str]) -> dict[str, NDArray[Any]]:
    """Return the arrays of a string table: the strings' bytes, their ends, and a hash table of them.

    The hash is CRC-32 of the UTF-8 bytes with linear probing; the table is at most two thirds full.

    Raises
    ------
    ValueError
        If a string occurs twice.
    """
    if len(set(strings)) != len(strings):
        raise ValueError(f"{name}: the strings of a table must differ")
    size = 2
    while 2 * size < 3 * len(strings):
        size *= 2
    slots = np.full(size, -1, np.int32)
    for number, string in enumerate(strings):
        slot = zlib.crc32(string.encode()) & (size - 1)
        while slots[slot] >= 0:
            slot = (slot + 1) & (size - 1)
        slots[slot] = number
    return {**pack_strings(name, strings), f"{name}.slots": slots}


class Table(NamedTuple):
    """A string table as kernels take it: the strings' bytes, their ends, and a hash table of them."""

    utf8: NDArray[np.uint8]
    ends: NDArray[np.uint32]
    slots: NDArray[np.int32]


class StringTable:
    """A list of distinct strings with their integers, as `pack_table` lays it out.

    Attributes
    ----------
    arrays : Table

    Examples
    --------
    >>> from symbolic_rc.core.files.container import Container
    >>> table = StringTable(Container({}, pack_table("words", ["mill", "wheel"])), "words")
    >>> table.find("wheel"), table.find("river"), table[0], len(table)
    (1, -1, 'mill', 2)
    """

    def __init__(self, container: Container, name: str) -> None:
        self.arrays = Table(*(container.arrays[f"{name}.{part}"] for part in Table._fields))
        # memoryviews: reading one item is three times as quick as from an array
        self._data, self._ends, self._slots = (array.data for array in self.arrays)
        self._size = len(self.arrays.ends)

    def __len__(self) -> int:
        return self._size

    def _bytes(self, number: int) -> memoryview:
        return self._data[self._ends[number - 1] if number else 0 : self._ends[number]]

    def __getitem__(self, number: int) -> str:
        if not 0 <= number < self._size:
            raise IndexError(number)
        return str(self._bytes(number), "utf-8")

    def __iter__(self) -> Iterator[str]:
        return (self[number] for number in range(self._size))

    def __contains__(self, string: str) -> bool:
        return self.find(string) >= 0

    def find(self, string: str) -> int:
        """Return the string's integer, or -1."""
        encoded = string.encode()
        mask = len(self._slots) - 1
        slot = zlib.crc32(encoded) & mask
        while (number := self._slots[slot]) >= 0:
            if self._bytes(number) == encoded:
                return number
            slot = (slot + 1) & mask
        return -1
