"""Write the tables of figures from the store: ``python -m eval.readme`` (``--check`` only compares).

`figures/short.md` is README's table, `figures/table.md` that of the documentation's page of figures and
`figures/faithfulness.md` that of its page on faithfulness, all with places to fill: ``{source: name}`` or
``{source: name, digits}`` for a measured figure of `figures.json` (see `eval.figures`), ``{quoted:
table/row/split/figure}`` for a paper's, ``{best: table/stage/figure}`` for the best baseline, ``{tasks:
part}`` for bAbI's, ``{command: source}``.
"""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path

from eval.figures.store import load
from symbolic_rc.compare.published import published

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"
TEMPLATE = ROOT / "eval" / "figures" / "table.md"
#: The pages that hold a table, and the templates of these.
PAGES = {
    README: ROOT / "eval" / "figures" / "short.md",
    ROOT / "docs" / "pages" / "figures.md": TEMPLATE,
    ROOT / "docs" / "pages" / "faithfulness.md": ROOT / "eval" / "figures" / "faithfulness.md",
}
BEGIN, END = "<!-- figures: written by python -m eval.readme -->\n", "<!-- end of figures -->"

_PLACE = re.compile(r"\{([\w-]+): ([^{}]+?)(?:, (\d))?\}")


class Store:
    """Measured and quoted figures, as text."""

    def __init__(self) -> None:
        self._found = load()

    def fill(self, place: re.Match[str]) -> str:
        """Return what stands in a place of the table."""
        source, name, digits = place[1], place[2], int(place[3] or 1)
        if source == "command":
            return f"`{self._found[name]['command']}`"
        if source == "tasks":
            shares = {i: self._figures("babi").get(f"{name}.{i}.right") for i in range(1, 21)}
            return ", ".join(f"{i}: {share:.1f}" for i, share in shares.items() if share is not None)
        if source == "quoted":
            return f"{_quoted(*name.split('/')):.{digits}f}"
        if source == "best":
            return f"{self._best(*name.split('/')):.{digits}f}"
        return f"{self._figures(source)[name]:,.{digits}f}"

    def _figures(self, source: str) -> dict[str, float]:
        figures = self._found[source]["figures"]
        assert isinstance(figures, dict)
        return figures

    def _best(self, table: str, stage: str, figure: str) -> float:
        """Return the best figure of the baselines at a stage."""
        rows = (name.split("/") for name in self._figures("results"))
        own = [
            row
            for name, row, column in rows
            if (name, column) == (table, figure)
            and "".join(row.partition("@")[1:]) == stage
            and not row.startswith(("symbolic", "oracle", "human", "file"))
        ]
        return max(self._figures("results")[f"{table}/{row}/{figure}"] for row in own)


def _quoted(table: str, system: str, split: str, figure: str) -> float:
    row = next(row for row in published(table) if (row.system, row.split) == (system, split))
    return row.figures[figure]


def table(template: Path = TEMPLATE) -> str:
    """Return a table with its places filled, by default that of the page of figures.

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


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(prog="python -m eval.readme", description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 if a table is another")
    chosen = parser.parse_args()
    changed = False
    for page, template in PAGES.items():
        text = page.read_text(encoding="utf-8")
        changed = changed or written(text, template) != text
        if not chosen.check:
            page.write_text(written(text, template), encoding="utf-8")
    sys.exit(chosen.check and changed)


if __name__ == "__main__":
    main()
