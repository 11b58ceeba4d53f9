"""The comparison as a page, or as tables in Markdown, LaTeX, CSV and JSON."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from statistics import mean
from typing import TYPE_CHECKING

from markupsafe import Markup

from symbolic_rc.compare.fields import FIELDS
from symbolic_rc.compare.published import beside, figure_names
from symbolic_rc.compare.statistics import RIGHT, Interval
from symbolic_rc.core.errors import check_name
from symbolic_rc.core.terminal import one_line
from symbolic_rc.show.markup import plain
from symbolic_rc.show.page import render
from symbolic_rc.show.plot import Bar, interval_plot, line_plot, share_plot

if TYPE_CHECKING:
    from symbolic_rc.compare.comparison import Comparison, Cost, Slice, SystemSummary

#: Title, head and rows; the first column is text, the others numbers or text.
Table = tuple[str, list[str], list[list[str]]]
#: Marks of what is significant, and of systems that were trained on some of the questions.
SIGNIFICANT, SEEN = "*", "‡"
#: The columns of `cost_cells`.
COST = ("processor seconds", "MB")

_LATEX = str.maketrans(
    {
        "\\": r"\textbackslash{}", "&": r"\&", "%": r"\%", "$": r"\$", "#": r"\#", "_": r"\_", "{": r"\{",
        "}": r"\}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "−": "$-$", "–": "--",
    }
)  # fmt: skip
#: What makes a spreadsheet run a cell as a formula, but for plain numbers: a sign, also a wide one, where a
#: cell begins, or where some think that one does; what is not seen may stand before it.
_UNSEEN = (
    " \u0085\u00a0\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u2028-\u202f"
    "\u2060-\u206f\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0\U000e0000-\U000e0fff"
)
_SIGNS = "=+@\uff1d\uff0b\uff20\uff0d\ufe62\ufe63\ufe66\ufe6b-"
_FORMULA = re.compile(f"(^|[;|\t\r\n])([{_UNSEEN}]*[{_SIGNS}])")
_NUMBER = re.compile(r"[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?")
_MARKDOWN = str.maketrans({"|": r"\|", "\n": " ", "<": "&lt;", "*": r"\*", "_": r"\_", "`": r"\`"})


def _markdown(text: str) -> str:
    return plain(text).translate(_MARKDOWN)


def _latex(text: str) -> str:
    return plain(text).translate(_LATEX)


def spreadsheet_cell(text: str) -> str:
    """Return a cell that no spreadsheet runs as a formula: it gets a leading quotation mark."""
    text = plain(text)
    return text if _NUMBER.fullmatch(text) else _FORMULA.sub(r"\1'\2", text)


def _about(system: SystemSummary) -> str:
    text = f"{system.name}: {system.answered} answers"
    for ids, what in ((system.missing, "questions without one"), (system.unknown, "answers to unknown ids")):
        if ids:
            text += f"; {len(ids)} {what} (such as {', '.join(ids[:3])})"
    return text + (f"; {system.note}" if system.note else "")


def _with_interval(found: Interval) -> str:
    return f"{found.score:.2f} ({found.low:.2f} – {found.high:.2f})"


def _starred(name: str, significant: bool) -> str:
    return name + f" {SIGNIFICANT}" * significant


def tables(comparison: Comparison) -> list[Table]:
    """Return the report's tables as text, those that have rows."""
    return [table for table in _tables(comparison) if table[2]]


def _tables(comparison: Comparison) -> Iterator[Table]:
    names = [system.name + f" {SEEN}" * system.overlaps for system in comparison.systems]
    seen = f" ({SEEN} trained on some of the questions, or not known)"
    title = "Scores" + seen * any(system.overlaps for system in comparison.systems)
    rows = [[m.name, str(m.questions), *map(_with_interval, m.scores)] for m in comparison.metrics]
    yield title, ["metric", "questions", *names], rows
    columns, rows = figure_names(comparison), []
    for row in beside(comparison):
        figures = (_figure(row.figures.get(name)) for name in columns)
        rows.append([row.system, row.split, *figures, row.origin])
    yield "Beside published figures", ["system", "split", *columns, "figures are"], rows
    rows, level = [], 1 - comparison.options.level
    for pair in comparison.pairs:
        name, gap = _starred(f"{pair.a} − {pair.b}", pair.corrected < level), _with_interval(pair.difference)
        rows.append([name, gap, f"{pair.p:.4f}", f"{pair.corrected:.4f}"])
    title = f"Differences on {comparison.main} ({SIGNIFICANT} significant)"
    yield title, ["systems", "difference", "p", "p corrected"], rows
    yield "Agreement", ["right", "questions"], [[cell.name, str(cell.count)] for cell in comparison.cells]
    yield from slice_tables(comparison, names)
    yield curve_table(comparison)
    yield support_table(comparison)
    yield cost_table(comparison)


def slice_tables(comparison: Comparison, names: Sequence[str]) -> Iterator[Table]:
    """Yield the slices of each pair of systems: the first has the scores of all."""
    for number, ((a, b), found) in enumerate(comparison.slices_by_pair().items()):
        shown, rows = range(len(names)) if number == 0 else found[0].pair, []
        for one in found:
            scores = (f"{one.scores[place]:.2f}" for place in shown)
            gap = f"{one.difference.score:.2f}", f"{one.corrected:.4f}"
            rows.append([_starred(one.name, one.significant), str(one.count), *scores, *gap])
        between = f": {a} minus {b}" * (len(names) > 2)  # noqa: PLR2004
        title = f"{comparison.main} by slice{between} ({SIGNIFICANT} significant)"
        own = (names[place] for place in shown)
        yield title, ["slice", "questions", *own, "difference", "p corrected"], rows


def support_table(comparison: Comparison) -> Table:
    """Return how many of each system's answers are supported, and the main metric on them and the others."""
    rows = []
    for one in comparison.support:
        for part in one.shares:
            score = f"{part.score:.2f}" if part.count else ""
            rows.append([one.system, part.name, str(part.count), f"{part.share:.1f}", score])
    title = "Support: verdicts on the answers, and what is kept at a confidence threshold"
    return title, ["system", "answers", "number", "%", comparison.main], rows


def cost_table(comparison: Comparison) -> Table:
    """Return the processor time and memory of the systems whose runs have them."""
    rows = [[one.name, *cost_cells([one.cost])] for one in comparison.systems if one.cost is not None]
    title = "Cost for 1,000 questions, reading included, and the most memory of a process"
    return title, ["system", *COST], rows


def cost_cells(costs: Sequence[Cost]) -> list[str]:
    """Return the cells of `COST`: mean seconds, most memory; empty where no run has them."""
    if not costs:
        return ["", ""]
    return [f"{mean(one.seconds for one in costs):.2f}", str(max(one.megabytes for one in costs))]


def curve_table(comparison: Comparison) -> Table:
    """Return precision at recall as a table, one row per tenth of the questions."""
    rows: dict[int, dict[str, str]] = {}
    for curve in comparison.curves:
        for point in curve.points:
            tenth = round(10 * point.recall)
            if abs(10 * point.recall - tenth) < 0.5 * 10 / max(comparison.questions, 10):
                rows.setdefault(tenth, {})[curve.system] = f"{point.precision:.2f}"
    names = [curve.system for curve in comparison.curves]
    title = f"Precision at recall (right from {RIGHT:g} points of {comparison.main}; recall: share answered)"
    body = [[f"{tenth / 10:.1f}", *(rows[tenth].get(name, "") for name in names)] for tenth in sorted(rows)]
    return title, ["recall", *names], body


def _figure(value: float | None) -> str:
    return "" if value is None else f"{value:.2f}" if abs(value) >= 1.0 else f"{value:.3f}"


def markdown_table(table: Table) -> str:
    """Return a table as Markdown, below its title."""

    def row(cells: Sequence[str]) -> str:
        return "| " + " | ".join(map(_markdown, cells)) + " |\n"

    title, head, rows = table
    rule = "|---|" + "---:|" * (len(head) - 1) + "\n"
    return f"## {title}\n\n{row(head)}{rule}{''.join(map(row, rows))}\n"


def markdown_report(comparison: Comparison) -> str:
    """Return the tables as Markdown."""
    lines = [comparison.asked(), *map(_about, comparison.systems)]
    for pair, slices in comparison.slices_by_pair().items():
        if found := comparison.largest_differences(slices):
            largest = "; ".join(f"{one.name} ({one.difference.score:+.2f})" for one in found)
            lines.append(f"Largest significant differences, {' minus '.join(pair)}: {largest}")
    about = "".join(f"{_markdown(line)}\n\n" for line in lines)
    return f"# {_markdown(comparison.data)}\n\n{about}{''.join(map(markdown_table, tables(comparison)))}"


def latex_table(table: Table, about: str = "") -> str:
    """Return a table as LaTeX (`booktabs`), with a caption and a label made of its title."""

    def row(cells: Sequence[str]) -> str:
        return " & ".join(map(_latex, cells)) + r" \\" + "\n"

    title, head, rows = table
    label = "-".join(re.findall("[a-z]+", f"{about} {title}".lower())[:5])
    return (
        f"\\begin{{table}}\n\\centering\n\\caption{{{_latex(about + title)}.}}\n\\label{{tab:{label}}}\n"
        f"\\begin{{tabular}}{{l{'r' * (len(head) - 1)}}}\n\\toprule\n{row(head)}\\midrule\n"
        f"{''.join(map(row, rows))}\\bottomrule\n\\end{{tabular}}\n\\end{{table}}\n"
    )


def latex_report(comparison: Comparison) -> str:
    """Return the tables as LaTeX (`booktabs`), what is about the systems as comments."""
    lines = [f"{comparison.data}: {comparison.asked()}", *map(_about, comparison.systems)]
    about = f"{comparison.data}, {comparison.asked()}. "
    found = [latex_table(table, about) for table in tables(comparison)]
    return "\n".join(["% " + one_line(line) for line in lines] + found)


def csv_report(comparison: Comparison) -> str:
    """Return the tables as CSV, one below the other, each row led by its table's title."""
    lines = [[comparison.data, comparison.asked()], *([_about(system)] for system in comparison.systems)]
    for title, head, rows in tables(comparison):
        lines += [["table", *head], *([title, *cells] for cells in rows)]
    return as_csv(lines)


def as_csv(rows: Iterable[Sequence[str]]) -> str:
    """Return rows as CSV, each cell a `spreadsheet_cell`."""
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(map(spreadsheet_cell, row) for row in rows)
    return out.getvalue()


def json_report(comparison: Comparison) -> str:
    """Return everything but the examples' marked stories as JSON."""
    data = {"asked": comparison.asked(), **asdict(comparison)}
    for example in (*data["examples"], *(answer for one in data["support"] for answer in one["answers"])):
        example.pop("story_html"), example.pop("trace_html", "")
    return json.dumps(data, ensure_ascii=False, indent=1)


#: Forms of report by name.
TEXT_REPORTS = {"md": markdown_report, "latex": latex_report, "csv": csv_report, "json": json_report}
_ENDINGS = {".htm": "html", ".tex": "latex", ".markdown": "md"}


def write_report(comparison: Comparison, out: str | Path, form: str = "") -> None:
    """Write a comparison to a file.

    Parameters
    ----------
    comparison : Comparison
        As returned by `compare`.
    out : str or Path
    form : {"", "html", "md", "latex", "csv", "json"}
        By default given by the file's extension.
    """
    out = Path(out)
    form = form or _ENDINGS.get(out.suffix, out.suffix.lstrip("."))
    reports = {"html": html_report, **TEXT_REPORTS}
    check_name("form of report", form, reports)
    text = reports[form](comparison)
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text(text, encoding="utf-8")


def write_table(table: Table, out: Path) -> None:
    """Write one table to a file: ``.md``, ``.tex``, ``.csv`` or ``.json``."""
    title, head, rows = table
    forms = {
        ".md": markdown_table(table),
        ".tex": latex_table(table),
        ".csv": as_csv([head, *rows, [title]]),
        ".json": json.dumps({"title": title, "columns": head, "rows": rows}, ensure_ascii=False),
    }
    check_name("form of a table of several data sets", out.suffix, forms)
    out.write_text(forms[out.suffix], encoding="utf-8")


_MOST_SLICES = 30


def html_report(comparison: Comparison) -> str:
    """Return the report as HTML: tables that sort and filter, plots, and examples that open their story."""
    names = [system.name for system in comparison.systems]
    slices = [
        (pair, found, _slice_plot(comparison, pair, found) if len(names) > 1 else "")
        for pair, found in comparison.slices_by_pair().items()
    ]
    return render(
        "report.html",
        title=f"{comparison.data}: " + " against ".join(names),
        c=comparison,
        fields=FIELDS,
        beside=beside(comparison),
        curve_table=curve_table(comparison),
        names_of_figures=figure_names(comparison),
        slices=slices,
        curve_plot=_curve_plot(comparison),
        agreement_plot=share_plot("Agreement", [(cell.name, cell.count) for cell in comparison.cells]),
        support_table=support_table(comparison),
        cost_table=cost_table(comparison),
    )


def _slice_plot(comparison: Comparison, pair: tuple[str, str], slices: Sequence[Slice]) -> Markup:
    shown = sorted(slices, key=lambda one: (one.corrected, -abs(one.difference.score)))
    bars = []
    for one in shown[:_MOST_SLICES]:
        gap = one.difference
        bars.append(Bar(f"{one.name} ({one.count})", gap.score, gap.low, gap.high, one.significant))
    return interval_plot(f"{comparison.main} by slice: {' minus '.join(pair)}", bars)


def _curve_plot(comparison: Comparison) -> Markup:
    lines = [(one.system, [(at.recall, at.precision) for at in one.points]) for one in comparison.curves]
    across = "recall: share of questions answered, the surest first"
    return line_plot("Precision at recall", lines, across, "precision: share of them answered right, %")


def support_report(comparison: Comparison) -> str:
    """Return a page of the verdicts on systems' answers: scores, precision at recall, disagreements."""
    parts = {"support_table": support_table(comparison), "curve_plot": _curve_plot(comparison)}
    return render("support.html", title=f"{comparison.data}: is it in the text?", c=comparison, **parts)
