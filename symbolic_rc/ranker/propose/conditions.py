"""The conditions that several rules share, by name."""

from __future__ import annotations

from functools import cache

from symbolic_rc.index import columns as C
from symbolic_rc.ranker.candidate_view import is_in
from symbolic_rc.ranker.propose.proposer import Condition

_PLACES = "in at to from near into on through across toward towards inside outside behind under beside by"
_BECAUSE = "because to for so since as due"
_BY = "by with through using"
_TIMES = "when after before while during until once"
#: Types of entities, as `index.encode` numbers them.
_PERSON_TYPE, _PLACE_TYPES = 1, (3, 4, 5)


@cache
def asks_for(*kinds: str) -> Condition:
    """Return the condition that the question asks for one of these kinds."""
    return Condition(f"the question asks for {' or '.join(kinds)}", lambda v: v.kind in kinds)


@cache
def near(rank: int = 3) -> Condition:
    """Return the condition that a candidate is in one of the best sentences."""
    return Condition(f"is in one of the {rank} best sentences", lambda v: v.col("rank") < rank)


NEW = Condition(
    "is not in the question", lambda v: (v.col("named in question") == 0) & (v.col("repeats") < 0.5)
)
SAME_PREDICATE = Condition("the question's predicate governs it", lambda v: v.col("predicate match") >= 0.85)
HAS_PREDICATE = Condition(
    "a frame of the story has the question's predicate", lambda v: v.col("frame predicate") >= 0.85
)
FILLS_ROLE = Condition("fills the open role", lambda v: v.col("frame role") > 0)
PERSON = Condition(
    "is a person",
    lambda c: (
        c.entity("PERSON")
        | c.sense("noun.person")
        | c.entity_type(_PERSON_TYPE)
        | (c.first(C.POS) == C.P_PROPN)
    ),
    always=True,
)
PLACE = Condition(
    "is a place, or has a preposition of place",
    lambda c: (
        is_in(c.preposition, _PLACES)
        | c.entity("GPE LOC FAC")
        | c.entity_type(*_PLACE_TYPES)
        | c.sense("noun.location")
    ),
    always=True,
)
TIME = Condition(
    "is a time, or a clause of time",
    lambda c: c.entity("DATE TIME") | c.sense("noun.time") | is_in(c.first(C.LOWER), _TIMES),
    always=True,
)
REASON = Condition(
    "begins with, or follows, a word of reason or purpose",
    lambda c: is_in(c.first(C.LOWER), _BECAUSE) | is_in(c.word_before, _BECAUSE),
    always=True,
)
NUMBER = Condition(
    "holds a number",
    lambda c: (
        c.entity("CARDINAL QUANTITY MONEY PERCENT DATE TIME ORDINAL")
        | (c.head(C.POS) == C.P_NUM)
        | (c.first(C.POS) == C.P_NUM)
    ),
    always=True,
)
MANNER = Condition(
    "begins with, or follows, by, with, through or using",
    lambda c: is_in(c.first(C.LOWER), _BY) | is_in(c.word_before, _BY),
    always=True,
)
#: What tells answers of a kind.
OF_KIND = {
    "place": PLACE,
    "time": TIME,
    "reason": REASON,
    "number": NUMBER,
    "duration": NUMBER,
    "manner": MANNER,
    "person": PERSON,
}
