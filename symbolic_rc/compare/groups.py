"""Which questions belong together: by each value of a field, numbers in bands."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

#: A number with more values than this is cut into bands.
_MOST_VALUES = 6


def group(fields: Sequence[Mapping[str, Any]], rules: Sequence[str]) -> dict[tuple[str, str], list[int]]:
    """Return the questions of each slice: by each value of a field, numbers in three bands.

    Parameters
    ----------
    fields : sequence of mapping
        What `fields.describe` says of each question.
    rules : sequence of str
        The rule that decided in the first system, or empty.

    Returns
    -------
    dict of (field, value) to list of int
    """
    groups: dict[tuple[str, str], list[int]] = {}
    for name in fields[0] if fields else ():
        if name == "question":
            continue
        values = [one[name] for one in fields]
        _split(groups, name, values, _names([value for value in values if isinstance(value, int | float)]))
    _split(groups, "rule", [rule or None for rule in rules], _say)
    return dict(groups)


def _split(
    groups: dict[tuple[str, str], list[int]], name: str, values: Sequence[Any], named: Callable[[Any], str]
) -> None:
    """Add the slices of one field: numbers in rising order, anything else by its name."""
    there = {value for value in values if value is not None}
    for value in sorted(there, key=lambda value: value if isinstance(value, int | float) else str(value)):
        groups[name, named(value)] = []
    for i, value in enumerate(values):
        if value is not None:
            groups[name, named(value)].append(i)


def _names(numbers: Sequence[float]) -> Callable[[Any], str]:
    """Return what names a value; of many numbers, the band of about a third that it is in."""
    if len(set(numbers)) <= _MOST_VALUES:
        return _say
    every = np.array(numbers)
    cuts = np.unique(np.quantile(every, [1 / 3, 2 / 3], method="lower"))
    bands = np.searchsorted(cuts, every)
    names = {}
    for band in set(bands.tolist()):
        first, last = (
            _say(found.item()) for found in (every[bands == band].min(), every[bands == band].max())
        )
        names[band] = first if first == last else f"{first} to {last}"
    return lambda value: names[int(np.searchsorted(cuts, value))]


def _say(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:.2g}" if isinstance(value, float) else str(value)
