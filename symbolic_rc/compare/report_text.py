"""The comparison as text: Markdown, LaTeX, CSV and JSON."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Sequence
from dataclasses import asdict

from symbolic_rc.compare.beside import beside, figure_names
from symbolic_rc.compare.comparison import Comparison, SystemSummary
from symbolic_rc.compare.statistics import Interval
from symbolic_rc.show.markup import plain

#: Title, head and rows; the first column is text, the others numbers or text.
Table = tuple[str, list[str], list[list[str]]]

_LATEX = str.maketrans(
    {
        "\\": r"\textbackslash{}", "&": r"\&", "%": r"\%", "$": r"\$", "#": r"\#", "_": r"\_", "{": r"\{",
        "}": r"\}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "−": "$-$", "–": "--",
    }
)  # fmt: skip
_MARKDOWN = str.maketrans({"|": r"\|", "\n": " ", "<": "&lt;", "*": r"\*", "_": r"\_", "`": r"\`"})


def _markdown(text: str) -> str:
    return plain(text).translate(_MARKDOWN)


def _about(system: SystemSummary) -> str:
    """Say how a system's ids fit the questions, and whether its answers are held out."""
    text = f"{system.name}: {system.answered} answers"
    for ids, what in ((system.missing, "questions without one"), (system.unknown, "answers to unknown ids")):
        if ids:
            text += f"; {len(ids)} {what} (such as {', '.join(ids[:3])})"
    return text + (f"; {system.note}" if system.note else "")


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
    columns = figure_names(comparison)
    published: Table = (
        "Beside published figures",
        ["system", "split", *columns, "figures are"],
        [
            [row.system, row.split, *(_figure(row.figures.get(name)) for name in columns), row.origin]
            for row in beside(comparison)
        ],
    )
    return [table for table in (scores, published, pairs, agreement, slices) if table[2]]


def _figure(value: float | None) -> str:
    return "" if value is None else f"{value:.2f}" if value >= 1.0 else f"{value:.3f}"


def markdown_report(comparison: Comparison) -> str:
    """Return the tables as Markdown."""

    def row(cells: Sequence[str]) -> str:
        return "| " + " | ".join(map(_markdown, cells)) + " |\n"

    pieces = [f"# {comparison.data}: {comparison.questions} questions\n\n"]
    for system in comparison.systems:
        pieces.append(f"{_markdown(_about(system))}\n\n")
    if telling := comparison.telling():
        largest = "; ".join(f"{one.name} ({one.difference.score:+.2f})" for one in telling)
        pieces.append(f"Largest significant differences: {_markdown(largest)}\n\n")
    for title, head, rows in tables(comparison):
        rule = "|---|" + "---:|" * (len(head) - 1) + "\n"
        pieces.append(f"## {title}\n\n{row(head)}{rule}{''.join(map(row, rows))}\n")
    return "".join(pieces)


def latex_report(comparison: Comparison) -> str:
    """Return the tables as LaTeX (`booktabs`)."""

    def row(cells: Sequence[str]) -> str:
        return " & ".join(plain(cell).translate(_LATEX) for cell in cells) + r" \\" + "\n"

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
        for row in (["table", *head], *([title, *cells] for cells in rows)):
            writer.writerow(map(plain, row))
    return out.getvalue()


def json_report(comparison: Comparison) -> str:
    """Return everything but the examples' marked stories as JSON."""
    data = asdict(comparison)
    for example in data["examples"]:
        del example["story_html"], example["trace_html"]
    return json.dumps(data, ensure_ascii=False, indent=1)


#: Forms of report by name.
TEXT_REPORTS: dict[str, Callable[[Comparison], str]] = {
    "md": markdown_report,
    "latex": latex_report,
    "csv": csv_report,
    "json": json_report,
}
