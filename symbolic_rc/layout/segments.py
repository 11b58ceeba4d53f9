"""The layout of books as Project Gutenberg sets them, and of screenplays; the story as running text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from symbolic_rc.core.excerpt import Excerpt, join_parts
from symbolic_rc.core.record import Record

#: What is no part of the story.
OUTSIDE = frozenset({"licence", "note", "contents", "page"})


@dataclass(frozen=True, slots=True)
class Segment:
    """A part of a text: characters `start` to `end` (exclusive).

    Attributes
    ----------
    kind : str
        ``licence``, ``note`` (who made the text), ``contents``, ``heading``, ``prose``, ``verse`` of books;
        ``scene``, ``speaker``, ``direction``, ``speech``, ``page`` (page numbers and such) of screenplays.
    name : str
        The heading, the scene's place, or the speaker, of the segments that have one.
    """

    kind: str
    start: int
    end: int
    name: str = ""


_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n|$)")


@dataclass(frozen=True, slots=True)
class Block:
    """Lines without an empty one between them.

    Attributes
    ----------
    start, end : int
        Characters of the text; line ends belong to the block.
    lines : tuple of str
        Without their line ends, white space at the right removed.
    """

    start: int
    end: int
    lines: tuple[str, ...]

    @property
    def words(self) -> str:
        """The block's text on one line."""
        return " ".join(" ".join(self.lines).split())


def blocks(text: str, start: int = 0, end: int | None = None) -> Iterator[Block]:
    """Yield the blocks of a part of the text, in order."""
    stop = len(text) if end is None else end
    first, last = start, start
    lines: list[str] = []
    position = start
    while position < stop:
        match = _LINE.match(text, position, stop)
        assert match is not None
        line, position = match.group().rstrip(), max(match.end(), position + 1)
        if line:
            if not lines:
                first = match.start()
            lines.append(line)
            last = position
        elif lines:
            yield Block(first, last, tuple(lines))
            lines = []
    if lines:
        yield Block(first, last, tuple(lines))


_NAMED = r"(?:OF )?(?:THE |THIS )?PROJECT GUTENBERG(?:-TM|\(TM\)|™)?"
_START = re.compile(
    rf"^[\W_]{{0,6}}(?:(?:THIS IS THE )?(?:START|BEGIN)\W{{1,3}}{_NAMED}(?: \w+){{0,2}} E"
    r"(?:-?BOOK|-?TEXT|DITION)"
    r"(?:[^*]{0,300}\*{3}|.*)|END[ *]+THE SMALL PRINT.*)$",
    re.I | re.M,
)
_END = re.compile(
    rf"^[ \t]*[\W_]{{0,6}}(?:(?:THIS IS )?(?:THE )?END {_NAMED}.*"
    r"|END OF (?:THE |THIS )?E-?(?:BOOK|TEXT) .*PROJECT GUTENBERG.*)$",
    re.I | re.M,
)
#: The small print of old texts, which stands before the book or behind it.
_SMALL_PRINT = re.compile(r"^.*START\W*THE SMALL PRINT", re.I | re.M)
#: A book has more characters than this.
_FEWEST = 20
_OF_LICENCE = re.compile(r"^.*\b(?:gutenberg|e-?texts?|e-?books?)\b.*$", re.I | re.M)
_PRODUCED = re.compile(
    r"^(?:this (?:e-?text|e-?book|etext) was )?(?:e-?text )?"
    r"(?:produced|prepared|scanned|transcribed|digitized|created)\b.*\bby\b"
    r"|distributed proofread|^\[?transcriber[’']?s? notes?|^\[illustration|^html version"
    r"|^note: project gutenberg",
    re.I,
)
_PICTURES = (
    r"illustrations?|ill|pictures?|images?|frontispiece|plates?|maps?|music|decorations?|drawings?"
    r"|photographs?|portraits?|captions?|facsimiles?|vignettes?|fig|figure|cover"
    r"|(?:drop|head|tail|title)[ -]?(?:cap|piece|page)"
)
_NOTES = r"(?:foot|side)?-?note|(?:transcriber|editor|publisher|author)[’']?s? note|tn|fn|pg|page|blank page"
#: Captions, footnotes and side notes: paragraphs in brackets that say what they are, or begin with a mark.
_BESIDE = re.compile(
    rf"^[*_]*[\[{{(<][*_]*(?:{_PICTURES})\b(?![^\])}}>:.]*[,;])|^[*_]*[\[{{][*_]*(?:{_NOTES})\b"
    r"|^\[(?:\d{1,3}|[A-Z]|\*+)(?:\] |: )|^\[\*\*|^footnotes?\W*$",
    re.I,
)
#: A note goes on over at most so many blocks until its bracket is closed.
_BLOCKS = 4
_CONTENTS = re.compile(
    r"^[\W_]*(?:the )?(?:(?:table|list|index) of )?"
    r"(?:c ?o ?n ?t ?e ?n ?t ?s|chapters|illustrations|plates|maps|index)[\W_]*$|^contents of\b",
    re.I,
)
_HEADING = re.compile(
    r"^(?:chapter|book|part|volume|act|scene|canto|letter|stave|section|prologue|epilogue|preface|introduction"
    r"|prelude|proem|foreword|conclusion|finale|appendix|postscript)\b(?:[\W_]+(?:the\s+)?[\w-]+)?",
    re.I,
)
_NUMBER = re.compile(r"^(?:[IVXLC]{1,8}|\d{1,3})[.:]?$")
_ENTRY = re.compile(
    r"^(?:chap(?:ter)?|book|part|volume|act|scene|canto|letter|section|preface|introduction|appendix|page|plate"
    r"|[IVXLC\d]+)\b|(?:\s{2,}|\.{2,}|\s)(?:\d{1,4}|[ivxlc]{1,7}|_?frontispiece_?)$",
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
    listed, opening = 0, True  # within the contents (2: behind their title); before the first long paragraph
    for block, beside in _with_notes(blocks(text, start, end)):
        words = block.words
        title = block.lines[0].strip() if len(block.lines) > 3 else words
        if beside or (opening and _PRODUCED.search(words)):
            kind = "note"
        elif _CONTENTS.match(title):
            kind, listed = "contents", 1 + (len(block.lines) == 1)
        elif listed and _is_entry(block, listed > 1):
            kind, listed = "contents", 1
        elif _is_heading(block):
            kind, listed = "heading", 0
        else:
            kind, listed = ("verse" if _is_verse(block) else "prose"), 0
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
    if _OF_LICENCE.sub("", text[start : min(end, start + 40_000)]).strip("* \r\n\t")[_FEWEST:]:
        return start, end
    # the small print of some texts stands behind them
    small = _SMALL_PRINT.search(text)
    end = min(end if end > 0 else len(text), small.start() if small else starts[0][0] if starts else end)
    ending = _END.search(text, len(text[:end]) // 2, end)
    return 0, ending.start() if ending else end


def _is_heading(block: Block) -> bool:
    words = block.words
    if len(block.lines) > 4 or len(words) > 120:
        return False
    if _NUMBER.match(words) or (_HEADING.match(words) and not words.endswith((",", ";"))):
        return len(words.split()) <= 14
    letters = [letter for letter in words if letter.isalpha()]
    return len(letters) > 2 and all(map(str.isupper, letters)) and words[-1] not in ",!?"


def _is_entry(block: Block, titled: bool) -> bool:
    """Return whether a block after "Contents", or right after that line, still lists chapters."""
    lines = [line.strip() for line in block.lines]
    short = max(map(len, lines)) <= 75 and not lines[-1].endswith((",", ";"))
    entries = sum(bool(_ENTRY.search(line)) for line in lines)
    bare = all(line[:1].isupper() and line[-1] not in ".,;:!?-—" for line in lines)
    if len(lines) <= 2:
        listed = entries == len(lines) and (titled or _PAGE.search(lines[0]) is not None)
        return listed or (titled and bare and len(lines) > 1)
    return short and (2 * entries >= len(lines) or (titled and bare))


def _is_verse(block: Block) -> bool:
    """Tell verse by short lines that begin with capitals, or that are all set in."""
    if len(block.lines) < 3:
        return False
    stripped = [line.strip() for line in block.lines]
    short = sum(len(line) < 55 for line in stripped[:-1]) >= 0.9 * (len(stripped) - 1)
    capitals = sum(line.lstrip("\"'“‘(")[:1].isupper() for line in stripped) >= 0.75 * len(stripped)
    set_in = all(line.startswith("  ") for line in block.lines)
    return short and (capitals or set_in)


_SCENE = re.compile(r"^\s*(?:\d+[A-Z]?[.)]?\s+)?(?:INT|EXT|I/E|INT\.?/EXT)\b[.:\s-]", re.I)
_CUT = re.compile(
    r"^\s*(?:(?:SMASH |MATCH |JUMP |HARD |QUICK )?CUT|FADE|DISSOLVE|WIPE)"
    r"(?: (?:TO|IN|OUT|FROM)\b.*)?[:.]?\s*$",
    re.I,
)
_SPEAKER = re.compile(
    r"^\s*([A-Z][A-Z0-9 .,'’#&/-]{0,38}?)\s*"
    r"(?:\((?:V\.?O\.?|O\.?S\.?|O\.?C\.?|CONT'?D?|CONTINU\w*|[a-z ,.'’-]+)\)\s*)*:?\s*$"
)
_PAGE_LINE = re.compile(r"^\s*(?:\d{1,3}\.?|\(?(?:CONTINUED|MORE|CONT'D)\)?:?(?:\s*\(?\d+\)?)?)\s*$")
_ASIDE = re.compile(r"^\s*\([^)]*\)?\s*$")


def is_screenplay(text: str) -> bool:
    """Return whether a text is laid out as a screenplay: with scene headings, often enough."""
    head = text[:60_000].splitlines()
    scenes = sum(bool(_SCENE.match(line)) and line.strip().isupper() for line in head)
    filled = sum(bool(line.strip()) for line in head)
    return scenes >= 3 and scenes * 400 >= filled


def screenplay_segments(text: str) -> list[Segment]:
    """Divide a screenplay into scenes, speakers, directions and speech."""
    return [one for block in blocks(text) for one in _block_segments(text, block)]


def _block_segments(text: str, block: Block) -> list[Segment]:
    found: list[Segment] = []
    position = block.start
    speaker = ""
    for line in block.lines:
        start = text.index(line, position) if line else position
        position = start + len(line)
        kind, name = _kind(line, speaker, first=not found, last=line is block.lines[-1])
        if kind == "speaker":
            speaker = name
        if found and found[-1].kind == kind and kind in {"speech", "direction"}:
            found[-1] = Segment(kind, found[-1].start, position, found[-1].name)
        else:
            found.append(Segment(kind, start, position, name))
    return found


def _kind(line: str, speaker: str, first: bool, last: bool) -> tuple[str, str]:
    if _PAGE_LINE.match(line):
        return "page", ""
    if _SCENE.match(line):
        return "scene", " ".join(line.split())
    if _CUT.match(line):
        return "direction", ""
    if speaker:
        return ("direction", "") if _ASIDE.match(line) else ("speech", speaker)
    cue = _SPEAKER.match(line)
    if first and not last and cue is not None:
        return "speaker", " ".join(cue.group(1).split())
    return "direction", ""


def layout_of(text: str) -> str:
    """Return ``gutenberg``, ``screenplay`` or ``plain``.

    Parameters
    ----------
    text : str
        A whole book or screenplay.

    Examples
    --------
    >>> layout_of("Ada sold the mill. Brack bought it.")
    'plain'
    """
    if is_screenplay(text):
        return "screenplay"
    return "gutenberg" if is_gutenberg(text) else "plain"


def segments(text: str) -> list[Segment]:
    """Return the segments of a text in order; of a plain one, the whole.

    Parameters
    ----------
    text : str
        A whole book or screenplay.
    """
    if (layout := layout_of(text)) == "screenplay":
        return screenplay_segments(text)
    if layout == "gutenberg":
        return gutenberg_segments(text)
    return [Segment("prose", 0, len(text))] if text else []


_BREAK = re.compile(r"[ \t]*(?:\r\n|\r|\n)\s*")


def story_ranges(text: str) -> list[tuple[int, int]]:
    """Return the parts of a text that belong to the story, in characters, in order.

    Parameters
    ----------
    text : str
        A whole book or screenplay.
    """
    ranges: list[tuple[int, int]] = []
    gap = True
    for segment in segments(text):
        if segment.kind in OUTSIDE:
            gap = True
        elif gap or not ranges:
            ranges.append((segment.start, segment.end))
            gap = False
        else:
            ranges[-1] = (ranges[-1][0], segment.end)
    return ranges


def readable(record: Record) -> tuple[Record, Excerpt | None]:
    """Return the record with the story alone as running text, and the way back; None if nothing was done.

    Only texts of a known layout are touched. A line end within a paragraph becomes blanks, so that sentences
    run on over it; empty lines still divide paragraphs.

    Parameters
    ----------
    record : Record
        A story as it was read.
    """
    plain = record.tokenised or layout_of(record.text) == "plain"
    if plain or not (ranges := story_ranges(record.text)):
        return record, None
    part = join_parts(record, ranges, "\n\n")
    unwrapped = replace(part.record, text=unwrap(part.record.text))
    return unwrapped, replace(part, record=unwrapped)


def unwrap(text: str) -> str:
    """Return a text of the same length whose lines run on; empty lines stay, as two line ends.

    Examples
    --------
    >>> unwrap("The old\\r\\nmill.\\r\\n\\r\\nIt burnt.")
    'The old  mill.\\n\\n  It burnt.'
    """
    return _BREAK.sub(_blanks, text)


def _blanks(match: re.Match[str]) -> str:
    found = match.group()
    return ("\n\n" if max(found.count("\n"), found.count("\r")) > 1 else "").ljust(len(found))
