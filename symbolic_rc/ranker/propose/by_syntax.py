"""The rules that find candidates by the relation of words in the tree, and by words of naming."""

from __future__ import annotations

import numpy as np

from symbolic_rc.index import columns as C
from symbolic_rc.ranker.candidate_view import is_in
from symbolic_rc.ranker.case import RankedCase
from symbolic_rc.ranker.propose.conditions import (
    NEW,
    SAME_PREDICATE,
    near,
)
from symbolic_rc.ranker.propose.matches import (
    bind_edges,
    head_of,
    text_of,
)
from symbolic_rc.ranker.propose.proposer import Condition, Proposer


def _bind_governed(case: RankedCase, row: int) -> dict[str, str]:
    tok, head = case.story.tok, head_of(case, row)
    while tok[C.DEP, head] == C.D_CONJ and tok[C.HEAD, head] != head:
        head = int(tok[C.HEAD, head])
    return {
        "predicate": text_of(case, int(tok[C.HEAD, head])),
        "relation": C.RELATIONS[int(tok[C.DEP, head])],
    }


def _bind_defined(case: RankedCase, row: int) -> dict[str, str]:
    tok, head = case.story.tok, head_of(case, row)
    if tok[C.DEP, head] == C.D_APPOS:
        return {"subject": text_of(case, int(tok[C.HEAD, head]))}
    subjects = np.flatnonzero((tok[C.HEAD] == head) & np.isin(tok[C.DEP], (C.D_NSUBJ, C.D_APPOS)))
    return {"subject": text_of(case, int(subjects[0]))} if len(subjects) else {}


def _bind_noun(case: RankedCase, row: int) -> dict[str, str]:
    return {"noun": text_of(case, head_of(case, row))}


RULES = (
    Proposer(
        "same-relation",
        "It hangs on the question's predicate by the question's own relation.",
        "Rajpurkar et al. 2016, dependency features",
        "Who painted the door? -> the subject of painted",
        (SAME_PREDICATE, Condition("by the same relation", lambda v: v.col("relation match") == 2), NEW),
        _bind_governed,
    ),
    Proposer(
        "passive-alternation",
        "It hangs on the question's predicate as passive voice turns the relation.",
        "own",
        "Who painted the door? -> the door was painted by Jonas",
        (
            SAME_PREDICATE,
            Condition("by the relation of the other voice", lambda v: v.col("relation match") == 1),
            NEW,
        ),
        _bind_governed,
    ),
    Proposer(
        "definition",
        "It says what the question's subject is: a predicate noun or an apposition.",
        "Riloff & Thelen 2000, WHAT rules",
        "Who is Jonas Reed? -> Jonas Reed, a stranger",
        (
            Condition("asks what somebody or something is", lambda v: v.asked.info[C.GAP_REL] == C.D_ROOT),
            Condition("is predicate or apposition of the subject", lambda v: v.col("defines") > 0.7),
            NEW,
        ),
        _bind_defined,
    ),
    Proposer(
        "focus-noun",
        "Its head is the noun that the question asks for.",
        "Riloff & Thelen 2000, WHICH rules",
        "What street did she move to? -> Harbour Street",
        (
            Condition("the question names a noun", lambda v: v.asked.info[C.FOCUS] != 0),
            Condition("has that noun as head", lambda v: v.col("focus match") > 0),
            near(5),
        ),
        _bind_noun,
    ),
    Proposer(
        "called",
        "It follows a word of naming.",
        "own",
        "What is the name of the mill? -> a mill called Brightwater",
        (
            Condition("asks for a name", lambda v: v.asked.understanding.form != ""),
            Condition(
                "follows named, called or known as",
                lambda c: is_in(c.word_before, "named called name as nicknamed"),
                always=True,
            ),
        ),
        bind_edges,
    ),
)
