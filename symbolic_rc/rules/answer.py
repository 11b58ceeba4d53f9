"""From a decision to an answer: its wording and its places in the text."""

from __future__ import annotations

from symbolic_rc.rules.case import Case
from symbolic_rc.rules.decide import Decision

Texts = tuple[tuple[str, ...], tuple[tuple[int, int], ...]]


def wording(case: Case, decision: Decision) -> Texts:
    """Return an answer's texts and their places: the first of these that applies.

    1. The rule's own texts, of several answers or of none that occurs in the story.
    2. In a kind of data set that was learned from: the mention of what was proved, and the ends of its span,
       that its answers usually have. Options keep their words.
    3. The form of name that is asked for.
    """
    proposal = decision.proposal
    assert proposal is not None
    if not proposal.text and not proposal.texts:
        return (), ()  # nothing in the story is the answer
    if proposal.texts:
        return proposal.texts, proposal.places
    if proposal.start < 0:
        return (decision.text,), ()
    own, span = case.span_text(proposal.start, proposal.end), (proposal.start, proposal.end)
    term = proposal.proof.term
    formed = " " in case.query.understanding.form  # a first, last or full name
    free = own == proposal.text and not (formed or case.options)
    if case.learned and case.ranker and term is not None and free:
        span = case.ranker.usual_extent(case.index, span, term.entity)
        own = case.span_text(*span)
    elif own != decision.text:
        return (decision.text,), ()
    chars = case.index.chars
    return (own,), ((int(chars[span[0], 0]), int(chars[span[1] - 1, 1])),)
