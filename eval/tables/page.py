"""Tables as Markdown."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from eval.tables.measure import Measured, published_rows
from eval.tables.spec import Table
from symbolic_rc.core.container import read_container
from symbolic_rc.ranking.weights import load_weights

PUBLISHED = Path(__file__).parent.parent / "published"

#: Figures between 0 and 1 get three digits.
_SMALL = frozenset({"mrr"})
#: Published tables on whose data the shipped weights were learned; see `lexicons/SOURCES.md`.
_LEARNED = frozenset({"narrativeqa", "quoref", "duorc"})


def section(found: Measured, command: str, version: str, weights: str = "") -> str:
    """Return one table with its data, version and command, as a Markdown section.

    `weights` is a file of weights for the engine, where they are not those that ship.
    """
    table = found.table
    content = json.loads((PUBLISHED / f"{table.published}.json").read_text(encoding="utf-8"))
    columns = table.columns()
    lines = [f"## {table.title}", "", f"{table.note} Published: {content['source']}{_number(content)}.", ""]
    lines += [_line(["", *columns, "questions", "s"]), _line(["---", *["---:"] * (len(columns) + 2)])]
    for row in found.rows:
        if row.trouble:
            lines.append(_line([f"`{row.reader}`", row.trouble, *[""] * (len(columns) + 1)]))
            continue
        figures = [_figure(name, row.figures.get(name)) for name in columns]
        learned = row.reader.startswith("symbolic") and table.published.split("_")[0] in _LEARNED
        label = f"`{row.reader}`"
        if learned:
            label += " (in-sample: the shipped weights learned from this data)" if not weights else ""
        lines.append(_line([label, *figures, f"{row.questions:,}", f"{row.seconds:.1f}"]))
        if row.reader == "symbolic" and not weights:
            lines += _held_out(table, columns)
    for row in published_rows(table, content):
        figures = [_figure(name, row["figures"].get(name)) for name in columns]
        about = [row["split"], *([row["kind"]] if row["kind"] != "symbolic" else []), "quoted"]
        about += [row["source"]] if "source" in row else []
        lines.append(_line([f"*{row['system']}* ({', '.join(about)})", *figures, "", ""]))
    lines += ["", "Rows in italics are quoted from the papers; all others are measured here."]
    lines += ["", f"Command: `{command}`; version {version}.", ""]
    if weights:
        lines += [f"The engine's weights learned from: {_sources(weights)}.", ""]
    lines += [f"- `{path}` {digest}" for path, digest in found.data_hashes.items()]
    lines += [f"- {signature}" for signature in dict.fromkeys(found.signatures.values())]
    return "\n".join(lines) + "\n"


def _sources(weights: str) -> str:
    return ", ".join(read_container(weights).about["trained on"])


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


def _number(content: dict[str, Any]) -> str:
    return f", table {content['table']}" if content.get("table") else ""


def _line(cells: list[str]) -> str:
    return "| " + " | ".join(cells) + " |"


def _figure(name: str, value: float | None) -> str:
    if value is None:
        return ""
    return f"{value:.3f}" if name in _SMALL else f"{value:.2f}"
