"""The store of measured figures, `figures.json`, and what is read off printed tables."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from eval.figures.sources import Source

FOLDER = Path(__file__).parents[1]


STORE = FOLDER / "figures.json"


RESULTS, ENGINE = FOLDER / "RESULTS.md", FOLDER / "ENGINE.md"


#: A share of errors, as `eval.engine` prints it.
_SHARE = re.compile(r"  \S.{31} *[\d.]+ %")


Figures = dict[str, float]


_PAIR = re.compile(r"([A-Za-z][\w /-]*?)[: ]+(-?\d[\d,]*(?:\.\d+)?)")


_NUMBER = re.compile(r"-?\d[\d,]*(?:\.\d+)?")


def number(text: str) -> float:
    """Return a number as it is printed, thousands with commas."""
    return float(text.replace(",", ""))


def figures_in(text: str, source: Source) -> Figures:
    """Return the figures that a command printed, by name; of two of one name the first.

    Examples
    --------
    >>> source = Source("", ((r"^(?P<set>[a-z]+): (?P<pairs>.+)$", "{set}"),))
    >>> figures_in("quoref: em 43.13, f1 48.89", source)
    {'quoref.em': 43.13, 'quoref.f1': 48.89}
    """
    found: Figures = {}
    for pattern, name in source.lines:
        for match in re.finditer(pattern, text, re.MULTILINE):
            groups = match.groupdict()
            stem = name.format(**groups)
            values = [(key[2:], value) for key, value in groups.items() if key.startswith("n_")]
            values += _PAIR.findall(groups.get("pairs") or "")
            for key, value in values:
                found.setdefault(f"{stem}.{key.strip()}", number(value))
    return found


def tables_in(page: str) -> Iterator[tuple[str, str, str, float]]:
    """Yield (table, row, column, figure) of everything that RESULTS.md says was measured.

    A table is called as in its command; a row by its reader, with ``held out`` or ``in-sample`` behind where
    that is said of it.
    """
    for section in page.split("\n## ")[1:]:
        command, head = re.search(r"eval\.tables ([\w-]+)", section), list[str]()
        for line in section.splitlines() if command else []:
            cells = [cell.strip() for cell in line.strip("|").split("|")] if line.startswith("|") else []
            if not cells:
                head = []
            elif not head:
                head = cells
            elif command and cells[0].startswith("`") and head[0] in ("", "measured here"):
                reader = cells[0].split("`")[1]
                kinds = [kind for kind in ("held out", "in-sample") if kind in cells[0]]
                for column, cell in zip(head[1:], cells[1:], strict=False):
                    if column not in ("questions", "s") and _NUMBER.fullmatch(cell):
                        yield command[1], " ".join([reader, *kinds]), column, number(cell)


def results(page: str) -> Figures:
    """Return the figures of RESULTS.md, called ``table/row/column``."""
    return {f"{name}/{row}/{column}": value for name, row, column, value in tables_in(page)}


def load() -> dict[str, dict[str, object]]:
    """Return the store: for each source its command and figures."""
    found: dict[str, dict[str, object]] = json.loads(STORE.read_text(encoding="utf-8"))
    return found


def keep(name: str, command: str, figures: Mapping[str, float]) -> None:
    """Put a source's figures into the store, in place of those that it had."""
    store = load() if STORE.exists() else {}
    store[name] = {"command": command, "figures": dict(figures)}
    text = json.dumps(dict(sorted(store.items())), ensure_ascii=False, indent=1)
    STORE.write_text(text + "\n", encoding="utf-8")


def public(printed: str) -> str:
    """Return what a command printed without lines that quote data: the examples behind shares of errors."""
    kept, quoting = list[str](), False
    for line in printed.strip("\n").splitlines():
        if line.startswith("where answers of "):
            quoting = True
        elif quoting and line.startswith("## "):
            quoting = False
            kept.append("")
        if not quoting or line.startswith("where ") or _SHARE.fullmatch(line):
            kept.append(line)
    return "\n".join(kept)


def into_page(page: str, name: str, printed: str) -> str:
    """Return ENGINE.md with what a command printed in its place; as it is if it has none for it."""
    place = re.compile(rf"(<!-- {name} -->\n```\n).*?(\n```\n)", re.DOTALL)
    return place.sub(lambda found: found[1] + public(printed) + found[2], page)
