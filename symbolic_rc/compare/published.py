"""Figures quoted from papers, set beside ours; never measured here, and marked so."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from symbolic_rc.core.errors import check_name
from symbolic_rc.core.files.resources import published_folder

if TYPE_CHECKING:
    from symbolic_rc.compare.comparison import Comparison


@dataclass(frozen=True, slots=True)
class PublishedRow:
    """One row of a paper's table (`source`), on one split.

    `figures` are by metric, in the order of the paper's columns, without those that it leaves empty;
    `columns` has the heading of each, `row` the row's label. `kind` is symbolic, neural, oracle, human, or
    empty for rows about data, `reader` the one here that does the same, `part` that of the data set, if any.
    """

    system: str
    split: str
    figures: dict[str, float]
    source: str
    kind: str = ""
    reader: str | None = None
    part: str = ""
    row: str = ""
    columns: dict[str, str] = field(default_factory=dict)


def published_files() -> list[str]:
    """Return the names of all files of quoted figures, including those about the data themselves."""
    return sorted(path.stem for path in published_folder().glob("*.json"))


def published_names() -> list[str]:
    """Return the names of the tables of systems."""
    return [name for name in published_files() if published_content(name)["about"] == "systems"]


def published_content(name: str) -> dict[str, Any]:
    """Return one file of quoted figures unchanged: source, title, tables with columns and rows."""
    if name not in published_files():
        check_name("published table", name, published_names())
    return json.loads((published_folder() / f"{name}.json").read_text(encoding="utf-8"))


def published(name: str) -> list[PublishedRow]:
    """Return the rows of one file that hold a figure, in the papers' order, split by split."""
    content = published_content(name)
    rows = []
    for table in content["tables"]:
        splits = list(dict.fromkeys(split for _, split, _ in table["columns"]))
        for row in table["rows"]:
            for split in splits:
                figures, headings = dict[str, float](), dict[str, str]()
                for (name, where, heading), value in zip(table["columns"], row["values"], strict=True):
                    if where == split and value is not None:
                        figures[name], headings[name] = value, heading
                if figures:
                    system = ", ".join(filter(None, [row.get("system", row["row"]), row.get("part")]))
                    about = row.get("kind", ""), row.get("reader"), row.get("part", ""), row["row"]
                    source = _source(table, content)
                    rows.append(PublishedRow(system, split, figures, source, *about, headings))
    return rows


def _source(table: Mapping[str, Any], content: Mapping[str, Any]) -> str:
    """Return where a table stands: paper and number, and who quotes it if it was not read there."""
    number = str(table["table"])
    where = number if number.startswith("section") else f"table {number}" if number else ""
    quoted = f"as quoted by {table['quoted from']}" if "quoted from" in table else ""
    return ", ".join(filter(None, [table.get("source", content["source"]), where, quoted]))


#: The last column of a row that was measured here.
MEASURED = "measured here"
#: Marks quoted figures where ours were measured on a part of the questions.
MARK = "†"
#: Prefix of the columns of differences.
DIFFERENCE = "difference "
_SPLIT = re.compile(r"(?<![a-z])(train|test|dev|val|valid|validation)(?![a-z])", re.IGNORECASE)


def split_of(data: str) -> str:
    """Return the one split in a data set's name, such as ``dev`` (also for ``validation``), or nothing."""
    found = {"dev" if name.lower().startswith("val") else name.lower() for name in _SPLIT.findall(data)}
    return found.pop() if len(found) == 1 else ""


@dataclass(frozen=True, slots=True)
class FigureRow:
    """One system: its figures by metric, measured here or quoted from where."""

    system: str
    split: str
    figures: dict[str, float]
    origin: str

    @property
    def measured(self) -> bool:
        """Whether these are figures of this comparison."""
        return self.origin.startswith(MEASURED)


def beside(comparison: Comparison) -> list[FigureRow]:
    """Return the published rows in the paper's order together with our systems; empty without published rows.

    A system that reimplements a row's reader follows that row; other systems come first. Each quoted row also
    has the difference: that system, or else the first, minus the quoted figure; but for figures on another
    split than the data set's name says.
    """
    if not comparison.published:
        return []
    part = f" ({comparison.questions} of {comparison.of} questions)" if comparison.subset else ""
    split = comparison.data + part
    ours = []
    for k, system in enumerate(comparison.systems):
        figures = {metric.name: metric.scores[k].score for metric in comparison.metrics}
        origin = f"{MEASURED}; {system.note}" if system.note else MEASURED
        ours.append(FigureRow(system.name, split, figures, origin))
    by_name = {row.system: row for row in reversed(ours)}
    readers = [one.reader for one in comparison.published]
    rows = [one for one in ours if one.system not in readers]
    for i, one in enumerate(comparison.published):
        same = by_name.get(one.reader or "")
        rows.append(_quoted(one, same or ours[0], comparison))
        if same is not None and one.reader not in readers[i + 1 :]:  # a reader may have several splits
            rows.append(same)
    return rows


def _quoted(quoted: PublishedRow, ours: FigureRow, comparison: Comparison) -> FigureRow:
    """Return a published row with the differences to a row of ours, if it is on the same split."""
    subset, split, figures = comparison.subset, split_of(comparison.data), dict(quoted.figures)
    origin = f"quoted: {quoted.source}" + f"; {MARK} on all questions, ours on a part" * subset
    if not split or split != split_of(quoted.split):
        origin += f"; no difference: {'another split than ours' if split else 'our split is unknown'}"
    else:
        origin += f"; difference: {ours.system} minus this"
        shared = [name for name in quoted.figures if name in ours.figures]
        figures |= {DIFFERENCE + name: ours.figures[name] - quoted.figures[name] for name in shared}
    return FigureRow(quoted.system + f" {MARK}" * subset, quoted.split, figures, origin)


def figure_names(comparison: Comparison) -> list[str]:
    """Return the columns of `beside`'s figures, in the paper's order, with the differences."""
    ours = [metric.name for metric in comparison.metrics]
    theirs = [name for one in comparison.published for name in one.figures]
    split = split_of(comparison.data)
    quoted = [one for one in comparison.published if split == split_of(one.split) != ""]
    apart = {name for one in quoted for name in one.figures}
    names = []
    for name in dict.fromkeys(theirs + ours):
        names += [name, DIFFERENCE + name] if name in ours and name in apart else [name]
    return names
