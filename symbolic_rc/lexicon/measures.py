"""What can be measured: the adjectives, nouns and verbs that tell more or less of it, and its units.

WordNet has no link between *cheap*, *cost* and a number of pounds; this small table has.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from symbolic_rc.lexicon.nouns import nouns


@dataclass(frozen=True, slots=True)
class Measure:
    """One thing that can be measured: words that say that there is much of it, or little.

    Then nouns that name it, verbs whose object states an amount of it, and the kinds of units that it is
    measured in, as `Nouns.units` names them, or ``years``, ``speed``, ``people``, ``dates``.
    """

    name: str
    more: frozenset[str]
    less: frozenset[str]
    nouns: frozenset[str]
    verbs: frozenset[str]
    units: frozenset[str]


def _measure(name: str, more: str, less: str, named: str, verbs: str, units: str) -> Measure:
    return Measure(name, *(frozenset(words.split()) for words in (more, less, named, verbs, units)))


#: Each thing that can be measured, the commonest first.
MEASURES = (
    _measure("price", "expensive dear costly pricey", "cheap inexpensive affordable",
             "price cost fee fare rent charge", "cost sell rent charge", "money"),
    _measure("height", "tall high lofty", "short low", "height altitude elevation stature",
             "stand rise measure tower", "length"),
    _measure("length", "long", "short", "length", "measure stretch run", "length"),
    _measure("width", "wide broad", "narrow", "width breadth", "measure", "length"),
    _measure("depth", "deep", "shallow", "depth", "", "length"),
    _measure("thickness", "thick", "thin", "thickness", "", "length"),
    _measure("distance", "far distant remote", "near close nearby", "distance", "lie", "length"),
    _measure("weight", "heavy weighty", "light", "weight mass", "weigh", "weight"),
    _measure("age", "old elderly aged ancient", "young new recent modern", "age", "", "years"),
    _measure("speed", "fast quick swift rapid speedy", "slow", "speed pace", "run go drive travel", "speed"),
    _measure("temperature", "warm hot", "cold cool chilly", "temperature", "", "temperature"),
    _measure("duration", "long lengthy", "short brief quick", "duration", "last take", "time"),
    _measure("size", "big large huge great", "small little tiny", "size area", "cover measure",
             "area volume people length"),
    _measure("population", "populous crowded", "", "population inhabitant people resident", "", "people"),
    _measure("wealth", "rich wealthy", "poor", "wealth fortune income salary wage", "earn own", "money"),
    _measure("time", "late recent", "early", "date time", "", "dates"),
)  # fmt: skip
#: Units that are written short, or are of no kind that `Nouns.units` has.
_FURTHER = {
    **dict.fromkeys("$ £ € ¥ us$ quid usd eur gbp".split(), "money"),
    **dict.fromkeys("m km cm mm ft feet mi kilometre kilometer".split(), "length"),
    **dict.fromkeys("kg g lb lbs kilo kilogram".split(), "weight"),
    **dict.fromkeys("l ml".split(), "volume"),
    **dict.fromkeys("mph km/h kmh knot".split(), "speed"),
    **dict.fromkeys("degree ° c °c °f".split(), "temperature"),
    **dict.fromkeys("acre hectare".split(), "area"),
    **dict.fromkeys("inhabitant people resident person citizen".split(), "people"),
    **dict.fromkeys("second minute hour day week fortnight min h hr".split(), "time"),
    **dict.fromkeys("year month decade century".split(), "years"),
}
#: Units of two kinds.
_ALSO = {"pound": "weight", "year": "time", "month": "time", "second": "time", "night": "time"}
#: How much of the smallest unit of its kind one of these is, so that numbers of one kind compare.
FACTORS = {
    "mm": 0.001, "millimetre": 0.001, "cm": 0.01, "centimetre": 0.01, "centimeter": 0.01, "inch": 0.0254,
    "foot": 0.3048, "feet": 0.3048, "ft": 0.3048, "yard": 0.9144, "km": 1000.0,
    "kilometre": 1000.0, "kilometer": 1000.0, "mile": 1609.0, "mi": 1609.0, "g": 0.001, "gram": 0.001,
    "gramme": 0.001, "tonne": 1000.0, "ton": 1000.0, "ounce": 0.028, "cent": 0.01, "penny": 0.01,
    "pence": 0.01, "ml": 0.001, "minute": 60.0, "min": 60.0, "hour": 3600.0, "h": 3600.0, "hr": 3600.0,
    "day": 86400.0, "week": 604800.0, "month": 1 / 12, "decade": 10.0, "century": 100.0,
}  # fmt: skip


@lru_cache(1 << 15)
def unit_kinds(word: str) -> frozenset[str]:
    """Return what a unit measures (``length``, ``money``, ``years``, ...), nothing for no unit."""
    kind = _FURTHER.get(word) or nouns().units.get(word, "")
    return frozenset(_ALSO.get(word, "").split()) | {kind} if kind else frozenset()


@lru_cache(1 << 15)
def measures_of(word: str) -> tuple[tuple[Measure, int], ...]:
    """Return what an adjective, noun or verb measures, each with 1 for more or -1 for less of it.

    Examples
    --------
    >>> [(measure.name, sign) for measure, sign in measures_of("cheap")]
    [('price', -1)]
    """
    measuring = (m for m in MEASURES if word in m.less | m.more | m.nouns | m.verbs)
    return tuple((measure, -1 if word in measure.less else 1) for measure in measuring)


@lru_cache(1 << 15)
def same_measure(one: str, other: str) -> int:
    """Return 1 or -1 where two words measure the same thing, in the same or opposite directions; else 0."""
    signs = {measure.name: sign for measure, sign in measures_of(one)}
    return next((sign * signs[m.name] for m, sign in measures_of(other) if m.name in signs), 0)
