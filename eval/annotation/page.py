"""Tables of annotation in Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

#: The figures of each pipeline.
Tables = dict[str, Mapping[str, float | None]]


def percent(value: float | None) -> str:
    """Return a share as per cent, or a dash."""
    return "-" if value is None else f"{100 * value:.2f}"


def rows_of(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table in Markdown; all columns but the first are numbers."""
    lines = [head, ["---", *["---:"] * (len(head) - 1)], *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def tables(
    treebanks: Mapping[str, Tables], entities: Mapping[str, tuple[int, float, float, float, float]]
) -> str:
    """Return the tables of treebanks by pipeline, and of entities by type."""
    parts = []
    for title, own in treebanks.items():
        columns = list(next(iter(own.values())))
        rows = [[f"`{name}`", *(percent(one[column]) for column in columns)] for name, one in own.items()]
        parts.append(rows_of([title, *columns], rows))
    rows = [[kind, str(count), *map(percent, shares)] for kind, (count, *shares) in entities.items()]
    parts.append(rows_of(["entities of LitBank, held out", "gold", "P", "R", "F1", "capitals F1"], rows))
    return "\n".join(parts)
