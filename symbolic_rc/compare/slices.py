"""Slices: groups of questions, and each system's score on them.

Questions are grouped by each value of a field, numbers in bands; by the user's own expressions, which are
parsed and checked against a short list of syntax before they are evaluated; and by equal parts of a number
(`story_words:10`), as Hermann et al. (2015), figures 4 and 5, group documents by their length.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, combinations, compress
from typing import TYPE_CHECKING, Any

import numpy as np

from symbolic_rc.compare.comparison import CompareOptions, Slice
from symbolic_rc.compare.statistics import Interval, Score, difference, holm, permutation_test
from symbolic_rc.core.arrays import Array, Floats, Longs
from symbolic_rc.core.errors import SymbolicRCError, check_name, check_size, whole_number

if TYPE_CHECKING:
    from symbolic_rc.compare.build import ScoreTable

Predicate = Callable[[Mapping[str, Any]], bool]

#: The syntax that an expression may use; nothing of it calls a function or reads an attribute.
_ALLOWED = (
    *(ast.BoolOp, ast.And, ast.Or, ast.UnaryOp, ast.Not, ast.USub, ast.BinOp, ast.Add, ast.Sub, ast.Div),
    *(ast.Compare, ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.In, ast.NotIn),
    *(ast.Tuple, ast.List, ast.Load, ast.Name, ast.Constant),
)
#: The longest slice, in characters.
_LONGEST = 2000
#: Parentheses of a slice, and parts that ``field:count`` makes, at most.
_NESTED, _PARTS = 50, 1000


def parse_slice(text: str, fields: Sequence[str]) -> tuple[str, Predicate]:
    """Read ``name=expression``: a name, and a predicate of a question's fields, whose names it may use."""
    check_size(f"the slice {text[:30]!r}", len(text), _LONGEST)
    check_size(f"the slice {text[:30]!r}", text.count("("), _NESTED, "parentheses")
    name, equals, source = text.partition("=")
    if not equals or not name.strip() or not source.strip():
        raise SymbolicRCError(f"a slice is written name=expression, not {text!r}")
    try:
        tree = ast.parse(source.strip(), mode="eval")
        for node in ast.walk(tree.body):
            if isinstance(node, ast.Name):
                check_name("field", node.id, fields, where=f"slice {name.strip()!r}: ")
            elif not isinstance(node, _ALLOWED) or not isinstance(
                getattr(node, "value", ""), str | int | float
            ):
                what = type(node).__name__.lower()
                raise SymbolicRCError(f"slice {name.strip()!r}: {what} is not allowed in an expression")
        code = compile(tree, "slice", "eval")
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise SymbolicRCError(
            f"slice {name.strip()!r}: {source.strip()[:80]!r} is not an expression"
        ) from error
    missing: dict[str, Any] = {"__builtins__": {}, **dict.fromkeys(fields)}

    def predicate(values: Mapping[str, Any]) -> bool:
        try:
            return bool(eval(code, missing, values))  # checked above
        except (TypeError, ValueError, ArithmeticError):  # a field without a value belongs to no slice
            return False

    return name.strip(), predicate


#: The questions of each slice, by field and value.
Groups = dict[tuple[str, str], list[int]]

#: A number with more values than this is cut into bands.
_MOST_VALUES = 6
#: Slices with fewer questions are left out, unless the user asked for them.
FEWEST = 10
#: Slices with a smaller p are retested with this multiple of the resamples.
_RETESTED, _FINER = 0.05, 10
#: The share of questions with the highest numbers that is shown by itself beside equal parts.
_HIGHEST = 0.05


@dataclass(frozen=True, slots=True)
class Named:
    """A slice of the user's own: ``name=expression``."""

    name: str
    holds: Predicate


@dataclass(frozen=True, slots=True)
class Parts:
    """Equal parts of a number: ``field:count``."""

    field: str
    count: int


def own_slice(text: str, fields: Sequence[str]) -> Named | Parts:
    """Read a slice of the user's own, ``name=expression`` or ``field:count``."""
    name, colon, count = text.partition(":")
    if not colon or "=" in text:
        return Named(*parse_slice(text, fields))
    check_name("field", name.strip(), fields, where=f"slice {text[:80]!r}: ")
    parts = whole_number(count.strip(), _PARTS) or 0
    if parts <= 1:
        raise SymbolicRCError(
            f"slice {text[:80]!r}: parts are written field:count, with a count from 2 to {_PARTS:,}"
        )
    return Parts(name.strip(), parts)


def slices(
    main: ScoreTable,
    fields: Sequence[Mapping[str, Any]],
    rules: Sequence[str],
    own: Sequence[Named | Parts],
    options: CompareOptions,
) -> tuple[Slice, ...]:
    """Return every slice for each pair of systems, with each system's score, and how the two differ.

    They are cut by the `fields` of each question, and by the rule that decided in the first system.
    """
    total = len(main.rows)
    groups = {key: members for key, members in group(fields, rules).items() if FEWEST <= len(members) < total}
    for one in own:
        if isinstance(one, Parts):
            groups |= parts_of(one, fields)
        else:
            groups[one.name, ""] = [i for i, values in enumerate(fields) if one.holds(values)]
    groups = {key: members for key, members in groups.items() if members}
    pairs = [*combinations(range(len(main.statistics)), 2)] or [(0, 0)]
    return tuple(chain.from_iterable(_slices(main, groups, pair, options) for pair in pairs))


def _slices(
    main: ScoreTable, groups: Groups, pair: tuple[int, int], options: CompareOptions
) -> Iterator[Slice]:
    """Yield the slices of two systems, or of one, which is not compared."""
    level, score, found = options.level, main.metric.scores, []
    for members in groups.values():
        gap, p = Interval(0.0, 0.0, 0.0), 1.0
        if pair[0] != pair[1]:
            a, b = (main.statistics[place][members] for place in pair)
            gap = difference(a, b, score, level, resamples=options.resamples // 2, seed=options.seed)
            p = slice_test(a, b, score, options.resamples, options.seed)
        found.append((gap, p))
    corrected = holm([p for _, p in found])
    for (key, members), (gap, p), c in zip(groups.items(), found, corrected, strict=True):
        scores = tuple(main.metric.score(statistics[members]) for statistics in main.statistics)
        yield Slice(*key, len(members), scores, gap, p, c, c < 1.0 - level, pair)


def slice_test(a: Floats, b: Floats, score: Score, resamples: int, seed: int) -> float:
    """Return the p of one slice among many: the permutation test, with more resamples where p is small.

    With few resamples, no p could stay below the level after the correction for many slices.
    """
    p = permutation_test(a, b, score, resamples, seed)
    return permutation_test(a, b, score, _FINER * resamples, seed + 1) if p < _RETESTED else p


def parts_of(parts: Parts, fields: Sequence[Mapping[str, Any]]) -> Groups:
    """Return the questions of each part of a number, of the parts up to each, and of its highest values.

    The parts hold about equally many questions; questions of one value stay together.
    """
    values = [one.get(parts.field) for one in fields]
    is_number = [isinstance(value, int | float) and not isinstance(value, bool) for value in values]
    if not any(is_number):
        raise SymbolicRCError(f"slice {parts.field}:{parts.count}: {parts.field} holds no number here")
    rows, numbers = np.flatnonzero(is_number), np.array([*compress(values, is_number)])
    bands, names = _bands(numbers, [part / parts.count for part in range(1, parts.count)])
    groups: Groups = {}
    upto: Groups = {}
    for band, (first, last) in names.items():
        part = f"part {band + 1} of {parts.count}: {first} to {last}"
        groups[parts.field, part] = rows[bands == band].tolist()
        upto[parts.field, f"up to {last}"] = rows[bands <= band].tolist()
    least = np.quantile(numbers, 1.0 - _HIGHEST, method="higher")
    highest = f"highest {_HIGHEST:.0%}: from {_shown(least.item())}"
    return groups | upto | {(parts.field, highest): rows[numbers >= least].tolist()}


def _bands(numbers: Array, shares: Sequence[float]) -> tuple[Longs, dict[int, tuple[str, str]]]:
    """Return the band that each number is in, cut at quantiles, and each band's first and last number."""
    bands = np.searchsorted(np.unique(np.quantile(numbers, shares, method="lower")), numbers)
    inside = {band: numbers[bands == band] for band in np.unique(bands).tolist()}
    return bands, {band: (_shown(x.min().item()), _shown(x.max().item())) for band, x in inside.items()}


def group(fields: Sequence[Mapping[str, Any]], rules: Sequence[str]) -> Groups:
    """Return the questions of each slice: by each value of a field, numbers in three bands; and by rule."""
    groups: Groups = {}
    for name in fields[0] if fields else ():
        if name == "question":
            continue
        values = [one[name] for one in fields]
        _split(groups, name, values, _names([value for value in values if isinstance(value, int | float)]))
    _split(groups, "rule", [rule or None for rule in rules], _shown)
    return dict(groups)


def _split(groups: Groups, name: str, values: Sequence[Any], named: Callable[[Any], str]) -> None:
    """Add the slices of one field: numbers in rising order, anything else by its name."""
    there = {value for value in values if value is not None}
    for value in sorted(there, key=lambda value: value if isinstance(value, int | float) else str(value)):
        groups[name, named(value)] = []
    for i, value in enumerate(values):
        if value is not None:
            groups[name, named(value)].append(i)


def _names(numbers: Sequence[float]) -> Callable[[Any], str]:
    """Return what names a value; of many numbers, the band of about a third that it is in."""
    if len(set(numbers)) <= _MOST_VALUES:
        return _shown
    bands, ends = _bands(np.array(numbers), [1 / 3, 2 / 3])
    named = {band: first if first == last else f"{first} to {last}" for band, (first, last) in ends.items()}
    band_of = dict(zip(numbers, bands.tolist(), strict=True))
    return lambda value: named[band_of[value]]


def _shown(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:.2g}" if isinstance(value, float) else str(value)
