"""Features as 32-bit keys, and rows of them."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.linear.kernels import combine_keys


def feature_key(feature: str) -> int:
    """Return the key of a feature's name: its CRC-32, never 0 (which marks an empty place).

    Parameters
    ----------
    feature : str
        The feature's name.

    Examples
    --------
    >>> feature_key("head=mill") == feature_key("head=mill") != feature_key("head=wheel")
    True
    """
    return zlib.crc32(feature.encode("utf-8", "surrogatepass")) or 1


def combine(template: int, *parts: NDArray[np.uint32]) -> NDArray[np.uint32]:
    """Return the keys of conjunctions of features, one for each place of the parallel arrays `parts`.

    Parameters
    ----------
    template : int
        Tells conjunctions of the same parts apart; 0 to 2**31.
    *parts : ndarray of uint32, shape (n,)

    Returns
    -------
    ndarray of uint32, shape (n,)
    """
    keys = np.full(len(parts[0]), template, dtype=np.uint32)
    for part in parts:
        combine_keys(keys, np.ascontiguousarray(part, dtype=np.uint32))
    return keys


@dataclass(frozen=True, slots=True)
class Rows:
    """Rows of features, in compressed form.

    Attributes
    ----------
    starts : ndarray of int64, shape (n + 1,)
        Row i holds the features ``starts[i]`` to ``starts[i + 1]``.
    keys : ndarray of uint32
    values : ndarray of float32
        Parallel to `keys`; 1 for plain features.
    """

    starts: NDArray[np.int64]
    keys: NDArray[np.uint32]
    values: NDArray[np.float32]

    def __len__(self) -> int:
        return len(self.starts) - 1


class RowsBuilder:
    """Gather rows of features.

    Examples
    --------
    >>> builder = RowsBuilder()
    >>> builder.add(["head=mill", "first"])
    >>> builder.add(["head=wheel"], {"distance": 0.5})
    >>> rows = builder.rows()
    >>> len(rows), rows.starts.tolist(), rows.values.tolist()
    (2, [0, 2, 4], [1.0, 1.0, 1.0, 0.5])
    """

    def __init__(self) -> None:
        self._starts = [0]
        self._keys: list[int] = []
        self._values: list[float] = []

    def __len__(self) -> int:
        return len(self._starts) - 1

    def add(self, features: Iterable[str], numbers: dict[str, float] | None = None) -> None:
        """Add a row: features that hold, by name, and numeric features by name and value."""
        crc = zlib.crc32
        keys = [crc(feature.encode("utf-8", "surrogatepass")) or 1 for feature in features]
        values = [1.0] * len(keys)
        for name, value in (numbers or {}).items():
            keys.append(feature_key(name))
            values.append(value)
        self.add_keys(keys, values)

    def add_keys(self, keys: Sequence[int], values: Sequence[float] | None = None) -> None:
        """Add a row of ready keys (see `combine` and `feature_key`)."""
        self._keys.extend(keys)
        self._values.extend([1.0] * len(keys) if values is None else values)
        self._starts.append(len(self._keys))

    def rows(self) -> Rows:
        """Return the rows so far."""
        return Rows(
            np.array(self._starts, dtype=np.int64),
            np.array(self._keys, dtype=np.uint32),
            np.array(self._values, dtype=np.float32),
        )
