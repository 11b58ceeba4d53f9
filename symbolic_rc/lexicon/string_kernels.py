"""String tables inside kernels: what `strings.StringTable.find` does, on bytes."""

from __future__ import annotations

import zlib

import numpy as np

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
    table : Table
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
