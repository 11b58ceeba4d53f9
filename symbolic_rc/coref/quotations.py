"""Direct speech: where it stands in a text, by its quotation marks."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

#: A quotation that its author forgot to close ends with its paragraph, or after so many characters.
LONGEST = 3000


@dataclass(frozen=True, slots=True)
class Quotation:
    """A stretch of direct speech: tokens ``start`` to ``end`` (exclusive), marks included.

    Attributes
    ----------
    start, end : int
    speaker, addressee : int
        Indices of the mentions that say who speaks and who is spoken to, or -1.
    rule : str
        The rule that found the speaker, or empty.
    """

    start: int
    end: int
    speaker: int = -1
    addressee: int = -1
    rule: str = ""


_PARAGRAPH = re.compile(r"\n[ \t]*\n\s*")
_CURLY = re.compile("[“”]")
_STRAIGHT = re.compile("\"|``|''")
#: Single marks open before a word and close after one; apostrophes inside words, and before clipped ones,
#: do not.
_SINGLE = re.compile(
    r"(?<![\w.,;:!?])[‘'](?=\s?[A-ZÀ-Þ“—\-]|\s?[a-z]+)(?![’']?(?:tis|twas|em|ll|re|ve|s|t|d|m|cause|bout)\b)"
    r"|(?<=[.,;:!?—\-…])\s?[’'](?!\w)",
)
_SCREENPLAY = re.compile(
    r"^[ \t]*([A-Z][A-Z.'’\- ]{1,30}[A-Z.])(?:[ \t]*\(([^)\n]{1,60})\))?[ \t]*(?::|\n)", re.M
)


def style(text: str) -> str:
    """Return ``"curly"``, ``"straight"`` or ``"single"``: the marks that a text puts around speech."""
    curly, straight = text.count("“"), len(_STRAIGHT.findall(text)) // 2
    if max(curly, straight) >= 2:
        single = sum(1 for _ in _SINGLE.finditer(text)) // 2 if max(curly, straight) < 20 else 0
        if single > 4 * max(curly, straight):
            return "single"
        return "curly" if curly >= straight else "straight"
    return "single" if len(_SINGLE.findall(text)) >= 2 else "curly" if curly else "straight"


def spans(text: str) -> Iterator[tuple[int, int]]:
    """Yield the character spans of direct speech, marks included, in order."""
    marks = style(text)
    pattern = {"curly": _CURLY, "straight": _STRAIGHT, "single": _SINGLE}[marks]
    start = 0
    for gap in [*_PARAGRAPH.finditer(text), None]:
        end = gap.start() if gap else len(text)
        yield from _paragraph(text, start, end, pattern, marks)
        start = gap.end() if gap else end


def _paragraph(
    text: str, start: int, end: int, pattern: re.Pattern[str], marks: str
) -> Iterator[tuple[int, int]]:
    opened = -1
    for mark in pattern.finditer(text, start, end):
        at = mark.start()
        if marks == "curly":
            opens = mark.group() == "“"
        elif marks == "straight":
            before = text[at - 1] if at > start else " "
            after = text[mark.end()] if mark.end() < end else " "
            opens = (
                opened < 0 if before.isspace() == after.isspace() else before.isspace() or before in "([—-"
            )
            if mark.group() != '"':
                opens = mark.group() == "``"
        else:
            opens = mark.group()[-1] == "‘" or (opened < 0 and mark.group()[0] == "'")
        if opens:
            if opened >= 0 and at - opened < LONGEST and marks != "single":
                yield opened, at
            if opened < 0 or marks != "single":
                opened = at
        elif opened >= 0:
            if at - opened < LONGEST:
                yield opened, mark.end()
            opened = -1
    if opened >= 0 and end - opened < LONGEST and marks != "single":
        yield opened, end


def quotations(text: str, starts: Sequence[int], ends: Sequence[int]) -> list[Quotation]:
    """Return the direct speech of a text whose tokens have these character offsets."""
    found: list[Quotation] = []
    for first, last in spans(text):
        start = max(bisect_right(starts, first) - 1, 0)
        end = bisect_left(ends, last) + 1
        if end - start > 2 and (not found or start >= found[-1].end):
            found.append(Quotation(start, min(end, len(starts))))
    return found


def speaker_headings(text: str) -> list[tuple[int, int, int]]:
    """Return the speech headings of a screenplay, ``DANA (setting the brakes)``.

    Each is (start of the name, end of the name, start of what is said), in characters; none where a text
    has fewer than three, or none that comes back.
    """
    found = [(m.start(1), m.end(1), m.end()) for m in _SCREENPLAY.finditer(text)]
    names = [text[a:b].strip() for a, b, _ in found]
    kept = [row for row, name in zip(found, names, strict=True) if names.count(name) > 1 or len(found) > 8]
    return kept if len(kept) >= 3 else []
