"""Runs on several data sets in one table: means over seeds, significance, overlap, time."""

from __future__ import annotations

import json
import os
import statistics
from collections.abc import Callable, Sequence
from itertools import product
from pathlib import Path

from symbolic_rc.compare.comparison import Comparison, Cost
from symbolic_rc.compare.forms import COST, SEEN, SIGNIFICANT, Table, cost_cells
from symbolic_rc.compare.systems import read_manifest
from symbolic_rc.core.errors import DataError
from symbolic_rc.core.tokens import grouped


def by_data(runs: Sequence[Path]) -> dict[str, list[int]]:
    """Return the positions of runs by the data set that their manifests name; DataError if there is none."""
    found: dict[str, list[int]] = {}
    for place, path in enumerate(runs):
        data = str(read_manifest(path).get("timing", {}).get("input") or "")
        if not data or not (data == "examples" or os.path.exists(data)):
            where = f"its data set, {data}, is not there" if data else "no run that names its data set"
            raise DataError(f"{where}: name it with --gold", path)
        found.setdefault(data, []).append(place)
    return found


def rows_of_runs(runs: Sequence[Path], names: Sequence[str] = ()) -> list[str]:
    """Return the row of each run: its name, else its reader, numbered where more than the seed differs.

    Runs of one row on one data set differ by their seeds, or by whatever the user gave one name.
    """
    kinds: dict[str, list[str]] = {}
    rows = []
    for place, path in enumerate(runs):
        manifest = read_manifest(path)
        options = manifest.get("options", {}) | {"format": ""}
        name = names[place] if place < len(names) else str(options.get("reader", path.name))
        what = [options, manifest.get("weights_hash")] if place >= len(names) else ""
        kind = json.dumps(what, sort_keys=True)
        known = kinds.setdefault(name, [])
        if kind not in known:
            known.append(kind)
        number = known.index(kind) + 1
        rows.append(name if number == 1 else f"{name} ({number})")
    return rows


def several(
    runs: Sequence[Path], names: Sequence[str], compare: Callable[[list[Path], str, list[str]], Comparison]
) -> Table:
    """Return the table of runs on several data sets; a row for each system, a column for each data set.

    The first runs have `names`; `compare` takes runs, their data set and their names to their comparison.
    """
    rows, columns, costs = rows_of_runs(runs, names), dict[str, dict[str, str]](), dict[str, list[Cost]]()
    for data, places in by_data(runs).items():
        found = compare([runs[place] for place in places], data, [f"{place}" for place in places])
        label = f"{found.data}, {found.main} ({found.questions:,} questions)"
        columns[f"{data}: {label}" if label in columns else label] = _cells(found, places, rows)
        for place, system in zip(places, found.systems, strict=True):
            costs.setdefault(rows[place], []).extend([system.cost] if system.cost else [])
    title = (
        "Main metric of each data set; ±: standard deviation over seeds (number of runs); "
        f"{SIGNIFICANT}: differs from {rows[0]}, every pair of runs by a paired permutation test with Holm's "
        f"correction; {SEEN}: trained on some of these questions, or not known; {COST[0]}: for 1,000 "
        f"questions, reading included; {COST[1]}: the most memory of a process"
    )
    body = [
        [row, *(cells.get(row, "") for cells in columns.values()), *cost_cells(costs[row])]
        for row in dict.fromkeys(rows)
    ]
    return title, ["system", *columns, *COST], body


def _cells(found: Comparison, places: Sequence[int], rows: Sequence[str]) -> dict[str, str]:
    """Return the cell of each row in the column of one data set, whose runs have these positions."""
    (main,) = (metric for metric in found.metrics if metric.name == found.main)
    level = 1 - found.options.level
    apart = {frozenset((pair.a, pair.b)) for pair in found.pairs if pair.corrected < level}
    own = grouped((rows[place], position) for position, place in enumerate(places))
    base, cells = own.get(rows[0], []), {}
    for row, positions in own.items():
        scores = [main.scores[one].score for one in positions]
        pairs = [frozenset((f"{places[a]}", f"{places[b]}")) for a, b in product(positions, base)]
        marks = SIGNIFICANT * bool(row != rows[0] and pairs and apart.issuperset(pairs))
        marks += SEEN * any(found.systems[one].overlaps for one in positions)
        spread = f" ± {statistics.stdev(scores):.2f} ({len(scores)})" if len(scores) > 1 else ""
        cells[row] = f"{statistics.mean(scores):.2f}{spread}{marks}"
    return cells
