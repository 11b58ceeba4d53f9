"""Dates, times, durations, money, numbers: rules over words and tags."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from spacy.attrs import TAG
from spacy.strings import StringStore
from spacy.tokens import Doc

from symbolic_rc.annotate.names.word_lists import GIVEN, HOLIDAY, MONTH, WEEKDAY
from symbolic_rc.annotate.view import View, read_columns
from symbolic_rc.annotate.words import CASE, SMALL, TITLED, UPPER
from symbolic_rc.core.arrays import Flags, Hashes, Longs
from symbolic_rc.lexicon import english as E
from symbolic_rc.lexicon.english import word_set

Ent = tuple[int, int, str]

_PERIODS = E.TIME_UNITS | word_set("""morning evening afternoon spring summer autumn fall winter weekend term
    quarter""")
_MEASURES = word_set("""mile foot feet inch yard acre kilometer kilometre metre meter centimeter centimetre
    millimeter km kg cm mm kilo kilogram gram ton tonne ounce pint gallon litre liter barrel league fathom
    knot degree percent per-cent % mph hectare bushel watt volt megawatt""")
_SCALE = word_set("hundred thousand million billion trillion dozen score m bn k")
_ORDINAL = re.compile(
    r"\d+(?:st|nd|rd|th)|(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)-\w+(?:st|nd|rd|th)"
)
_YEAR = re.compile(r"1\d\d\d|20\d\d")
_YEARS = re.compile(r"(?:1\d|20)?\d0s|'\d0s")
_CLOCK = re.compile(r"\d{1,2}[:.]\d\d(?:[ap]m)?|\d{1,2}[ap]m")
_NUMERIC_DATE = re.compile(r"\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}")
_RELATIVE = word_set("last next this past previous following coming that same every each")
_DEICTIC = {"yesterday": "DATE", "today": "DATE", "tomorrow": "DATE", "tonight": "TIME", "nowadays": "DATE"}
_BEFORE_YEAR = word_set("""in since of by from until till before after during around about circa early late
    mid between and to ( , - – year summer winter spring autumn fall""")
_LONGEST_TITLE = 8
_SMALL_WORDS = word_set("of the a an and in on to for with from at by 's ’s : - & or")
_WEIGHING = word_set("weigh weighs weighed weighing lose loses lost losing gain gained gaining")
_PRONOMINAL = word_set("no this that the any every each which another by some")
_AFTER_PRONOUN = word_set("by another can could is was who that")
_DAYTIMES = word_set("morning evening afternoon night")
_TIMES_OF_DAY = E.PARTS_OF_DAY - _DAYTIMES
_SEASONS = word_set("spring summer autumn winter")
_CLOCK_MARKS = word_set("o'clock a.m. p.m. am pm")
_JOINING = word_set("and or to - –")
_BEFORE_UNIT = word_set("more long or full whole short and")
_CURRENCY = word_set("$ £ € ¥ us$")


#: What stands before a month, and what months do.
_BEFORE_MONTHS = word_set("""in of since until till by from last next this that late early mid each every
    during for the and through before after to""")
_OF_MONTHS = word_set("""is was has had does did came comes brought brings passed passes began begins ended
    ends went goes saw sees marked marks arrived arrives followed follows turned turns became becomes""")
#: Verbs of what is done to somebody.
_MEETING = word_set("""met meets saw sees called calls asked asks told tells kissed kisses married marries
    helped helps visited visits thanked thanks hugged hugs invited invites""")


def is_calendar(bits: Longs, start: int, end: int) -> bool:
    """Whether a run of name words is all months, days and feasts."""
    return all(bits[i] & (MONTH | WEEKDAY | HOLIDAY) for i in range(start, end))


def named_as_months(view: View, bits: Longs, tags: NDArray[np.uint64]) -> list[int]:
    """Return the words of months by which a document calls somebody: "April Finch", "June met him".

    That somebody is called so is shown by a first name's following capitalised word or verb of doing, or a verb
    of meeting before it; then every such word that has no preposition, determiner or number before it, and
    no number behind, is a name.
    """
    capital = np.isin(view.codes[:, CASE], (TITLED, UPPER))
    months = (bits & MONTH != 0) & (bits & GIVEN != 0) & capital
    if not months.any():
        return []
    number = StringStore().add
    low = [view.forms[kind].lower() for kind in view.kinds.tolist()]
    months[1:] &= ~np.array([word in _BEFORE_MONTHS or word[:1].isdigit() for word in low[:-1]], bool)
    months[:-1] &= ~np.array([word[:1].isdigit() for word in low[1:]], bool)
    doing = np.isin(tags, [np.uint64(number(tag)) for tag in ("VBD", "VBZ")])
    doing &= ~np.array([word in _OF_MONTHS for word in low], bool)
    surname = capital & (tags == np.uint64(number("NNP"))) & (bits & (MONTH | WEEKDAY | HOLIDAY) == 0)
    met = np.array([False, *(word in _MEETING for word in low[:-1])])
    shown = {
        low[i] for i in np.flatnonzero(months & (np.append((doing | surname)[1:], False) | met)).tolist()
    }
    return [i for i in np.flatnonzero(months).tolist() if low[i] in shown]


def merge(names: Iterable[Ent], dates: Iterable[Ent]) -> list[Ent]:
    """Return all entities in order; where two overlap, the longer, then the name, stays."""
    ranked = [(start - end, 0, start, end, kind) for start, end, kind in names]
    ranked += [(start - end, 1, start, end, kind) for start, end, kind in dates]
    taken: set[int] = set()
    kept = []
    for _, _, start, end, kind in sorted(ranked):
        if taken.isdisjoint(range(start, end)):
            taken.update(range(start, end))
            kept.append((start, end, kind))
    return sorted(kept)


def firms(view: View, names: Iterable[Ent], bits: Longs) -> list[Ent]:
    """Return what an ampersand joins to a name that begins with no first name: "Holt & Sons"."""
    words, out = [*(view.forms[kind] for kind in view.kinds.tolist()), "", ""], list[Ent]()
    ends = {start: end for start, end, _ in names}
    for start, end in ends.items():
        if words[end] == "&" and words[end + 1][:1].isupper() and not bits[start] & GIVEN:
            out.append((start, ends.get(end + 1, end + 2), "ORG"))
    return out


def titles(view: View) -> list[Ent]:
    """Return titles of works: two to seven words between quotation marks, the weighty ones in capitals."""
    opening = view.where(('"', "“", "``").__contains__)
    out: list[Ent] = []
    kinds, texts = view.kinds.tolist(), view.texts.tolist()
    done = -1
    for i in np.flatnonzero(opening).tolist():
        after = range(i + 1, min(i + 2 + _LONGEST_TITLE, len(kinds)))
        size = _title_size([view.forms[kinds[j]] for j in after if texts[j] == texts[i]])
        if size and i >= done:
            out.append((i + 1, i + 1 + size, "WORK_OF_ART"))
            done = i + 2 + size
    return out


def _title_size(words: Sequence[str]) -> int:
    """Return how many words of those behind an opening mark are a title, its closing mark behind them; or 0."""
    capitals = 0
    for n, word in enumerate(words):
        capital = word[:1].isupper() or word.isdigit()
        if n == _LONGEST_TITLE or not (capital or word in _SMALL_WORDS):
            whole = n >= 2 and capitals >= 2 and words[0][:1].isupper()
            return n if whole and word in ('"', "”", "''") else 0
        capitals += capital and word.lower() != "i"
    return 0


def _singular(word: str) -> str:
    if word.endswith("ies"):
        return word[:-3] + "y"
    return word[:-1] if word.endswith("s") and len(word) > 3 else word


def numbers_and_dates(doc: Doc, view: View, bits: Longs) -> list[Ent]:
    """Return dates, times, durations, money, quantities, ordinals and other numbers of a document."""
    low = [form.lower() for form in view.forms]
    triggers = _PERIODS.union(_DEICTIC, E.ORDINALS, E.PARTS_OF_DAY, E.MINUTES, _CURRENCY)
    trigger = [word in triggers or _singular(word) in _PERIODS or any(map(str.isdigit, word)) for word in low]
    tags = read_columns(doc, [TAG])[view.places, 0]
    number = tags == np.uint64(StringStore().add("CD"))
    wanted = np.array(trigger, np.bool_)[view.kinds] | number | ((bits & (MONTH | WEEKDAY | HOLIDAY)) != 0)
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
        if ent := _at(_Sentence(low, kinds, number, bits, case, first, stop), i):
            out.append(ent)
            done = ent[1]
    return out


@dataclass(frozen=True, slots=True)
class _Sentence:
    """The words of one sentence; beyond its bounds they are empty."""

    low: list[str]
    kinds: list[int]
    numbers: Flags
    bits: Longs
    case: Hashes
    first: int
    stop: int

    def word(self, i: int) -> str:
        return self.low[self.kinds[i]] if self.first <= i < self.stop else ""

    def number(self, i: int) -> bool:
        return self.first <= i < self.stop and bool(self.numbers[i])

    def is_(self, i: int, kind: int) -> bool:
        if not self.first <= i < self.stop or not self.bits[i] & kind:
            return False
        # ``may`` and ``march`` are months only in capitals, inside a sentence or beside a number
        if kind & MONTH and self.word(i) in ("may", "march", "mar", "dec", "sun", "sat", "wed"):
            before = self.word(i - 1) in ("in", "of", "last", "next", "since")
            return self.case[i] == TITLED and (before or self.number(i - 1) or self.number(i + 1))
        return self.case[i] != SMALL or kind & HOLIDAY != 0 or (kind & WEEKDAY != 0 and len(self.word(i)) > 4)


def _at(w: _Sentence, i: int) -> Ent | None:
    """Return the entity that starts at or just before word i, or None."""
    if w.is_(i, MONTH):
        return _start_of_date(w, i), _end_of_date(w, i), "DATE"
    if w.is_(i, WEEKDAY):
        return _weekday(w, i)
    if w.is_(i, HOLIDAY):
        return i, i + 1 + (w.word(i + 1) in ("eve", "day", "morning", "night", "sunday", "monday")), "DATE"
    return _deictic(w, i) or _price(w, i) or _digits(w, i) or _counted(w, i)


def _start_of_date(w: _Sentence, month: int) -> int:
    """Return where a date starts: "the fourth of May", "4 May", "early May"."""
    before = w.word(month - 1)
    if w.number(month - 1) and len(before) <= 4:
        return month - 1
    if before == "of" and (w.number(month - 2) or _is_ordinal(w.word(month - 2))):
        return month - 2 - (w.word(month - 3) == "the")
    return month - (before in _RELATIVE or before in ("early", "late", "mid"))


def _end_of_date(w: _Sentence, month: int) -> int:
    """Return where a date ends: "May 4, 1850", "May of 1850"."""
    end = month + 1
    if w.number(end) or _ORDINAL.fullmatch(w.word(end)):
        end += 1
        if w.word(end) == "," and _YEAR.fullmatch(w.word(end + 1)):
            return end + 2
        return end + bool(_YEAR.fullmatch(w.word(end)) and len(w.word(end - 1)) < 4)
    return end + 2 * bool(w.word(end) in (",", "of") and _YEAR.fullmatch(w.word(end + 1)))


def _weekday(w: _Sentence, i: int) -> Ent:
    start = i - (w.word(i - 1) in _RELATIVE)
    if w.word(i + 1) in _DAYTIMES:
        return start, i + 2, "TIME"
    dated = w.word(i + 1) == "," and w.is_(i + 2, MONTH)
    return start, _end_of_date(w, i + 2) if dated else i + 1, "DATE"


def _deictic(w: _Sentence, i: int) -> Ent | None:
    if (word := w.word(i)) not in _DEICTIC:
        return None
    if word != "tonight" and w.word(i + 1) in _DAYTIMES:
        return i, i + 2, "TIME"
    return i, i + 1, _DEICTIC[word]


def _price(w: _Sentence, i: int) -> Ent | None:
    if w.word(i) not in _CURRENCY or not w.number(i + 1):
        return None
    end = i + 2
    while w.word(end) in _SCALE or w.number(end):
        end += 1
    return i, end, "MONEY"


def _digits(w: _Sentence, i: int) -> Ent | None:
    """Return a clock time, a date in numbers, or a decade."""
    word = w.word(i)
    if _CLOCK.fullmatch(word):
        marked = w.word(i + 1) in _CLOCK_MARKS
        if marked or ":" in word or word[-1] == "m":
            return i, i + 1 + marked, "TIME"
    if _NUMERIC_DATE.fullmatch(word) and len(word) >= 6:
        return i, i + 1, "DATE"
    return (i - (w.word(i - 1) == "the"), i + 1, "DATE") if _YEARS.fullmatch(word) else None


def _counted(w: _Sentence, i: int) -> Ent | None:
    """Return an ordinal, a number with its unit, or a period of time."""
    word = w.word(i)
    hour = w.word(i + 1) in ("past", "to") and w.word(i + 2) in E.HOURS
    if hour and word in E.MINUTES and w.word(i - 1) != "from":
        return i - (w.word(i - 1) == "a"), i + 3, "TIME"
    if _is_ordinal(word):
        return _ordinal(w, i)
    if w.number(i):
        return _number(w, i)
    if word in E.PARTS_OF_DAY or word in _PERIODS or _singular(word) in _PERIODS:
        return _period(w, i)
    return None


def _is_ordinal(word: str) -> bool:
    return word in E.ORDINALS or bool(_ORDINAL.fullmatch(word))


def _ordinal(w: _Sentence, i: int) -> Ent | None:
    word, before = w.word(i), w.word(i - 1)
    if w.word(i + 1) == "century":
        return i - (before in ("the", "early", "late")), i + 2, "DATE"
    if w.word(i + 1) == "of" and w.is_(i + 2, MONTH):
        return i - (before == "the"), _end_of_date(w, i + 2), "DATE"
    if word == "second" and (w.number(i - 1) or before in ("a", "one", "every", "split")):
        return None
    return None if word == "first" and before == "at" else (i, i + 1, "ORDINAL")


def _number(w: _Sentence, i: int) -> Ent | None:
    end = _end_of_number(w, i)
    if w.word(i - 1) in _CURRENCY:
        return i - 1, end, "MONEY"
    return _measured(w, i, end) or _unmeasured(w, i, end)


def _end_of_number(w: _Sentence, i: int) -> int:
    """Return where a number ends; in "three or four long years" that is before the unit."""
    end = i + 1
    while (
        w.number(end)
        or w.word(end) in _SCALE
        or (w.word(end) in _JOINING and w.number(end + 1) and not _YEAR.fullmatch(w.word(end + 1)))
    ):
        end += 1
    return end + (w.word(end) in _BEFORE_UNIT and _singular(w.word(end + 1)) in E.TIME_UNITS)


def _measured(w: _Sentence, start: int, end: int) -> Ent | None:
    """Return a number with the unit behind it, or None."""
    word, unit, after = w.word(end), _singular(w.word(end)), w.word(end + 1)
    if word in (*_CLOCK_MARKS, "a.m", "p.m"):
        return start, end + 1, "TIME"
    if unit in E.TIME_UNITS:
        return _with_ago(w, start, end + 1)
    if word == "-" and _singular(after) in E.TIME_UNITS:
        aged = w.word(end + 2) == "-" and w.word(end + 3) == "old"
        return start, end + 4 if aged else end + 2, "DURATION"
    if unit == "pound" and (w.word(start - 1) in _WEIGHING or after == "of"):
        return start, end + 1, "QUANTITY"
    if unit in E.CURRENCIES or word in E.CURRENCIES:
        return start, end + 1, "MONEY"
    if unit in _MEASURES or word in _MEASURES:
        return start, end + 1, "QUANTITY"
    return (start, end + 2, "QUANTITY") if (word, after) == ("per", "cent") else None


def _unmeasured(w: _Sentence, start: int, end: int) -> Ent | None:
    """Return a year, or another number, or None for the pronoun *one*."""
    word, before, after = w.word(start), w.word(start - 1), w.word(end)
    if end > start + 1:
        return start, end, "CARDINAL"
    if _YEAR.fullmatch(word):
        dated = before in _BEFORE_YEAR or not before or after in (")", ",", ".", "–", "-", "")
        return start, end, "DATE" if dated else "CARDINAL"
    pronoun = before in _PRONOMINAL or after in _AFTER_PRONOUN or not after.isalpha()
    return None if word == "one" and pronoun else (start, end, "CARDINAL")


def _with_ago(w: _Sentence, start: int, end: int) -> Ent:
    after = w.word(end)
    if after == "ago" or (after in ("later", "earlier", "before", "after") and not w.word(end + 1).isalpha()):
        return start, end + 1, "DATE"
    return start, end + (after == "old"), "DURATION"


def _period(w: _Sentence, i: int) -> Ent | None:
    word, before = w.word(i), w.word(i - 1)
    unit = _singular(word)
    if before in E.VAGUE_QUANTIFIERS and (word != unit or unit in E.TIME_UNITS):
        return _with_ago(w, i - 1 - (w.word(i - 2) in ("a", "the", "last", "past", "next")), i + 1)
    if before in ("a", "an", "half", "one") and unit in E.TIME_UNITS and unit != "moment":
        return (i - 1, i + 2, "DATE") if w.word(i + 1) in ("ago", "later", "earlier") else None
    if before in _RELATIVE and before != "same" and word == unit:
        return _relative_period(w, i)
    if word in _TIMES_OF_DAY:
        return i, i + 1, "TIME"
    if word in _SEASONS and w.word(i + 1) == "of" and _YEAR.fullmatch(w.word(i + 2)):
        return i, i + 3, "DATE"
    return None


def _relative_period(w: _Sentence, i: int) -> Ent | None:
    """Return a period with a word that relates it to now: "the next morning", "last year"."""
    if w.word(i) in ("second", "moment", "minute", "hour", "season", "term", "fall"):
        return None
    widened = w.word(i - 1) in ("next", "following", "previous") and w.word(i - 2) in ("the", "early", "late")
    return i - 1 - widened, i + 1, "TIME" if w.word(i) in E.PARTS_OF_DAY else "DATE"
