"""Numbers that follow from others: differences, sums, remainders, extremes, times between events."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.graph.facts import Fact
from symbolic_rc.graph.facts.reading.numbers import Number, read_numbers
from symbolic_rc.lexicon.measures import unit_kinds
from symbolic_rc.question.calculation import Calculation, Operand, read_calculation
from symbolic_rc.rules.case import Case
from symbolic_rc.rules.conditions import ASKS_NUMBER
from symbolic_rc.rules.families.graded import sentences_of
from symbolic_rc.rules.proof import Link, Proposal
from symbolic_rc.rules.rule import Rule
from symbolic_rc.rules.terms import said

#: So many tokens halve how much a word says of a number; another number between counts as so many more.
_HALVED, _BETWEEN, _WRONG_SIDE, _COMMA = 4.0, 8.0, 5.0, 3.0
#: What a word of the sentence before says, and one that is farther away.
_BEFORE, _FAR = 0.15, 0.03
#: What words count that belong to all operands; and a number that counts what is asked for.
_COMMON, _COUNTED = 0.4, 0.3
#: And what a number counts that stands in one sentence with the others.
_TOGETHER = 0.2
_NOMINAL = ("NOUN", "PROPN", "ADJ", "SYM")
_UNDONE = frozenset("attempt miss block fail short".split())
_NEAR = 6
#: A word of the question is met from this match on.
_SAME = 0.6
#: Of several numbers those are meant that meet so much of the words that the best of them meets.
_AS_GOOD = 0.7
_HUNDRED = 100.0
_MONTHS, _DAYS = 12, 365.25


@dataclass(frozen=True, slots=True)
class _Amount:
    """A number of the story, with the tokens of its sentence."""

    number: Number
    start: int
    end: int
    sentence: int


class _Score(NamedTuple):
    """How much words tell of a number: rare ones more, the nearer the more.

    Attributes
    ----------
    total : float
    share : float
        The share of the words that its sentence has.
    inside : float
        How many words its noun phrase has.
    """

    total: float
    share: float
    inside: float


class Amounts:
    """The numbers of a story, and how well words tell which of them is meant."""

    def __init__(self, case: Case) -> None:
        self.case, self.syntax = case, case.facts.syntax
        self.every = [
            _Amount(number, start, end, int(self.syntax.sentences[start]))
            for start, end in sentences_of(case)
            for number in read_numbers(self.syntax, start, end)
        ]
        self._rows = {case.query.syntax.lowers[token]: row for token, row in case.alignment.row.items()}
        self._met: dict[str, NDArray[np.float32]] = {}

    def of_unit(self, calculation: Calculation) -> list[_Amount]:
        """Return the numbers that are of what is counted or measured."""
        unit = calculation.unit
        if calculation.operation == "between":
            return [one for one in self.every if one.number.date is not None]
        if unit == "%":
            return [one for one in self.every if one.number.noun == "%"]
        if unit_kinds(unit) - {"people"}:
            own = [one for one in self.every if one.number.noun == unit or self._money(one, unit)]
            return own or [one for one in self.every if one.number.kinds & unit_kinds(unit)]
        return [one for one in self.every if self._counts(one.number)]

    def _money(self, one: _Amount, unit: str) -> bool:
        return "money" in one.number.kinds and "money" in unit_kinds(unit)

    def _counts(self, number: Number) -> bool:
        """Whether a number counts things: no date, hour, place, percentage."""
        return number.noun != "%" and not number.kinds & {"dates", "clock", "places", "month", "weekday"}

    def met(self, word: str) -> NDArray[np.float32]:
        """Return how well a word of the question meets each token; float32, shape (n,)."""
        found = self._met.get(word)
        if found is None:
            row = self._rows.get(word)
            same = [word in pair for pair in zip(self.syntax.lowers, self.syntax.lemmas, strict=True)]
            found = np.array(same, np.float32)
            if row is not None:
                found = np.maximum(found, self.case.alignment.referred[row])
            self._met[word] = found
        return found

    def score(self, one: _Amount, words: Sequence[str], among: Sequence[_Amount]) -> _Score:
        """Return how much words tell of a number."""
        near = self._nearness(one, among)
        total = here = every = inside = 0.0
        phrase = slice(one.number.start, self._phrase_end(one))
        for word in dict.fromkeys(words):
            met = self.met(word)
            worth = 1.0 / np.log2(2.0 + float((met >= _SAME).sum()))
            total += worth * float((met * near).max(initial=0.0))
            every += worth
            here += worth * float(met[one.start : one.end].max(initial=0.0) >= _SAME)
            inside += float(met[phrase].max(initial=0.0) >= _SAME)
        return _Score(total, here / every if every else 0.0, inside)

    def _phrase_end(self, one: _Amount) -> int:
        """Return where the noun phrase ends that a number begins: "34-yard field goal"."""
        end = one.number.end
        while end < one.end and (self.syntax.pos[end] in _NOMINAL or self.syntax.lowers[end] in ("-", "%")):
            end += 1
        return end

    def _nearness(self, one: _Amount, among: Sequence[_Amount]) -> NDArray[np.float64]:
        """Return how near each token is to a number: side by side 1, beyond its sentence little."""
        near = np.full(len(self.syntax), _FAR)
        near[np.asarray(self.syntax.sentences) == one.sentence - 1] = _BEFORE
        at, away = (
            one.number.start - one.start,
            np.abs(np.arange(one.start, one.end) - one.number.start) * 1.0,
        )
        inside = [other for other in among if one.start <= other.number.start < one.end]
        apart = {other.number.start - one.start: _BETWEEN for other in inside if other is not one}
        apart |= {
            i - one.start: _COMMA for i in range(one.start, one.end) if self.syntax.lowers[i] in (",", ";")
        }
        for place, far in apart.items():
            away[slice(place, None) if place > at else slice(0, place + 1)] += far
        side = self._label_side(inside)
        if side:
            away[slice(0, at) if side > 0 else slice(one.number.end - one.start, None)] += _WRONG_SIDE
        away[at : self._phrase_end(one) - one.start] = 0.0
        near[one.start : one.end] = 1.0 / (1.0 + away / _HALVED)
        return near

    def _label_side(self, inside: Sequence[_Amount]) -> int:
        """Return 1 where what numbers of a sentence are of stands behind them, -1 before, 0 where it is alone."""
        if len(inside) < 2:
            return 0
        last, first = inside[-1], inside[0]
        if self.syntax.lowers[first.number.start - 1 : first.number.start] in (["("], ["["]):
            return -1
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
        ranked = [self._ranked(operand, calculation, among) for operand in calculation.operands]
        for sentence in {one.sentence for one in among}:
            chosen, total = list[tuple[_Amount, float]](), 0.0
            for scores in ranked:
                left = [item for item in scores if item[2] not in [one for one, _ in chosen]]
                if not left:
                    break
                worth = [item[0] + _TOGETHER * (item[2].sentence == sentence) for item in left]
                best = max(range(len(left)), key=lambda k: worth[k])
                total += worth[best]
                chosen.append((left[best][2], left[best][1]))
            if len(chosen) == len(ranked) and total > best_total:
                best_total, found = total, chosen
        return found

    def _ranked(
        self, operand: Operand, calculation: Calculation, among: Sequence[_Amount]
    ) -> list[tuple[float, float, _Amount]]:
        """Return the numbers that an operand may be of with how well they fit, and the share of its words."""
        counted, found = (calculation.unit, *calculation.common), []
        scores = [self.score(one, operand.words, among) for one in among]
        if operand.extreme and scores:
            most = max(score.inside for score in scores)
            pairs = [(one, score) for one, score in zip(among, scores, strict=True) if score.inside == most]
            top = max(score.total for _, score in pairs)
            pairs = [pair for pair in pairs if pair[1].total >= _AS_GOOD * top and not self._undone(pair[0])]
            return [(operand.extreme * one.number.value, score.share, one) for one, score in pairs]
        for one, score in zip(among, scores, strict=True):
            shared = self.score(one, calculation.common, among).total
            bonus = _COUNTED if one.number.noun and one.number.noun in counted else 0.0
            found.append((score.total + _COMMON * shared + bonus * (score.total > 0), score.share, one))
        return found

    def _undone(self, one: _Amount) -> bool:
        """Whether what a number is of did not come about: "missed a 40-yard field goal"."""
        around = self.syntax.lemmas[max(one.start, one.number.start - _NEAR) : self._phrase_end(one)]
        return not _UNDONE.isdisjoint(around)


def calculates(case: Case) -> list[Proposal]:
    """Propose what follows from the numbers that the question is about."""
    doc = case.query.doc if case.query.number >= 0 else None
    if doc is None:
        return []
    calculation = read_calculation(
        [token.lower_ for token in doc], [token.lemma_ for token in doc], [token.pos_ for token in doc]
    )
    if calculation is None:
        return []
    amounts = Amounts(case)
    meant = amounts.meant(calculation)
    if not meant:
        return []
    found, shares = [one for one, _ in meant], [share for _, share in meant]
    if calculation.operation == "between" and len(found) == 1:
        found += _other_end(amounts, found[0])
    value = _value(calculation, found)
    if value is None:
        return []
    return [_proposed(case, value, found, min(shares), calculation.operation)]


def _other_end(amounts: Amounts, one: _Amount) -> list[_Amount]:
    """Return the other date of a span of time: "from 1912 to 1923"."""
    dates = [other for other in amounts.every if other.number.date is not None and other != one]
    near = [other for other in dates if other.sentence == one.sentence] or dates
    return sorted(near, key=lambda other: abs(other.number.start - one.number.start))[:1]


def _value(calculation: Calculation, found: Sequence[_Amount]) -> float | None:
    if calculation.operation != "between":
        pairs = zip(calculation.operands, found, strict=True)
        total = sum(operand.sign * one.number.written for operand, one in pairs)
        return _HUNDRED - total if calculation.operation == "rest" else abs(total)
    if len(found) != 2:
        return None
    return _time_between(calculation.unit, *(one.number for one in found))


def _time_between(unit: str, one: Number, other: Number) -> float | None:
    """Return how many years, months or days are between two dates; None where they do not tell these."""
    first, second = one.date, other.date
    if first is None or second is None:
        return None
    years = abs(second.years[0] - first.years[0]) if first.years[0] and second.years[0] else None
    if unit in ("year", "decade", "century"):
        return None if years is None else years // {"year": 1, "decade": 10, "century": 100}[unit]
    if not first.month or not second.month:
        return None
    months = (
        _MONTHS * (second.years[0] - first.years[0] if years is not None else 0) + second.month - first.month
    )
    if unit == "month":
        return abs(months)
    days = months * _DAYS / _MONTHS + second.day - first.day if first.day and second.day else None
    return None if days is None else abs(round(days)) // (7 if unit == "week" else 1)


def _proposed(case: Case, value: float, found: Sequence[_Amount], share: float, operation: str) -> Proposal:
    text = f"{round(value, 4):g}" if abs(value) < 1e5 else f"{value:.10g}"
    sentences = dict.fromkeys(one.sentence for one in found)
    facts: list[Fact] = [
        fact
        for fact in case.facts
        if fact.sentence in sentences and fact.kind in ("quantity", "event", "attribute")
    ]
    return said(text, share, facts, (Link("how many", text, operation, share),))


CALCULATED = Rule(
    "calculated",
    calculates,
    0.3,
    "It is the difference, the sum, the rest, the highest or lowest of numbers that the story tells,"
    " or the time between two dates.",
    example="How many more seats has the hall than the church? -> The hall has 60 seats, the church 25. -> 35",
    conditions=(ASKS_NUMBER,),
    group="comparison",
)
