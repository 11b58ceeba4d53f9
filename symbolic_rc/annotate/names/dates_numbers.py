"""Dates, times, durations, money, numbers: rules over words and tags."""

from __future__ import annotations

import re
from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray
from spacy.attrs import TAG
from spacy.strings import StringStore
from spacy.tokens import Doc

from symbolic_rc.annotate.names.word_lists import HOLIDAY, MONTH, WEEKDAY
from symbolic_rc.annotate.view import View, read_columns
from symbolic_rc.annotate.words import SMALL, TITLED
from symbolic_rc.lexicon.english import CURRENCIES, ORDINALS, PARTS_OF_DAY, TIME_UNITS, VAGUE_QUANTIFIERS

Ent = tuple[int, int, str]

_PERIODS = TIME_UNITS | frozenset(
    "morning evening afternoon spring summer autumn fall winter weekend term quarter".split()
)
_MEASURES = frozenset(
    "mile foot feet inch yard acre kilometer kilometre metre meter centimeter centimetre millimeter km kg cm mm kilo "
    "kilogram gram ton tonne ounce pint gallon litre liter barrel league fathom knot degree percent per-cent % "
    "mph hectare bushel watt volt megawatt".split()
)
_SCALE = frozenset("hundred thousand million billion trillion dozen score m bn k".split())
_ORDINAL = re.compile(
    r"\d+(?:st|nd|rd|th)|(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)-\w+(?:st|nd|rd|th)"
)
_YEAR = re.compile(r"1\d\d\d|20\d\d")
_YEARS = re.compile(r"(?:1\d|20)?\d0s|'\d0s")
_CLOCK = re.compile(r"\d{1,2}[:.]\d\d(?:[ap]m)?|\d{1,2}[ap]m")
_NUMERIC_DATE = re.compile(r"\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}")
_RELATIVE = frozenset("last next this past previous following coming that same every each".split())
_DEICTIC = {"yesterday": "DATE", "today": "DATE", "tomorrow": "DATE", "tonight": "TIME", "nowadays": "DATE"}
_BEFORE_YEAR = frozenset(
    "in since of by from until till before after during around about circa early late mid between and to ( , - – year "
    "summer winter spring autumn fall".split()
)
_SMALL_WORDS = frozenset("of the a an and in on to for with from at by 's ’s : - & or".split())
_WEIGHING = frozenset("weigh weighs weighed weighing lose loses lost losing gain gained gaining".split())
_PRONOMINAL = frozenset("no this that the any every each which another by some".split())
_CURRENCY = frozenset("$ £ € ¥ us$".split())


def is_calendar(bits: NDArray[np.int64], start: int, end: int) -> bool:
    """Whether a run of name words is all months, days and feasts."""
    return all(bits[i] & (MONTH | WEEKDAY | HOLIDAY) for i in range(start, end))


def merge(names: Iterable[Ent], dates: Iterable[Ent]) -> list[Ent]:
    """Return all entities in order; where two overlap, the longer, then the name, stays."""
    ranked = [(start - end, 0, start, end, kind) for start, end, kind in names]
    ranked += [(start - end, 1, start, end, kind) for start, end, kind in dates]
    taken: dict[int, bool] = {}
    kept = []
    for _, _, start, end, kind in sorted(ranked):
        if not any(i in taken for i in range(start, end)):
            taken.update(dict.fromkeys(range(start, end), True))
            kept.append((start, end, kind))
    return sorted(kept)


def titles(view: View) -> list[Ent]:
    """Return titles of works: two to seven words between quotation marks, the weighty ones in capitals."""
    opening = np.array([form in ('"', "“", "``") for form in view.forms], np.bool_)[view.kinds]
    out: list[Ent] = []
    kinds, forms, texts = view.kinds.tolist(), view.forms, view.texts.tolist()
    done = -1
    for i in np.flatnonzero(opening).tolist():
        if i < done:
            continue
        j = i + 1
        good = 0
        while j < len(kinds) and j - i <= 8 and texts[j] == texts[i]:
            form = forms[kinds[j]]
            if form[:1].isupper() or form.isdigit():
                good += form.lower() != "i"
            elif form not in _SMALL_WORDS:
                break
            j += 1
        if (
            j < len(kinds) and texts[j] == texts[i] and forms[kinds[j]] in ('"', "”", "''") and j - i >= 3 and good >= 2
            and forms[kinds[i + 1]][:1].isupper()
        ):  # fmt: skip
            out.append((i + 1, j, "WORK_OF_ART"))
            done = j + 1
    return out


def _singular(word: str) -> str:
    if word.endswith("ies"):
        return word[:-3] + "y"
    return word[:-1] if word.endswith("s") and len(word) > 3 else word


def numbers_and_dates(doc: Doc, view: View, bits: NDArray[np.int64]) -> list[Ent]:
    """Return dates, times, durations, money, quantities, ordinals and other numbers of a document."""
    low = [form.lower() for form in view.forms]
    trigger = np.array(
        [
            word in _DEICTIC or word in _PERIODS or _singular(word) in _PERIODS or word in ORDINALS
            or word in PARTS_OF_DAY or word in _CURRENCY or any(map(str.isdigit, word))
            for word in low
        ],
        np.bool_,
    )  # fmt: skip
    tags = read_columns(doc, [TAG])[view.places, 0]
    number = tags == np.uint64(StringStore().add("CD"))
    wanted = trigger[view.kinds] | number | ((bits & (MONTH | WEEKDAY | HOLIDAY)) != 0)
    case = view.codes[:, 14]
    out: list[Ent] = []
    kinds = view.kinds.tolist()
    bounds = view.bounds
    sentence = np.searchsorted(bounds, np.flatnonzero(wanted), side="right") - 1
    done = -1
    for i, s in zip(np.flatnonzero(wanted).tolist(), sentence.tolist(), strict=True):
        if i < done:
            continue
        first, stop = int(bounds[s]), int(bounds[s + 1])
        words = _Words(low, kinds, number, bits, case, first, stop)
        ent = _at(words, i)
        if ent:
            out.append(ent)
            done = ent[1]
    return out


class _Words:
    """The words of one sentence, with bounds that never fail."""

    def __init__(
        self, low: list[str], kinds: list[int], number: NDArray[np.bool_], bits: NDArray[np.int64],
        case: NDArray[np.uint32], first: int, stop: int,
    ) -> None:  # fmt: skip
        self._low, self._kinds, self._number, self._bits, self._case = low, kinds, number, bits, case
        self.first, self.stop = first, stop

    def word(self, i: int) -> str:
        return self._low[self._kinds[i]] if self.first <= i < self.stop else ""

    def number(self, i: int) -> bool:
        return self.first <= i < self.stop and bool(self._number[i])

    def is_(self, i: int, kind: int) -> bool:
        if not self.first <= i < self.stop or not self._bits[i] & kind:
            return False
        # ``may`` and ``march`` are months only in capitals, inside a sentence or beside a number
        if kind & MONTH and self.word(i) in ("may", "march", "mar", "dec", "sun", "sat", "wed"):
            beside = (
                self.number(i - 1)
                or self.number(i + 1)
                or self.word(i - 1) in ("in", "of", "last", "next", "since")
            )
            return self._case[i] == TITLED and beside
        return (
            self._case[i] != SMALL or kind & HOLIDAY != 0 or (kind & WEEKDAY != 0 and len(self.word(i)) > 4)
        )


def _at(w: _Words, i: int) -> Ent | None:
    """Return the entity that starts at or just before word i, or None."""
    word = w.word(i)
    if w.is_(i, MONTH):
        return _month(w, i)
    if w.is_(i, WEEKDAY):
        start = i - 1 if w.word(i - 1) in _RELATIVE else i
        end = i + 1
        if w.word(end) in ("morning", "evening", "afternoon", "night"):
            return start, end + 1, "TIME"
        if w.word(end) == "," and w.is_(end + 1, MONTH):
            return start, _month(w, end + 1)[1], "DATE"
        return start, end, "DATE"
    if w.is_(i, HOLIDAY):
        end = i + 2 if w.word(i + 1) in ("eve", "day", "morning", "night", "sunday", "monday") else i + 1
        return i, end, "DATE"
    if word in _DEICTIC:
        if word != "tonight" and w.word(i + 1) in ("morning", "evening", "afternoon", "night"):
            return i, i + 2, "TIME"
        return i, i + 1, _DEICTIC[word]
    if word in _CURRENCY and w.number(i + 1):
        end = i + 2
        while w.word(end) in _SCALE or w.number(end):
            end += 1
        return i, end, "MONEY"
    if _CLOCK.fullmatch(word):
        end = i + 1
        if w.word(end) in ("a.m.", "p.m.", "am", "pm", "o'clock"):
            end += 1
        if end > i + 1 or ":" in word or word[-1] == "m":
            return i, end, "TIME"
    if _NUMERIC_DATE.fullmatch(word) and len(word) >= 6:
        return i, i + 1, "DATE"
    if _YEARS.fullmatch(word):
        start = i - 1 if w.word(i - 1) == "the" else i
        return start, i + 1, "DATE"
    if word in ORDINALS or _ORDINAL.fullmatch(word):
        return _ordinal(w, i)
    if w.number(i):
        return _number(w, i)
    if word in PARTS_OF_DAY or word in _PERIODS or _singular(word) in _PERIODS:
        return _period(w, i)
    return None


def _month(w: _Words, i: int) -> Ent:
    start, end = i, i + 1
    if w.number(i - 1) and len(w.word(i - 1)) <= 4:
        start = i - 1
    elif w.word(i - 1) == "of" and (
        w.number(i - 2) or w.word(i - 2) in ORDINALS or _ORDINAL.fullmatch(w.word(i - 2))
    ):
        start = i - 2
        if w.word(start - 1) == "the":
            start -= 1
    elif w.word(i - 1) in _RELATIVE or w.word(i - 1) in ("early", "late", "mid"):
        start = i - 1
    if w.number(end) or _ORDINAL.fullmatch(w.word(end)):
        end += 1
        if w.word(end) == "," and _YEAR.fullmatch(w.word(end + 1)):
            end += 2
        elif _YEAR.fullmatch(w.word(end)) and len(w.word(end - 1)) < 4:
            end += 1
    elif w.word(end) in (",", "of") and _YEAR.fullmatch(w.word(end + 1)):
        end += 2
    return start, end, "DATE"


def _ordinal(w: _Words, i: int) -> Ent | None:
    word = w.word(i)
    if w.word(i + 1) == "century":
        start = i - 1 if w.word(i - 1) in ("the", "early", "late") else i
        return start, i + 2, "DATE"
    if w.word(i + 1) == "of" and w.is_(i + 2, MONTH):
        return (i - 1 if w.word(i - 1) == "the" else i), _month(w, i + 2)[1], "DATE"
    if word == "second" and (w.number(i - 1) or w.word(i - 1) in ("a", "one", "every", "split")):
        return None
    if word == "first" and w.word(i - 1) == "at":
        return None
    return i, i + 1, "ORDINAL"


def _number(w: _Words, i: int) -> Ent | None:
    end = i + 1
    while (
        w.number(end)
        or w.word(end) in _SCALE
        or (
            w.word(end) in ("and", "or", "to", "-", "–")
            and w.number(end + 1)
            and not _YEAR.fullmatch(w.word(end + 1))
        )
    ):
        end += 1
    unit = _singular(w.word(end))
    if (
        w.word(end) in ("more", "long", "or", "full", "whole", "short", "and")
        and _singular(w.word(end + 1)) in TIME_UNITS
    ):
        end, unit = end + 1, _singular(w.word(end + 1))
    start = i
    if w.word(i - 1) in _CURRENCY:
        return i - 1, end, "MONEY"
    if w.word(end) in ("o'clock", "a.m.", "p.m.", "am", "pm", "a.m", "p.m"):
        return start, end + 1, "TIME"
    if unit in TIME_UNITS:
        if unit in ("second", "moment") and w.word(end) == "second":
            unit = "second"
        return _with_ago(w, start, end + 1)
    if w.word(end) == "-" and _singular(w.word(end + 1)) in TIME_UNITS:
        end += 2
        if w.word(end) == "-" and w.word(end + 1) == "old":
            end += 2
        return start, end, "DURATION"
    if unit == "pound" and (w.word(i - 1) in _WEIGHING or w.word(end + 1) == "of"):
        return start, end + 1, "QUANTITY"
    if unit in CURRENCIES or w.word(end) in CURRENCIES:
        return start, end + 1, "MONEY"
    if unit in _MEASURES or w.word(end) in _MEASURES:
        return start, end + 1, "QUANTITY"
    if w.word(end) == "per" and w.word(end + 1) == "cent":
        return start, end + 2, "QUANTITY"
    if _YEAR.fullmatch(w.word(i)) and end == i + 1:
        if w.word(i - 1) in _BEFORE_YEAR or w.word(i - 1) == "":
            return start, end, "DATE"
        return start, end, "DATE" if w.word(end) in (")", ",", ".", "–", "-", "") else "CARDINAL"
    if (
        w.word(i) == "one"
        and end == i + 1
        and (not w.word(i + 1).isalpha() or w.word(i + 1) == "by" or w.word(i - 1) in _PRONOMINAL)
    ):
        return None
    if (
        w.word(i) == "one"
        and end == i + 1
        and w.word(end) in ("of", "another", "can", "could", "is", "was", "who", "that")
    ):
        return (start, end, "CARDINAL") if w.word(end) == "of" else None
    return start, end, "CARDINAL"


def _with_ago(w: _Words, start: int, end: int) -> Ent:
    if w.word(end) == "ago" or (
        w.word(end) in ("later", "earlier", "before", "after") and not w.word(end + 1).isalpha()
    ):
        return start, end + 1, "DATE"
    if w.word(end) == "old":
        return start, end + 1, "DURATION"
    return start, end, "DURATION"


def _period(w: _Words, i: int) -> Ent | None:
    word, before = w.word(i), w.word(i - 1)
    unit = _singular(word)
    if (word != unit and before in VAGUE_QUANTIFIERS) or (before in VAGUE_QUANTIFIERS and unit in TIME_UNITS):
        start = i - 1
        if w.word(i - 2) in ("a", "the", "last", "past", "next") and start - 1 >= w.first:
            start -= 1
        return _with_ago(w, start, i + 1)
    if before in ("a", "an", "half", "one") and unit in TIME_UNITS and unit != "moment":
        if w.word(i + 1) in ("ago", "later", "earlier"):
            return i - 1, i + 2, "DATE"
        return None
    if before in _RELATIVE and before not in ("same",) and word == unit:
        if unit in ("second", "moment", "minute", "hour", "season", "term", "fall"):
            return None
        start = i - 1
        if w.word(start - 1) in ("the", "early", "late") and before in (
            "next",
            "following",
            "previous",
            "same",
        ):
            start -= 1
        return start, i + 1, "TIME" if unit in PARTS_OF_DAY else "DATE"
    if word in ("midnight", "noon", "midday", "daybreak", "nightfall", "sunset", "sunrise", "dawn", "dusk"):
        return i, i + 1, "TIME"
    if (
        word in ("spring", "summer", "autumn", "winter")
        and w.word(i + 1) == "of"
        and _YEAR.fullmatch(w.word(i + 2))
    ):
        return i, i + 3, "DATE"
    return None
