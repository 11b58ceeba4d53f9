"""The numbers of a text, each with what it is of: amounts with units, counts, percentages, dates, hours."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from symbolic_rc.coref.mentions.syntax import Syntax
from symbolic_rc.lexicon.english import MINUTES
from symbolic_rc.lexicon.measures import FACTORS, unit_kinds
from symbolic_rc.lexicon.nouns import nouns
from symbolic_rc.lexicon.numbers import Date, date_in, is_day
from symbolic_rc.lexicon.numbers import number as value_of

_CLOCK = re.compile(r"(\d{1,2})(?=\D)(?:[:.](\d\d))?(am|pm)?")
_YEARS = re.compile(r"([12]\d{3})[-–—/]((?:[12]\d)?\d\d)")
_HALVES = ("am", "pm", "a.m.", "p.m.")
_O_CLOCK = ("o'clock", "o’clock")
_NOON = 12
_MINUTES = {"half": 30, "quarter": 15}
_UNTIL = (["to"], ["until"], ["till"])
_HOURS = {
    "dawn": 5, "morning": 8, "noon": 12, "midday": 12, "afternoon": 15, "evening": 19, "night": 22,
    "midnight": 24,
}  # fmt: skip
CURRENCIES = frozenset("$ £ € ¥ us$".split())
#: Kinds of numbers that tell when.
TIMES = frozenset("dates clock month weekday".split())
PERCENT = frozenset("% percent per-cent".split())
#: The last place.
LAST = 999
_PLACES = {"first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "last": LAST}
_FIRST_YEAR, _LAST_YEAR = 1000, 2199
DASHES = frozenset("- – —".split())
_UP_TO = [[word] for word in ("and", "or", "to", *sorted(DASHES))]


@dataclass(frozen=True, slots=True)
class Number:
    """A number of the story."""

    start: int  # its tokens, without the unit
    end: int
    value: float  # in one unit for all of its kind
    #: What it may measure: ``money``, ``length``, ``years``, ``dates``, ``clock``, ``places``.
    kinds: frozenset[str] = frozenset()
    noun: str = ""  # what it counts, a lemma, or empty
    written: float = 0.0  # its value in its own unit
    date: Date | None = None  # of those that tell one


def read_numbers(syntax: Syntax, start: int, end: int) -> Iterator[Number]:
    """Yield the numbers that tokens ``start`` to ``end`` of a sentence tell, in order.

    A range of years in one word ("1912–23") yields both.
    """
    i = start
    while i < end:
        found = _clock(syntax, i, end) or _date(syntax, i, end) or _counted(syntax, i, end)
        if match := _YEARS.fullmatch(syntax.lowers[i]):
            first, last = int(match[1]), int(match[1][: 4 - len(match[2])] + match[2])
            for year in (first, last):
                yield Number(i, i + 1, year, frozenset(("dates",)), "", year, Date((year, year)))
        elif found is not None:
            yield found
        i = i + 1 if found is None else found.end


def _clock(syntax: Syntax, i: int, end: int) -> Number | None:
    """Read an hour, or a part of the day."""
    low = syntax.lowers[i]
    half, behind = [*syntax.lowers[i + 1 : min(i + 3, end)], "", ""][:2]
    alone = syntax.pos[i + 1 : i + 2] not in (["NOUN"], ["PROPN"]) and _before_hour(syntax, i)
    if (told := _hour(low, half, behind, alone)) is None:
        return None
    hour, minute, half = told
    minute = (alone and _minutes_before(syntax, i)) or minute
    hour += _NOON if half.startswith("p") and hour < _NOON else 0
    kinds = frozenset(("clock", "bare") if alone and value_of(low) and half not in _HALVES else ("clock",))
    return Number(i, i + 1, hour + minute / 60, kinds, "", hour + minute / 60)


def _hour(low: str, half: str, behind: str, alone: bool) -> tuple[int, int, str] | None:
    """Return the hour, the minute and the half of the day that a word tells, with the two behind it."""
    if match := _CLOCK.fullmatch(low):
        half = match[3] or half
        decimal = "." in low and half not in _HALVES and not alone
        return None if decimal else (int(match[1]), int(match[2] or 0), half)
    value = 0.0 if low in _PLACES else value_of(low)
    if value and (half in (*_HALVES, *_O_CLOCK) or (alone and value <= _NOON)):
        return int(value), 0, (behind or half) if half in _O_CLOCK else half
    return (_HOURS[low], 0, half) if low in _HOURS else None


def _minutes_before(syntax: Syntax, i: int) -> int:
    """Return the minutes that stand before an hour: "half past six", "ten to six"; 0 for none."""
    count, way = ["", "", *syntax.lowers[max(0, i - 2) : i]][-2:]
    if way not in ("past", "to") or count not in MINUTES or syntax.lowers[i - 3 : i - 2] == ["from"]:
        return 0  # "from ten to six"
    return int(_MINUTES.get(count, value_of(count) or 0)) * (1 if way == "past" else -1)


def _before_hour(syntax: Syntax, i: int) -> bool:
    """Whether a bare number stands as an hour: "at nine", "from nine to five"."""
    low = syntax.lowers
    if _minutes_before(syntax, i):
        return True
    first = low[i - 1 : i] == ["from"] and low[i + 1 : i + 2] in _UNTIL
    return first or low[i - 1 : i] == ["at"] or (low[i - 1 : i] in _UNTIL and low[i - 3 : i - 2] == ["from"])


def _date(syntax: Syntax, i: int, end: int) -> Number | None:
    """Read a date as a number that grows with time: a year, a month with its day and year, a weekday."""
    after = i
    while after < end and _of_date(syntax, after, end, after > i):
        after += 1
    if (date := date_in(syntax.words[i:after])) is None:
        return None
    (year, _), month = date.years, date.month
    kind = "dates" if year else "month" if month else "weekday"
    value = year + month / 13 + date.day / 420 if year or month else float(date.weekday)
    return Number(i, after, value, frozenset((kind,)), "", value, date)


def _of_date(syntax: Syntax, i: int, end: int, further: bool) -> bool:
    """Whether a token begins a date, or belongs to one that has begun."""
    if syntax.lowers[i] in (",", "of"):
        return further and i + 1 < end and _year(syntax, i + 1, end) is not None
    near = any(_named(syntax, k) == "month" for k in (i - 1, i + 1) if 0 <= k < end)
    year = _year(syntax, i, end) is not None or (
        syntax.lowers[i].endswith("s") and date_in(syntax.words[i : i + 1]) is not None  # a decade
    )
    return year or _named(syntax, i) != "" or (near and is_day(syntax.lowers[i]))


def _named(syntax: Syntax, i: int) -> str:
    """Return whether a token names a month or a weekday; empty for neither."""
    kind, _ = nouns().calendar.get(syntax.lowers[i], ("", 0))
    return kind if kind in ("month", "weekday") and syntax.words[i][0].isupper() else ""


def _year(syntax: Syntax, i: int, end: int) -> float | None:
    low = syntax.lowers[i]
    if not (low.isdigit() and len(low) == 4 and _FIRST_YEAR <= int(low) <= _LAST_YEAR):
        return None
    counts = (i + 1 < end and syntax.pos[i + 1] == "NOUN") or _unit(syntax, i + 1, end)
    return None if counts or syntax.lowers[i - 1 : i] in [[one] for one in CURRENCIES] else float(low)


def _counted(syntax: Syntax, i: int, end: int) -> Number | None:
    low, first = syntax.lowers[i], value_of(syntax.lowers[i])
    if low in _PLACES and (syntax.pos[i] != "NUM" or first is None or low == "first"):
        return Number(i, i + 1, float(_PLACES[low]), frozenset(("places",)), "", float(_PLACES[low]))
    if first is None or (low == "one" and syntax.pos[i] != "NUM"):
        return None
    if low[-2:] in ("st", "nd", "rd", "th"):
        return Number(i, i + 1, first, frozenset(("places",)), "", first)
    after = _number_end(syntax, i, end)
    value = float(value_of(" ".join(syntax.lowers[i:after])) or 0.0)
    symbol = CURRENCIES.intersection(syntax.lowers[max(0, i - 1) : i])
    behind = _behind(syntax, after, end)
    unit = next(iter(symbol), "") or _unit(syntax, behind, end)
    counted = "%" if unit in PERCENT else _noun_counted(syntax, behind, end)
    kinds = unit_kinds(unit) if unit else frozenset[str](() if counted else ("bare",))
    return Number(i, after, value * FACTORS.get(unit, 1.0), kinds, counted, value)


def _behind(syntax: Syntax, after: int, end: int) -> int:
    """Return where the unit of a number begins: "a 34-yard goal", "between 5 and 9 euros"."""
    up_to = syntax.lowers[after : after + 1] in _UP_TO
    if up_to and value_of(" ".join(syntax.lowers[after + 1 : after + 2])):
        return _number_end(syntax, after + 1, end)
    return after + (syntax.lowers[after : after + 1] == ["-"])


def _number_end(syntax: Syntax, i: int, end: int) -> int:
    """Return where the words of a number end that begins at a token; digits go on with words alone."""
    after, digits = i + 1, syntax.lowers[i][0].isdigit()
    while after < end and value_of(" ".join(syntax.lowers[i : after + 1])) is not None:
        if digits and (syntax.lowers[after][0].isdigit() or not syntax.lowers[after].isalpha()):
            break
        after += 1
    while syntax.lowers[after - 1] == "and" or syntax.lowers[after - 1] in DASHES:
        after -= 1
    return after


def _noun_counted(syntax: Syntax, after: int, end: int) -> str:
    """Return the noun behind a number, over at most three modifiers; empty for none."""
    noun = after
    while noun < min(end, after + 3) and syntax.pos[noun] in ("ADJ", "ADV", "PROPN"):
        noun += 1
    return syntax.lemmas[noun].lower() if noun < end and syntax.pos[noun] == "NOUN" else ""


def _unit(syntax: Syntax, i: int, end: int) -> str:
    """Return the unit after a number, empty for none."""
    words = (syntax.lowers[i].rstrip("."), syntax.lemmas[i].lower()) if i < end else ()
    return next((word for word in words if unit_kinds(word) or word in PERCENT), "")
