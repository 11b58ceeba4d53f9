"""Tables of our counts beside the papers', as Markdown."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from symbolic_rc.compare.published import published_content

#: Our value by (row, column).
Counted = Mapping[tuple[str, str], float | None]


def lines(head: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Yield a Markdown table: the first column to the left, the others to the right."""
    yield "| " + " | ".join(head) + " |"
    yield "| --- |" + " ---: |" * (len(head) - 1)
    for row in rows:
        yield "| " + " | ".join(row) + " |"
    yield ""


def number(value: float | None) -> str:
    """Return a count with commas, any other figure with two digits, nothing for None."""
    if value is None:
        return ""
    return f"{value:,}" if isinstance(value, int) else f"{value:,.2f}"


def _difference(ours: float | None, theirs: float | None) -> str:
    if ours is None or theirs is None:
        return ""
    return f"{ours - theirs:+,}" if isinstance(ours - theirs, int) else f"{ours - theirs:+,.2f}"


def paper(name: str, table: str) -> dict[str, dict[tuple[str, str], float]]:
    """Return a table of a paper: row to (figure, split) to value, rows and columns in the paper's order."""
    found: dict[str, dict[tuple[str, str], float]] = {}
    for one in published_content(name)["tables"]:
        if one["table"] != table.removeprefix("table "):
            continue
        for row in one["rows"]:
            pairs = zip(one["columns"], row["values"], strict=True)
            values = {(figure, split): value for (figure, split, _), value in pairs if value is not None}
            found.setdefault(row["row"], {}).update(values)
    return found


def beside(name: str, table: str, pairs: Mapping[tuple[str, str], str], ours: Counted) -> Iterator[str]:
    """Yield a paper's table, each of its columns with ours and the difference where there is one of ours.

    Parameters
    ----------
    name, table : str
        The file of figures, and ``table 2`` or ``section 3.3`` in it.
    pairs : mapping
        The paper's columns, (figure, split) to our column's name; several may stand beside one of ours.
    ours : mapping
        (row, our column) to value. Rows that the paper does not have follow its own.
    """
    theirs = paper(name, table)
    columns = list(dict.fromkeys(key for row in theirs.values() for key in row))
    named = list(dict.fromkeys(pairs.values()))
    head = [""]
    for key in columns:
        label = " ".join(filter(None, key)).removeprefix("value ").removeprefix("share ") or "paper"
        head += [f"paper, {label}", *([f"ours, {pairs[key]}", "difference"] if key in pairs else [])]
    extra = list(dict.fromkeys(row for row, column in ours if row not in theirs and column in named))
    rows = []
    for row in [*theirs, *extra]:
        cells = [row]
        for key in columns:
            value, own = theirs.get(row, {}).get(key), ours.get((row, pairs.get(key, "")))
            cells.append(number(value))
            if key in pairs:
                cells += [number(own), _difference(own, value)]
        rows.append(cells)
    yield from lines(head, rows)
