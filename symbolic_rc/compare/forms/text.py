"""The comparison as text: Markdown, LaTeX, CSV and JSON."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable, Sequence
from dataclasses import asdict

from symbolic_rc.compare.beside import beside, figure_names
from symbolic_rc.compare.comparison import RIGHT, Comparison, SystemSummary
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
#: What makes a spreadsheet run a cell as a formula, but for plain numbers.
_FORMULA = ("=", "+", "-", "@", "\t", "\r")
_NUMBER = re.compile(r"[+-]?\d+(?:\.\d+)?")
_MARKDOWN = str.maketrans({"|": r"\|", "\n": " ", "<": "&lt;", "*": r"\*", "_": r"\_", "`": r"\`"})


def _markdown(text: str) -> str:
    return plain(text).translate(_MARKDOWN)


def _latex(text: str) -> str:
    return plain(text).translate(_LATEX)


def spreadsheet_cell(text: str) -> str:
    """Return a cell that no spreadsheet takes for a formula: a lone quotation mark goes before its sign."""
    text = plain(text)
    return f"'{text}" if text.lstrip().startswith(_FORMULA) and not _NUMBER.fullmatch(text) else text


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
        ["metric", "questions", *names],
        [[m.name, str(m.questions), *map(_with_interval, m.scores)] for m in comparison.metrics],
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
    found = (scores, published, pairs, agreement, slices, curve_table(comparison))
    return [table for table in found if table[2]]


def curve_table(comparison: Comparison) -> Table:
    """Return precision at recall as a table: a row for each tenth of the questions answered."""
    rows: dict[int, dict[str, str]] = {}
    for curve in comparison.curves:
        for point in curve.points:
            tenth = round(10 * point.recall)
            if abs(10 * point.recall - tenth) < 0.5 * 10 / max(comparison.questions, 10):
                rows.setdefault(tenth, {})[curve.system] = f"{point.precision:.2f}"
    names = [curve.system for curve in comparison.curves]
    return (
        f"Precision at recall (right from {RIGHT:g} points of {comparison.main}; recall: share answered)",
        ["recall", *names],
        [
            [f"{tenth / 10:.1f}", *(row.get(name, "") for name in names)]
            for tenth, row in sorted(rows.items())
        ],
    )


def _figure(value: float | None) -> str:
    return "" if value is None else f"{value:.2f}" if abs(value) >= 1.0 else f"{value:.3f}"


def markdown_report(comparison: Comparison) -> str:
    """Return the tables as Markdown.

    Parameters
    ----------
    comparison : Comparison
        What `compare` returned.
    """

    def row(cells: Sequence[str]) -> str:
        return "| " + " | ".join(map(_markdown, cells)) + " |\n"

    pieces = [f"# {_markdown(comparison.data)}\n\n{_markdown(comparison.asked())}\n\n"]
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
        return " & ".join(map(_latex, cells)) + r" \\" + "\n"

    pieces = [f"{_latex(f'{comparison.data}: {comparison.asked()}')}\n"]
    pieces += [f"{_latex(_about(system))}\n" for system in comparison.systems]
    for title, head, rows in tables(comparison):
        columns = "l" + "r" * (len(head) - 1)
        pieces.append(
            f"\\begin{{table}}\n\\caption{{{_latex(title)}}}\n\\begin{{tabular}}{{{columns}}}\n\\toprule\n"
            f"{row(head)}\\midrule\n{''.join(map(row, rows))}\\bottomrule\n\\end{{tabular}}\n\\end{{table}}\n"
        )
    return "\n".join(pieces)


def csv_report(comparison: Comparison) -> str:
    """Return the tables as CSV, one below the other, each row led by its table's title."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(map(spreadsheet_cell, [comparison.data, comparison.asked()]))
    for system in comparison.systems:
        writer.writerow([spreadsheet_cell(_about(system))])
    for title, head, rows in tables(comparison):
        for row in (["table", *head], *([title, *cells] for cells in rows)):
            writer.writerow(map(spreadsheet_cell, row))
    return out.getvalue()


def json_report(comparison: Comparison) -> str:
    """Return everything but the examples' marked stories as JSON."""
    data = {"asked": comparison.asked(), **asdict(comparison)}
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
