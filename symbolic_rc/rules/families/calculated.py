"""Numbers that follow from others: differences, sums, remainders, extremes, times between events."""

from __future__ import annotations

import datetime
from bisect import bisect_left
from calendar import month_name
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from operator import attrgetter
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.coref.mentions.syntax import Syntax
from symbolic_rc.graph.facts import Fact, Term
from symbolic_rc.graph.facts.reading.numbers import CURRENCIES, DASHES, PERCENT, TIMES, Number, read_numbers
from symbolic_rc.lexicon.measures import measures_of, unit_kinds
from symbolic_rc.lexicon.numbers import Date, spelled
from symbolic_rc.lexicon.numbers import number as value_of
from symbolic_rc.question.calculation import (
    Asked,
    Calculation,
    Operand,
    end_asked,
    extreme_asked,
    read_calculation,
    words_asked,
)
from symbolic_rc.question.query import Query
from symbolic_rc.rules.case import Case
from symbolic_rc.rules.families.graded import phrase_end, sentences_of
from symbolic_rc.rules.families.prices import prices
from symbolic_rc.rules.passes import Pass, met_by
from symbolic_rc.rules.proof import Link, Proof, Proposal
from symbolic_rc.rules.rule import ASKS_AMOUNT, rule
from symbolic_rc.rules.terms import proposed, said, same_events, spanning

#: The weight of a word halves every `_HALVED` tokens; a number, a comma, the wrong side count as more tokens.
_HALVED, _BETWEEN, _WRONG_SIDE, _COMMA, _SHARED = 4.0, 8.0, 5.0, 3.0, 12.0
#: What a word of the sentence before says, and one that is farther away.
_BEFORE, _FAR = 0.15, 0.03
#: What words count that belong to all operands; and a number that counts what is asked for.
_COMMON, _COUNTED = 0.4, 0.3
#: And what a number counts that stands in one sentence with the others.
_TOGETHER = 0.2
_UNDONE = frozenset("attempt miss block fail short".split())
_NEAR = 6
#: A word of the question is met from this match on.
_SAME = 0.6
#: Of several numbers those are meant that meet so much of the words that the best of them meets.
_AS_GOOD = 0.7
_TELLING = ("quantity", "event", "attribute")
_TO = DASHES | frozenset("to until till and".split())
#: How a number that is a condition begins, with which side of it is meant: "more than 20".
_BOUNDS = {
    ("more", "than"): 1, ("fewer", "than"): -1, ("less", "than"): -1, ("at", "least"): 1, ("at", "most"): -1,
}  # fmt: skip
_OLDER = {"older": 1.0, "younger": -1.0}
_TIMES_AS = {"twice": 2.0, "thrice": 3.0, "half": 0.5}
_BEING = frozenset("is was are were".split())
#: What is counted from another date, and how many months or days there are in a unit.
_AFTER = {"later": 1, "after": 1, "afterwards": 1, "before": -1, "earlier": -1}
_MONTHS = {"month": 1, "year": 12, "decade": 120, "century": 1200}
_DAYS = {"day": 1, "week": 7}
_OF_PAIRS = ("margin", "score", "change")


@dataclass(frozen=True, slots=True)
class _Amount:
    """A number of the story, with the tokens of its sentence."""

    number: Number
    start: int
    end: int
    sentence: int


#: Where a number begins, by which numbers are in the order of the text.
place_of_number: Callable[[_Amount], int] = attrgetter("number.start")


def within(among: Sequence[_Amount], start: int, end: int) -> Sequence[_Amount]:
    """Return which of some numbers, in the order of the text, begin within a span."""
    return among[slice(*(bisect_left(among, at, key=place_of_number) for at in (start, end)))]


def _every(case: Case) -> list[_Amount]:
    """Return the numbers of the sentences that may be read; those of the whole story are read once."""
    whole, known = case.alignment.whole is None, case.index.memo
    if whole and "numbers" in known:
        return known["numbers"]
    syntax, found, years = case.facts.syntax, list[_Amount](), (0, 0)
    for start, end in sentences_of(case):
        for number in read_numbers(syntax, start, end):
            date = number.date or Date()
            if 0 < date.years[0] == date.years[1]:
                years = date.years
            elif date.month:  # of the year told last
                number = replace(number, date=replace(date, years=years))
            found.append(_Amount(number, start, end, int(syntax.sentences[start])))
    if whole:
        known["numbers"] = found
    return found


class _Score(NamedTuple):
    """The evidence of words for a number: in all, the share that its sentence has, those of its phrase."""

    total: float
    share: float
    inside: float


class _Matches(NamedTuple):
    """How well a word of the question meets each token of the story, 0 to 1, and how rare it is."""

    tokens: NDArray[np.float32]
    before: NDArray[np.float32]  # the best match before each place
    behind: NDArray[np.float32]  # and from it on
    worth: float


class Amounts:
    """The numbers of a story, and the evidence of a question's words for each."""

    def __init__(self, case: Case) -> None:
        self.case, self.syntax = case, case.facts.syntax
        self.every = _every(case)
        self._rows = {case.query.syntax.lowers[token]: row for token, row in case.alignment.row.items()}
        self._met: dict[str, _Matches] = {}

    def of_unit(self, calculation: Calculation) -> list[_Amount]:
        """Return the numbers that are of what is counted or measured."""
        unit, operation = calculation.unit, calculation.operation
        if operation == "between":
            return self._which(lambda number: _tells(unit, number.date))
        if operation in _OF_PAIRS:
            return [one for one, other in pairwise(self.every) if self._is_pair(one, other, calculation)]
        if unit == "%" or operation == "average":
            return self._which(lambda number: number.noun == unit)
        kinds = unit_kinds(unit)
        if kinds - {"people"}:
            own = self._which(lambda number: number.noun == unit or "money" in number.kinds & kinds)
            return own or self._which(lambda number: bool(number.kinds & kinds))
        apart = {"dates", "clock", "places", "month", "weekday"}  # no things that are counted
        things = self._which(lambda number: number.kinds.isdisjoint(apart) and not self._is_apart(number))
        return things or self._which(lambda number: number.noun == "%")

    def _which(self, fits: Callable[[Number], bool]) -> list[_Amount]:
        return [one for one in self.every if fits(one.number)]

    def _is_apart(self, number: Number) -> bool:
        """Whether a number is a percentage, or explains another in brackets: "900 (range 850-990)"."""
        low, near = self.syntax.lowers, range(number.start - 1, max(0, number.start - _NEAR), -1)
        at = next((i for i in near if low[i] in ("(", ")")), 0)
        return number.noun == "%" or (low[at] == "(" and value_of(low[at - 1]) is not None)

    def _is_pair(self, one: _Amount, other: _Amount, calculation: Calculation) -> bool:
        """Whether two numbers are a result, "27-13", or the ends of a change: "from 3 to 5 pounds"."""
        low, first, last = self.syntax.lowers, one.number, other.number
        between = low[first.end : last.start]
        if calculation.operation != "change":
            return len(between) == 1 and between[0] in DASHES
        to = low[first.start - 1] == "from" and "to" in between and one.sentence == other.sentence
        return to and last.noun == calculation.unit

    def met(self, word: str) -> _Matches:
        """Return how well a word of the question meets each token; looked up once."""
        if (found := self._met.get(word)) is None:
            row = self._rows.get(word)
            same = [word in pair for pair in zip(self.syntax.lowers, self.syntax.lemmas, strict=True)]
            tokens = np.array(same, np.float32)
            if row is not None:
                tokens = np.maximum(tokens, self.case.alignment.referred[row])
            before = np.maximum.accumulate(np.append(np.float32(0.0), tokens))
            behind = np.maximum.accumulate(np.append(np.float32(0.0), tokens[::-1]))[::-1]
            worth = 1.0 / np.log2(2.0 + float((tokens >= _SAME).sum()))
            found = self._met[word] = _Matches(tokens, before, behind, float(worth))
        return found

    def score(self, one: _Amount, words: Sequence[str], among: Sequence[_Amount]) -> _Score:
        """Return the evidence of words for a number among others, which are in the order of the text."""
        near = self._nearness(one, among)
        starts = self.case.facts.sentence_starts
        previous = int(starts[one.sentence - 1]) if one.sentence else one.start  # its sentence's
        total = here = every = inside = 0.0
        phrase = slice(one.number.start, phrase_end(self.syntax, one.number.end, one.end))
        for word in dict.fromkeys(words):
            met = self.met(word)
            own = met.tokens[one.start : one.end]
            total += met.worth * max(
                float((own * near).max(initial=0.0)),
                _BEFORE * float(met.tokens[previous : one.start].max(initial=0.0)),
                _FAR * float(max(met.before[previous], met.behind[one.end])),
            )
            every += met.worth
            here += met.worth * float(own.max(initial=0.0) >= _SAME)
            inside += float(met.tokens[phrase].max(initial=0.0) >= _SAME)
        return _Score(total, here / every if every else 0.0, inside)

    def inside(self, scores: Sequence[_Score], among: Sequence[_Amount]) -> list[_Score]:
        """Return scores in which a bare number is of what was counted before: "Ada scored 9 points, Bo 5"."""
        found: list[_Score] = []
        for i, (one, score) in enumerate(zip(among, scores, strict=True)):
            bare = found and "bare" in one.number.kinds and among[i - 1].sentence == one.sentence
            found.append(found[-1] if bare and found[-1].inside > score.inside else score)
        return found

    def _nearness(self, one: _Amount, among: Sequence[_Amount]) -> NDArray[np.float64]:
        """Return how near the tokens of its sentence are to a number: side by side 1."""
        at = one.number.start - one.start
        away = np.abs(np.arange(one.start, one.end) - one.number.start) * 1.0
        inside = within(among, one.start, one.end)
        apart = {other.number.start - one.start: _BETWEEN for other in inside if other is not one}
        commas = (i for i, word in enumerate(self.syntax.lowers[one.start : one.end]) if word in (",", ";"))
        apart |= dict.fromkeys(commas, _COMMA)
        for place, far in apart.items():
            away[slice(place, None) if place > at else slice(0, place + 1)] += far
        if side := self._label_side(inside):
            away[slice(0, at) if side > 0 else slice(one.number.end - one.start, None)] += _WRONG_SIDE
            first, last = inside[0].number.start - one.start, inside[-1].number.end - one.start
            away[slice(0, first) if side > 0 else slice(last, None)] = _SHARED  # says the same of all
        away[at : phrase_end(self.syntax, one.number.end, one.end) - one.start] = 0.0
        return 1.0 / (1.0 + away / _HALVED)

    def _label_side(self, inside: Sequence[_Amount]) -> int:
        """Return 1 where words label a sentence's numbers from behind, -1 from before; 0 for one number."""
        if len(inside) < 2:
            return 0
        last, first = inside[-1], inside[0]
        behind = self.case.telling[last.number.end : last.end]
        before = self.case.telling[first.start : first.number.start]
        skip = 1 if last.number.noun and last.number.noun != "%" else 0
        return 1 if behind.sum() > skip else -1 if before.any() else 0

    def meant(self, calculation: Calculation) -> list[tuple[_Amount, float]]:
        """Return the number that each operand is of, and how much of its words the number's sentence has.

        Numbers of one sentence go together. Empty where an operand has none.
        """
        among = self.of_unit(calculation)
        found: list[tuple[_Amount, float]] = []
        best_total = -np.inf
        operands = calculation.operands
        ranked = [self._ranked(one, calculation, among) for one in operands]
        nearby = [_nearby(scores, len(operands)) for scores in ranked]
        for sentence in {one.sentence for one in among}:
            chosen, total = list[tuple[_Amount, float]](), 0.0
            for scores, near in zip(ranked, nearby, strict=True):
                items, taken = (scores[k] for k in sorted(near[sentence])), [one for one, _ in chosen]
                left = [item for item in items if item[2] not in taken]
                if not left:
                    break
                worth = [item[0] + _TOGETHER * (item[2].sentence == sentence) for item in left]
                best = max(range(len(left)), key=lambda k: worth[k])
                total += worth[best]
                chosen.append((left[best][2], left[best][1]))
            if len(chosen) == len(ranked) and total > best_total:
                best_total, found = total, chosen
        return found

    def all_of(self, noun: str, sentence: int) -> list[_Amount]:
        """Return the numbers of a sentence that count a noun, also where it is left out."""
        here = [one for one in self.every if one.sentence == sentence and one.number.noun in (noun, "")]
        return [one for one in here if one.number.noun or "bare" in one.number.kinds]

    def count_of(self, measure: _Amount, words: Sequence[str]) -> list[_Amount]:
        """Return the number of things that have a measure in all: "40 bags that weigh 130 kilos"; or none."""
        apart, at = {measure.number.noun, "%", ""}, measure.number.start
        near = [one for one in within(self.every, measure.start, measure.end) if one.number.noun not in apart]
        told = "average" in self.syntax.lowers[measure.start : measure.end]
        fit = [(self.score(one, words, near).inside, -abs(one.number.start - at)) for one in near]
        return [near[fit.index(max(fit))]] if fit and not told else []

    def aged(self) -> list[_Amount]:
        """Return the numbers that tell an age: "aged 34", "at the age of 34", "34 years old"."""
        low = self.syntax.lowers
        return [
            one
            for one in self.every
            if not {"age", "aged"}.isdisjoint(low[max(one.start, one.number.start - 2) : one.number.start])
            or "old" in low[one.number.end : one.number.end + 4]
        ]

    def sentence_of(self, words: Sequence[str]) -> float:
        """Return the sentence that tells most of some words, and within it where, as a fraction."""
        syntax = self.syntax
        total = np.zeros(len(syntax))
        for word in words:
            met = self.met(word)
            total += np.where(met.tokens >= _SAME, met.tokens, 0.0) * met.worth
        starts = self.case.facts.sentence_starts
        best = int(np.argmax(np.add.reduceat(total, starts)))
        inside = total[starts[best] : starts[best + 1] if best + 1 < len(starts) else None]
        return best + float(np.argmax(inside > 0)) / (1 + len(inside))

    def _ranked(
        self, operand: Operand, calculation: Calculation, among: Sequence[_Amount]
    ) -> list[tuple[float, float, _Amount]]:
        """Return the numbers that an operand may be of with how well they fit, and the share of its words."""
        counted, found = (calculation.unit, *calculation.common), []
        scores = [self.score(one, operand.words, among) for one in among]
        if operand.extreme and scores:
            scores, most = self.inside(scores, among), max(score.inside for score in scores)
            pairs = [(one, score) for one, score in zip(among, scores, strict=True) if score.inside == most]
            fit = [score.total if most else score.share for _, score in pairs]
            good = [pair for pair, one in zip(pairs, fit, strict=True) if one >= _AS_GOOD * max(fit)]
            pairs = [pair for pair in good if not self._undone(pair[0])]
            found = [(operand.extreme * one.number.value, score.share, one) for one, score in pairs]
            return sorted(found, key=lambda item: -item[0])[operand.place - 1 :]
        low, parts = self.syntax.lowers, calculation.operation == "difference"
        for one, score in zip(among, scores, strict=True):
            if parts and not score.inside and low[one.number.start - 2 : one.number.start] == ["of", "the"]:
                continue  # all of whom others are parts: "of the 90 men, 20 fell"
            shared = self.score(one, calculation.common, among).total
            bonus = _COUNTED if one.number.noun and one.number.noun in counted else 0.0
            found.append((score.total + _COMMON * shared + bonus * (score.total > 0), score.share, one))
        return found

    def _undone(self, one: _Amount) -> bool:
        """Whether what a number is of did not come about: "missed a 40-yard field goal"."""
        start, end = one.number.start - _NEAR, phrase_end(self.syntax, one.number.end, one.end)
        return not _UNDONE.isdisjoint(self.syntax.lemmas[max(one.start, start) : end])


def _nearby(scores: Sequence[tuple[float, float, _Amount]], most: int) -> dict[int, set[int]]:
    """Return which of an operand's scores may count in each sentence: the best of all, and its own."""
    best = sorted(range(len(scores)), key=lambda k: -scores[k][0])[:most]
    found = defaultdict[int, set[int]](lambda: set(best))
    for k, (_, _, one) in enumerate(scores):
        found[one.sentence].add(k)
    return found


@rule("calculated", "comparison", 0.05, ASKS_AMOUNT)
def calculates(case: Case) -> list[Proposal]:
    """It is the difference, the sum, the rest, the highest or lowest of numbers that the story tells, or the
    time between two dates.

    How many more seats has the hall than the inn? -> The hall has 60 seats, the inn 25. -> 35
    """
    asked, told = Asked.of(case.query), _how_much_so(case)
    if asked is None or told:
        return told
    amounts, calculation = Amounts(case), read_calculation(asked)
    if calculation is None:
        return list(_relative(case, amounts, asked))
    if asked.low[asked.begin - 1] == "old" and (aged := amounts.aged()):
        words = words_asked(case.query)
        shares = [amounts.score(one, words, aged).share for one in aged]
        return [_as_written(case, aged[shares.index(max(shares))], max(shares))]
    calculation, meant = _meant(amounts, calculation, asked)
    if meant and calculation.operation == "share":
        if calculation.operands[0].extreme:
            return [_with_unit(case, *meant[0], end=True)]
        facts = met_by(case.alignment, Pass(), case.suited)
        stated = ((one, 1.0) for met in facts for one in within(amounts.every, met.term.start, met.term.end))
        return [_with_unit(case, *next(stated, meant[0]))]
    share = min((share for _, share in meant), default=0.0)
    found = _operands(case, amounts, calculation, meant)
    value = _value(calculation, found) if found else None
    return [] if value is None else [_proposed(case, calculation, value, found, share)]


def _meant(
    amounts: Amounts, calculation: Calculation, asked: Asked
) -> tuple[Calculation, list[tuple[_Amount, float]]]:
    """Return the numbers that a calculation means; of no result all points; of how much one as it stands."""
    found = amounts.meant(calculation)
    other = {("score", ""): "total", ("change", "%"): "share"}.get((calculation.operation, calculation.unit))
    if not found and other is not None:
        calculation = replace(calculation, operation=other, unit=asked.unit)
        return calculation, amounts.meant(calculation)
    much = calculation.operation == "extreme" and asked.low[asked.begin - 1] == "much"
    return (replace(calculation, operation="share") if much else calculation), found


def _measure_asked(query: Query) -> tuple[str, set[str]]:
    """Return the adjective of "how high is …", and the kinds of units of what it measures."""
    low = [token.lower_ for token in query.doc]
    at = next((i for i in range(2, len(low)) if low[i] in _BEING and low[i - 2] == "how"), 0)
    units = {unit for measure, _ in measures_of(low[at - 1]) for unit in measure.units if at}
    return low[at - 1], units - {"money", "years"}


def _how_much_so(case: Case) -> list[Proposal]:
    """Propose the measure of "How high is the tower?", of whatever words tell it: "a tower of 61 metres".

    Or what something costs.
    """
    word, units = _measure_asked(case.query)
    if not units or case.query.alternatives:
        return prices(case)
    amounts, names = Amounts(case), [one for one in words_asked(case.query) if one != word]
    among = [one for one in amounts.every if one.number.kinds & units]
    lowers = case.facts.syntax.lowers  # "four metres long" before "eleven years"
    among = [one for one in among if word in lowers[one.number.end : one.number.end + 3]] or among
    scores = [amounts.score(one, names, among) for one in among]
    score, one = max(zip(scores, among, strict=True), key=lambda item: item[0].total, default=(None, None))
    return [_with_unit(case, one, 1.0)] if score and one and score.share >= 1.0 else []


def _operands(
    case: Case, amounts: Amounts, calculation: Calculation, meant: Sequence[tuple[_Amount, float]]
) -> list[_Amount]:
    """Return all numbers that enter a calculation, by those that its words mean."""
    found = [one for one, _ in meant]
    if calculation.operation == "total" and found:
        found = amounts.all_of(calculation.unit, found[0].sentence)
        return found if len(found) > 1 else []
    if calculation.operation == "between" and len(found) == 1:
        return _both_ends(case, amounts, found[0], calculation)
    if calculation.operation == "average" and found:
        found += amounts.count_of(found[0], calculation.operands[0].words)
    if calculation.operation in _OF_PAIRS and found:
        found.append(amounts.every[amounts.every.index(found[0]) + 1])
    return found


def _relative(case: Case, amounts: Amounts, asked: Asked) -> Iterator[Proposal]:
    """Yield how many somebody has who has twice as many as another, or nine more."""
    query = case.query.syntax
    names = {query.lowers[i] for i in case.query.content if query.pos[i] == "PROPN"}
    named = [word for word in asked.words(asked.end, len(asked.low)) if word in names]
    counted = Calculation("difference", asked.unit, ())
    for start, end in sentences_of(case) if named else ():
        for i in range(start + 1, end - 1):
            found = _times_or_more(case.facts.syntax, i)
            if found is None or not _is_holder(case, amounts, named, start, i):
                continue
            if (one := _compared_with(case, amounts, counted, i, end)) is not None:
                value = found[0] * one.number.written + found[1]
                yield _proposed(case, counted, value, [one], 1.0)
                return


def _is_holder(case: Case, amounts: Amounts, named: Sequence[str], start: int, i: int) -> bool:
    """Whether the clause before a word has all names of the question."""
    low = case.facts.syntax.lowers
    first = max([start, *(j + 1 for j in range(start, i) if low[j] in (",", "and", "but"))])
    told = [j for j in range(first, i) if case.facts.syntax.tags[j] != "PRP$"]  # "her son is two years older"
    return all(amounts.met(word).tokens[told].max(initial=0.0) >= _SAME for word in named)


def _compared_with(case: Case, amounts: Amounts, counted: Calculation, i: int, end: int) -> _Amount | None:
    """Return the number of what follows *as* or *than* behind a word: "nine more than Bo"."""
    syntax = case.facts.syntax
    second = next((j for j in range(i + 1, end) if syntax.lowers[j] in ("as", "than")), end)
    words = [syntax.lowers[j] for j in range(second + 1, end) if syntax.pos[j] in ("NOUN", "PROPN")]
    others = [one for one in amounts.of_unit(counted) if one.number.end not in (i, i - 1)]
    fit = [(amounts.score(one, words, others).total, -abs(one.number.start - i)) for one in others]
    return others[fit.index(max(fit))] if fit else None


def _times_or_more(syntax: Syntax, i: int) -> tuple[float, float] | None:
    """Return what to multiply with and what to add at *many* in "twice as many", *more* in "nine more"."""
    low = syntax.lowers
    if low[i] in ("many", "much") and low[i - 1] == "as":
        before = low[i - 2]
        times = _TIMES_AS.get(before) or (value_of(low[i - 3]) if before == "times" else None)
        return None if times is None else (times, 0.0)
    if low[i] in ("more", "fewer", "less"):
        number = low[i - 2] if syntax.tags[i - 1] == "NNS" else low[i - 1]  # "two coins fewer than Bo"
        if (value := value_of(number)) is not None:
            return 1.0, value if low[i] == "more" else -value
    value = value_of(low[i - 2]) if low[i] in _OLDER and unit_kinds(syntax.lemmas[i - 1]) else None
    return None if value is None else (1.0, _OLDER[low[i]] * value)  # "three years older"


def _both_ends(case: Case, amounts: Amounts, one: _Amount, calculation: Calculation) -> list[_Amount]:
    """Return the ends of the span of time next to what is asked about, or a date and the nearest other."""
    near, spans = list[tuple[_Amount, _Amount]](), _spans(case, amounts)
    for first, last in spans:
        around = slice(max(first.start, first.number.start - _NEAR), last.number.end + _NEAR)
        met = [amounts.met(word).tokens[around].max() >= _SAME for word in calculation.operands[0].words]
        near += [(first, last)] if all(met) else []
    ends = near or [pair for pair in spans if one in pair]
    if ends or case.kind == "duration":  # how long a span is must be stated
        return list(ends[0]) if ends else [one]
    others = [date for date in amounts.of_unit(calculation) if date != one]
    others = [date for date in others if date.sentence == one.sentence] or others
    return [one, *sorted(others, key=lambda date: abs(date.number.start - one.number.start))[:1]]


def _spans(case: Case, amounts: Amounts) -> list[tuple[_Amount, _Amount]]:
    """Return the pairs of dates that the text states as the two ends of a span of time."""
    dates, lowers = [one for one in amounts.every if one.number.kinds & TIMES], case.facts.syntax.lowers
    return [
        (one, other)
        for one, other in pairwise(dates)
        if {*lowers[one.number.end : other.number.start]} <= _TO
        and one.sentence == other.sentence
        and one.number.end != other.number.start  # "Thursday night"
    ]


def _value(calculation: Calculation, found: Sequence[_Amount]) -> float | None:
    first, last = found[0].number.written, found[-1].number.written
    if calculation.operation in _OF_PAIRS:
        return abs(first + last if calculation.operation == "score" else first - last)
    if calculation.operation == "total":
        return sum(one.number.written for one in found)
    if calculation.operation == "average":
        return round(first / last, 2) if last and len(found) == 2 else None
    if calculation.operation != "between":
        pairs = zip(calculation.operands, found, strict=True)
        total = sum(operand.sign * one.number.written for operand, one in pairs)
        return 100.0 + total if calculation.operation == "rest" else abs(total)
    return _time_between(calculation.unit, *(one.number for one in found)) if len(found) == 2 else None


def _tells(unit: str, date: Date | None) -> bool:
    """Whether a date has the part that a unit counts, day, month or year; any date for no unit."""
    if date is None or not unit:
        return date is not None
    return bool(date.day if unit in _DAYS else date.month if unit == "month" else date.years[0])


def _time_between(unit: str, one: Number, other: Number) -> float | None:
    """Return how many years, months or days are between two dates; None where they do not tell these."""
    first, second = one.date, other.date
    if not (first and second and _tells(unit, first) and _tells(unit, second)):
        return None
    if unit in ("month", *_DAYS) and "month" in one.kinds | other.kinds:  # in one year
        second = replace(second, years=first.years)
    if unit in _DAYS:
        return abs(_day_number(second) - _day_number(first)) // _DAYS[unit]
    months = second.month - first.month if unit == "month" else 0
    return abs(12 * (second.years[0] - first.years[0]) + months) // _MONTHS[unit]


def _day_number(date: Date) -> int:
    return datetime.date(date.years[0] or 1901, date.month, 1).toordinal() + date.day - 1


def _proposed(
    case: Case, calculation: Calculation, value: float, found: Sequence[_Amount], share: float
) -> Proposal:
    syntax = case.facts.syntax
    written = [word for one in found for word in syntax.words[one.number.start : one.number.end]]
    digits = any(word[0].isdigit() for word in written)
    text = spelled(value, digits, any("," in word and word[0].isdigit() for word in written))
    symbol = syntax.words[found[0].number.start - 1] if found[0].number.start else ""
    if "money" in found[0].number.kinds and not found[0].number.noun and calculation.unit in ("", "more"):
        text = symbol + text
    if case.kind == "duration":
        text += f" {calculation.unit}s"
    return said(text, share, _facts_of(case, found), (Link("how many", text, calculation.operation, share),))


def _with_unit(case: Case, one: _Amount, share: float, end: bool = False) -> Proposal:
    """Return a number with its unit; of a range all, or the one `end` that it is, with the unit of both."""
    syntax, written = case.facts.syntax, _as_written(case, one, share)
    unit = next((i for i in range(one.number.end, one.end) if unit_kinds(syntax.lemmas[i].lower())), -1)
    if unit < 0 or written.end > one.number.end or written.start < one.number.start:
        return written
    if not end and syntax.lowers[one.number.start - 1 : one.number.start] not in (["from"], ["between"]):
        return spanning(case, one.number.start, unit + 1, share, written.proof)  # "paid 10 to 12 pounds"
    return said(f"{syntax.words[one.number.start]} {syntax.words[unit]}", share, written.proof.facts)


def _as_written(case: Case, one: _Amount, share: float) -> Proposal:
    """Return a number with its unit as the story writes it."""
    number, lowers = one.number, case.facts.syntax.lowers
    behind = case.facts.syntax.lemmas[number.end : number.end + 1]
    end = number.end + (behind in [[unit] for unit in (*PERCENT, number.noun)])
    start = number.start - (lowers[number.start - 1] in CURRENCIES if number.start else 0)
    return spanning(case, start, end, share, Proof(_facts_of(case, [one]), (), None))


def _facts_of(case: Case, found: Sequence[_Amount]) -> tuple[Fact, ...]:
    sentences = {one.sentence for one in found}
    return tuple(fact for fact in case.facts if fact.sentence in sentences and fact.kind in _TELLING)


@rule("goes-with-most", "comparison", 0.3)
def goes_with(case: Case) -> list[Proposal]:
    """Of the numbers that the story tells one is the highest or lowest: who acts there, or the date beside
    it; of a span of time the one end.

    Which year had the lower price? -> In 1900 the price was 5 pounds, in 1910 it was 9. -> 1900
    """
    asked = case.kind in ("person", "time") or case.query.understanding.wh == "which"
    if case.query.number < 0 or not asked:
        return []
    if reckoned := list(_reckoned(case)):
        return reckoned
    operand, end = extreme_asked(case.query), end_asked(case.query) if case.kind == "time" else -1
    if operand is None and end < 0:
        return _within_bounds(case)
    amounts = Amounts(case)
    if end >= 0:
        return [] if _is_timed(case) else _end_of_span(case, amounts, end)
    return [] if operand is None else _with_extreme(case, amounts, operand)


def _is_timed(case: Case) -> bool:
    """Whether the story tells when such an event is; not "open daily from ten to six"."""
    told = (fact for part, _ in case.query.asked for fact in same_events(case, part) if not fact.denied)
    times = (term.head for fact in told for term in fact.terms if term.role == "ARGM-TMP")
    return any(case.facts.syntax.pos[i] != "ADV" for i in times)


def _with_extreme(case: Case, amounts: Amounts, operand: Operand) -> list[Proposal]:
    """Return what goes with the highest or lowest of some numbers."""
    calculation = Calculation("extreme", operand.words[-1], (operand,))
    among = amounts.of_unit(calculation)
    if len(among) < 2:
        return []
    found = amounts.meant(calculation)
    scores = amounts.inside([amounts.score(one, operand.words, among) for one in among], among)
    if not found or (case.kind != "time" and not scores[among.index(found[0][0])].inside):
        return []
    return list(_beside(case, amounts, *found[0]))


def _reckoned(case: Case) -> Iterator[Proposal]:
    """Yield the date of an event that is counted from the one told last, or has the year told last."""
    asked = {case.query.syntax.lemmas[i] for i in case.query.variables} & {"year", "month", "day", "date"}
    if not asked:
        return
    asked = asked if asked <= {"month", "year"} else {"day", "month", "year"}
    dates = [one.number for one in _every(case) if one.number.date]
    dated = [one for one in dates if one.date and one.date.years[0] == one.date.years[1]]
    for switches in (Pass(inferred=False), Pass(same_roles=False, inferred=False)):
        for met in met_by(case.alignment, switches, case.suited):
            date = _date_of(case.facts.syntax, met.term, dated)
            parts = {"day": date.day, "month": month_name[date.month], "year": date.years[0]}
            if all(parts[part] for part in asked):
                text = " ".join(str(told) for part, told in parts.items() if part in asked)
                link = Link(case.facts.text(met.term), text, "counted from", met.score)
                yield said(text, met.score, (met.fact,), (link,))


def _date_of(syntax: Syntax, term: Term, dated: Sequence[Number]) -> Date:
    """Return the date that "on 6 June" or "two years later" tells after others; else an empty one."""
    inside = [one for one in dated if term.start <= one.start < term.end]
    before = [one.date for one in dated if one.start < term.start and one.date and one.date.years[0]]
    if inside:
        return (inside[0].date if "month" in inside[0].kinds else None) or Date()
    return _moved(before[-1], *_time_away(syntax, term)) if before else Date()


def _time_away(syntax: Syntax, term: Term) -> tuple[int, str]:
    """Return 2 and *year* for "two years later", -10 and *day* for "ten days earlier"; 0 for other terms."""
    lowers, lemmas = syntax.lowers[term.start : term.end], syntax.lemmas[term.start : term.end]
    unit = next((one for one in lemmas if one in _MONTHS or one in _DAYS), "day")
    numbers = (1.0 if word in ("a", "one") else value_of(word) for word in lowers)
    count = next((int(value) for value in numbers if value is not None and value < 10_000), 0)
    return _AFTER.get(lowers[-1], 0) * count, unit


def _moved(date: Date, count: int, unit: str) -> Date:
    """Return the date so many units later; an empty one for none, or where it does not tell the unit."""
    if not count or not _tells(unit, date):
        return Date()
    if unit in _DAYS:
        day = datetime.date.fromordinal(_day_number(date) + count * _DAYS[unit])
        return Date((day.year, day.year), day.month, day.day)
    year, month = divmod(12 * date.years[0] + max(date.month - 1, 0) + count * _MONTHS[unit], 12)
    return Date((year, year), date.month and month + 1)


def _within_bounds(case: Case) -> list[Proposal]:
    """Propose who goes with a number on the asked side of another: "who sold more than 20 hats"."""
    low, syntax = case.query.lowers, case.query.syntax
    at = next((i for i, pair in enumerate(pairwise(low)) if pair in _BOUNDS), -1)
    start = case.query.start + at + 2
    first = next(iter(read_numbers(syntax, start, case.query.end)), None) if at >= 0 else None
    if first is None or first.start != start:
        return []
    amounts, sign, equal = Amounts(case), _BOUNDS[low[at], low[at + 1]], low[at] == "at"
    counted = amounts.of_unit(Calculation("bounds", first.noun, ()))
    beyond = [(one, sign * (one.number.value - first.value)) for one in counted]
    fit = [one for one, more in beyond if more > 0 or (equal and more == 0)]
    return [told for one in fit for told in _beside(case, amounts, one, 1.0)]


def _beside(case: Case, amounts: Amounts, one: _Amount, share: float) -> Iterator[Proposal]:
    """Yield the date nearest to a number, or who acts, or what is meant, in the event that has it."""
    if case.kind == "time":
        dates = [date for date in amounts.every if date.number.date and date.sentence == one.sentence]
        for date in sorted(dates, key=lambda date: _steps(case, one, date))[:1]:
            proof = Proof(_facts_of(case, [one]), (), None)
            yield spanning(case, date.number.start, date.number.end, share, proof)
    else:
        yield from _with_number(case, one, share)


def _with_number(case: Case, one: _Amount, share: float) -> Iterator[Proposal]:
    """Yield who acts, or what is meant, in the events that have a number."""
    person = case.kind == "person"
    roles = {gap.role for _, gap in case.query.asked if not person} or {"ARG0"}
    for fact in case.facts.of("event"):
        counted = [term for term in fact.terms if term.start <= one.number.start < term.end]
        others = [term for term in fact.terms if term not in counted and term.role in roles]
        if counted and others and (not person or case.suited[case.number_of(others[0])]):
            yield proposed(case, others[0], share, (fact,))


def _steps(case: Case, one: _Amount, date: _Amount) -> float:
    """Return how far a date is from a number: what stands between with *and* or a comma is farther."""
    first, last = sorted((one.number.start, date.number.start))
    between = case.facts.syntax.lowers[first:last]
    return last - first + _BETWEEN * sum(word in (",", "and", ";") for word in between)


def _end_of_span(case: Case, amounts: Amounts, end: int) -> list[Proposal]:
    """Propose the first or the last date of the span of time that tells most of the question."""
    words, of_day = words_asked(case.query), "day" in case.query.nouns_asked
    spans = [one for one in _spans(case, amounts) if not (of_day and "clock" in one[0].number.kinds)]
    scored = [(amounts.score(pair[0], words, [one for one, _ in spans]), pair) for pair in spans]
    if not scored:
        return []
    score, pair = max(scored, key=lambda item: item[0].total)
    one = pair[end].number
    proof = Proof(_facts_of(case, pair), (), None)
    if pair[0].number.start == pair[1].number.start:
        return [said(f"{one.written:g}", score.share, proof.facts)]
    return [spanning(case, one.start, one.end, score.share, proof)]
