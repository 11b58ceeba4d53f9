"""Words to integers and back, straight from a mapped file: no dictionary is built at load, nor by kernels."""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.files.container import Container, pack_strings
from symbolic_rc.core.kernels import kernel

#: CRC-32 of every byte by itself, as the bytewise method of the checksum needs it.
_CRC = np.array([zlib.crc32(bytes([i])) ^ 0xFF000000 for i in range(256)], np.uint32)
_CRC ^= _CRC[0]


@kernel
def checksum(data, start, end):  # type: ignore[no-untyped-def]
    """Return the CRC-32 of bytes ``start`` to ``end``; equal to ``zlib.crc32``."""
    value = np.uint32(0xFFFFFFFF)
    for i in range(start, end):
        value = _CRC[(value ^ data[i]) & np.uint32(0xFF)] ^ (value >> np.uint32(8))
    return value ^ np.uint32(0xFFFFFFFF)


@kernel
def find(table, data, start, end):  # type: ignore[no-untyped-def]
    """Return the number of the string in bytes ``start`` to ``end``, or -1; `table` is a `strings.Table`."""
    mask = np.int64(len(table.slots) - 1)
    slot = np.int64(checksum(data, start, end)) & mask
    while table.slots[slot] >= 0:
        number = np.int64(table.slots[slot])
        first = np.int64(table.ends[number - 1]) if number else np.int64(0)
        if np.int64(table.ends[number]) - first == end - start:
            equal = True
            for i in range(end - start):
                if table.utf8[first + i] != data[start + i]:
                    equal = False
                    break
            if equal:
                return number
        slot = (slot + 1) & mask
    return np.int64(-1)


@kernel
def find_all(table, data, ends, lower, out):  # type: ignore[no-untyped-def]
    """Fill the number of each string, or -1; `lower` folds the capitals A to Z first.

    Parameters
    ----------
    table : StringArrays
    data : ndarray of uint8
        The strings' bytes, one after the other.
    ends : ndarray
        Where each ends.
    lower : bool
    out : ndarray of int32
    """
    word = np.empty(256, np.uint8)
    start = np.int64(0)
    for i in range(len(ends)):
        end = np.int64(ends[i])
        size = end - start
        if size > len(word):
            word = np.empty(2 * size, np.uint8)
        for j in range(size):
            letter = data[start + j]
            word[j] = letter + np.uint8(32) if lower and 65 <= letter <= 90 else letter
        out[i] = find(table, word, 0, size)
        start = end


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


class StringArrays(NamedTuple):
    """A string table as kernels take it: the strings' bytes, their ends, and a hash table of them."""

    utf8: NDArray[np.uint8]
    ends: NDArray[np.uint32]
    slots: NDArray[np.int32]


class StringTable:
    """A list of distinct strings with their integers, as `pack_table` lays it out.

    Attributes
    ----------
    arrays : StringArrays

    Examples
    --------
    >>> from symbolic_rc.core.files.container import Container
    >>> table = StringTable(Container({}, pack_table("words", ["mill", "wheel"])), "words")
    >>> table.find("wheel"), table.find("river"), table[0], len(table)
    (1, -1, 'mill', 2)
    """

    def __init__(self, container: Container, name: str) -> None:
        self.arrays = StringArrays(*(container.arrays[f"{name}.{part}"] for part in StringArrays._fields))
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
