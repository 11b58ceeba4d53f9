"""Dates and their parts: what words tell, and which date lies in which."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from symbolic_rc.lexicon.nouns import nouns
from symbolic_rc.lexicon.numbers import number

_YEAR = re.compile(r"(1\d|20)\d\d")
_DECADE = re.compile(r"((?:1\d|20)\d)0['’]?s")
_DAYS = 31


@dataclass(frozen=True, slots=True)
class Date:
    """A date, or a part of one; 0 for what is missing.

    Attributes
    ----------
    years : (int, int)
        The first and the last year that it may be.
    month, day : int
    weekday : int
        1 for Monday.
    """

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
