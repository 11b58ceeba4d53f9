"""What the rules over the state of a story share: the question's form, and proposals from phrases."""

from __future__ import annotations

from collections.abc import Sequence

from symbolic_rc.graph.facts import Fact, Term
from symbolic_rc.graph.state import Timeline, timeline_of
from symbolic_rc.graph.state.naming import Phrase
from symbolic_rc.question.state_question import StateQuestion, read_state_question
from symbolic_rc.rules.case import Case
from symbolic_rc.rules.proof import Link, Proof, Proposal

#: Questions of which it is known what was so at first.
_AT_FIRST = ("place", "holder")


def asked_state(case: Case, *forms: str) -> StateQuestion | None:
    """Return the question about the state of a story that a case asks, where it has one of some forms."""
    found = read_state_question(case.query.text_asked or case.query.question.text)
    if found is not None and case.query.time == "first" and found.form not in _AT_FIRST:
        return None  # what was so at first is told, and not what became of it
    if found is not None and case.kind == "number" and case.counted.any():
        return None  # the story tells how many there are
    return found if found is not None and found.form in forms else None


def timeline(case: Case) -> Timeline:
    """Return the state of a case's story over time."""
    return timeline_of(case.facts)


def from_phrase(case: Case, phrase: Phrase, facts: Sequence[Fact], links: Sequence[Link] = ()) -> Proposal:
    """Return a phrase of the story as an answer, proved by facts."""
    start, end = phrase.start, phrase.end
    term = Term("state", start, end, end - 1)
    text = case.span_text(start, end)
    proof = Proof(_once(facts), tuple(links), term)
    return Proposal(start, end, text, 1.0, float(facts[-1].token if facts else 0), proof)


def from_words(
    text: str,
    facts: Sequence[Fact],
    links: Sequence[Link] = (),
    texts: tuple[str, ...] = (),
    strength: float = 1.0,
) -> Proposal:
    """Return an answer that is no phrase of the story: yes, no, a number, a list, a way."""
    return Proposal(-1, 0, text, strength, 0.0, Proof(_once(facts), tuple(links)), texts)


def _once(facts: Sequence[Fact]) -> tuple[Fact, ...]:
    """Return facts in the order in which the story tells them, each once."""
    return tuple(sorted(dict.fromkeys(facts), key=lambda fact: (fact.token, fact.id)))
