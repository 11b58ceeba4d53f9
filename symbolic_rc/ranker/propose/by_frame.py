"""The rules that read candidates off frames."""

from __future__ import annotations

from symbolic_rc.index import columns as C
from symbolic_rc.index.codes import role_name
from symbolic_rc.ranker.case import RankedCase
from symbolic_rc.ranker.propose.conditions import FILLS_ROLE, HAS_PREDICATE, NEW
from symbolic_rc.ranker.propose.matches import (
    head_of,
    matched_words,
    text_of,
)
from symbolic_rc.ranker.propose.proposer import Condition, Proposer


def _bind_frame(case: RankedCase, row: int) -> dict[str, str]:
    """Return the frame with the candidate as an argument that shares most with the question."""
    frames, matched = case.story.frames, matched_words(case)
    own = frames[frames[:, C.F_HEAD] == head_of(case, row)]
    best, found = -1.0, dict[str, str]()
    for frame, predicate, _, role, *_ in own.tolist():
        others = [
            (int(one[C.F_ROLE]), int(one[C.F_START]), int(one[C.F_END]))
            for one in frames[frames[:, C.F_FRAME] == frame]
            if one[C.F_HEAD] != head_of(case, row) and int(one[C.F_HEAD]) in matched
        ]
        worth = len(others) + 2.0 * matched.get(int(predicate), ("", 0.0))[1]
        if worth > best:
            best = worth
            shared = [
                f"{case.story.span_text(start, end)} ({role_name(code)})" for code, start, end in others[:2]
            ]
            found = {
                "predicate": text_of(case, int(predicate)),
                "role": role_name(int(role)),
                "shared": "; ".join(shared),
            }
    return found


RULES = (
    Proposer(
        "frame-argument",
        "A frame of the question's predicate has the open role filled, and shares another argument.",
        "Hermann et al. 2015, section 3.1 (exact match, correct frame)",
        "Who sold the mill to Jonas? -> ARG0 of sell.01 with the mill and Jonas",
        (
            HAS_PREDICATE,
            FILLS_ROLE,
            Condition("shares an argument with the question", lambda v: v.col("frame others") > 0),
            NEW,
        ),
        _bind_frame,
    ),
    Proposer(
        "frame-predicate",
        "A frame of the question's predicate has it as an argument, whatever the role.",
        "Hermann et al. 2015, section 3.1 (permuted frame)",
        "What was the mill sold for? -> another argument of sell.01",
        (
            HAS_PREDICATE,
            Condition("shares an argument with the question", lambda v: v.col("frame others") > 0.1),
            NEW,
        ),
        _bind_frame,
    ),
    Proposer(
        "frame-others",
        "The other arguments agree though the predicate does not.",
        "Hermann et al. 2015, section 3.1 (matching entity)",
        "Who got rid of the mill? -> ARG0 of a frame that has the mill",
        (
            Condition("shares arguments with the question", lambda v: v.col("frame others") >= 0.3),
            FILLS_ROLE,
            NEW,
        ),
        _bind_frame,
    ),
)
