"""Sentences: rules over classes of tokens, for prose, dialogue, headings, scripts and tokenised text."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from spacy.attrs import ORTH, SENT_START, SPACY
from spacy.tokens import Doc

from symbolic_rc.annotate.view import read_columns, text_starts, write_columns
from symbolic_rc.core.arrays import Flags, Longs
from symbolic_rc.core.kernels import kernel
from symbolic_rc.lexicon import english

(
    END, CLOSE, OPEN, QUOTE, LINE, PARAGRAPH, SMALL, LARGE, TITLE, NUMBERED, UNIT, CLOSING, ABBREVIATION,
    MARKED, LABELLED, STARTER, OPENING, SAY, SPACE, CAPITALS, DOT, INITIAL, ME, NUMBER, JOIN, DASH,
    BRACKET, BULLET, PAUSE, SQUARE, COLON,
) = (1 << i for i in range(31))  # fmt: skip
#: What may have a full stop of its own.
ABBREVIATED = TITLE | CLOSING | ABBREVIATION | NUMBERED | UNIT | INITIAL
#: Where the place of an enumerator (2 of "2.", "b)", "ii.") stands in a class; of a Roman one; its style.
PLACE, ROMAN, STYLE = 32, 40, 48
#: The style of enumerators in capital letters.
LARGE_STYLE = 3
#: The last shape of lines, rows of a table; lines of one shape belong together up to so many lines apart.
ROW, NEAR = 4, 3
#: After so many words without a boundary one is made, so that nothing downstream meets a text-long sentence.
LONGEST = 300
#: Lines are measured up to this width; wider ones than the second are paragraphs; headings have fewer words.
WIDEST, OVERLONG, HEADING = 200, 110, 12


#: Classes by the shape of a token.
_SHAPES = tuple(
    (bits, re.compile(shape))
    for bits, shape in (
        (END, r"[.?!…。！？]+|[?.]\""),
        (CLOSE, r"[”’»)\]}]+|''|-R[RS]B-"),
        (OPEN, r"[“‘«([{„‚]+|``|-L[RS]B-"),
        (QUOTE, r"[\"'_*]"),
        (BRACKET, r"[(\[{]|-L[RS]B-"),
        (SQUARE, r"\["),
        (DOT, r"\."),
        (PAUSE, r"\.{2,3}|…"),
        (JOIN, r"[,;:]"),
        (COLON, r":"),
        (DASH, r"[-–—―]+"),
        (BULLET, r"[•◦▪‣●⁃]"),
        (NUMBER, r"\d[\d.,:/–-]*(?:st|nd|rd|th)?|[IVXLC]{2,}"),
        (INITIAL, r"[A-ZÀ-Þ]\.?"),
        (ME, r"I\.?"),
    )
)
#: Classes of abbreviations: a token is of the first that has it.
_ABBREVIATIONS = (
    (TITLE, english.ABBREVIATED_TITLES),
    (CLOSING, english.CLOSING_ABBREVIATIONS),
    (ABBREVIATION, english.ABBREVIATIONS),
)
#: Classes by the letters of a token, without its full stop and with it.
_STEMS = (
    (NUMBERED, english.NUMBERED_ABBREVIATIONS),
    (UNIT, english.UNIT_ABBREVIATIONS),
    (MARKED, english.MARKED_NAMES),
    (LABELLED, english.LABELLED_NOUNS),
)
_FORMS = (
    (STARTER, english.SENTENCE_STARTERS),
    (OPENING, english.OPENING_WORDS),
    (SAY, english.REPORTING_FORMS),
)
_ROMAN = {numeral: i for i, numeral in enumerate("i ii iii iv v vi vii viii ix x xi xii".split(), 1)}
_ENUMERATOR = re.compile(r"(?:(\d\d?)|([a-z]|[ivx]+)|([A-Z]|[IVX]+))\.?")


@lru_cache(maxsize=1 << 15)
def kind_of(form: str) -> int:
    """Return the classes of a token, as bits, and its place if it may number something."""
    if form.isspace():
        lines = form.count("\n") or form.count("\r")
        return SPACE | LINE * (lines > 0) | PARAGRAPH * (lines > 1)
    low = form.lower()
    stem = low.rstrip(".")
    bits = SMALL * form[0].islower() | LARGE * form[0].isupper() | CAPITALS * form.isupper()
    bits |= sum(bit for bit, shape in _SHAPES if shape.fullmatch(form))
    for key, table in ((stem, _STEMS), (low, _FORMS)):
        bits |= sum(bit for bit, words in table if key in words)
    dotted = ABBREVIATION if "." in stem[1:] and form[-1] == "." else 0
    bits |= next((bit for bit, words in _ABBREVIATIONS if stem in words), dotted)
    return bits | DOT * (form[-1] == "." and bits & ABBREVIATED != 0) | _place(form, stem)


def _place(form: str, stem: str) -> int:
    """Return the place and style of what may be an enumerator, as bits."""
    if (found := _ENUMERATOR.fullmatch(form)) is None:
        return 0
    place = int(stem) if found[1] else ord(stem) - ord("a") + 1 if len(stem) == 1 else 0
    places = place << PLACE | _ROMAN.get(stem, 0) << ROMAN | (found.lastindex or 0) << STYLE
    return places | DOT * (not found[1] and form[-1] == ".")


@kernel
def mark_sentences(
    kinds: Longs, lengths: Longs, glued: Flags, longest: int, starts: NDArray[np.int8]
) -> None:
    """Set `starts` to 1 where a sentence starts and to -1 elsewhere.

    Arrays are of shape (tokens,): `kind_of` each token, its characters with the space after it, and whether
    no space follows.
    """
    n = len(kinds)
    runs = _runs(kinds, glued)
    starts[:] = -1
    starts[:1] = 1
    _start_lines(kinds, lengths, runs, starts)
    _start_rows(kinds, glued, starts)
    inside = _start_items(kinds, glued, starts)
    begin = 0  # start of the sentence
    content = False  # whether it has a word that may be its verb
    for i in range(n):
        kind = kinds[i]
        if starts[i] > 0:
            begin, content = i, False
        content = content or (kind & SMALL != 0 and not kind & (OPENING | CLOSING))
        if kind & (END | DOT) and not inside[i]:
            # white space before the next sentence stays with this one
            follow = runs.past[runs.closed[i + 1]]
            if follow < n and _ends(kinds, glued, i, follow, runs.quoted[i + 1], content):
                starts[follow] = 1
        if i - begin >= longest and i + 1 < n and not kinds[i + 1] & (SPACE | CLOSE):
            starts[i + 1] = 1


@kernel
def _start_lines(kinds: Longs, lengths: Longs, runs: Runs, starts: NDArray[np.int8]) -> None:
    """Set `starts` to 1 where a sentence starts with a line."""
    usual = _usual_width(kinds, lengths)
    line = 0  # characters of the line so far
    small, words = 0, 0  # words in small letters, and all words, of the line so far
    last = -1  # the last token that is not white space
    for i in range(len(kinds)):
        kind = kinds[i]
        if kind & LINE and i + 1 < len(kinds) and last >= 0:
            follow = _next_line(kinds, lengths, runs, i, last, line, usual, words > 0 and small == 0)
            if follow >= 0:
                starts[follow] = 1
        if kind & LINE:
            line, small, words = 0, 0, 0
        if not kind & SPACE:
            line += lengths[i]
            last = i
        if kind & (SMALL | LARGE):
            words += 1
            small += kind & SMALL != 0 or not kind & (CAPITALS | TITLE)


@kernel
def _start_rows(kinds: Longs, glued: Flags, starts: NDArray[np.int8]) -> None:
    """Set `starts` to 1 where a line starts that is one of several alike: items, rows of a table, turns."""
    n = len(kinds)
    latest = np.full(ROW + 1, -NEAR - 1, np.int64)  # the line of each shape that was seen last
    where = np.zeros(ROW + 1, np.int64)  # and its first token
    line = first = 0
    for i in range(n + 1):
        if i < n and not kinds[i] & LINE:
            first += i == first and kinds[i] & SPACE != 0
            continue
        shape = _line_shape(kinds, glued, first, i) if first < i else 0
        if shape and line - latest[shape] <= NEAR:
            starts[where[shape]] = starts[first] = 1
        latest[shape], where[shape] = line, first
        line += first < i
        first = i + 1


@kernel
def _line_shape(kinds: Longs, glued: Flags, first: int, end: int) -> int:
    """Return the shape of a line: a bullet, an enumerator, a speaker's name, gaps between cells; else 0."""
    if kinds[first] & (BULLET | DASH | QUOTE) and not glued[first]:
        return 1
    marks = _marks_end(kinds, glued, first + (kinds[first] & BRACKET != 0))
    if marks and marks < end and not glued[marks - 1]:
        return 2
    for i in range(first, min(first + 4, end)):
        if kinds[i] & COLON and i > first:
            return 3
        if not kinds[i] & LARGE:
            break
    for i in range(first + 1, end - 1):
        if kinds[i] & SPACE and not kinds[i - 1] & (END | DOT | CLOSE | QUOTE | SPACE):
            return ROW
    return 0


@kernel
def _usual_width(kinds: Longs, lengths: Longs) -> int:
    """Return the usual width of a line, which tells a wrapped line from one that was ended."""
    widths = np.zeros(WIDEST + 1, np.int64)
    lines, width = 0, 0
    for i in range(len(kinds)):
        if kinds[i] & LINE:
            widths[min(width, WIDEST)] += 1
            lines += 1
            width = 0
        else:
            width += lengths[i]
    widths[min(width, WIDEST)] += width > 0
    lines += width > 0
    seen = 0
    for w in range(WIDEST + 1):
        seen += widths[w]
        if seen * 10 >= lines * 9:
            return w
    return WIDEST


class Runs(NamedTuple):
    """What follows each token, so that no run of marks or white space is walked over twice; length n + 1."""

    past: Longs  #: The first token from here on that is not white space
    breaks: Flags  #: Whether a line or a paragraph ends in the white space from here on
    closed: Longs  #: Where the marks that close a sentence end, from here on
    quoted: Flags  #: Whether they close speech


@kernel
def _runs(kinds: Longs, glued: Flags) -> Runs:
    n = len(kinds)
    past, closed = np.full(n + 1, n, np.int64), np.full(n + 1, n, np.int64)
    breaks, quoted = np.zeros(n + 1, np.bool_), np.zeros(n + 1, np.bool_)
    for i in range(n - 1, -1, -1):
        kind = kinds[i]
        space = kind & SPACE != 0
        past[i] = past[i + 1] if space else i
        breaks[i] = space and (kind & (LINE | PARAGRAPH) != 0 or breaks[i + 1])
        after = glued[i] and past[i + 1] == i + 1 < n
        closes = kind & END != 0 or _closes(kind, i > 0 and glued[i - 1], after)
        closed[i] = closed[i + 1] if closes else i
        quoted[i] = closes and (kind & (CLOSE | QUOTE) != 0 or quoted[i + 1])
        note = _note(kinds, glued, i) if kind & SQUARE else 0
        if note:
            closed[i], quoted[i] = closed[note], quoted[note]
    return Runs(past, breaks, closed, quoted)


@kernel
def _closes(kind: int, before: bool, after: bool) -> bool:
    """Whether a mark closes what is quoted or in brackets, by what it is glued to: »so«, «so», "so"."""
    if kind & (CLOSE | OPEN | QUOTE) and not kind & BRACKET and before != after:
        return before
    return kind & (CLOSE | QUOTE) != 0


@kernel
def _note(kinds: Longs, glued: Flags, i: int) -> int:
    """Return where a note ends that belongs to the sentence before, "[1]" or "[note 1]"; else 0."""
    k = i + 2
    near = i > 0 and glued[i - 1]
    if k >= len(kinds) or not glued[i] or kinds[i + 1] & LARGE or not (near or kinds[i + 1] & NUMBER):
        return 0
    if not kinds[k] & CLOSE:
        k += 1
    return k + 1 if k < len(kinds) and kinds[k] & CLOSE else 0


@kernel
def _start_items(kinds: Longs, glued: Flags, starts: NDArray[np.int8]) -> Flags:
    """Set `starts` to 1 where an item of a list starts; return which tokens are bullets and enumerators."""
    n = len(kinds)
    inside = np.zeros(n, np.bool_)
    listed = Enumerator(0, 0, 0)
    fresh, bulleted = True, False
    last = i = 0
    while i < n:
        kind = kinds[i]
        found = _enumerator(kinds, glued, i, listed)
        # capitals may be initials within a sentence
        following = found.end - i == listed.end and found.place == listed.place + 1
        if kind & BULLET and (fresh or bulleted):
            end, bulleted = i + 1, True
        elif found.end and (fresh or (following and found.style != LARGE_STYLE)):
            end, listed = found.end, Enumerator(found.end - i, found.place, found.style)
        else:
            if not kind & SPACE:
                fresh = _opens_items(kinds, glued, i, fresh)
                last = i
            i += 1
            fresh = fresh or kind & LINE != 0
            continue
        # a number after a bullet is part of its item; a colon goes with the first
        if not inside[last] and not kinds[last] & (JOIN | QUOTE):
            starts[i] = 1
        inside[i:end] = True
        fresh, last, i = kind & BULLET != 0, end - 1, end
    return inside


@kernel
def _opens_items(kinds: Longs, glued: Flags, i: int, fresh: bool) -> bool:
    """Whether an item may follow a token: a full stop, a colon; `fresh` says it of the token before."""
    if kinds[i] & END:
        return i == 0 or not glued[i - 1] or not kinds[i - 1] & ABBREVIATED
    return kinds[i] & JOIN != 0 or (fresh and kinds[i] & (CLOSE | QUOTE) != 0)


class Enumerator(NamedTuple):
    """The enumerator of an item: where it ends (later its length), its place in the list, its style."""

    end: int
    place: int
    style: int


@kernel
def _enumerator(kinds: Longs, glued: Flags, i: int, listed: Enumerator) -> Enumerator:
    """Return the enumerator that starts here, before a capital: "1.", "(a)", "b.)"; else one of zeros."""
    at = i + 1 if kinds[i] & (BRACKET | SQUARE) == BRACKET and glued[i] else i
    end = _marks_end(kinds, glued, at) if i == 0 or not kinds[i - 1] & SQUARE else 0
    if not end or end >= len(kinds) or glued[end - 1] or not kinds[end] & (LARGE | OPEN | QUOTE):
        return Enumerator(0, 0, 0)
    style, letter, roman = kinds[at] >> STYLE, kinds[at] >> PLACE & 255, kinds[at] >> ROMAN & 255
    if roman == 1 or (style == listed.style and roman == listed.place + 1):
        letter = roman
    return Enumerator(end, letter if style == listed.style or letter == 1 else -1, style)


@kernel
def _marks_end(kinds: Longs, glued: Flags, at: int) -> int:
    """Return where the marks end behind a number or letter; 0 if it is none, or there are none."""
    if at >= len(kinds) or not kinds[at] >> STYLE:
        return 0
    end = at + 1
    for bit in (DOT, CLOSE):
        if end < len(kinds) and glued[end - 1] and kinds[end] & bit:
            end += 1
    return end if end > at + 1 or kinds[at] & DOT else 0


@kernel
def _next_line(
    kinds: Longs, lengths: Longs, runs: Runs, i: int, last: int, line: int, usual: int, heading: bool
) -> int:
    """Return the first word after the line break i if a sentence starts with it, else -1."""
    follow = runs.past[i + 1]
    if follow == len(kinds):
        return -1
    paragraph = (kinds[i] & PARAGRAPH != 0) | runs.breaks[i + 1]
    ended = kinds[last] & (END | CLOSE | QUOTE) != 0
    small = kinds[follow] & SMALL != 0
    if paragraph:
        cut = not small or ended or line < usual * 0.5
    elif line > OVERLONG or small:
        cut = line > OVERLONG
    elif heading:
        cut = line < 60 and (kinds[follow] & CAPITALS == 0 or lengths[follow] <= 2)
    else:
        cut = line < usual * 0.55 and usual > 30 and not ended
    return follow if cut or _all_capitals(kinds, lengths, follow) else -1


@kernel
def _all_capitals(kinds: Longs, lengths: Longs, start: int) -> bool:
    """Whether a short line is in capitals from start to end, as headings and speakers are."""
    if not kinds[start] & CAPITALS or lengths[start] <= 2:
        return False
    k = start
    while k < len(kinds) and k - start < HEADING and not (kinds[k] & LINE):
        if kinds[k] & SMALL or (kinds[k] & LARGE and not (kinds[k] & (CAPITALS | TITLE))):
            return False
        k += 1
    return k - start < HEADING


@kernel
def _ends(kinds: Longs, glued: Flags, i: int, follow: int, quoted: bool, content: bool) -> bool:
    """Whether a sentence ends with the mark i, the next word being `follow`."""
    kind, after = kinds[i], kinds[follow]
    beyond = kinds[follow + 1] if follow + 1 < len(kinds) else 0
    if after & (SMALL | JOIN) or (beyond & SMALL and after & (OPEN | QUOTE | (DASH if quoted else 0))):
        return False
    if quoted:
        further = kinds[follow + 2] if follow + 2 < len(kinds) else 0
        return kind & DOT != 0 or not after & LARGE or not (beyond | further) & SAY
    return _unquoted_ends(kinds, glued, i, after, beyond, content)


@kernel
def _unquoted_ends(kinds: Longs, glued: Flags, i: int, after: int, beyond: int, content: bool) -> bool:
    """Whether a sentence ends with the mark i, before a word that is not in small letters."""
    kind = kinds[i]
    # the full stop of an abbreviation may be a token of its own
    own = i - 1 if i > 0 and glued[i - 1] and not kind & ABBREVIATED else i
    before = kinds[own - 1] if own > 0 else 0
    starter = (beyond if after & (OPEN | QUOTE) else after) & STARTER != 0
    if kind & DOT and kinds[own] & ABBREVIATED:
        return _abbreviation_ends(kinds[own], before, after, starter, content)
    if kinds[own] & MARKED and not kind & DOT:
        return starter
    # "But ... I saw it", "But . . . I saw it"
    pause = kind & PAUSE or kind & DOT & (kinds[i + 1] | before)
    return content or not after & ME or not pause


@kernel
def _abbreviation_ends(kind: int, before: int, after: int, starter: bool, content: bool) -> bool:
    """Whether a sentence ends with an abbreviation's full stop, by the words on both sides."""
    number = after & NUMBER != 0
    if kind & INITIAL:
        # "gate A. Anna left", "you and I. Anna left", but "by A. Moss", "Albert I. Moss"
        labelled = before & (LABELLED | (SMALL if kind & ME else 0)) != 0
        return starter or (labelled and not number)
    if kind & TITLE:
        # "Mill St. The", but "Mr. Hale met St. The"
        return starter and before & (LARGE | TITLE) == LARGE
    if kind & CLOSING:
        zone = after & (CAPITALS | INITIAL) == CAPITALS
        return content and not zone and not after & (NUMBER | CLOSING | BRACKET)
    if number:
        return not kind & (NUMBERED | ABBREVIATION) and not (kind & UNIT and before & NUMBER)
    return starter or not kind & ABBREVIATION


class Senter:
    """The pipeline component ``symbolic_rc_senter``: sets where sentences start."""

    def __call__(self, doc: Doc) -> Doc:
        """Set the sentence starts of a document."""
        if not len(doc):
            return doc
        orths, inverse = np.unique(read_columns(doc, [ORTH])[:, 0], return_inverse=True)
        forms = [doc.vocab.strings[orth] for orth in orths.tolist()]
        kinds, sizes = np.array([[kind_of(form), len(form)] for form in forms], np.int64).T
        spaces = read_columns(doc, [SPACY])[:, 0].astype(np.bool_)
        starts = np.zeros(len(doc), np.int8)
        marks, lengths = kinds[inverse], sizes[inverse] + spaces
        for a, b in pairwise([*text_starts(doc).tolist(), len(doc)]):
            if a < b:
                mark_sentences(marks[a:b], lengths[a:b], ~spaces[a:b], LONGEST, starts[a:b])
        write_columns(doc, [SENT_START], starts.astype(np.int64))
        return doc
