"""Ours beside the papers': rows measured here and rows quoted, in one table."""

from __future__ import annotations

from dataclasses import dataclass

from symbolic_rc.compare.comparison import Comparison
from symbolic_rc.compare.published import PublishedRow

#: What stands in the last column of a row that was measured here.
MEASURED = "measured here"
#: Marks quoted figures beside ones measured on some of the questions only.
MARK = "†"
#: Leads the name of a column of differences.
DIFFERENCE = "difference "


@dataclass(frozen=True, slots=True)
class Row:
    """One system: its figures by metric, measured here or quoted from where."""

    system: str
    split: str
    figures: dict[str, float]
    origin: str

    @property
    def measured(self) -> bool:
        """Whether these are figures of this comparison."""
        return self.origin.startswith(MEASURED)


def beside(comparison: Comparison) -> list[Row]:
    """Return the published rows in the paper's order with our systems; nothing if there are none of those.

    A system that is a row's reader stands right after it, the others before all of them. Each quoted row has
    the difference too: that system, or else the first, minus what is quoted.
    """
    if not comparison.published:
        return []
    ours = [
        Row(
            system.name,
            _split(comparison),
            {metric.name: metric.scores[k].score for metric in comparison.metrics},
            f"{MEASURED}; {system.note}" if system.note else MEASURED,
        )
        for k, system in enumerate(comparison.systems)
    ]
    readers = {one.reader for one in comparison.published}
    mark, warning = (
        (f" {MARK}", f"; {MARK} on all questions, ours on a part") if comparison.subset else ("", "")
    )
    rows = [one for one in ours if one.system not in readers]
    for one in comparison.published:
        same = next((row for row in ours if row.system == one.reader), None)
        other = same or ours[0]
        figures = one.figures | {
            DIFFERENCE + name: other.figures[name] - value
            for name, value in one.figures.items()
            if name in other.figures
        }
        origin = f"quoted: {one.source}{warning}; difference: {other.system} minus this"
        rows.append(Row(one.system + mark, one.split, figures, origin))
        if same is not None and _last(comparison, one):
            rows.append(same)
    return rows


def _last(comparison: Comparison, row: PublishedRow) -> bool:
    """Tell whether a published row is the last of its reader's, which may have several splits."""
    return row is [one for one in comparison.published if one.reader == row.reader][-1]


def _split(comparison: Comparison) -> str:
    part = f" ({comparison.questions} of {comparison.of} questions)" if comparison.subset else ""
    return comparison.data + part


def figure_names(comparison: Comparison) -> list[str]:
    """Return the figures that such a table has columns for, in the paper's order, with the differences."""
    ours = [metric.name for metric in comparison.metrics]
    theirs = [name for one in comparison.published for name in one.figures]
    names = []
    for name in dict.fromkeys(theirs + ours):
        names += [name, DIFFERENCE + name] if name in ours and name in theirs else [name]
    return names
