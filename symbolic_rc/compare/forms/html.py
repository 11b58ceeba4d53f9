"""The comparison as one self-contained page."""

from __future__ import annotations

from markupsafe import Markup

from symbolic_rc.compare.beside import beside, figure_names
from symbolic_rc.compare.comparison import Comparison
from symbolic_rc.compare.fields import FIELDS
from symbolic_rc.compare.forms.text import curve_table
from symbolic_rc.show.page import render
from symbolic_rc.show.plot import Bar, interval_plot, line_plot, share_plot

_MOST_SLICES = 30


def html_report(comparison: Comparison) -> str:
    """Return the report as HTML: tables that sort and filter, plots, and examples that open their story."""
    names = [system.name for system in comparison.systems]
    slice_plot: Markup | str = ""
    if len(names) > 1 and comparison.slices:
        shown = sorted(comparison.slices, key=lambda one: (one.corrected, -abs(one.difference.score)))
        bars = [
            Bar(
                f"{one.name} ({one.count})",
                one.difference.score,
                one.difference.low,
                one.difference.high,
                one.significant,
            )
            for one in shown[:_MOST_SLICES]
        ]
        slice_plot = interval_plot(f"{comparison.main} by slice: {names[0]} minus {names[1]}", bars)
    curve_plot: Markup | str = ""
    if comparison.curves:
        curve_plot = line_plot(
            "Precision at recall",
            [
                (curve.system, [(point.recall, point.precision) for point in curve.points])
                for curve in comparison.curves
            ],
            "recall: share of questions answered, the surest first",
            "precision: share of them answered right, %",
        )
    return render(
        "report.html",
        title=f"{comparison.data}: " + " against ".join(names),
        c=comparison,
        fields=FIELDS,
        beside=beside(comparison),
        curve_table=curve_table(comparison),
        names_of_figures=figure_names(comparison),
        slice_plot=slice_plot,
        curve_plot=curve_plot,
        agreement_plot=share_plot("Agreement", [(cell.name, cell.count) for cell in comparison.cells]),
    )
