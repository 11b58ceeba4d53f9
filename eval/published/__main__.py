"""Check that every quoted figure stands in its paper.

    python -m eval.published --papers DIR [--quoted FILE]

``DIR`` holds the papers as plain text, in any number of files; a paper is known by its title. Each row's
values must stand there in the order of its columns, one after the other, behind the row's label; a figure
from running text must stand in the words around it (``near``). Exits with 1 if one does not. Figures that
are quoted from another list (``quoted from``) are looked for in ``--quoted FILE``, by default the file of
that name beside ``DIR``, and reported if there is none.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from symbolic_rc.compare.published import published_content, published_files

#: What may stand between two figures of a row, and between a row's label and its first figure.
_BETWEEN = r"[^0-9a-z]{0,12}?"
#: What ``…`` in the words around a figure stands for.
_GAP = r".{1,400}?"


def normalised(text: str) -> str:
    """Return a text in lower case, in one line, without the hyphens within words and at ends of lines.

    Examples
    --------
    >>> normalised("Non-stop  in-\\nferencing, 8-gram")
    'nonstop inferencing, 8gram'
    """
    text = re.sub(r"\s+", " ", re.sub(r"(?<=\w)-\s*\n\s*(?=\w)", "", text.lower()))
    return re.sub(r"(?<=\w)-(?=[a-z])", "", text)


def number_pattern(value: float) -> str:
    """Return a pattern for a number as papers print it: commas, spaces in them, trailing zeros.

    Examples
    --------
    >>> bool(re.fullmatch(number_pattern(118497), "1 18,497"))
    True
    >>> bool(re.fullmatch(number_pattern(38.9), "38.90"))
    True
    """
    whole, _, rest = f"{value:.6f}".rstrip("0").rstrip(".").partition(".")
    digits = r"[\s,]{0,2}".join(whole) if len(whole) > 3 else whole
    tail = rf"\.{rest}0*" if rest else r"(?:\.0+)?"
    return rf"(?<![\d.,]){digits}{tail}(?![\d]|[.,]\d)"


def row_pattern(row: Mapping[str, Any]) -> str:
    """Return the pattern of a row of a table, or of the words around figures in running text."""
    values = [number_pattern(value) for value in row["values"] if value is not None]
    if "near" not in row:
        return _BETWEEN.join([r"(?<![\w.])" + re.escape(normalised(row["row"])), *values])
    words = [re.escape(piece) for piece in normalised(row["near"]).split("{}")]
    if len(words) != len(values) + 1:
        raise ValueError(f"{row['row']}: {len(values)} values for {len(words) - 1} places")
    joined = words[0] + "".join(value + piece for value, piece in zip(values, words[1:], strict=True))
    return joined.replace(re.escape(" … "), _GAP).replace(" … ", _GAP)


def missing(content: Mapping[str, Any], texts: Sequence[str], quoted: str | None) -> Iterator[str]:
    """Yield each row of a file whose figures are not where it says, with the reason.

    Parameters
    ----------
    content : mapping
        A file of figures.
    texts : sequence of str
        The paper's renderings, normalised; a row must stand in one of them.
    quoted : str or None
        The list that figures are quoted from, normalised, if it is at hand.
    """
    for table in content["tables"]:
        where = [quoted or ""] if "quoted from" in table else texts
        if "quoted from" in table and quoted is None:
            continue
        for row in table["rows"]:
            if len(row["values"]) != len(table["columns"]):
                yield f"table {table['table']}, {row['row']}: {len(row['values'])} values, not one a column"
            elif not any(re.search(row_pattern(row), text) for text in where):
                yield f"table {table['table']}, {row['row']}: {row['values']} not found"


def figures(content: Mapping[str, Any], quoted: bool) -> int:
    """Count a file's figures, those that are quoted from another list or the others."""
    return sum(
        value is not None
        for table in content["tables"]
        for row in table["rows"]
        for value in row["values"]
        if ("quoted from" in table) == quoted
    )


def check(papers: Path, quoted: Path | None = None) -> Iterator[tuple[bool, str]]:
    """Check every file; yield whether it is right, and a line to print."""
    texts = [normalised(path.read_text(encoding="utf-8")) for path in sorted(papers.glob("*.txt"))]
    for name in published_files():
        content = published_content(name)
        title = normalised(content["title"] or "")
        of_paper = [text for text in texts if title and title in text[:5000]]
        own, others = figures(content, False), figures(content, True)
        lists = {table["quoted from"] for table in content["tables"] if "quoted from" in table}
        chosen = quoted or (papers.parent / next(iter(lists)) if lists else None)
        known = normalised(chosen.read_text(encoding="utf-8")) if chosen and chosen.is_file() else None
        if own and not of_paper:
            yield False, f"{name}: no text in {papers} has the title {content['title']!r}"
            continue
        wrong = list(missing(content, of_paper, known))
        yield from ((False, f"{name}: {line}") for line in wrong)
        told = f"{own} figures" + (f", {others} quoted from {', '.join(lists)}" if others else "")
        told += "" if known is not None or not others else " (not at hand, not checked)"
        yield not wrong, f"{name}: {told}, {len(wrong)} rows not found"


def main(arguments: Sequence[str] | None = None) -> int:
    """Check from the command line; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m eval.published", description=__doc__.splitlines()[0])
    parser.add_argument("--papers", type=Path, required=True, help="the folder of the papers as text")
    parser.add_argument("--quoted", type=Path, help="the list that other papers' figures are quoted from")
    options = parser.parse_args(arguments)
    found = list(check(options.papers, options.quoted))
    sys.stdout.write("".join(f"{line}\n" for _, line in found))
    return 0 if all(right for right, _ in found) else 1


if __name__ == "__main__":
    sys.exit(main())
