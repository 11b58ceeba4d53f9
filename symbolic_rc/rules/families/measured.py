"""Numbers that a story gives for each option: prices, heights, counts, percentages, years, hours, places."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from symbolic_rc.coref.mentions.syntax import Syntax
from symbolic_rc.lexicon import nouns
from symbolic_rc.lexicon.measures import measures_of, unit_factor, unit_kinds
from symbolic_rc.lexicon.numbers import number as value_of
from symbolic_rc.rules.case import Case
from symbolic_rc.rules.families.comparisons import Graded, Mentioned, graded_at, sentences_of

_CLOCK = re.compile(r"(\d{1,2})[:.](\d\d)(am|pm)?|(\d{1,2})(am|pm)")
_SYMBOLS = frozenset("$ £ € ¥ us$".split())
_PERCENT = frozenset("% percent per-cent".split())
_SHARES = frozenset("percentage percent share rate proportion".split())
_PLACES = {"first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "last": 999}
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
    match = _CLOCK.fullmatch(syntax.lowers[i])
    half = syntax.lowers[i + 1] if i + 1 < end else ""
    if match:
        hour, minute = int(match.group(1) or match.group(4)), int(match.group(2) or 0)
        half = match.group(3) or match.group(5) or half
    elif half in ("o'clock", "o’clock", "am", "pm", "a.m.", "p.m.") and value_of(syntax.lowers[i]):
        hour, minute = int(value_of(syntax.lowers[i]) or 0), 0
        half = syntax.lowers[i + 2] if half.startswith("o") and i + 2 < end else half
    elif syntax.lowers[i] in ("noon", "midday", "midnight"):
        hour, minute = (24 if syntax.lowers[i] == "midnight" else 12), 0
    else:
        return None
    if match and "." in match.group(0) and half not in ("am", "pm", "a.m.", "p.m."):
        return None
    hour += 12 if half.startswith("p") and hour < 12 else 0
    return Number(i, i + 1, hour + minute / 60, frozenset(("clock",)))


def _date(syntax: Syntax, i: int, end: int) -> Number | None:
    """Read a year, a month with its day and year, a weekday."""
    low, calendar = syntax.lowers[i], nouns().calendar
    value = _year(syntax, i, end)
    if value is not None:
        return Number(i, i + 1, value, frozenset(("dates",)))
    if low not in calendar or not syntax.words[i][:1].isupper():
        return None
    kind, place = calendar[low]
    if kind != "month":
        return Number(i, i + 1, float(place), frozenset((kind,)))
    near = [j for j in (i - 1, i + 1) if 0 <= j < end]
    days = (value_of(syntax.lowers[j]) for j in near)
    day = next((value for value in days if value is not None and value <= 31), 0.0)
    years = [_year(syntax, j, end) for j in range(i + 1, min(end, i + 4))]
    year = next((value for value in years if value is not None), 0.0)
    after = i + 1 + next((k for k, value in enumerate(years, 1) if value is not None), 0)
    return Number(i, after, year + place / 12 + day / 400, frozenset(("dates" if year else "month",)))


def _year(syntax: Syntax, i: int, end: int) -> float | None:
    low = syntax.lowers[i]
    if not (low.isdigit() and len(low) == 4 and _FIRST_YEAR <= int(low) <= _LAST_YEAR):
        return None
    counts = (i + 1 < end and syntax.pos[i + 1] == "NOUN") or _unit(syntax, i + 1, end)
    return None if counts or syntax.lowers[i - 1 : i] in [[one] for one in _SYMBOLS] else float(low)


def _counted(syntax: Syntax, i: int, end: int) -> Number | None:
    low = syntax.lowers[i]
    if low in _PLACES and (syntax.pos[i] != "NUM" or value_of(low) is None or low == "first"):
        return Number(i, i + 1, float(_PLACES[low]), frozenset(("places",)))
    if value_of(low) is None or (low == "one" and syntax.pos[i] != "NUM"):
        return None
    if low[-2:] in ("st", "nd", "rd", "th"):
        return Number(i, i + 1, value_of(low) or 0.0, frozenset(("places",)))
    after = i + 1
    while after < end and value_of(" ".join(syntax.lowers[i : after + 1])) is not None:
        after += 1
    value = value_of(" ".join(syntax.lowers[i:after]))
    symbol = syntax.lowers[i - 1] if i and syntax.lowers[i - 1] in _SYMBOLS else ""
    unit = symbol or _unit(syntax, after, end)
    noun = after
    while noun < min(end, after + 3) and syntax.pos[noun] in ("ADJ", "ADV", "PROPN"):
        noun += 1
    counted = syntax.lemmas[noun].lower() if noun < end and syntax.pos[noun] == "NOUN" else ""
    counted = "%" if unit in _PERCENT else counted
    kinds = unit_kinds(unit) if unit else frozenset(("bare",)) if not counted else frozenset[str]()
    return Number(i, after, float(value or 0.0) * unit_factor(unit), kinds, counted)


def _unit(syntax: Syntax, i: int, end: int) -> str:
    """Return the unit that stands behind a number, empty for none."""
    words = (syntax.lowers[i].rstrip("."), syntax.lemmas[i].lower()) if i < end else ()
    return next((word for word in words if unit_kinds(word) or word in _PERCENT), "")


def values_of(case: Case, mentioned: Mentioned, asked: Graded) -> tuple[dict[int, tuple[float, int]], int]:
    """Return the value of what is asked that each option has, with its sentence; 1 if more of it is asked.

    Numbers go to options in the order in which both are mentioned.
    """
    for kinds, sign in _ways(asked):
        found: dict[int, tuple[float, int]] = {}
        last: list[int] = []
        context: set[str] = set()
        for start, end in sentences_of(case):
            syntax = case.facts.syntax
            here = {lemma.lower() for lemma in syntax.lemmas[start:end]}
            inside = mentioned.within(start, end)
            told = [
                one
                for one in numbers_in(syntax, start, end)
                if one.start not in mentioned.at and _fits(one, kinds, asked, here, context)
            ]
            sentence = int(syntax.sentences[start])
            for option, number in _paired(inside, told, last):
                found.setdefault(option, (number.value, sentence))
            last = list(dict.fromkeys(option for _, option in inside)) or last
            context = here
        if len(found) > 1 or (found and kinds == {"places"}):
            return found, sign * asked.sign
    return {}, 0


def _ways(asked: Graded) -> Iterator[tuple[frozenset[str], int]]:
    """Yield the kinds of numbers that tell what is asked, with 1 where a higher one is more of it."""
    for measure, sign in asked.measures:
        if measure.name == "time":
            for kind in ("places", "dates", "clock", "month", "weekday", "day"):
                yield frozenset((kind,)), sign
            continue
        yield measure.units, sign
        if measure.name == "age":
            yield frozenset(("dates",)), -sign
        yield measure.units | {"bare", measure.name}, sign
    if asked.part in "nv":
        yield frozenset(), 1


def _fits(one: Number, kinds: frozenset[str], asked: Graded, here: set[str], before: set[str]) -> bool:
    """Whether a number tells what is asked: by its unit, by what it counts, by the words beside it."""
    if not kinds:
        if asked.part == "v":
            return asked.word in here
        shares = asked.word in _SHARES and one.noun == "%"
        alone = one.noun in ("", "%") and not one.kinds - {"bare"}
        return one.noun == asked.word or shares or (alone and asked.word in here | before)
    if "bare" in kinds:
        names = {measure.name for measure, _ in asked.measures} & kinds
        words = {word for word in here if any(m.name in names for m, _ in measures_of(word))}
        said = bool(words) or ("age" in names and "be" in here)
        return said if "bare" in one.kinds else bool(one.kinds & kinds)
    if not one.kinds & kinds:
        return False
    others = {m.name for word in here if word != asked.word for m, _ in measures_of(word)}
    own = {measure.name for measure, _ in asked.measures}
    return not kinds & _OF_SEVERAL or not others or asked.word in here or bool(own & others)


def _paired(
    inside: Sequence[tuple[int, int]], told: Sequence[Number], last: Sequence[int]
) -> Iterator[tuple[int, Number]]:
    """Yield which number belongs to which option of a sentence, or of the one before."""
    options = list(dict.fromkeys(option for _, option in inside))
    if not options and len(last) == len(told) == 1:
        yield last[0], told[0]
    elif len(options) == len(told):
        yield from zip(options, told, strict=True)
    elif len(told) < len(options):
        for number in told:
            yield min(inside, key=lambda one: _away(one[0], number.start))[1], number
    else:
        for option in options:
            places = [at for at, other in inside if other == option]
            yield option, min(told, key=lambda one: min(_away(at, one.start) for at in places))


def _away(option: int, number: int) -> float:
    """How far a number is from an option: what follows it is nearer."""
    return number - option if number > option else 1.5 * (option - number)
