"""Numbers that a story gives for each option: prices, heights, counts, percentages, years, hours, places."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from symbolic_rc.coref.mentions.syntax import Syntax
from symbolic_rc.graph.facts import Term
from symbolic_rc.graph.facts.reading.numbers import TIMES, Number, read_numbers
from symbolic_rc.lexicon.measures import measures_of
from symbolic_rc.rules.case import Case
from symbolic_rc.rules.families.graded import Graded, Mentioned, graded_at, sentences_of

_SHARES = frozenset("percentage percent share rate proportion".split())
#: Kinds of units that tell several things: a length is a height, a depth, a distance.
_OF_SEVERAL = frozenset("length money time".split())
#: A comparison so near behind a number takes it as the difference: "ten pounds more than".
_DIFFERENCE = 4


def numbers_in(syntax: Syntax, start: int, end: int) -> Iterator[Number]:
    """Yield the numbers of a sentence that are no differences: "ten pounds more than"."""
    for found in read_numbers(syntax, start, end):
        behind = range(found.end, min(end, found.end + _DIFFERENCE))
        compared = (graded_at(syntax, j, start, end) for j in behind)
        if not any(one is not None and not one.superlative for one in compared):
            yield found


def time_of(syntax: Syntax, terms: Iterable[Term]) -> float | None:
    """Return the date or hour that terms tell as a number that compares with others' of its kind."""
    for term in terms:
        for one in numbers_in(syntax, term.start, term.end):
            if one.kinds & TIMES:
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
