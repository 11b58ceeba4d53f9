"""Tables as Markdown: each paper's table with ours beside it, and all that was measured."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from eval.tables.measure import Measured, Row
from eval.tables.spec import Table
from symbolic_rc.compare.published import PublishedRow, published, published_content
from symbolic_rc.core.files.container import read_container
from symbolic_rc.ranker.weights import load_weights

#: Figures between 0 and 1 get three digits.
_SMALL = frozenset({"mrr"})


def section(found: Measured, command: str, version: str, weights: str = "") -> str:
    """Return one table with its data, version and command, as a Markdown section.

    `weights` is a file of weights for the engine, where they are not those that ship.
    """
    table = found.table
    rows = published_rows(table)
    papers = (
        "; ".join(dict.fromkeys(row.source for row in rows)) or published_content(table.published)["source"]
    )
    lines = [f"## {table.title}", "", f"{table.note} Published: {papers}.", ""]
    if rows:
        lines += [*beside(rows, found.rows, table.columns()), ""]
    lines += [*measured(found, weights), "", f"Command: `{command}`; version {version}.", ""]
    if weights:
        sources = ", ".join(read_container(weights).about["trained on"])
        lines += [f"The engine's weights learned from: {sources}.", ""]
    for path, digest in found.data_hashes.items():
        said = found.raw_text.get(path)
        lines.append(f"- `{path}` {digest}" + (f"; {said}" if said else ""))
    lines += [f"- {signature}" for signature in dict.fromkeys(found.signatures.values())]
    return "\n".join(lines) + "\n"


def published_rows(table: Table) -> list[PublishedRow]:
    """Return the published rows of the table's split and part, in the paper's order."""
    return [
        row
        for row in published(table.published)
        if row.split == table.split and row.part in ("", table.published_part)
    ]


def beside(rows: Sequence[PublishedRow], ours: Sequence[Row], columns: Sequence[str]) -> list[str]:
    """Return the paper's rows and columns in its own order, with ours and the difference.

    Parameters
    ----------
    rows : sequence of PublishedRow
    ours : sequence of Row
        What was measured here; each row is beside the one of its reader.
    columns : sequence of str
        The figures that are measured here; of others the paper's stand alone.
    """
    measured_here = {row.reader: row for row in ours if not row.trouble}
    order = _in_papers_order(rows)
    head = ["the paper's row", ""]
    for name in order:
        head += [name, "ours", "difference"] if name in columns else [name]
    lines = [_line(head), _line(["---", "---", *["---:"] * (len(head) - 2)])]
    for row in rows:
        own = measured_here.get(row.reader or "")
        about = row.kind if row.kind != "symbolic" else ""
        about += ", not trained here" * (row.kind == "neural" and not own)
        if "as quoted by" in row.source:
            about = ", ".join(filter(None, [about, row.source]))
        cells = [f"*{row.row}*" + (f" = `{own.reader}`" if own else ""), about]
        for name in order:
            theirs, value = row.figures.get(name), own.figures.get(name) if own else None
            cells.append(_figure(name, theirs))
            if name in columns:
                cells += [_figure(name, value), _difference(name, theirs, value)]
        lines.append(_line(cells))
    lines += [
        "",
        "Rows and columns as the paper has them; `ours` is measured here, difference: ours less theirs.",
    ]
    return lines


def _in_papers_order(rows: Sequence[PublishedRow]) -> list[str]:
    """Return the figures in the order of the row that has most of them, then the others."""
    fullest = max(rows, key=lambda row: len(row.figures))
    return list(dict.fromkeys([*fullest.figures, *(name for row in rows for name in row.figures)]))


def measured(found: Measured, weights: str = "") -> list[str]:
    """Return all that was measured, a row a reader."""
    table, columns = found.table, found.table.columns()
    lines = [_line(["measured here", *columns, "questions", "s"])]
    lines += [_line(["---", *["---:"] * (len(columns) + 2)])]
    for row in found.rows:
        label = _label(row, table, weights)
        if row.trouble:
            lines.append(_line([label, row.trouble, *[""] * (len(columns) + 1)]))
            continue
        figures = [_figure(name, row.figures.get(name)) for name in columns]
        lines.append(_line([label, *figures, f"{row.questions:,}", f"{row.seconds:.1f}"]))
        if row.reader == "symbolic" and not weights:
            lines += _held_out(table, columns)
    return lines


def _label(row: Row, table: Table, weights: str) -> str:
    if row.reader.startswith("file:"):
        return f"stored predictions of another system (`{row.reader.removeprefix('file:')}`)"
    if row.reader == "human":
        return "human: the second answer against the first"
    label = f"`{row.reader}`"
    if row.learned and all(one["known"] for one in row.learned):
        count, total = (sum(one[name] for one in row.learned) for name in ("questions", "of"))
        elsewhere = sum(len(one["elsewhere"]) for one in row.learned)
        if count:
            label += (
                f" (in-sample: {count:,} of {total:,} questions are in the training data of these weights)"
            )
        elif elsewhere:
            label += f" (in-sample: {elsewhere:,} of {total:,} questions"
            label += " are in the training data, with another text)"
    elif row.reader.partition("@")[0] in ("symbolic", "symbolic-book") and not weights and _learned(table):
        label += " (in-sample: the shipped weights learned from this data)"
    return label


def _learned(table: Table) -> bool:
    """Return whether the shipped weights learned from a file of the table."""
    names = {Path(path).name for part in table.parts for path in part.paths}
    return bool(names & set(load_weights().about.get("trained on", ())))


def _held_out(table: Table, columns: list[str]) -> list[str]:
    """Return the row of the engine's cross-validated figures, which its weights' file keeps."""
    about = load_weights().about
    found: dict[str, float] = {}
    for part in table.parts:
        names = {Path(path).name for path in part.paths}
        if not names <= set(about.get("trained on", ())):
            continue
        scores = about["cross-validated"].get(part.format, {})
        found |= {column: scores[name] for name, column in part.figures.items() if name in scores}
        found |= {"questions": scores["questions"]} if scores else {}
    if not found:
        return []
    label = f"`symbolic` (held out: cross-validated by story in {about['options']['folds']} parts)"
    figures = [_figure(name, found.get(name)) for name in columns]
    return [_line([label, *figures, f"{int(found['questions']):,}", ""])]


def _line(cells: list[str]) -> str:
    return "| " + " | ".join(cells) + " |"


def _figure(name: str, value: float | None) -> str:
    if value is None:
        return ""
    return f"{value:.3f}" if name in _SMALL else f"{value:.2f}"


def _difference(name: str, theirs: float | None, ours: float | None) -> str:
    if theirs is None or ours is None:
        return ""
    return f"{ours - theirs:+.3f}" if name in _SMALL else f"{ours - theirs:+.2f}"
