"""Numbers that a story gives for each option: prices, heights, counts, percentages, years, hours, places."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from symbolic_rc.coref.mentions.syntax import Syntax
from symbolic_rc.graph.facts import Term
from symbolic_rc.lexicon import nouns
from symbolic_rc.lexicon.measures import measures_of, unit_factor, unit_kinds
from symbolic_rc.lexicon.numbers import number as value_of
from symbolic_rc.rules.case import Case
from symbolic_rc.rules.families.containment import date_in, is_day
from symbolic_rc.rules.families.graded import Graded, Mentioned, graded_at, sentences_of

_CLOCK = re.compile(r"(\d{1,2})[:.](\d\d)(am|pm)?|(\d{1,2})(am|pm)")
_HALVES = ("am", "pm", "a.m.", "p.m.")
_O_CLOCK = ("o'clock", "o’clock")
_NOON = 12
_HOURS = {
    "dawn": 5, "morning": 8, "noon": 12, "midday": 12, "afternoon": 15, "evening": 19, "night": 22,
    "midnight": 24,
}  # fmt: skip
_SYMBOLS = frozenset("$ £ € ¥ us$".split())
#: Kinds of numbers that tell when.
_TIMES = frozenset("dates clock month weekday".split())
_PERCENT = frozenset("% percent per-cent".split())
_SHARES = frozenset("percentage percent share rate proportion".split())
#: The last place.
LAST = 999
_PLACES = {"first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "last": LAST}
#: Kinds of units that tell several things: a length is a height, a depth, a distance.
_OF_SEVERAL = frozenset("length money time".split())
_FIRST_YEAR, _LAST_YEAR = 1000, 2199
#: A comparison so near behind a number takes it as the difference: "ten pounds more than".
_DIFFERENCE = 4


@dataclass(frozen=True, slots=True)
class Number:
    """A number of the story.

    Attributes
    ----------
    start, end : int
        Its tokens, without the unit.
    value : float
        In one unit for all of its kind.
    kinds : frozenset of str
        What it may measure: ``money``, ``length``, ``years``, ``dates``, ``clock``, ``places``.
    noun : str
        What it counts, a lemma, or empty.
    """

    start: int
    end: int
    value: float
    kinds: frozenset[str] = frozenset()
    noun: str = ""


def numbers_in(syntax: Syntax, start: int, end: int) -> Iterator[Number]:
    """Yield the numbers of a sentence."""
    i = start
    while i < end:
        found = _clock(syntax, i, end) or _date(syntax, i, end) or _counted(syntax, i, end)
        if found is None:
            i += 1
            continue
        behind = range(found.end, min(end, found.end + _DIFFERENCE))
        compared = (graded_at(syntax, j, start, end) for j in behind)
        if not any(one is not None and not one.superlative for one in compared):
            yield found
        i = found.end


def _clock(syntax: Syntax, i: int, end: int) -> Number | None:
    """Read an hour, or a part of the day."""
    low = syntax.lowers[i]
    match, value = _CLOCK.fullmatch(low), 0.0 if low in _PLACES else value_of(low)
    half, behind = [*syntax.lowers[i + 1 : min(i + 3, end)], "", ""][:2]
    alone = syntax.pos[i + 1 : i + 2] not in (["NOUN"], ["PROPN"]) and syntax.lowers[i - 1 : i] == ["at"]
    hour, minute = _HOURS.get(low, 0), 0
    if match:
        hour, minute = int(match[1] or match[4]), int(match[2] or 0)
        half = match[3] or match[5] or half
        if "." in low and half not in _HALVES:
            return None
    elif value and (half in (*_HALVES, *_O_CLOCK) or (alone and value <= _NOON)):
        hour, half = int(value), (behind or half) if half in _O_CLOCK else half
    elif not hour:
        return None
    hour += _NOON if half.startswith("p") and hour < _NOON else 0
    kinds = frozenset(("clock", "bare") if alone and value_of(low) and half not in _HALVES else ("clock",))
    return Number(i, i + 1, hour + minute / 60, kinds)


def _date(syntax: Syntax, i: int, end: int) -> Number | None:
    """Read a date as a number that grows with time: a year, a month with its day and year, a weekday."""
    after = i
    while after < end and _of_date(syntax, after, end, after > i):
        after += 1
    date = date_in(syntax.words[i:after])
    if date is None:
        return None
    (year, _), month = date.years, date.month
    kind = "dates" if year else "month" if month else "weekday"
    value = year + month / 12 + date.day / 400 if year or month else float(date.weekday)
    return Number(i, after, value, frozenset((kind,)))


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
    return None if counts or syntax.lowers[i - 1 : i] in [[one] for one in _SYMBOLS] else float(low)


def _counted(syntax: Syntax, i: int, end: int) -> Number | None:
    low, first = syntax.lowers[i], value_of(syntax.lowers[i])
    if low in _PLACES and (syntax.pos[i] != "NUM" or first is None or low == "first"):
        return Number(i, i + 1, float(_PLACES[low]), frozenset(("places",)))
    if first is None or (low == "one" and syntax.pos[i] != "NUM"):
        return None
    if low[-2:] in ("st", "nd", "rd", "th"):
        return Number(i, i + 1, first, frozenset(("places",)))
    after = _number_end(syntax, i, end)
    value = value_of(" ".join(syntax.lowers[i:after]))
    symbol = _SYMBOLS.intersection(syntax.lowers[max(0, i - 1) : i])
    unit = next(iter(symbol), "") or _unit(syntax, after, end)
    counted = "%" if unit in _PERCENT else _noun_counted(syntax, after, end)
    alone = frozenset[str](() if counted else ("bare",))
    kinds = unit_kinds(unit) if unit else alone
    return Number(i, after, float(value or 0.0) * unit_factor(unit), kinds, counted)


def _number_end(syntax: Syntax, i: int, end: int) -> int:
    """Return where the words of a number end that begins at a token."""
    after = i + 1
    while after < end and value_of(" ".join(syntax.lowers[i : after + 1])) is not None:
        after += 1
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
    return next((word for word in words if unit_kinds(word) or word in _PERCENT), "")


def time_of(syntax: Syntax, terms: Iterable[Term]) -> float | None:
    """Return the date or hour that terms tell as a number that compares with others' of its kind."""
    for term in terms:
        for one in numbers_in(syntax, term.start, term.end):
            if one.kinds & _TIMES:
                return one.value
    return None


def values_of(case: Case, mentioned: Mentioned, asked: Graded) -> tuple[dict[int, tuple[float, int]], int]:
    """Return the value of what is asked that each option has, with its sentence; 1 if more of it is asked.

    Numbers go to options in the order in which both are mentioned.
    """
    syntax = case.facts.syntax
    sentences = [
        (start, end, [one for one in numbers_in(syntax, start, end) if one.start not in mentioned.at])
        for start, end in sentences_of(case)
    ]
    for kinds, sign in _ways(asked):
        found: dict[int, tuple[float, int]] = {}
        last: list[int] = []
        context: set[str] = set()
        for start, end, numbers in sentences:
            here = {lemma.lower() for lemma in syntax.lemmas[start:end]}
            inside = [(first, option) for first, _, option in mentioned.within(start, end)]
            told = [one for one in numbers if _fits(one, kinds, asked, here, context)]
            sentence = int(syntax.sentences[start])
            for option, number in _paired(inside, told, last):
                found.setdefault(option, (number.value, sentence))
            last = list(dict.fromkeys(option for _, option in inside)) or last
            context = here
        if len(found) > 1 or (found and kinds == {"places"}):
            return found, sign * asked.sign
    return {}, 0


def _ways(asked: Graded) -> Iterator[tuple[frozenset[str], int]]:
    """Yield the kinds of numbers that answer the question, with 1 if a higher one is more of it."""
    for measure, sign in asked.measures:
        if measure.name == "time":
            for kind in ("places", "dates", "clock", "month", "weekday"):
                yield frozenset((kind,)), sign
            continue
        yield measure.units, sign
        if measure.name == "age":
            yield frozenset(("dates",)), -sign
        yield measure.units | {"bare", measure.name}, sign
    if asked.part in "nv":
        yield frozenset(), 1


def _fits(one: Number, kinds: frozenset[str], asked: Graded, here: set[str], before: set[str]) -> bool:
    """Whether a number answers the question: by its unit, by what it counts, by the words next to it."""
    if not kinds:
        return asked.word in here if asked.part == "v" else _counts_noun(one, asked.word, here | before)
    own = {measure.name for measure, _ in asked.measures}
    if "bare" in kinds and "bare" in one.kinds:
        return not own.isdisjoint(kinds & _measured_by(here)) or ("age" in own & kinds and "be" in here)
    if "bare" in kinds or not one.kinds & kinds:
        return bool(one.kinds & kinds)
    others = _measured_by(here - {asked.word})
    return not kinds & _OF_SEVERAL or not others or asked.word in here or bool(own & others)


def _counts_noun(one: Number, noun: str, near: set[str]) -> bool:
    """Whether a number counts a noun, is a share where one is asked for, or stands alone near the noun."""
    alone = one.noun in ("", "%") and (not one.kinds or "bare" in one.kinds)
    return one.noun == noun or (noun in _SHARES and one.noun == "%") or (alone and noun in near)


def _measured_by(words: set[str]) -> set[str]:
    """Return the names of what words measure."""
    return {measure.name for word in words for measure, _ in measures_of(word)}


def _paired(
    inside: Sequence[tuple[int, int]], numbers: Sequence[Number], last: Sequence[int]
) -> Iterator[tuple[int, Number]]:
    """Yield which number belongs to which option of a sentence, or of the one before."""
    options = list(dict.fromkeys(option for _, option in inside))
    if not options and len(last) == len(numbers) == 1:
        yield last[0], numbers[0]
    elif len(options) == len(numbers):
        yield from zip(options, numbers, strict=True)
    elif len(numbers) < len(options):
        for number in numbers:
            yield min(inside, key=lambda one: _away(one[0], number.start))[1], number
    else:
        for option in options:
            places = [at for at, other in inside if other == option]
            yield option, min(numbers, key=lambda one: min(_away(at, one.start) for at in places))


def _away(option: int, number: int) -> float:
    """How far a number is from an option: what follows it is nearer."""
    return number - option if number > option else 1.5 * (option - number)
