"""Direct speech in a text, by quotation marks, dashes, names before its lines, and letters."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from symbolic_rc.lexicon.english import DETERMINERS

#: Maximum number of characters of a quotation; one without a closing mark ends with its paragraph.
LONGEST = 3000


@dataclass(frozen=True, slots=True)
class Quotation:
    """A stretch of direct speech: tokens ``start`` to ``end`` (exclusive), marks included.

    Attributes
    ----------
    speaker, addressee : int
        Indices of mentions, or -1.
    rule : str
        The rule that found the speaker, or empty.
    """

    start: int
    end: int
    speaker: int = -1
    addressee: int = -1
    rule: str = ""

    @property
    def greeted(self) -> int:
        """The addressee that the layout of a letter names; else -1."""
        return self.addressee if self.rule == HEADING else -1


#: The rule by which the layout of a text names the speaker.
HEADING = "heading"
_PARAGRAPH = re.compile(r"\n[ \t]*\n\s*")
_CURLY = re.compile("[“”]")
_STRAIGHT = re.compile("\"|``|''")
#: Single quotation marks open before a word and close after one; apostrophes in and before words do not.
_SINGLE = re.compile(
    r"‘(?=[’']\w)|(?<![\w.,;:!?])[‘'](?=\s?[A-ZÀ-Þ“—\-]|\s?[a-z]+)(?![’']?(?:tis|twas|em|ll|re|ve|s|t|d|m|cause|bout)\b)"
    r"|(?<=[.,;:!?—\-…])\s?[’'](?!\w)"
)
#: A dash opens a paragraph of speech, which ends without a mark; a reporting clause may interrupt it.
_DASHED = re.compile(r"(?:\A\s*|(?<=\n)[ \t]*\n[ \t]*)[—―](?=\s*[\w“‘'(][^\n]*[a-z])")
_SAID = (
    "said|says|asked|cried|answered|replied|began|went on|whispered|shouted|called|murmured|muttered|told|"
    "added|exclaimed|repeated|continued|returned|remarked|observed|inquired|insisted|agreed|admitted|explained"
)
_SAYING = re.compile(f"say|saying|shouting|crying|whispering|{_SAID}")
_WORD_BEFORE = re.compile(r"([\w-]+)[ \n]$")
_SMALL = frozenset("a an the of and in on at to for with by from".split())
_WHO = r"(?:I|he|she|they|we|(?:(?:the|a|an|his|her|my|another)\s+)?\w+(?:\s+\w+)?)"
_ASIDE = re.compile(
    rf"(?<=[,.!?…])\s+(?=(?:{_WHO}\s+(?:{_SAID})|(?:{_SAID})\s+{_WHO})\b)"
    r"[^.!?:\n]*(?:\n(?!\s*\n)[^.!?:\n]*)*[.!?:]?\s*"
)
_HEADING = re.compile(
    r"^[ \t]*(?!(?:INT|EXT|CHAPTER|BOOK|PART|ACT|SCENE|VOLUME|THE END|FADE|CUT)\b)"
    r"([A-Z][A-Z.'’\-]*(?: [A-Z][A-Z.'’\-]*){0,2})[ \t]*(?:\([^)\n]{1,60}\))?[ \t]*:?[ \t]*\n(?=[ \t]*\S)",
    re.M,
)

_NAME = r"[A-Z][\w.'’-]*(?: [A-Z][\w.'’-]*){0,2}"
#: A line of a dialogue, behind its speaker's name.
_LABELLED = re.compile(
    r"^[ \t]*(?!(?:From|To|Cc|Subject|Date|Sent|Re|Note|PS)\b)"
    rf"({_NAME})[ \t]*(?:\([^)\n]{{1,40}}\))?:[ \t]+(?=\S)",
    re.M,
)
#: The salutation of a letter, and what closes it before the signature.
_SALUTATION = re.compile(
    r"^[ \t]*(?:(?:My )?[Dd]ear(?:est)?|Hi|Hello|Hey|Good (?:morning|afternoon|evening))"
    rf"[ ,]+({_NAME})[ \t]*[,!:—-]+(?:[ \t]*$|(?<=,) (?=[a-z]|I\b))",
    re.M,
)
_CLOSING = re.compile(
    r"(?:^[ \t]*|(?<=[.!?]) )(?:Yours(?: \w+)?|(?:All |With )?(?:my )?(?:[Bb]est|[Kk]ind|[Ww]arm)(?:est)?"
    r"(?: (?:wishes|regards))?|(?:With |All my )?[Ll]ove|Sincerely(?: yours)?|Regards|Cheers"
    r"|(?:Many )?[Tt]hanks|Thank you|Take care|See you soon|Your (?:\w+ )?\w+)(?:[,.!—-]*[ \t]*\n\s*|,? )"
    rf"({_NAME}(?<![a-z]\.))[ \t]*\.?[ \t]*$",
    re.M,
)
_SENDER = re.compile(rf"^From:[ \t]*({_NAME})", re.M)
#: A line of an earlier message.
_CITED = re.compile(r"^[ \t]*>[^\n]*\n?", re.M)

#: Marks of other languages, opening and closing ones in pairs.
_PAIRS = (("«", "»"), ("»", "«"), ("‹", "›"), ("「", "」"), ("„", "“"), ("„", "”"))


def _in_english_marks(text: str) -> str:
    """Return a text of the same length whose marks are “ and ” where it has no English ones."""
    for opening, closing in _PAIRS:
        if 0 <= text.find(opening) < text.find(closing):
            english = text.count('"') + (text.count("“") if closing != "“" else 0)
            if english <= text.count(opening):
                return text.translate({ord(opening): "“", ord(closing): "”"})
    return text


def style(text: str) -> str:
    """Return the style of quotation marks: ``"curly"``, ``"straight"``, ``"single"`` or ``"dash"``.

    Of marks within others, the outermost count.
    """
    curly, straight = text.count("“"), len(_STRAIGHT.findall(text)) // 2
    double = "curly" if curly >= straight and curly else "straight"
    if (most := max(curly, straight)) < 2 and len(_DASHED.findall(text)) >= 3:
        return "dash"
    singles = [mark.start() for mark in _SINGLE.finditer(text)] if most < 20 else []
    if len(singles) < 2:
        return double
    first = min((at for mark in '“"' if (at := text.find(mark)) >= 0), default=len(text))
    if singles[0] < first < singles[1]:
        return "single" if len(singles) // 2 >= most else double
    return "single" if len(singles) // 2 > 4 * most or (most < 2 and singles[0] < first) else double


def spans(text: str) -> Iterator[tuple[int, int]]:
    """Yield the character spans of direct speech, marks included, in order."""
    text = _in_english_marks(text)
    if (marks := style(text)) == "dash":
        yield from _dashed(text)
        return
    pattern = {"curly": _CURLY, "straight": _STRAIGHT, "single": _SINGLE}[marks]
    start = 0
    for gap in [*_PARAGRAPH.finditer(text), None]:
        end = gap.start() if gap else len(text)
        for span in _paragraph(text, start, end, pattern, marks):
            if not _is_mentioned(text, *span):
                yield span
        start = gap.end() if gap else end


def _is_mentioned(text: str, start: int, end: int) -> bool:
    """Whether marks show words as words, or a title: a “joke”, she read “War and Peace”."""
    if (before := _WORD_BEFORE.search(text, max(0, start - 30), start)) is None:
        return False
    word, inner = before[1].lower(), text[start + 1 : end - 1].strip()
    if word in DETERMINERS | {"called", "named", "titled", "entitled", "so-called"}:
        return True
    words = inner.split()
    is_title = all(one[:1].isupper() or one in _SMALL for one in words)
    return inner[-1:].isalnum() and not _SAYING.fullmatch(word) and (len(words) < 5 or is_title)


def _dashed(text: str) -> Iterator[tuple[int, int]]:
    """Yield the speech of paragraphs that begin with a dash, without reporting clauses."""
    for mark in _DASHED.finditer(text):
        gap = _PARAGRAPH.search(text, mark.end())
        start, end = mark.end() - 1, gap.start() if gap else len(text)
        for aside in _ASIDE.finditer(text, start, end):
            yield start, aside.start()
            start = aside.end()
        if end > start:
            yield start, end


def _paragraph(
    text: str, start: int, end: int, pattern: re.Pattern[str], marks: str
) -> Iterator[tuple[int, int]]:
    opened = -1
    for mark in pattern.finditer(text, start, end):
        at = mark.start()
        opens = _opens(text, start, end, mark, marks, opened >= 0)
        if opens and (opened < 0 or marks != "single"):
            if opened >= 0 and at - opened < LONGEST:
                yield opened, at
            opened = at
        elif opened >= 0 and not opens:
            if at - opened < LONGEST:
                yield opened, mark.end()
            opened = -1
    if opened >= 0 and end - opened < LONGEST and marks != "single":
        yield opened, end


def _opens(text: str, start: int, end: int, mark: re.Match[str], marks: str, inside: bool) -> bool:
    """Whether a mark opens a quotation: straight ones by the white space around them."""
    sign = mark.group()
    if marks == "single":
        return sign[-1] == "‘" or (not inside and sign[0] == "'")
    if sign != '"':
        return sign in ("“", "``")
    before = text[mark.start() - 1] if mark.start() > start else " "
    after = text[mark.end()] if mark.end() < end else " "
    return not inside if before.isspace() == after.isspace() else before.isspace() or before in "([—-"


def quotations(text: str, starts: Sequence[int], ends: Sequence[int]) -> list[Quotation]:
    """Return the direct speech of a text, whose tokens start and end at these characters."""
    found: list[Quotation] = []
    for first, last in spans(text):
        start = max(bisect_right(starts, first) - 1, 0)
        end = bisect_left(ends, last) + 1
        if end - start > 2 and (not found or start >= found[-1].end):
            found.append(Quotation(start, min(end, len(starts))))
    return found


#: The characters of a speech, of its speaker's name, and of its addressee's.
_Speech = tuple[tuple[int, int], tuple[int, int], tuple[int, int] | None]


def _headed(text: str) -> Iterator[_Speech]:
    """Yield a screenplay's speeches: under lines in capitals, of which three have names that recur."""
    headings = list(_HEADING.finditer(text))
    counts = Counter(heading.group(1) for heading in headings)
    if sum(count for count in counts.values() if count > 1) >= 3:
        for heading in headings:
            stop = text.find("\n\n", heading.end())
            yield (heading.end(), len(text.rstrip()) if stop < 0 else stop), heading.span(1), None


def _labelled(text: str) -> Iterator[_Speech]:
    """Yield the speeches of a dialogue most of whose lines have their speaker's name in front."""
    labels = list(_LABELLED.finditer(text))
    lines = sum(1 for line in text.splitlines() if line.strip())
    if len(labels) < 2 or 2 * len(labels) < lines:
        return
    for label, last in zip(labels, [*(one.start() for one in labels[1:]), len(text.rstrip())], strict=True):
        stop = text.find("\n\n", label.end(), last)
        yield (label.end(), stop if stop >= 0 else last), label.span(1), None


def _letters(text: str) -> Iterator[_Speech]:
    """Yield the lines of letters, by their writers to whom they greet; what they cite the other way round."""
    greetings, headers = list(_SALUTATION.finditer(text)), list(_SENDER.finditer(text))
    ends = [header.end() for header in headers]
    for greeting, last in zip(greetings, [*(one.start() for one in greetings[1:]), len(text)], strict=False):
        closing = _CLOSING.search(text, greeting.end(), last)
        above = bisect_left(ends, greeting.start())
        header = closing or (headers[above - 1] if above else None)
        if header is None:
            continue
        writer, end = header.span(1), closing.start() if closing else last
        cited = [one.span() for one in _CITED.finditer(text, greeting.end(), end)]
        at = greeting.end()
        for start, stop in (*cited, (end, end)):
            if text[at:start].strip():
                yield (at, start), writer, greeting.span(1)
            if start < stop:
                yield (start, stop), greeting.span(1), writer
            at = stop


def speeches(
    text: str, starts: Sequence[int], ends: Sequence[int]
) -> list[tuple[Quotation, tuple[int, int], tuple[int, int] | None]]:
    """Return the speeches whose speakers the layout names, each with the tokens of speaker and addressee.

    They are those of a screenplay, under a line in capitals with or without a direction (``DANA (setting the
    brakes)``); the lines of a dialogue behind names (``Tom: Yes.``); and letters, by greeting and signature.
    """

    def tokens(span: tuple[int, int]) -> tuple[int, int]:
        return bisect_right(starts, span[0]) - 1, min(bisect_left(ends, span[1]) + 1, len(starts))

    found = []
    for (first, last), speaker, addressee in list(_headed(text)) or list(_labelled(text)) or _letters(text):
        start = bisect_left(starts, first)
        end = min(bisect_left(ends, len(text[:last].rstrip())) + 1, len(starts))
        while start < len(starts) and text[starts[start]].isspace():
            start += 1
        if start < end:
            to = None if addressee is None else tokens(addressee)
            found.append((Quotation(start, end, rule=HEADING), tokens(speaker), to))
    return found
