"""Figures quoted from papers, to be set beside ours; never measured here, and marked so."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from symbolic_rc.core.errors import SymbolicRCError
from symbolic_rc.core.resources import published_folder


@dataclass(frozen=True, slots=True)
class PublishedRow:
    """One row of a paper's table.

    Attributes
    ----------
    system, split : str
    figures : dict of str to float
        By metric; what is not at hand is left out.
    source : str
        Paper and table.
    """

    system: str
    split: str
    figures: dict[str, float]
    source: str


def published_names() -> list[str]:
    """Return the tables that there are."""
    return sorted(path.stem for path in published_folder().glob("*.json"))


def published(name: str) -> list[PublishedRow]:
    """Return the rows of one table that hold a figure.

    Raises
    ------
    SymbolicRCError
        If there is no such table; lists those that there are.

    Examples
    --------
    >>> published("quoref")[2].figures
    {'em': 34.41, 'f1': 38.26}
    """
    if name not in published_names():
        raise SymbolicRCError(f"no published table {name!r}; there are: {', '.join(published_names())}")
    content = json.loads((published_folder() / f"{name}.json").read_text(encoding="utf-8"))
    rows = []
    for row in content["rows"]:
        figures = {key: value for key, value in row["figures"].items() if value is not None}
        if figures:
            rows.append(PublishedRow(row["system"], row.get("split", ""), figures, _source(row, content)))
    return rows


def _source(row: Mapping[str, Any], content: Mapping[str, Any]) -> str:
    """Return where a row stands: its own source if it names one, else that of the whole table."""
    if "source" in row:
        return str(row["source"])
    return f"{content['source']}, table {content['table']}" if content["table"] else str(content["source"])
