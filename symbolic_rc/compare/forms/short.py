"""The comparison in a few lines, for a terminal."""

from __future__ import annotations

from symbolic_rc.compare.comparison import Comparison
from symbolic_rc.show.markup import plain

#: Below it, p is not told exactly.
_TINY = 0.001


def short_report(comparison: Comparison) -> str:
    """Return scores and differences as a table of plain text; what the whole report says first goes first.

    Parameters
    ----------
    comparison : Comparison
        What `compare` returned.
    """
    names = [plain(system.name) for system in comparison.systems]
    heads = ["", *(metric.name for metric in comparison.metrics)]
    rows = [
        [name, *(f"{metric.scores[place].score:.2f}" for metric in comparison.metrics)]
        for place, name in enumerate(names)
    ]
    widths = [max(map(len, column)) for column in zip(heads, *rows, strict=True)]
    lines = [comparison.asked(), ""]
    for row in (heads, *rows):
        numbers = (cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True))
        lines.append("  ".join([row[0].ljust(widths[0]), *numbers]).rstrip())
    if comparison.pairs:
        level = comparison.options.level
        lines += ["", f"{comparison.main}, with {100 * level:g} % intervals and p after Holm's correction:"]
    for pair in comparison.pairs:
        gap = pair.difference
        mark = " *" if pair.corrected < 1 - comparison.options.level else ""
        p = "p < 0.001" if pair.corrected < _TINY else f"p = {pair.corrected:.3f}"
        between = f"{plain(pair.a)} - {plain(pair.b)}"
        lines.append(f"  {between}: {gap.score:+.2f} ({gap.low:+.2f} to {gap.high:+.2f}), {p}{mark}")
    notes = [f"{plain(one.name)}: {one.note}" for one in comparison.systems if one.note]
    return "\n".join([*lines, *([""] if notes else []), *notes]) + "\n\n"
