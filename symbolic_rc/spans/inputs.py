"""What every public function of this floor does to its input before a kernel sees it.

Kernels get contiguous, read-only views of one dtype, so that each is compiled once and cannot write to an
array of the caller.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from symbolic_rc.core.arrays import Array, Floats, Ints, Singles
from symbolic_rc.core.errors import DataError

_INTEGER, _SINGLE = np.dtype(np.int32), np.dtype(np.float32)


class Lookup(NamedTuple):
    """The part of a `TokenIndex` that finds the places of any token."""

    bounds: Ints
    places: Ints
    keys: Ints
    slots: Ints


class Search(NamedTuple):
    """What a kernel seeks: the best spans of some lengths, by a measure, for references (joined)."""

    lookup: Lookup
    references: Ints
    bounds: Ints
    shortest: int
    longest: int
    measure: Floats


def _frozen(array: Array) -> Array:
    view = array.view()
    view.setflags(write=False)
    return view


def integers(name: str, values: ArrayLike) -> Ints:
    """Return values as a contiguous, read-only int32 vector; `DataError` if they are not whole numbers."""
    array = np.asarray(values)
    if array.ndim != 1:
        raise DataError(f"{name}: expected one dimension, not shape {array.shape}")
    if array.dtype is _INTEGER and array.flags.c_contiguous:  # the quick way for what needs no check
        return _frozen(array) if array.flags.writeable else array
    if array.dtype != _INTEGER:
        if array.size and array.dtype.kind not in "iu":
            raise DataError(f"{name}: expected integers, not {array.dtype}")
        if array.size and not -(2**31) <= int(array.min()) <= int(array.max()) < 2**31:
            raise DataError(f"{name}: values do not fit 32 bits")
    return _frozen(np.ascontiguousarray(array, dtype=np.int32))


def floats(name: str, values: ArrayLike, dimensions: int = 1) -> Singles:
    """Return values as a contiguous, read-only array of floats; `DataError` for another shape or NaN."""
    array = np.asarray(values)
    if array.ndim != dimensions:
        raise DataError(f"{name}: expected {dimensions} dimension(s), not shape {array.shape}")
    if array.dtype is _SINGLE and array.flags.c_contiguous:
        return _frozen(array) if array.flags.writeable else array
    if array.dtype.kind not in "fiub":
        raise DataError(f"{name}: expected numbers, not {array.dtype}")
    return _frozen(np.ascontiguousarray(array, dtype=_SINGLE))


def span_bounds(starts: ArrayLike, ends: ArrayLike, length: int) -> tuple[Ints, Ints]:
    """Return starts and ends of spans of a story of that many tokens, after checking them."""
    first, last = integers("starts", starts), integers("ends", ends)
    if first.shape != last.shape:
        raise DataError(f"starts and ends: {first.size} starts, {last.size} ends")
    if first.size and (first.min() < 0 or last.max() > length or (last < first).any()):
        raise DataError(f"starts and ends: every span must lie within 0 to {length}, start before end")
    return first, last


def lengths(min_length: int, max_length: int | None, tokens: int) -> tuple[int, int]:
    """Return the range of span lengths that a story of that many tokens can have."""
    longest = tokens if max_length is None else min(int(max_length), tokens)
    if min_length < 1 or (max_length is not None and max_length < min_length):
        raise DataError(f"span lengths: {min_length} to {max_length} is no range of lengths from 1")
    return int(min_length), longest


def ragged(references: Sequence[Any]) -> tuple[Ints, Ints, Ints | None]:
    """Join references, one item a question: a vector of integers, or a list of such vectors (alternatives).

    Returns all references joined, where each starts there (references + 1,), and where each question's
    alternatives start among them (questions + 1,); None for one reference each.
    """
    flat: list[Ints] = []
    groups = [0]
    for i, item in enumerate(references):
        if isinstance(item, np.ndarray) and item.ndim == 1 and item.dtype is _INTEGER:
            flat.append(item)  # the quick way for what needs no check
        elif isinstance(item, (list, tuple)) and item and np.ndim(item[0]) == 1:
            flat += [integers(f"references[{i}][{j}]", one) for j, one in enumerate(item)]
        else:
            flat.append(integers(f"references[{i}]", item))
        groups.append(len(flat))
    bounds = np.array([0, *accumulate(map(len, flat))], _INTEGER)
    joined = np.concatenate(flat) if flat else np.zeros(0, _INTEGER)
    for array in (joined, bounds):
        array.setflags(write=False)
    single = all(start == i for i, start in enumerate(groups))
    return joined, bounds, None if single else np.array(groups, _INTEGER)


def block(tokens: int, most: int) -> int:
    """Return how many starts of a story go side by side: a multiple of what the widest loops take at once."""
    return max(128, min(most, -(-tokens // 128) * 128))


def lines(shape: tuple[int, int]) -> Singles:
    """Return a new matrix, not yet written, at the start of a cache line: what crosses lines is slow."""
    size = shape[0] * shape[1]
    space = np.empty(size + 16, np.float32)
    first = -(space.ctypes.data // 4) % 16
    return space[first : first + size].reshape(shape)
