"""The last rules: how near the question's words stand, and how often an entity is mentioned."""

from __future__ import annotations

from symbolic_rc.index import columns as C
from symbolic_rc.ranker.case import RankedCase
from symbolic_rc.ranker.propose.conditions import (
    NEW,
    near,
)
from symbolic_rc.ranker.propose.matches import (
    bind_words,
)
from symbolic_rc.ranker.propose.proposer import Condition, Proposer


def _bind_count(case: RankedCase, row: int) -> dict[str, str]:
    entity = int(case.view.cand[row, C.C_ENTITY])
    return {"mentions": str(int(case.story.ent[entity, C.E_MENTIONS]))} if entity >= 0 else {}


RULES = (
    Proposer(
        "word-distance",
        "Stands closest to the question's words.",
        "Hermann et al. 2015, section 3.1",
        "Who painted the door? -> Jonas, next to painted and door",
        (
            Condition(
                "a word of the question occurs in the story",
                lambda v: bool(v.col("best cover").max(initial=0) > 0),
            ),
            Condition(
                "is among the closest",
                lambda v: v.col("word distance") >= 0.85 * v.col("word distance").max(initial=0),
            ),
            NEW,
        ),
        bind_words,
    ),
    Proposer(
        "best-sentence",
        "Is in the sentence that shares most with the question.",
        "Riloff & Thelen 2000, WordMatch; Richardson et al. 2013, sliding window",
        "What did Jonas paint? -> a phrase of: Jonas painted the door green",
        (near(1), NEW),
        bind_words,
    ),
    Proposer(
        "frequency",
        "Is mentioned more often than all that the question does not name: the back-off.",
        "Hermann et al. 2015, exclusive frequency",
        "Who is the story about? -> Marta",
        (
            Condition("is an entity", lambda v: v.col("mentions") > 0),
            Condition("is not named in the question", lambda v: v.col("named in question") == 0),
            Condition(
                "is the most frequent", lambda v: v.col("mentions") >= v.col("mentions").max(initial=0)
            ),
        ),
        _bind_count,
    ),
)
