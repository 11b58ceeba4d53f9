"""From a resolution to an answer: its wording and its places in the text."""

from __future__ import annotations

from symbolic_rc.ranker.resolve import worded
from symbolic_rc.ranker.spans import row_of
from symbolic_rc.rules.agreement import ALIKE, agreement, ranked_answer
from symbolic_rc.rules.case import Case
from symbolic_rc.rules.resolve import Resolution

Texts = tuple[tuple[str, ...], tuple[tuple[int, int], ...]]


def wording(case: Case, resolution: Resolution) -> Texts:
    """Return an answer's texts and their places: the first of these that applies.

    1. The rule's own texts, of several answers or of none that stands in the story.
    2. In a kind of data set that was learned from: the ranker's wording where it answers the same; else the
       mention of what was proved, and the ends of its span, that such answers have. Options keep their words.
    3. The form of name that is asked for.
    """
    proposal = resolution.proposal
    assert proposal is not None
    if not proposal.text and not proposal.texts:
        return (), ()  # nothing in the story is the answer
    if proposal.texts:
        return proposal.texts, proposal.places
    if proposal.start < 0:
        return (resolution.text,), ()
    own = case.span_text(proposal.start, proposal.end)
    as_learned = _as_learned(case, resolution) if own == proposal.text and not case.options else None
    if as_learned is not None and any(text.strip() for text in as_learned[0]):
        return as_learned
    chars = case.index.chars
    place = (int(chars[proposal.start, 0]), int(chars[proposal.end - 1, 1]))
    return (resolution.text,), (place,) if resolution.text == own else ()


def _as_learned(case: Case, resolution: Resolution) -> Texts | None:
    """Return the candidate for what was proved that answers of this kind of data set would be."""
    proposal, ranked = resolution.proposal, None
    if case.learned:
        ranked = case.ranked
    if ranked is None or proposal is None or proposal.proof.term is None:
        return None
    if agreement(case, proposal)[0] >= ALIKE:
        answer = ranked_answer(case)[0]
        return answer.texts, answer.places
    row = row_of(ranked, proposal.proof.term)
    if row is None:
        return None
    texts = worded(ranked, row)
    if any(start < 0 for _, start, _ in texts):
        return tuple(text for text, _, _ in texts), ()
    return tuple(text for text, _, _ in texts), tuple((start, end) for _, start, end in texts)
