"""Sentences: rules over classes of tokens, for prose, dialogue, headings, scripts and tokenised text."""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from spacy.attrs import ORTH, SENT_START, SPACY
from spacy.tokens import Doc

from symbolic_rc.annotate.view import read_columns, text_starts, write_columns
from symbolic_rc.core.kernels import kernel

(
    END,
    CLOSE,
    OPEN,
    QUOTE,
    LINE,
    PARAGRAPH,
    SMALL,
    LARGE,
    TITLE,
    ABBREVIATION,
    STARTER,
    SAY,
    SPACE,
    CAPITALS,
    DOT,
) = (1 << i for i in range(15))
#: After so many words without a boundary one is made, so that nothing downstream meets a text-long sentence.
LONGEST = 300
#: Lines are measured up to this width; wider ones than the second are paragraphs; headings have fewer words.
WIDEST, OVERLONG, HEADING = 200, 110, 12

_TITLES = frozenset(
    """
    int ext mr mrs ms dr st prof gen col capt lt lieut sgt maj cmdr rev hon sen rep gov pres mme mlle messrs
    mm fr sr ft mt  no vol pp fig esq adm supt insp cpl pvt vs viz cf e.g i.e
    """.split()
)
_ABBREVIATIONS = frozenset(
    """
    jr sr inc co corp ltd bros etc u.s u.k u.n d.c a.m p.m e.u b.c a.d ph.d m.d b.a m.a jan feb mar
    apr jun jul aug  sept sep oct nov dec ave blvd rd dept univ assn al mass conn calif ariz fla ill
    wash va pa
    """.split()
)
_STARTERS = frozenset(
    """
    the a an he she it they we you i his her its their our my this that these those there here what
    who when where  why how if in on at for but and so as after before then although while because not
    no yes one some many most  both all each every another meanwhile however with from by to oh well
    now let do did is was are were
    """.split()
)
_SAYING = frozenset(
    """
    said says asked cried replied answered exclaimed whispered shouted added continued returned
    remarked observed  called muttered murmured demanded began repeated inquired enquired interrupted
    screamed yelled gasped  declared echoed thought protested sighed groaned told
    """.split()
)


def kind_of(form: str) -> int:
    """Return the classes of a token, as bits."""
    if form.isspace():
        lines = form.count("\n") or form.count("\r")
        return SPACE | (LINE if lines else 0) | (PARAGRAPH if lines > 1 else 0)
    first = form[0]
    bits = 0
    if all(character in ".?!…。！？" for character in form) or form in ('?"', '."'):
        bits |= END | (DOT if form == "." else 0)
    elif all(character in "”’»)]}" for character in form) or form in ("''", "-RRB-", "-RSB-"):
        bits |= CLOSE
    elif all(character in "“‘«([{" for character in form) or form in ("``", "-LRB-", "-LSB-"):
        bits |= OPEN
    elif form in ('"', "'", "_", "*"):
        bits |= QUOTE
    if first.islower():
        bits |= SMALL
    elif first.isupper():
        bits |= LARGE
    if form.isupper():
        bits |= CAPITALS
    low = form.lower()
    stem = low.rstrip(".")
    if stem in _TITLES or (len(stem) == 1 and first.isupper() and stem not in "ia"):
        bits |= TITLE
    elif stem in _ABBREVIATIONS or (
        low.endswith(".") and len(form) > 2 and "." in form[:-1] and first != "."
    ):
        bits |= ABBREVIATION
    if low in _STARTERS:
        bits |= STARTER
    if low in _SAYING:
        bits |= SAY
    if form[-1] == "." and bits & (TITLE | ABBREVIATION):
        bits |= DOT
    return bits


@kernel
def mark_sentences(
    kinds: NDArray[np.int64],
    lengths: NDArray[np.int64],
    glued: NDArray[np.bool_],
    longest: int,
    starts: NDArray[np.int8],
) -> None:
    """Set `starts` to 1 where a sentence starts and to -1 elsewhere.

    Parameters
    ----------
    kinds : ndarray of int64, shape (n,)
        `kind_of` each token.
    lengths : ndarray of int64, shape (n,)
        Characters of each token with the space after it.
    glued : ndarray of bool, shape (n,)
        Whether no space follows.
    """
    n = len(kinds)
    usual, runs = _usual_width(kinds, lengths), _runs(kinds, glued)
    begin = 0  # start of the sentence
    line = 0  # characters of the line so far
    small, words = 0, 0  # words in small letters, and all words, of the line so far
    last = -1  # the last token that is not white space
    starts[:] = -1
    if n:
        starts[0] = 1
    for i in range(n):
        kind = kinds[i]
        if kind & SPACE:
            if kind & LINE:
                if i + 1 < n and last >= begin:
                    heading = words > 0 and small == 0
                    follow = _next_line(kinds, lengths, runs, i, last, line, usual, heading)
                    if follow >= 0 and starts[follow] < 0 and begin < follow:
                        starts[follow] = 1
                        begin = follow
                line, small, words = 0, 0, 0
            continue
        line += lengths[i]
        if kind & (SMALL | LARGE):
            words += 1
            small += kind & SMALL != 0 or not kind & (CAPITALS | TITLE)
        last = i
        if kind & (END | DOT):
            j = runs.closed[i + 1]
            follow = runs.past[j]
            if follow < n and starts[j] < 0 and _ends(kinds, glued, i, follow, runs.quoted[i + 1]):
                # white space before the next sentence stays with this one
                starts[follow] = 1
                begin = follow
        if i - begin >= longest and i + 1 < n and starts[i + 1] < 0 and not kinds[i + 1] & SPACE:
            starts[i + 1] = 1
            begin = i + 1
    for i in range(1, n):
        # closing marks never open a sentence
        if starts[i] == 1 and kinds[i] & CLOSE and not kinds[i - 1] & SPACE:
            starts[i] = -1


@kernel
def _usual_width(kinds: NDArray[np.int64], lengths: NDArray[np.int64]) -> int:
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
    seen = 0
    for w in range(WIDEST + 1):
        seen += widths[w]
        if seen * 10 >= lines * 9:
            return w
    return WIDEST


class Runs(NamedTuple):
    """What follows each token, so that no run of marks or white space is walked over twice; length n + 1.

    Attributes
    ----------
    past : ndarray of int64
        The first token from here on that is not white space.
    breaks : ndarray of bool
        Whether a line or a paragraph ends in the white space from here on.
    closed : ndarray of int64
        Where the marks that close a sentence end, from here on.
    quoted : ndarray of bool
        Whether they close speech.
    """

    past: NDArray[np.int64]
    breaks: NDArray[np.bool_]
    closed: NDArray[np.int64]
    quoted: NDArray[np.bool_]


@kernel
def _runs(kinds: NDArray[np.int64], glued: NDArray[np.bool_]) -> Runs:
    n = len(kinds)
    past, closed = np.full(n + 1, n, np.int64), np.full(n + 1, n, np.int64)
    breaks, quoted = np.zeros(n + 1, np.bool_), np.zeros(n + 1, np.bool_)
    for i in range(n - 1, -1, -1):
        kind = kinds[i]
        space = kind & SPACE != 0
        past[i] = past[i + 1] if space else i
        breaks[i] = space and (kind & (LINE | PARAGRAPH) != 0 or breaks[i + 1])
        apart = (i > 0 and glued[i - 1]) or not glued[i]
        closes = kind & (CLOSE | END) != 0 or (kind & QUOTE != 0 and apart)
        closed[i] = closed[i + 1] if closes else i
        quoted[i] = closes and (kind & (CLOSE | QUOTE) != 0 or quoted[i + 1])
    return Runs(past, breaks, closed, quoted)


@kernel
def _next_line(
    kinds: NDArray[np.int64],
    lengths: NDArray[np.int64],
    runs: Runs,
    i: int,
    last: int,
    line: int,
    usual: int,
    heading: bool,
) -> int:
    """Return the first word after the line break i if a sentence starts with it, else -1.

    `line` is the length of the line before, `last` its last word; `heading` says that it is without words in
    small letters: a heading, a speaker's name.
    """
    follow = runs.past[i + 1]
    if follow == len(kinds):
        return -1
    paragraph = kinds[i] & PARAGRAPH != 0 or runs.breaks[i + 1]
    after = kinds[follow]
    ended = kinds[last] & (END | CLOSE | QUOTE)
    cut = False
    if paragraph:
        cut = not (after & SMALL) or ended != 0 or line < usual * 0.5
    elif line > OVERLONG:
        cut = True
    elif heading and not (after & SMALL):
        cut = line < 60 and ((after & CAPITALS) == 0 or lengths[follow] <= 2)
    elif line < usual * 0.55 and not (after & SMALL) and not ended:
        cut = usual > 30
    if not cut and after & CAPITALS and lengths[follow] > 2:
        cut = _all_capitals(kinds, follow)
    return follow if cut else -1


@kernel
def _all_capitals(kinds: NDArray[np.int64], start: int) -> bool:
    """Tell whether a short line is in capitals from start to end, as headings and speakers are."""
    k = start
    while k < len(kinds) and k - start < HEADING and not (kinds[k] & LINE):
        if kinds[k] & SMALL or (kinds[k] & LARGE and not (kinds[k] & (CAPITALS | TITLE))):
            return False
        k += 1
    return k - start < HEADING


@kernel
def _ends(kinds: NDArray[np.int64], glued: NDArray[np.bool_], i: int, follow: int, quoted: bool) -> bool:
    """Tell whether a sentence ends with the mark i, the next word being `follow`."""
    n, kind, after = len(kinds), kinds[i], kinds[follow]
    if after & SMALL:
        return False
    if after & (OPEN | QUOTE) and follow + 1 < n and kinds[follow + 1] & SMALL:
        return False
    # an abbreviation may have its dot as a token of its own
    bits = kind | (kinds[i - 1] if i > 0 and kind & DOT and glued[i - 1] else 0)
    if not quoted:
        if bits & TITLE:
            return False
        return bits & ABBREVIATION == 0 or after & (STARTER | OPEN | QUOTE) != 0
    if kind & DOT or not after & LARGE or follow + 1 >= n:
        return True
    says = kinds[follow + 1] & SAY or (follow + 2 < n and kinds[follow + 2] & SAY)
    return not says


class Senter:
    """The pipeline component ``symbolic_rc_senter``: sets where sentences start."""

    def __init__(self, name: str = "symbolic_rc_senter") -> None:
        self.name = name
        self._kinds: dict[int, int] = {}

    def __call__(self, doc: Doc) -> Doc:
        """Set the sentence starts of a document."""
        if not len(doc):
            return doc
        orths, inverse = np.unique(read_columns(doc, [ORTH])[:, 0], return_inverse=True)
        strings = doc.vocab.strings
        if len(self._kinds) > 200_000:
            self._kinds = {}
        known = self._kinds
        kinds = np.empty(len(orths), np.int64)
        sizes = np.empty(len(orths), np.int64)
        for i, orth in enumerate(orths.tolist()):
            form = strings[orth]
            kind = known.get(orth)
            if kind is None:
                kind = known[orth] = kind_of(form)
            kinds[i], sizes[i] = kind, len(form)
        spaces = read_columns(doc, [SPACY])[:, 0].astype(np.bool_)
        starts = np.zeros(len(doc), np.int8)
        marks, lengths = kinds[inverse], sizes[inverse] + spaces
        for a, b in pairwise([*text_starts(doc).tolist(), len(doc)]):
            if a < b:
                mark_sentences(marks[a:b], lengths[a:b], ~spaces[a:b], LONGEST, starts[a:b])
        write_columns(doc, [SENT_START], starts.astype(np.int64))
        return doc
