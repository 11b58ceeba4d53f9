"""The running text that word vectors and word counts are learned from, as lower-cased words."""

from __future__ import annotations

import csv
import io
import lzma
import re
from collections.abc import Iterator
from pathlib import Path

from symbolic_rc.train.annotate.raw import archive_texts

#: Words, and the clitics that annotation splits off; numbers stay whole.
WORD = re.compile(r"n't\b|'(?:s|ll|re|ve|d|m)\b|[^\W\d_]+?(?=n't\b)|[^\W\d_]+|\d+(?:[.,]\d+)*")
_START = re.compile(
    r"\*\*\* ?START OF (?:THIS|THE) PROJECT GUTENBERG[^\n]*\n|\*END\*?THE SMALL PRINT[^\n]*\n", re.I
)
_END = re.compile(r"\*\*\* ?END OF (?:THIS|THE) PROJECT GUTENBERG|End of (?:the )?Project Gutenberg", re.I)


def body(text: str) -> str:
    """Return a Project Gutenberg book without the project's own preface and licence."""
    if found := _START.search(text):
        text = text[found.end() :]
    if found := _END.search(text):
        text = text[: found.start()]
    return text


def words(text: str) -> list[str]:
    """Split a text into lower-cased words, as the vectors know them.

    Examples
    --------
    >>> words("He didn't sell the mill-wheel; it's Ann’s.")
    ['he', 'did', "n't", 'sell', 'the', 'mill', 'wheel', 'it', "'s", 'ann', "'s"]
    """
    return WORD.findall(text.replace("’", "'").lower())


def novels(data: Path) -> Iterator[str]:
    """Yield the novels behind LitBank and NarrativeQA's validation books (public domain)."""
    for _, text in archive_texts(data / "litbank" / "books.tar.xz", "original/"):
        yield body(text)
    for _, text in archive_texts(data / "narrativeqa" / "stories-valid.tar.xz"):
        yield body(text)


def fairy_tales(data: Path) -> Iterator[str]:
    """Yield FairytaleQA's training sections (Apache-2.0)."""
    path = data / "fairytaleqa" / "fairytaleqa.tar.xz"
    for _, table in archive_texts(path, "section-stories/train/"):
        yield " ".join(row["text"] for row in csv.DictReader(io.StringIO(table)))


def web_text(data: Path) -> Iterator[str]:
    """Yield the documents of UD English EWT's training part (CC BY-SA 4.0)."""
    lines: list[str] = []
    with lzma.open(data / "ewt" / "en_ewt-ud-train.conllu.xz", "rt", encoding="utf-8") as file:
        for line in file:
            if line.startswith("# newdoc") and lines:
                yield "\n".join(lines)
                lines = []
            elif line.startswith("# text = "):
                lines.append(line[9:].strip())
    yield "\n".join(lines)


def biographies(data: Path) -> Iterator[str]:
    """Yield the texts of GAP's development part (Apache-2.0)."""
    with open(data / "gap" / "gap-development.tsv", encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
            yield row["Text"]


def texts(data: Path) -> Iterator[str]:
    """Yield every document, in a fixed order."""
    for source in (novels, fairy_tales, web_text, biographies):
        yield from source(data)
