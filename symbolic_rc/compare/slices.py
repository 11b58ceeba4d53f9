"""Slices: groups of questions, and each system's score on them.

Questions are grouped by each value of a field, numbers in bands; by the user's own expressions, which are
parsed and checked against a short list of syntax before they are evaluated; and by equal parts of a number
(`story_words:10`), as Hermann et al. (2015), figures 4 and 5, group documents by their length.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, combinations
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.compare.comparison import CompareOptions, Slice
from symbolic_rc.compare.statistics import Interval, Score, difference, holm, permutation_test
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
    """Read ``name=expression``.

    Parameters
    ----------
    text : str
        Such as ``"long=story_words > 800 and kind == 'person'"``.
    fields : sequence of str
        The names that an expression may use.

    Returns
    -------
    name : str
    predicate : callable
        From a mapping of fields to whether the question belongs to the slice.

    Raises
    ------
    SymbolicRCError
        If the text is not of that form, or uses anything else.

    Examples
    --------
    >>> name, holds = parse_slice("late=answer_at > 0.5", ["answer_at"])
    >>> name, holds({"answer_at": 0.8}), holds({"answer_at": None})
    ('late', True, False)
    """
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


Floats = NDArray[np.float64]
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
    """Read a slice of the user's own, ``name=expression`` or ``field:count``.

    Raises
    ------
    SymbolicRCError
        If it is neither, or names no field that there is.

    Examples
    --------
    >>> own_slice("story_words:10", ["story_words"])
    Parts(field='story_words', count=10)
    """
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

    Parameters
    ----------
    fields : sequence of mapping
        What `fields.describe` says of each question.
    rules : sequence of str
        The rule that decided in the first system, or empty.
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

    Raises
    ------
    SymbolicRCError
        If the field holds no numbers.
    """
    values = [one.get(parts.field) for one in fields]
    rows = [
        i for i, value in enumerate(values) if isinstance(value, int | float) and not isinstance(value, bool)
    ]
    if not rows:
        raise SymbolicRCError(f"slice {parts.field}:{parts.count}: {parts.field} holds no number here")
    numbers = np.array([values[i] for i in rows])
    cuts = np.quantile(numbers, [part / parts.count for part in range(1, parts.count)], method="lower")
    bands = np.searchsorted(np.unique(cuts), numbers)
    groups: Groups = {}
    upto: Groups = {}
    for band in sorted(set(bands.tolist())):
        inside = numbers[bands == band]
        first, last = _shown(inside.min().item()), _shown(inside.max().item())
        name = f"part {band + 1} of {parts.count}: {first} to {last}"
        groups[parts.field, name] = [i for i, own in zip(rows, bands, strict=True) if own == band]
        upto[parts.field, f"up to {last}"] = [i for i, own in zip(rows, bands, strict=True) if own <= band]
    least = np.quantile(numbers, 1.0 - _HIGHEST, method="higher")
    highest = [i for i, number in zip(rows, numbers, strict=True) if number >= least]
    return groups | upto | {(parts.field, f"highest {_HIGHEST:.0%}: from {_shown(least.item())}"): highest}


def group(fields: Sequence[Mapping[str, Any]], rules: Sequence[str]) -> Groups:
    """Return the questions of each slice: by each value of a field, numbers in three bands.

    Parameters
    ----------
    fields : sequence of mapping
        What `fields.describe` says of each question.
    rules : sequence of str
        The rule that decided in the first system, or empty.
    """
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
    every = np.array(numbers)
    cuts = np.unique(np.quantile(every, [1 / 3, 2 / 3], method="lower"))
    bands = np.searchsorted(cuts, every)
    names = {}
    for band in set(bands.tolist()):
        first, last = (
            _shown(found.item()) for found in (every[bands == band].min(), every[bands == band].max())
        )
        names[band] = first if first == last else f"{first} to {last}"
    return lambda value: names[int(np.searchsorted(cuts, value))]


def _shown(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:.2g}" if isinstance(value, float) else str(value)
