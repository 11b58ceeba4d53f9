"""Feature templates as data, and how what they name is hashed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.kernels import kernel

#: Atoms of a template, at most.
MOST_ATOMS = 4
_LOW = np.uint64(0xFFFFFFFF)
FIRST, SECOND, THIRD, FOURTH = range(MOST_ATOMS)


@kernel
def mix(a: int | np.integer, b: int | np.integer) -> int:
    """Hash two integers into 32 bits (a round of murmur's finaliser)."""
    h = np.uint64(np.uint32(a)) * np.uint64(0x9E3779B1) ^ np.uint64(np.uint32(b)) * np.uint64(0x85EBCA77)
    h ^= h >> np.uint64(15)
    h = h * np.uint64(0x2C1B3C6D) & _LOW
    return np.uint32(h ^ (h >> np.uint64(13)))  # type: ignore[return-value]


@kernel
def bucket(length: int) -> int:
    """Bin a count: 1 to 6 as they are, then 7-8, 9-11, 12-15, 16 and more."""
    if length <= 6:
        return length
    if length <= 8:
        return 7
    if length <= 11:
        return 8
    if length <= 15:
        return 9
    return 10


@kernel
def step_of(value: float | np.floating, step: float) -> int:
    """Return the nearest whole number of steps, at most 12."""
    v = int(value / step + 0.5)
    return v if v < 12 else 12


def template_rows(templates: Mapping[str, Sequence[int]]) -> NDArray[np.int64]:
    """Return the atoms of each template, -1 for those that it lacks; int64, shape (templates, MOST_ATOMS)."""
    rows = [[*map(int, atoms), *[-1] * (MOST_ATOMS - len(atoms))] for atoms in templates.values()]
    return np.array(rows, np.int64).reshape(len(rows), MOST_ATOMS)


def _number_hashes(count: int) -> NDArray[np.uint32]:
    """Return ``mix(mix(0, 0), number)`` for the first numbers, worked out without compiling anything."""
    h = np.arange(count, dtype=np.uint64) * np.uint64(0x85EBCA77)
    h = (h ^ (h >> np.uint64(15))) * np.uint64(0x2C1B3C6D) & np.uint64(0xFFFFFFFF)
    return (h ^ (h >> np.uint64(13))).astype(np.uint32)


#: Most templates have two atoms at most: the half of their hash that depends on their number alone.
_NUMBER_HASHES = _number_hashes(512)


@kernel
def hash_templates(
    atoms: NDArray[np.int64], templates: NDArray[np.int64], first: int, out: NDArray[np.uint32]
) -> None:
    """Hash each template's number, counted from `first`, with its atoms' values; a missing one counts as 0.

    Parameters
    ----------
    templates : ndarray of int64, shape (templates, MOST_ATOMS)
        As `template_rows` returns them.
    out : ndarray of uint32, shape (templates,)
    """
    for f in range(templates.shape[0]):
        a = atoms[templates[f, FIRST]] if templates[f, FIRST] >= 0 else 0
        b = atoms[templates[f, SECOND]] if templates[f, SECOND] >= 0 else 0
        c = atoms[templates[f, THIRD]] if templates[f, THIRD] >= 0 else 0
        d = atoms[templates[f, FOURTH]] if templates[f, FOURTH] >= 0 else 0
        if c == 0 and d == 0:
            end = _NUMBER_HASHES[first + f]
        else:
            end = mix(mix(c, d), first + f)
        out[f] = mix(mix(a, b), end)
