"""Ours beside the papers': rows measured here and rows quoted, in one table."""

from __future__ import annotations

from dataclasses import dataclass

from symbolic_rc.compare.comparison import Comparison

#: What stands in the last column of a row that was measured here.
MEASURED = "measured here"
#: Marks quoted figures beside ones measured on some of the questions only.
MARK = "†"


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
    """Return our systems and then the published ones; nothing if there are none of those."""
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
    mark, warning = (
        (f" {MARK}", f"; {MARK} on all questions, ours on a part") if comparison.subset else ("", "")
    )
    quoted = [
        Row(one.system + mark, one.split, one.figures, f"quoted: {one.source}{warning}")
        for one in comparison.published
    ]
    return ours + quoted


def _split(comparison: Comparison) -> str:
    part = f" ({comparison.questions} of {comparison.of} questions)" if comparison.subset else ""
    return comparison.data + part


def figure_names(comparison: Comparison) -> list[str]:
    """Return the metrics that such a table has columns for, ours first."""
    ours = [metric.name for metric in comparison.metrics]
    theirs = [name for one in comparison.published for name in one.figures]
    return list(dict.fromkeys(ours + theirs))
