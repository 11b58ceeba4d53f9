"""The five strategies that match triples (Hermann et al. 2015, table 4), each a condition on two triples.

A question's triple (p, V, y) holds the gap p; a story's triple offers x in its place::

    1  exact match      (p, V, y)      (x, V, y)
    2  be.01.V match    (p, be.01, y)  (x, be.01, y)
    3  correct frame    (p, V, y)      (x, V, z)
    4  permuted frame   (p, V, y)      (y, V, x)
    5  matching entity  (p, V, y)      (x, Z, y)
    6  back-off         the most frequent entity that the question does not name

V is any frame but be.01, which has a strategy of its own. Arguments are compared number with number, except
under the permuted frame, where the order is relaxed. The paper tuned its strategies on validation data; here,
on the dev articles of CNN:

- a verb of saying must share what is said: whoever says something is no answer to who says something else;
- a matching entity is the whole argument, not one noun of it; both arguments are numbered, x lower than y.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from symbolic_rc.readers.baselines.frame_semantic.sides import Fact, Side

_BE = "be.01"
_SAYING = frozenset({"say.01", "tell.01"})

#: (V of the question, p, y, V of the story, x, other side) -> whether x may fill the gap.
Condition = Callable[[str, Side, Side, str, Side, Side], bool]


def _alike(p: Side, y: Side, x: Side, other: Side) -> bool:
    """Tell whether arguments stand number with number."""
    return x.role == p.role and other.role == y.role


def _same_y(y: Side, other: Side) -> bool:
    return bool(y.keys & other.keys)


def exact(asked: str, p: Side, y: Side, told: str, x: Side, other: Side) -> bool:
    """Tell whether (p, V, y) meets (x, V, y)."""
    return asked == told != _BE and _alike(p, y, x, other) and _same_y(y, other)


def be_match(asked: str, p: Side, y: Side, told: str, x: Side, other: Side) -> bool:
    """Tell whether (p, be.01, y) meets (x, be.01, y)."""
    return asked == told == _BE and _alike(p, y, x, other) and _same_y(y, other)


def correct_frame(asked: str, p: Side, y: Side, told: str, x: Side, other: Side) -> bool:
    """Tell whether (p, V, y) meets (x, V, z)."""
    return asked == told != _BE and asked not in _SAYING and _alike(p, y, x, other)


def permuted_frame(asked: str, p: Side, y: Side, told: str, x: Side, other: Side) -> bool:
    """Tell whether (p, V, y) meets (y, V, x)."""
    if asked != told or asked == _BE or asked in _SAYING:
        return False
    return x.role == y.role and other.role == p.role and _same_y(y, other)


def matching_entity(asked: str, p: Side, y: Side, told: str, x: Side, other: Side) -> bool:
    """Tell whether (p, V, y) meets (x, Z, y)."""
    if asked in _SAYING or told in _SAYING or not x.role < other.role < "ARGM":
        return False
    return _alike(p, y, x, other) and y.name is not None and y.name == other.name


#: The strategies that match triples, in their order.
CONDITIONS: dict[str, Condition] = {
    "exact match": exact,
    "be.01.V match": be_match,
    "correct frame": correct_frame,
    "permuted frame": permuted_frame,
    "matching entity": matching_entity,
}
BACK_OFF = "back-off"
#: All six.
STRATEGIES = (*CONDITIONS, BACK_OFF)


def matches(strategy: str, asked: Iterable[Fact], gap: int, told: Iterable[Fact]) -> Iterator[Side]:
    """Yield the story's sides that a strategy puts into the gap of a question."""
    condition = CONDITIONS[strategy]
    for question in asked:
        for p, y in question.sides():
            if not p.holds(gap) or y.holds(gap):
                continue
            for fact in told:
                for x, other in fact.sides():
                    if condition(question.roleset, p, y, fact.roleset, x, other):
                        yield x
