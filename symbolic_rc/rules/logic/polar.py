"""Questions that ask whether something is so."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from symbolic_rc.graph.facts.reading.clause import DENIALS
from symbolic_rc.rules.case import Case
from symbolic_rc.rules.logic.prove import Verdict, excluded, prove
from symbolic_rc.rules.logic.who import said_alone
from symbolic_rc.rules.proof import Link, Proposal

#: How likely the answer is that is given to what the story does not say: a little likelier than the other.
_GUESSED = 0.6
#: A word of the question is in a sentence that has one so near to it.
_PRESENT = 0.6
#: A text of so many words is no longer told whole, so that what it does not say may be so all the same.
_LONG = 60
_DENIALS = DENIALS | {"n’t", "without"}


def is_so(case: Case) -> list[Proposal]:
    """Answer yes where the story proves what is asked, and no where it denies it."""
    if not case.query.polar or case.query.alternatives:
        return []
    verdict = prove(case)
    return [] if verdict.holds is None else [_answered(case, verdict)]


def likelier(case: Case) -> list[Proposal]:
    """Answer what the story does not say: no, where it tells such a thing of another, else as is likelier.

    Most of what is asked about a text is so (62 % of BoolQ's questions); little of what a short story could
    say and does not.
    """
    if not case.query.polar or case.query.alternatives:
        return []
    proved = case.proposals.get(is_so)
    if proved:  # not surely enough to decide
        return [replace(proved[0], strength=min(proved[0].strength, _GUESSED))]
    whole = len(case.facts.syntax) <= _LONG
    verdict = excluded(case) if whole else Verdict(None)
    if verdict.holds is not None:
        return [_answered(case, verdict)]
    present = case.alignment.by_sentence >= _PRESENT
    told = np.flatnonzero(present.all(axis=0)).tolist() if len(present) else []
    reason = "no statement about it was found"
    reason += f", but sentence {told[0] + 1} has all its words" if len(told) else ""
    holds = not _denied(case, told[0]) if len(told) else not whole
    link = Link(case.query.question.text, "", reason, _GUESSED)
    return [_answered(case, Verdict(holds, _GUESSED, (), (link,)))]


def _denied(case: Case, sentence: int) -> bool:
    """Whether a sentence of the story denies something, where the question does not."""
    syntax, query = case.facts.syntax, case.query
    words = {syntax.lowers[i] for i in np.flatnonzero(syntax.sentences == sentence).tolist()}
    asked = query.syntax.lowers[query.start : query.end]
    return bool(_DENIALS & words) and _DENIALS.isdisjoint(asked)


def _answered(case: Case, verdict: Verdict) -> Proposal:
    """Return a verdict as an answer; "didn't she" asks whether she did, and is read as that she did not."""
    begins = " ".join(case.query.understanding.words[:2]).lower()
    holds = bool(verdict.holds) != ("n't" in begins or "n’t" in begins)
    return said_alone("yes" if holds else "no", verdict.strength, verdict.facts, verdict.links)
