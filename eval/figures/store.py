"""The store of measured figures, `figures.json`, and how they are read off what commands print."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from eval.figures.freshness import stamp
from eval.figures.sources import SOURCES, Source

STORE = Path(__file__).parents[1] / "figures.json"

Figures = dict[str, float]

_PAIR = re.compile(r"([A-Za-z][\w /-]*?)[: ]+(-?\d[\d,]*(?:\.\d+)?)")
#: A cell of a table: a number, perhaps with something in brackets behind it.
_CELL = re.compile(r"(-?\d[\d,]*(?:\.\d+)?)(?: %)?(?: [(\[].*)?")
#: The first head of the tables of `eval.tables`, which hold one table each.
_MEASURED = "measured here"


def number(text: str) -> float:
    """Return a number as it is printed, thousands with commas."""
    return float(text.replace(",", ""))


def figures_in(text: str, source: Source) -> Figures:
    """Return the figures that a command printed, by name; of two of one name the first.

    Examples
    --------
    >>> source = Source("", "", 0, ((r"^(?P<set>[a-z]+): (?P<pairs>.+)$", "{set}"),), tables=True)
    >>> figures_in("quoref: em 43.13, f1 48.89", source)
    {'quoref.em': 43.13, 'quoref.f1': 48.89}
    >>> figures_in("| set | f1 |\\n| --- | ---: |\\n| `quoref` | 48.9 (10 questions) |", source)
    {'set/quoref/f1': 48.9}
    """
    found: Figures = {}
    for pattern, name in source.lines:
        for match in re.finditer(pattern, text, re.MULTILINE):
            groups = match.groupdict()
            stem = name.format(**groups)
            values = [(key[2:], value) for key, value in groups.items() if key.startswith("n_")]
            values += _PAIR.findall(groups.get("pairs") or "")
            for key, value in values:
                found.setdefault(f"{stem}.{key.strip()}", number(value))
    for key, value in tables_in(text) if source.tables else ():
        found.setdefault(key, value)
    return found


def tables_in(text: str) -> Iterator[tuple[str, float]]:
    """Yield the numbers of Markdown tables, called ``first head/row/column``.

    A row of `eval.tables` is called as its reader, with ``held out`` or ``in-sample`` behind where that is
    said of it, and without the table's head; the paper's rows are left out, and how long a reader took.
    """
    head: list[str] = []
    for line in text.splitlines():
        cells = (
            [cell.strip().strip("*") for cell in line.strip("|").split("|")] if line.startswith("|") else []
        )
        if not cells or not head:
            head = [cell.replace("`", "") for cell in cells]
            continue
        if head[0] == "the paper's row":
            continue
        own = head[0] == _MEASURED
        kinds = [kind for kind in ("held out", "in-sample") if kind in cells[0]]
        row = cells[0].replace("`", "")
        if own:
            row = (
                " ".join([cells[0].split("`")[1], *kinds])
                if cells[0].startswith("`")
                else row.partition(":")[0]
            )
        for column, cell in zip(head[1:], cells[1:], strict=False):
            if (
                (found := _CELL.fullmatch(cell))
                and not (own and column in ("questions", "s"))
                and column != "difference"
            ):
                yield "/".join(filter(None, ["" if own else head[0], row, column])), number(found[1])


def load() -> dict[str, dict[str, Any]]:
    """Return the store: for each source its command, its figures, and what made them."""
    found: dict[str, dict[str, Any]] = json.loads(STORE.read_text(encoding="utf-8"))
    return found


def keep(name: str, printed: str, minutes: float | None = None) -> Figures:
    """Put the figures that a source's command printed into the store, stamped as made by the present state.

    Parameters
    ----------
    name : str
        Of `SOURCES`.
    printed : str
    minutes : float, optional
        How long it took.

    Raises
    ------
    ValueError
        If no figure was printed.
    """
    source = SOURCES[name]
    found = figures_in(printed, source)
    if not found:
        raise ValueError(f"no figure of {name!r} in what `{source.command}` printed")
    store = load() if STORE.exists() else {}
    took = {} if minutes is None else {"minutes": round(minutes, 1)}
    store[name] = {"command": source.command, **took, **stamp(source.layers), "figures": found}
    write(store)
    return found


def write(store: dict[str, dict[str, Any]]) -> None:
    """Write the store: sources in the order of their names, a line for each of what is kept of one."""
    entries = (
        f" {json.dumps(name)}: {{\n"
        + ",\n".join(
            f"  {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}" for key, value in entry.items()
        )
        + "\n }"
        for name, entry in sorted(store.items())
    )
    STORE.write_text("{\n" + ",\n".join(entries) + "\n}\n", "utf-8")
