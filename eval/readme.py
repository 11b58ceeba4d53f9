"""Write the tables of figures from the store: ``python -m eval.readme`` (``--check`` only compares).

`figures/short.md` is README's table, `figures/results.md` the documentation's page of results and
`figures/faithfulness.md` the table of its page on faithfulness, all with places to fill: ``{source: name}``
or ``{source: name, digits}`` for a measured figure of `figures.json` (see `eval.figures`), ``{quoted:
table/row/split/figure}`` for a paper's, ``{best: table/stage/figure}`` for the best baseline, ``{mean:
source/start/end}`` for a mean, ``{command: source}``, ``{state: source}`` for what made its figures, ``{rows:
source/prefix | column, column}`` for a table of them, ``{beside: table}`` for a paper's with ours beside it.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from eval.figures.freshness import freshness
from eval.figures.sources import SOURCES
from eval.figures.store import load
from eval.neural.sets import PUBLISHED, data_set
from eval.tables.measure import Row
from eval.tables.page import beside, published_rows
from eval.tables.spec import table as table_of
from symbolic_rc.compare.published import published

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"
RESULTS = ROOT / "docs" / "pages" / "results.md"
#: The pages that hold a table, and the templates of these.
PAGES = {
    README: ROOT / "eval" / "figures" / "short.md",
    RESULTS: ROOT / "eval" / "figures" / "results.md",
    ROOT / "docs" / "pages" / "faithfulness.md": ROOT / "eval" / "figures" / "faithfulness.md",
}
BEGIN, END = "<!-- figures: written by python -m eval.readme -->\n", "<!-- end of figures -->"

_PLACE = re.compile(r"\{([\w-]+): ([^{}]+?)(?:, (\d))?\}")
#: No baselines, whatever they score.
_NOT_BASELINES = ("symbolic", "oracle", "human", "stored")


class Store:
    """Measured and quoted figures, as text."""

    def __init__(self) -> None:
        self._found = load()

    def fill(self, place: re.Match[str]) -> str:
        """Return what stands in a place of a template."""
        source, name, digits = place[1], place[2], int(place[3] or 1)
        ways = {"command": self._command, "rows": self._rows, "beside": self._beside}
        if source in ways:
            return ways[source](name)
        if source == "state":
            return str(freshness(name, self._found.get(name)))
        if source == "quoted":
            table, *row, figure = name.split("/")
            figures = next(one.figures for one in published(table) if [one.system, one.split] == row)
            return f"{figures[figure]:.{digits}f}"
        if source in ("best", "mean"):
            found = (self._best if source == "best" else self._mean)(*name.split("/"))
            return f"{found:.{digits}f}"
        return f"{self._figures(source)[name]:,.{digits}f}"

    def _command(self, source: str) -> str:
        return f"`{SOURCES[source].command}`"

    def _figures(self, source: str) -> dict[str, float]:
        figures: dict[str, float] = self._found[source]["figures"]
        return figures

    def _rows(self, asked: str) -> str:
        """Return a table of a source's figures, a row for each name that the wanted columns have."""
        name, _, wanted = asked.partition(" | ")
        source, _, prefix = name.partition("/")
        cells: dict[str, dict[str, float]] = {}
        for key, value in self._figures(source).items() if source in self._found else ():
            if key.startswith(prefix):
                row, _, column = key[len(prefix) :].removeprefix("/").rpartition("/" if "/" in key else ".")
                cells.setdefault(row, {})[column] = value
        if not cells:
            return f"Not measured yet: {self._command(source)}."
        columns = (
            wanted.split(", ")
            if wanted
            else list(dict.fromkeys(one for row in cells.values() for one in row))
        )
        digits = {one: _digits(row[one] for row in cells.values() if one in row) for one in columns}
        lines = ["|  | " + " | ".join(columns) + " |", "| --- |" + " ---: |" * len(columns)]
        for row, own in cells.items():
            if own.keys() & set(columns):
                shown = (f"{own[one]:,.{digits[one]}f}" if one in own else "" for one in columns)
                lines.append(f"| {row} | " + " | ".join(shown) + " |")
        return "\n".join(lines)

    def _beside(self, name: str) -> str:
        """Return a paper's rows with ours beside them, and those of ours that have none."""
        if name not in self._found:
            return self._rows(name)
        one, ours = table_of(name), dict[str, Row]()
        for key, value in [*self._figures(name).items(), *self._trained(name)]:
            reader, column = key.rsplit("/", 1)
            ours.setdefault(reader, Row(reader)).figures[column] = value
        named = {
            row: f"neural:{reader}" for (_, reader), (row, of, *_) in PUBLISHED.items() if of == one.published
        }
        rows = [replace(row, reader=row.reader or named.get(row.row)) for row in published_rows(one)]
        lines = beside(rows, list(ours.values()), one.columns()) if rows else []
        return "\n".join([*lines, "", self._rows(name)]).strip()

    def _trained(self, name: str) -> Iterator[tuple[str, float]]:
        """Yield the figures of the readers that were trained here as a table's neural ones were."""
        for (data, reader), (_, table, _, column, _) in PUBLISHED.items():
            one, source = data_set(data), f"neural-{data}"
            if table != table_of(name).published or name.endswith("-plain") or source not in self._found:
                continue
            found = self._figures(source)
            for label, figure in ((one.label, column), ("MRR", "mrr")):
                if (key := f"{one.title}/neural:{reader}/{label}") in found:
                    yield f"neural:{reader}/{figure}", found[key]

    def _mean(self, source: str, start: str, end: str) -> float:
        found = self._figures(source).items()
        values = [value for name, value in found if name.startswith(start) and name.endswith(end)]
        return sum(values) / len(values)

    def _best(self, table: str, stage: str, figure: str) -> float:
        """Return the best figure of the baselines at a stage."""
        found = self._figures(table)
        rows = (key.rsplit("/", 1) for key in found)
        own = [
            found[f"{row}/{column}"]
            for row, column in rows
            if column == figure
            and "".join(row.partition("@")[1:]) == stage
            and not row.startswith(_NOT_BASELINES)
        ]
        return max(own)


def _digits(values: Iterable[float]) -> int:
    return max((len(f"{value:.4f}".rstrip("0").partition(".")[2]) for value in values), default=0)


def quoted_sources() -> set[str]:
    """Return the sources whose figures README or a page of the documentation quotes."""
    found = {"rule-precision"}  # docs/generated.py puts it beside each rule
    for template in PAGES.values():
        for source, name, _ in _PLACE.findall(template.read_text(encoding="utf-8")):
            found |= {source, re.split(r"[/ ]", name)[0]}
    return found & set(SOURCES)


def table(template: Path = PAGES[RESULTS]) -> str:
    """Return a template with its places filled, by default the page of results.

    Raises
    ------
    KeyError
        If a figure is not in the store; names it.
    """
    return _PLACE.sub(Store().fill, template.read_text(encoding="utf-8"))


def written(text: str, template: Path) -> str:
    """Return a page with its table in place of the one that it holds."""
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    return before + BEGIN + table(template) + END + after


def write(check: bool = False) -> bool:
    """Write the pages; with `check` only compare. Return whether one is another than it was."""
    changed = False
    for page, template in PAGES.items():
        text = page.read_text(encoding="utf-8")
        changed = changed or written(text, template) != text
        if not check:
            page.write_text(written(text, template), encoding="utf-8")
    return changed


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(prog="python -m eval.readme", description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 if a page is another")
    check = parser.parse_args().check
    sys.exit(write(check) and check)


if __name__ == "__main__":
    main()
