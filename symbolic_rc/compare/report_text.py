"""The comparison as text: Markdown, LaTeX, CSV and JSON."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Sequence
from dataclasses import asdict

from symbolic_rc.compare.comparison import Comparison
from symbolic_rc.compare.statistics import Interval

#: Title, head and rows; the first column is text, the others numbers or text.
Table = tuple[str, list[str], list[list[str]]]

_LATEX = str.maketrans(
    {
        "\\": r"\textbackslash{}", "&": r"\&", "%": r"\%", "$": r"\$", "#": r"\#", "_": r"\_", "{": r"\{",
        "}": r"\}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "−": "$-$", "–": "--",
    }
)  # fmt: skip
_MARKDOWN = str.maketrans({"|": r"\|", "\n": " ", "<": "&lt;", "*": r"\*", "_": r"\_", "`": r"\`"})


def _with_interval(found: Interval) -> str:
    return f"{found.score:.2f} ({found.low:.2f} – {found.high:.2f})"


def tables(comparison: Comparison) -> list[Table]:
    """Return the report's tables as text."""
    names = [system.name for system in comparison.systems]
    scores: Table = (
        "Scores",
        ["metric", *names],
        [[m.name, *map(_with_interval, m.scores)] for m in comparison.metrics],
    )
    pairs: Table = (
        f"Differences on {comparison.main}",
        ["systems", "difference", "p", "p corrected"],
        [
            [f"{p.a} − {p.b}", _with_interval(p.difference), f"{p.p:.4f}", f"{p.corrected:.4f}"]
            for p in comparison.pairs
        ],
    )
    agreement: Table = (
        "Agreement",
        ["right", "questions"],
        [[cell.name, str(cell.count)] for cell in comparison.cells],
    )
    slices: Table = (
        f"{comparison.main} by slice (* significant)",
        ["slice", "questions", *names, "difference", "p corrected"],
        [
            [
                s.name + (" *" if s.significant else ""),
                str(s.count),
                *(f"{score:.2f}" for score in s.scores),
                f"{s.difference.score:.2f}",
                f"{s.corrected:.4f}",
            ]
            for s in comparison.slices
        ],
    )
    return [table for table in (scores, pairs, agreement, slices) if table[2]]


def markdown_report(comparison: Comparison) -> str:
    """Return the tables as Markdown."""

    def row(cells: Sequence[str]) -> str:
        return "| " + " | ".join(cell.translate(_MARKDOWN) for cell in cells) + " |\n"

    pieces = [f"# {comparison.data}: {comparison.questions} questions\n\n"]
    for title, head, rows in tables(comparison):
        rule = "|---|" + "---:|" * (len(head) - 1) + "\n"
        pieces.append(f"## {title}\n\n{row(head)}{rule}{''.join(map(row, rows))}\n")
    return "".join(pieces)


def latex_report(comparison: Comparison) -> str:
    """Return the tables as LaTeX (`booktabs`)."""

    def row(cells: Sequence[str]) -> str:
        return " & ".join(cell.translate(_LATEX) for cell in cells) + r" \\" + "\n"

    pieces = []
    for title, head, rows in tables(comparison):
        columns = "l" + "r" * (len(head) - 1)
        pieces.append(
            f"\\begin{{table}}\n\\caption{{{title.translate(_LATEX)}}}\n\\begin{{tabular}}{{{columns}}}\n\\toprule\n"
            f"{row(head)}\\midrule\n{''.join(map(row, rows))}\\bottomrule\n\\end{{tabular}}\n\\end{{table}}\n"
        )
    return "\n".join(pieces)


def csv_report(comparison: Comparison) -> str:
    """Return the tables as CSV, one below the other, each row led by its table's title."""
    out = io.StringIO()
    writer = csv.writer(out)
    for title, head, rows in tables(comparison):
        writer.writerow(["table", *head])
        writer.writerows([title, *row] for row in rows)
    return out.getvalue()


def json_report(comparison: Comparison) -> str:
    """Return everything but the examples' HTML as JSON."""
    data = asdict(comparison)
    for example in data["examples"]:
        del example["story_html"]
    return json.dumps(data, ensure_ascii=False, indent=1)


#: Forms of report by name.
TEXT_REPORTS: dict[str, Callable[[Comparison], str]] = {
    "md": markdown_report,
    "latex": latex_report,
    "csv": csv_report,
    "json": json_report,
}
