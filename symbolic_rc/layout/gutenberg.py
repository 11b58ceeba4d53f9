"""Project Gutenberg's books: licence, notes of who made the text, contents, headings, verse.

The marks are those that the project's own texts have carried over the years: ``*** START OF THIS PROJECT
GUTENBERG EBOOK`` and its older and newer wordings, ``End of Project Gutenberg's ...``, and the small print of
the nineties.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from symbolic_rc.layout.segments import Block, Segment, blocks

_START = re.compile(
    r"^\W{0,6}(?:START OF (?:THE |THIS )?PROJECT GUTENBERG E-?(?:BOOK|TEXT)(?:[^*]{0,300}\*{3}|.*)"
    r"|END[ *]+THE SMALL PRINT.*)$",
    re.I | re.M,
)
_END = re.compile(
    r"^[ \t]*\W{0,6}(?:END OF (?:THE |THIS )?PROJECT GUTENBERG.*"
    r"|END OF (?:THE |THIS )?(?:PROJECT GUTENBERG )?E-?(?:BOOK|TEXT) .*PROJECT GUTENBERG.*)$",
    re.I | re.M,
)
_PRODUCED = re.compile(
    r"^(?:this (?:e-?text|e-?book|etext) was )?(?:e-?text )?"
    r"(?:produced|prepared|scanned|transcribed|digitized|created)\b.*\bby\b"
    r"|distributed proofread|^\[?transcriber'?s? notes?|^\[illustration|^html version"
    r"|^note: project gutenberg",
    re.I,
)
#: Captions, footnotes and side notes.
_BESIDE = re.compile(
    r"^\[(?:illustration|footnote|side-?note)\b|^\[(?:\d{1,3}|[A-Z])\] |^footnotes?\W*$", re.I
)
#: A note goes on over at most so many blocks until its bracket is closed.
_BLOCKS = 4
_CONTENTS = re.compile(r"^(?:table of )?contents\b\W*$|^contents of\b", re.I)
_HEADING = re.compile(
    r"^(?:chapter|book|part|volume|act|scene|canto|letter|stave|section|prologue|epilogue|preface|introduction"
    r"|prelude|proem|foreword|conclusion|finale|appendix|postscript)\b(?:[\W_]+(?:the\s+)?[\w-]+)?",
    re.I,
)
_NUMBER = re.compile(r"^(?:[IVXLC]{1,8}|\d{1,3})[.:]?$")
_ENTRY = re.compile(
    r"^(?:chapter|book|part|volume|act|scene|canto|letter|section|preface|introduction|appendix|[IVXLC\d]+)\b"
    r"|(?:\s{2,}|\.{2,}|\s)(?:\d{1,4}|[ivxlc]{1,7})$",
    re.I,
)
_PAGE = re.compile(r"(?:\s{2,}|\.{2,}|\s)(?:\d{1,4}|[ivxlc]{1,7})$", re.I)


def is_gutenberg(text: str) -> bool:
    """Return whether a text carries the project's header or footer."""
    return (
        "project gutenberg" in text[:6000].lower()
        or _END.search(text, max(0, len(text) - 30_000)) is not None
    )


def gutenberg_segments(text: str) -> list[Segment]:
    """Divide a book into segments, in order; between them stand empty lines only."""
    start, end = _bounds(text)
    found = [Segment("licence", 0, start)] if start else []
    listed, opening = False, True  # within the contents; before the first long paragraph
    for block, beside in _with_notes(blocks(text, start, end)):
        words = block.words
        if beside or (opening and _PRODUCED.search(words)):
            kind = "note"
        elif _begins_contents(block):
            kind, listed = "contents", True
        elif listed and _is_entry(block):
            kind = "contents"
        elif _is_heading(block):
            kind, listed = "heading", False
        else:
            kind, listed = ("verse" if _is_verse(block) else "prose"), False
            opening = opening and len(words) < 200
        found.append(Segment(kind, block.start, block.end, words if kind == "heading" else ""))
    if end < len(text):
        found.append(Segment("licence", end, len(text)))
    return found


def _with_notes(found: Iterable[Block]) -> Iterator[tuple[Block, bool]]:
    """Yield blocks, and whether each is a caption or a note, which goes on until its bracket is closed."""
    left = brackets = 0
    for block in found:
        beside = left > 0 or _BESIDE.search(block.words) is not None
        brackets += block.words.count("[") - block.words.count("]") if beside else 0
        left = (left or _BLOCKS) - 1 if beside and brackets > 0 else 0
        brackets = brackets if left else 0
        yield block, beside


def _bounds(text: str) -> tuple[int, int]:
    """Return where the book itself begins and ends."""
    starts = [match.span() for match in _START.finditer(text, 0, min(len(text), 40_000))]
    ending = _END.search(text, starts[0][1] if starts else len(text) // 2)
    end = ending.start() if ending else len(text)
    start = max((after for _, after in starts if after <= end), default=0)
    # the small print of some texts stands behind them
    return (start, end) if text[start:end].strip() else (0, starts[0][0] if starts else end)


def _is_heading(block: Block) -> bool:
    words = block.words
    if len(block.lines) > 4 or len(words) > 120:
        return False
    if _NUMBER.match(words) or (_HEADING.match(words) and not words.endswith((",", ";"))):
        return len(words.split()) <= 14
    letters = [letter for letter in words if letter.isalpha()]
    return len(letters) > 2 and all(map(str.isupper, letters)) and words[-1] not in ",!?"


def _begins_contents(block: Block) -> bool:
    return bool(_CONTENTS.match(block.lines[0].strip() if len(block.lines) > 3 else block.words))


def _is_entry(block: Block) -> bool:
    """Return whether a block after "Contents" still lists chapters."""
    lines = [line.strip() for line in block.lines]
    if len(lines) <= 2:
        return all(map(_ENTRY.search, lines)) and _PAGE.search(lines[0]) is not None
    short = max(map(len, lines)) <= 75 and not lines[-1].endswith((",", ";"))
    return short and 2 * sum(bool(_ENTRY.search(line)) for line in lines) >= len(lines)


def _is_verse(block: Block) -> bool:
    """Tell verse by short lines that begin with capitals, or that are all set in."""
    if len(block.lines) < 3:
        return False
    stripped = [line.strip() for line in block.lines]
    short = sum(len(line) < 55 for line in stripped[:-1]) >= 0.9 * (len(stripped) - 1)
    capitals = sum(line.lstrip("\"'“‘(")[:1].isupper() for line in stripped) >= 0.75 * len(stripped)
    set_in = all(line.startswith("  ") for line in block.lines)
    return short and (capitals or set_in)
