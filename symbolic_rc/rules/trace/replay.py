"""Replaying a trace: the rules that it says fired, in its order, must bind and answer the same again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from symbolic_rc.core.errors import SymbolicRCError
from symbolic_rc.core.trace import Trace
from symbolic_rc.question.parsed import ParsedQuestion
from symbolic_rc.ranker.arrays import NOTHING_PROPOSED, Proposed
from symbolic_rc.ranker.resolve import open_case, run, settle
from symbolic_rc.ranker.rule import RankerBook
from symbolic_rc.rules.trace.explain import trace as trace_of

if TYPE_CHECKING:
    from symbolic_rc.index.story_index import StoryIndex
    from symbolic_rc.ranker.weights import EngineWeights


def replay(
    trace: Trace,
    story: StoryIndex,
    asked: ParsedQuestion,
    book: RankerBook,
    weights: EngineWeights,
    profile: str = "",
    proposed: Proposed = NOTHING_PROPOSED,
) -> Trace:
    """Answer again with the rules alone that a trace says fired, in its order; return the new trace.

    Raises
    ------
    SymbolicRCError
        If a rule is gone or no longer fires, binds or proposes something else, or the answer differs.
    """
    fired = [step for step in trace.steps if step.fired]
    again = RankerBook([book[step.rule] for step in fired])
    case = open_case(story, asked, weights, profile, proposed=proposed)
    new = trace_of(case, settle(run(case, again)).texts)
    for old, step in zip(fired, new.steps, strict=True):
        if old != step:
            raise SymbolicRCError(
                f"{trace.question!r} does not replay: rule {old.rule} gave {old.count} {list(old.proposals)} "
                f"{dict(old.bindings)}, now {step.count} {list(step.proposals)} {dict(step.bindings)}"
                f"{' (' + step.reason + ')' if step.reason else ''}"
            )
    if (new.answer, new.rule) != (trace.answer, trace.rule):
        raise SymbolicRCError(
            f"{trace.question!r} does not replay: {trace.answer} [{trace.rule}], "
            f"now {new.answer} [{new.rule}]"
        )
    return new
