"""Numbers by value: "two", "2", "twenty-one", "2nd", "1,000" and "a dozen" compare as what they count."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from symbolic_rc.lexicon.english import NUMBER_WORDS, TENS
from symbolic_rc.lexicon.nouns import nouns

_YEAR = re.compile(r"(1\d|20)\d\d")
_DECADE = re.compile(r"((?:1\d|20)\d)0['’]?s")
_DAYS, _LATEST = 31, 9999
#: Words before a date that mean all that lies on one side of it.
BOUNDS = frozenset("before after since".split())


@dataclass(frozen=True, slots=True)
class Date:
    """A date, or a part of one: the first and the last year that it may be; 0 for what is missing."""

    years: tuple[int, int] = (0, 0)
    month: int = 0
    day: int = 0
    weekday: int = 0


def date_in(words: Sequence[str]) -> Date | None:
    """Return the date that words tell, or None.

    Examples
    --------
    >>> date_in(["on", "6", "June", "2006"])
    Date(years=(2006, 2006), month=6, day=6, weekday=0)
    >>> date_in(["the", "nineteenth", "century"])
    Date(years=(1801, 1900), month=0, day=0, weekday=0)
    >>> date_in(["before", "1988"]).years
    (1, 1987)
    """
    years, month, day, weekday = (0, 0), 0, 0, 0
    calendar = nouns().calendar
    lowers = [word.lower().strip(".,") for word in words]
    for i, (word, lower) in enumerate(zip(words, lowers, strict=True)):
        value = number(lower) or 0.0
        if _YEAR.fullmatch(lower):
            years = (int(lower), int(lower))
        elif match := _DECADE.fullmatch(lower):
            years = (int(match[1]) * 10, int(match[1]) * 10 + 9)
        elif value and lowers[i + 1 : i + 2] == ["century"]:
            years = (int(value) * 100 - 99, int(value) * 100)
        elif word[0].isupper() and (named := calendar.get(lower) or calendar.get(f"{lower}.")):
            month = named[1] if named[0] == "month" else month
            weekday = named[1] if named[0] == "weekday" else weekday
        elif is_day(lower):
            day = int(value)
    if years == (0, 0) and not month and not weekday:
        return None
    if years[0] and lowers[0] in BOUNDS and not month:
        after = years[1] + (lowers[0] == "after"), _LATEST
        return Date((1, years[0] - 1) if lowers[0] == "before" else after)
    return Date(years, month, day if month else 0, weekday)


def is_day(word: str) -> bool:
    """Whether a word counts the days of a month."""
    value = number(word) or 0
    return 1 <= value <= _DAYS and value == int(value)


def date_within(date: Date, asked: Date) -> bool | None:
    """Whether a date lies in another; None if it may.

    Examples
    --------
    >>> date = date_in(["6", "June", "2006"])
    >>> [date_within(date, date_in(asked.split())) for asked in ("2006", "May 2006", "Friday")]
    [True, False, None]
    """
    found: list[bool | None] = []
    if asked.years != (0, 0):
        (first, last), (begin, end) = date.years, asked.years
        inside, apart = begin <= first and last <= end, last < begin or end < first
        found.append(None if date.years == (0, 0) else True if inside else False if apart else None)
    for one, other in ((date.month, asked.month), (date.day, asked.day), (date.weekday, asked.weekday)):
        if other:
            found.append(one == other if one else None)
    return False if False in found else None if None in found else True


_UNITS = {
    **{word: i for i, word in enumerate(NUMBER_WORDS)},
    **{word: 20 + 10 * i for i, word in enumerate(TENS)},
    "nought": 0, "fourty": 40, "half": 0.5, "quarter": 0.25, "pair": 2, "couple": 2, "both": 2, "twice": 2,
    "once": 1, "thrice": 3,
}  # fmt: skip
_GROUPS = {"dozen": 12, "score": 20}
_SCALES = {"hundred": 100, "thousand": 1000, "million": 10**6, "billion": 10**9, "trillion": 10**12}
_ORDINALS = {
    "first": 1, "second": 2, "third": 3, "fifth": 5, "eighth": 8, "ninth": 9, "twelfth": 12,
    **{f"{word}th": i for i, word in enumerate(NUMBER_WORDS) if i not in (0, 1, 2, 3, 5, 8, 9, 12)},
    **{f"{word[:-1]}ieth": 20 + 10 * i for i, word in enumerate(TENS)},
}  # fmt: skip
#: Words that count, but are too common in other senses to be taken for a number on their own.
_LOOSE = frozenset("score half quarter pair couple both twice once thrice second".split())
#: Numbers below this are written in words.
_SPELLED = 13
_DIGITS = re.compile(r"([0-9]+(?:,[0-9]{3})*(?:\.[0-9]+)?)(st|nd|rd|th|s|%)?")


@lru_cache(maxsize=1 << 15)
def number(text: str) -> float | None:
    """Return the value of a number in digits or words, cardinal or ordinal, or None.

    Examples
    --------
    >>> number("twenty-one"), number("1,000"), number("3rd"), number("two hundred and five")
    (21.0, 1000.0, 3.0, 205.0)
    >>> number("second") is None and number("mill") is None
    True
    """
    text = text.lower().strip()
    if (value := _digits(text)) is not None:
        return value
    words = [word for word in re.split(r"[\s-]+", text) if word not in ("and", "a", "an", "")]
    return None if not words or (len(words) == 1 and words[0] in _LOOSE) else _in_words(words)


def _in_words(words: Sequence[str]) -> float | None:
    """Return the value of the words of a number, or None."""
    total, current = 0.0, 0.0
    for word in words:
        if (scale := _SCALES.get(word) or _GROUPS.get(word)) is not None:
            current = (current or 1) * scale
            if scale >= 1000:
                total, current = total + current, 0.0
        elif word in _UNITS:
            unit = _UNITS[word]
            # years are said in halves: nineteen eighty-four
            current = current * 100 + unit if 10 < current < 100 and unit >= 10 else current + unit
        elif word.endswith("th") and word[:-2] in _SCALES:
            current = (current or 1) * _SCALES[word[:-2]]
        elif (value := _ORDINALS.get(word) or _digits(word)) is not None:
            current += value
        else:
            return None
    return total + current


def _digits(word: str) -> float | None:
    """Return the value of digits, grouped or not, with the ending of an ordinal, a decade or a percentage."""
    match = _DIGITS.fullmatch(word)
    return float(match[1].replace(",", "")) if match else None


def spelled(value: float, digits: bool = False, grouped: bool = False) -> str:
    """Return a number as a text writes it: small ones in words, unless in digits; thousands apart if grouped.

    Examples
    --------
    >>> spelled(7), spelled(7, digits=True), spelled(8500, grouped=True), spelled(24.8)
    ('seven', '7', '8,500', '24.8')
    """
    value = round(value, 4)
    if value != int(value):
        return f"{value:,}" if grouped else f"{value}"
    if not digits and 0 <= value < _SPELLED:
        return NUMBER_WORDS[int(value)]
    return f"{int(value):,}" if grouped else f"{int(value)}"
