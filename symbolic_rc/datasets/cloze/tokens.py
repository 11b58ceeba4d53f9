"""Tokens and sentence starts of running text, as newspaper corpora have them (clitics and marks apart)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_ABBREVIATIONS = (
    "Mr Mrs Ms Dr Prof Sen Gov Rep Gen Lt Col Maj Sgt Cpl Capt Cmdr Adm Rev Hon St Jr Sr Mt Ft Inc Co Corp "
    "Ltd No vs Jan Feb Mar Apr Aug Sept Oct Nov Dec"
).split()
_TOKEN = re.compile(
    r"@entity\d+|@placeholder"
    r"|(?:[A-Za-z]\.){2,}"
    r"|[A-Z]\.(?=\s[A-Z])"
    rf"|(?:{'|'.join(_ABBREVIATIONS)})\.(?=\s)"
    r"|[$£€]?\d+(?:[.,:/-]\d+)*(?:st|nd|rd|th|s)?\b"
    r"|[^\W\d_]+?(?=n't\b)|n't\b|'(?:s|m|re|ve|ll|d)\b"
    r"|\w+(?:(?:[-&.](?=\w)|'(?!(?:s|m|re|ve|ll|d|t)\b)(?=\w))\w+)*"
    r"|--+|\.{2,}|[^\w\s]"
)
_QUOTES = str.maketrans("“”‘’–—", "\"\"''--")
_ENDS = frozenset(".!?")
_OPENING = frozenset("\"'([`")


@dataclass(frozen=True, slots=True)
class Text:
    """A tokenised text.

    Attributes
    ----------
    words : tuple of str
    initial : tuple of bool
        Whether a capital letter says nothing at that place: at the start of a sentence, a quotation, a
        heading or after a dash or a colon.
    """

    words: tuple[str, ...]
    initial: tuple[bool, ...]


def words_at(text: str) -> Iterator[tuple[int, int, str]]:
    """Yield the tokens of a text with their places: start, end (exclusive), token."""
    for match in _TOKEN.finditer(text.translate(_QUOTES)):
        yield match.start(), match.end(), match.group()


def tokenised(text: str) -> Text:
    """Split a text into tokens; paragraphs are separated by line breaks.

    Examples
    --------
    >>> tokenised('(CNN) -- She didn\\'t sell the U.S. mill. "Why?"').words
    ('(', 'CNN', ')', '--', 'She', 'did', "n't", 'sell', 'the', 'U.S.', 'mill', '.', '"', 'Why', '?', '"')
    """
    words: list[str] = []
    initial: list[bool] = []
    for line in text.translate(_QUOTES).splitlines():
        start = True
        for match in _TOKEN.finditer(line):
            word = match.group()
            words.append(word)
            initial.append(start)
            if word in _ENDS or word in {":", ";", "--", "..."}:
                start = True
            elif word[0].isalnum() or word[0] == "@":
                start = False
            else:
                before = line[match.start() - 1 : match.start()]
                start = start or (word in _OPENING and (not before or before.isspace() or before in _OPENING))
    return Text(tuple(words), tuple(initial))
