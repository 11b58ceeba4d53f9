"""Cues: named tests of candidates, from exact to loose, that the linear scorer has a weight for.

A cue speaks for every candidate for which all its conditions hold; what that is worth is learned for each
kind of question. After Riloff & Thelen 2000 (WHO, WHAT, WHEN, WHERE, WHY), Hermann et al. 2015, section 3.1
(frames, word distance), Rajpurkar et al. 2016 (dependencies), Richardson et al. 2013 (windows).
"""

from __future__ import annotations

import zlib
from collections.abc import Callable
from functools import cache, lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.arrays import Flags, Hashes, Ints
from symbolic_rc.index import columns as C
from symbolic_rc.index.hashing import mix
from symbolic_rc.question.parsed import ParsedQuestion
from symbolic_rc.ranker.candidate_view import CandidateView, among, is_in

Test = Callable[[Any], "NDArray[np.bool_] | bool"]

_PLACES = "in at to from near into on through across toward towards inside outside behind under beside by"
_BECAUSE = "because to for so since as due"
_BY = "by with through using"
_TIMES = "when after before while during until once"
#: Types of entities, as `index.encode` numbers them.
_PERSON_TYPE, _PLACE_TYPES = 1, (3, 4, 5)
#: Keeps kinds of question apart from classes, in the hashes of cues.
_KIND_SALT = 2000
#: A predicate of the story matches that of the question from here on.
_SAME = 0.85
#: The most events between one and that of the question's clause of time.
_NEXT = 3


class CueCondition(NamedTuple):
    """A test of the question (bool) or of each candidate.

    `always` marks a test of candidates that no question changes: it is made once for a story.
    """

    test: Test
    always: bool = False


@cache
def _asks_for(*kinds: str) -> CueCondition:
    return CueCondition(lambda v: v.kind in kinds)


@cache
def _near(rank: int = 3) -> CueCondition:
    """Return the condition that a candidate is in one of the best sentences."""
    return CueCondition(lambda v: v.col("rank") < rank)


def _asked_relations(v: CandidateView) -> Flags:
    """Return which relations to an entity of the question are of the name that the question asks for."""
    return v.related[:, C.R_LABEL] == v.asked.info[C.FOCUS]


def _named_relations(v: CandidateView) -> Ints:
    """Return the relations between entities of the question by name, where it asks how they are related."""
    related = v.related if v.kind == "relation" else v.related[:0]
    return related[among(related[:, C.R_SOURCE].copy(), v.candidates.named), 1]


def _is_related(v: CandidateView) -> Flags:
    """Return which candidates are the entity at the other end of the asked relation, or its name."""
    ends = among(v.entities, v.related[_asked_relations(v), C.R_SOURCE]) & (v.entities >= 0)
    return ends | among(v.head(C.LEMMA), _named_relations(v))


def _is_next(v: CandidateView) -> Flags:
    """Return which candidates are of one of the next events, on the side that the question asks for."""
    away = v.event_place - v.anchor[0]
    away = away if v.asked.understanding.order == "after" else -away
    return (v.event_place >= 0) & (away > 0) & (away <= _NEXT)


_NEW = CueCondition(lambda v: (v.col("named in question") == 0) & (v.col("repeats") < 0.5))
_SAME_PREDICATE = CueCondition(lambda v: v.col("predicate match") >= _SAME)
_HAS_FRAME = CueCondition(lambda v: v.col("frame predicate") >= _SAME)
_FILLS_ROLE = CueCondition(lambda v: v.col("frame role") > 0)
#: What tells answers of a kind, whatever the question.
OF_KIND = {
    "person": CueCondition(
        lambda c: (
            c.entity("PERSON")
            | c.sense("noun.person")
            | c.entity_type(_PERSON_TYPE)
            | (c.first(C.POS) == C.P_PROPN)
        ),
        always=True,
    ),
    "place": CueCondition(
        lambda c: (
            is_in(c.preposition, _PLACES)
            | c.entity("GPE LOC FAC")
            | c.entity_type(*_PLACE_TYPES)
            | c.sense("noun.location")
        ),
        always=True,
    ),
    "time": CueCondition(
        lambda c: c.entity("DATE TIME") | c.sense("noun.time") | is_in(c.first(C.LOWER), _TIMES), always=True
    ),
    "reason": CueCondition(
        lambda c: is_in(c.first(C.LOWER), _BECAUSE) | is_in(c.word_before, _BECAUSE), always=True
    ),
    "number": CueCondition(
        lambda c: (
            c.entity("CARDINAL QUANTITY MONEY PERCENT DATE TIME ORDINAL")
            | (c.head(C.POS) == C.P_NUM)
            | (c.first(C.POS) == C.P_NUM)
        ),
        always=True,
    ),
    "manner": CueCondition(lambda c: is_in(c.first(C.LOWER), _BY) | is_in(c.word_before, _BY), always=True),
}
OF_KIND["duration"] = OF_KIND["number"]

#: Each cue with its conditions, those of the question first.
CUES: dict[str, tuple[CueCondition, ...]] = {
    "frame-argument": (_HAS_FRAME, _FILLS_ROLE, CueCondition(lambda v: v.col("frame others") > 0), _NEW),
    "frame-predicate": (_HAS_FRAME, CueCondition(lambda v: v.col("frame others") > 0.1), _NEW),
    "frame-others": (CueCondition(lambda v: v.col("frame others") >= 0.3), _FILLS_ROLE, _NEW),
    "graph-relation": (
        CueCondition(lambda v: bool(v.asked.info[C.FOCUS] != 0 or v.kind == "relation")),
        CueCondition(lambda v: bool(_asked_relations(v).any() or len(_named_relations(v)))),
        CueCondition(_is_related),
    ),
    "event-order": (
        CueCondition(lambda v: v.asked.understanding.order != ""),
        CueCondition(lambda v: v.anchor[0] >= 0),
        CueCondition(_is_next),
    ),
    "same-relation": (_SAME_PREDICATE, CueCondition(lambda v: v.col("relation match") == 2), _NEW),
    "passive-alternation": (_SAME_PREDICATE, CueCondition(lambda v: v.col("relation match") == 1), _NEW),
    "definition": (
        CueCondition(lambda v: v.asked.info[C.GAP_REL] == C.D_ROOT),
        CueCondition(lambda v: v.col("defines") > 0.7),
        _NEW,
    ),
    "focus-noun": (
        CueCondition(lambda v: v.asked.info[C.FOCUS] != 0),
        CueCondition(lambda v: v.col("focus match") > 0),
        _near(5),
    ),
    "called": (
        CueCondition(lambda v: v.asked.understanding.form != ""),
        CueCondition(lambda c: is_in(c.word_before, "named called name as nicknamed"), always=True),
    ),
    "where-place": (_asks_for("place"), OF_KIND["place"], _NEW, _near()),
    "when-time": (_asks_for("time"), OF_KIND["time"], _near()),
    "why-reason": (_asks_for("reason"), OF_KIND["reason"], _near(4)),
    "how-many": (_asks_for("number", "duration"), OF_KIND["number"], _near(4)),
    "how-manner": (_asks_for("manner"), OF_KIND["manner"], _near(4)),
    "what-happens": (
        _asks_for("event"),
        CueCondition(lambda c: (c.cand[:, C.SHAPE] & (C.PHRASE | C.CLAUSE)) > 0, always=True),
        CueCondition(lambda v: v.col("siblings") > 0.2),
    ),
    "who-person": (_asks_for("person"), OF_KIND["person"], _NEW, _near()),
    "resolved-name": (
        CueCondition(lambda v: v.kind in ("person", "cloze") or v.asked.understanding.form != ""),
        CueCondition(lambda v: v.col("resolved") > 0),
        _NEW,
        _near(4),
    ),
    "word-distance": (
        CueCondition(lambda v: bool(v.col("best cover").max(initial=0) > 0)),
        CueCondition(lambda v: v.col("word distance") >= 0.85 * v.col("word distance").max(initial=0)),
        _NEW,
    ),
    "best-sentence": (_near(1), _NEW),
    "frequency": (
        CueCondition(lambda v: v.col("mentions") > 0),
        CueCondition(lambda v: v.col("named in question") == 0),
        CueCondition(lambda v: v.col("mentions") >= v.col("mentions").max(initial=0)),
    ),
}
CUE_NAMES = tuple(CUES)


def cues_of(view: CandidateView) -> Flags:
    """Return which cues speak for each candidate; bool, shape (candidates, cues)."""
    found = np.zeros((len(CUES), len(view)), np.bool_)
    for row, conditions in enumerate(CUES.values()):
        if (holds := _holds(view, conditions)) is not None:
            found[row] = holds
    return found.T


def _holds(view: CandidateView, conditions: tuple[CueCondition, ...]) -> Flags | None:
    """Return for which candidates all conditions hold; None for none."""
    found: Flags | None = None
    for test, always in conditions:
        held = view.always(test) if always else view.once(test)
        if not isinstance(held, np.ndarray):
            if not held:
                return None
            continue
        found = held if found is None else found & held
    return found


def cue_keys(asked: ParsedQuestion) -> Hashes:
    """Return the two hashed features of each cue: its name with the question's kind, and with its class."""
    return _keys(int(asked.info[C.KIND]), int(asked.info[C.QCLASS]))


@lru_cache(maxsize=1 << 10)
def _keys(kind: int, qclass: int) -> Hashes:
    names = [zlib.crc32(name.encode()) for name in CUES]
    keys = [(mix(name, kind + _KIND_SALT) & 0xFFFFFFFF, mix(name, qclass) & 0xFFFFFFFF) for name in names]
    return np.array(keys, np.uint32)
