"""Feature templates: conjunctions of atoms, written as text, run as integer arrays.

White space separates templates, bars separate the atoms of one: ``s0.w|b0.t s0.w d``. An atom is a column
at a place (``s0.w``), or has a name of its own (``d``). A kernel fills an array of atoms, 32-bit codes;
`combine_atoms` hashes those of each template into its key.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.kernels import kernel
from symbolic_rc.models.kernels import mix


class Templates(NamedTuple):
    """Templates as kernels take them.

    Attributes
    ----------
    places, columns : ndarray of int64, shape (atoms,)
        Place and column of each atom that has them; atoms with a name of their own come after these.
    parts, seeds : ndarray of int64 and of uint32, shape (templates, most atoms of one) and (templates,)
        The atoms of each template, -1 after the last; the first value of its key.
    """

    places: NDArray[np.int64]
    columns: NDArray[np.int64]
    parts: NDArray[np.int64]
    seeds: NDArray[np.uint32]

    def rows(self, rows: NDArray[np.int64]) -> Templates:
        """Return some of the templates, without the placed atoms that they do not need."""
        parts, size = self.parts[rows], len(self.places)
        used = np.unique(parts[(parts >= 0) & (parts < size)])
        moved = np.where(parts < size, np.searchsorted(used, parts), parts - size + len(used))
        moved = np.where(parts < 0, -1, moved)
        return Templates(self.places[used], self.columns[used], moved, self.seeds[rows])


def compile_templates(
    text: str,
    places: Mapping[str, int],
    columns: Mapping[str, int],
    extra: Sequence[str] = (),
    seeds: tuple[int, int] = (104729, 7),
) -> Templates:
    """Return the templates of a text.

    Parameters
    ----------
    places, columns : mapping of str to int
        The numbers of what is before and after an atom's last dot.
    extra : sequence of str
        Atoms with a name of their own, in the order in which they follow the others.
    seeds : tuple of int
        Template t has the seed ``seeds[0] * t + seeds[1]``.

    Examples
    --------
    >>> templates = compile_templates("s0.w|b0.w d|b0.w", {"s0": 0, "b0": 1}, {"w": 0}, ("d",))
    >>> templates.places.tolist(), templates.parts.tolist(), templates.seeds.tolist()
    ([1, 0], [[1, 0], [2, 0]], [7, 104736])
    """
    rows = [template.split("|") for template in text.split()]
    placed = sorted({atom for row in rows for atom in row} - set(extra))
    number = {atom: i for i, atom in enumerate([*placed, *extra])}
    parts = np.full((len(rows), max(map(len, rows), default=1)), -1, np.int64)
    for row, atoms in zip(parts, rows, strict=True):
        row[: len(atoms)] = [number[atom] for atom in atoms]
    split = [atom.rsplit(".", 1) for atom in placed]
    return Templates(
        np.array([places[place] for place, _ in split], np.int64),
        np.array([columns[column] for _, column in split], np.int64),
        parts,
        (np.arange(len(rows)) * seeds[0] + seeds[1]).astype(np.uint32),
    )


@kernel
def combine_atoms(
    atoms: NDArray[np.uint32], parts: NDArray[np.int64], seeds: NDArray[np.uint32], keys: NDArray[np.uint32]
) -> None:
    """Fill `keys` with the keys of templates; see `Templates`."""
    for t in range(len(parts)):
        key = seeds[t]
        for j in range(parts.shape[1]):
            if parts[t, j] < 0:
                break
            key = mix(key, atoms[parts[t, j]])
        keys[t] = key
