"""Features as data: templates over named atoms, compiled to arrays, hashed by one kernel.

Each group of templates has the number of its first, the atom that all are crossed with (empty: the piece
before the colon), and the templates; pieces between bars are combined. To add a feature, add a template at
the end of a group; a new atom needs its name and a line in the kernel that fills in the atoms.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.arrays import Ints, Longs
from symbolic_rc.core.kernels import kernel
from symbolic_rc.models.kernels import Frozen, add_frozen, add_known, may_contain

Hashes = NDArray[np.uint64]
#: Groups of templates: (number of the first, crossed atom, templates).
Groups: TypeAlias = Sequence[tuple[int, str, str]]

#: Constants of the hash, created once: a kernel that runs as plain Python would create them at every call.
_GOLDEN, _OFFSET = np.uint64(0x9E3779B97F4A7C15), np.uint64(0x632BE59BD9B4E019)
_FOLD, _THIRTY, _THIRTY_ONE = np.uint64(0xBF58476D1CE4E5B9), np.uint64(30), np.uint64(31)


class TemplateTable(NamedTuple):
    """Templates for kernels: a row each."""

    numbers: Hashes  #: (n,)
    crossed: Longs  #: (n,): the atom before the colon
    parts: Longs  #: (n, 3): the atoms after it; -1 for none


def compile_templates(atoms: Sequence[str], groups: Groups) -> TemplateTable:
    """Return groups of templates as arrays, with atoms by their place in `atoms`."""
    at = {name: i for i, name in enumerate(atoms)}
    rows = [
        (number + i, *template.rpartition(":")[::2], crossed)
        for number, crossed, text in groups
        for i, template in enumerate(text.split())
    ]
    parts = np.full((len(rows), 3), -1, np.int64)
    for row, (_, _, combined, _) in enumerate(rows):
        names = combined.split("|")
        parts[row, : len(names)] = [at[name] for name in names]
    return TemplateTable(
        np.array([number for number, *_ in rows], np.uint64),
        np.array([at[part or crossed] for _, part, _, crossed in rows], np.int64),
        parts,
    )


@kernel
def mix(a: np.uint64, b: np.uint64) -> np.uint64:
    """Return a well-mixed hash of two 64-bit words; the order counts (after Steele et al. 2014)."""
    x = (a * _GOLDEN) ^ (b + _OFFSET)
    x = (x ^ (x >> _THIRTY)) * _FOLD
    return x ^ (x >> _THIRTY_ONE)


@kernel
def mix3(a: np.uint64, b: np.uint64, c: np.uint64) -> np.uint64:
    """Return a hash of three words."""
    return mix(mix(a, b), c)


@kernel
def fill(table: TemplateTable, atoms: Hashes, out: Any, n: int) -> int:
    """Write the hashes of templates at place `n` of `out`; return the next place."""
    for i in range(len(table.numbers)):
        value = atoms[table.parts[i, 0]]
        for j in range(1, table.parts.shape[1]):
            if table.parts[i, j] < 0:
                break
            value = mix(value, atoms[table.parts[i, j]])
        out[n] = mix3(table.numbers[i], atoms[table.crossed[i]], value)
        n += 1
    return n


@kernel
def key_of(feature: np.uint64) -> np.uint32:
    """Return a feature's key in a linear model: its upper half, never 0."""
    return np.uint32(feature >> np.uint64(32)) | np.uint32(1)


@kernel
def add_features(model: Frozen, features: Hashes, count: int, scores: Ints) -> None:
    """Add the weights of the first `count` features to their classes' scores; overwrite the features."""
    left = 0
    for f in range(count):
        key = key_of(features[f])
        features[left] = key
        left += may_contain(model.filter, key)
    add_known(model, features[:left], scores)


@kernel
def add_crossed(model: Frozen, features: Hashes, count: int, traits: Hashes, scores: Ints) -> None:
    """Do the same as `add_features` for each feature crossed with each trait."""
    for f in range(count):
        for trait in range(len(traits)):
            add_frozen(model, key_of(mix(features[f], traits[trait])), scores)
