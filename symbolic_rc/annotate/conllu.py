"""Sentences of treebanks: reading CoNLL-U."""

from __future__ import annotations

import lzma
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from symbolic_rc.core.errors import DataError


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence of a treebank."""

    #: Parallel; ``"_"`` where the treebank says nothing
    words: tuple[str, ...]
    lemmas: tuple[str, ...]
    tags: tuple[str, ...]
    xtags: tuple[str, ...]
    feats: tuple[str, ...]
    heads: tuple[int, ...]  #: Index of each word's head in the sentence, -1 for the root
    relations: tuple[str, ...]
    spaces: tuple[bool, ...]  #: Whether white space follows
    text: str = ""
    #: Whether the sentence opens one
    document: bool = False
    paragraph: bool = False
    #: Words of each surface token (several for a contraction)
    tokens: tuple[tuple[int, int], ...] = field(default=())
    id: str = ""  #: The treebank's name of the sentence


def read_conllu(lines: Iterable[str], source: str = "") -> Iterator[Sentence]:
    """Yield the sentences of CoNLL-U lines; empty nodes are left out, words of a contraction kept.

    Raises
    ------
    DataError
        With the line, where a line is not of the format.
    """
    columns: list[list[str]] = []
    comments: dict[str, str] = {}
    ranges: list[tuple[int, int, bool]] = []
    for number, line in enumerate(lines, 1):
        line = line.rstrip("\n")
        if line.startswith("#"):
            key, _, value = line[1:].partition("=")
            comments[key.strip()] = value.strip()
        elif line:
            cells = line.split("\t")
            if len(cells) != 10:
                raise DataError(f"{len(cells)} columns instead of the 10 of CoNLL-U", source or None, number)
            if "-" in cells[0]:
                first, last = cells[0].split("-")
                ranges.append((int(first) - 1, int(last), "SpaceAfter=No" not in cells[9]))
            elif "." not in cells[0]:
                columns.append(cells)
        elif columns:
            yield _sentence(columns, comments, ranges)
            columns, comments, ranges = [], {}, []
    if columns:
        yield _sentence(columns, comments, ranges)


def _sentence(
    rows: list[list[str]], comments: dict[str, str], ranges: list[tuple[int, int, bool]]
) -> Sentence:
    spaces = ["SpaceAfter=No" not in row[9] for row in rows]
    covered = {}
    for first, last, space in ranges:
        for i in range(first, last):
            spaces[i] = space if i == last - 1 else False
            covered[i] = (first, last)
    tokens = tuple(sorted({covered.get(i, (i, i + 1)) for i in range(len(rows))}))
    words, lemmas, tags, xtags, feats, heads, relations = (
        tuple(row[column] for row in rows) for column in range(1, 8)
    )
    places = tuple(int(head) - 1 for head in heads)
    document, paragraph = (any(key.startswith(kind) for key in comments) for kind in ("newdoc", "newpar"))
    return Sentence(
        words, lemmas, tags, xtags, feats, places, relations, tuple(spaces), comments.get("text", ""),
        document, paragraph, tokens, comments.get("sent_id", ""),
    )  # fmt: skip


def read_treebank(path: str | Path) -> list[Sentence]:
    """Return the sentences of a CoNLL-U file, compressed or not."""
    path = Path(path)
    with (lzma.open if path.suffix == ".xz" else open)(path, "rt", encoding="utf-8") as file:
        return list(read_conllu(file, str(path)))
