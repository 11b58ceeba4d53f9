"""From a resolution to an answer: its wording, its places in the text, its trace."""

from __future__ import annotations

from collections.abc import Sequence

from symbolic_rc.core.answer import Answer
from symbolic_rc.core.trace import LazyTrace, Trace
from symbolic_rc.rules.case import Case
from symbolic_rc.rules.evidence import ranking_of
from symbolic_rc.rules.resolve import Resolution
from symbolic_rc.rules.rule import Rule
from symbolic_rc.rules.trace.choice_trace import choice_trace
from symbolic_rc.rules.trace.explain import trace
from symbolic_rc.rules.trace.proof_trace import proof_trace

Texts = tuple[tuple[str, ...], tuple[tuple[int, int], ...]]


def answer_of(case: Case, resolution: Resolution, rules: Sequence[Rule]) -> Answer:
    """Return the answer of a case that some rules have resolved; its trace is made when it is looked at."""
    if resolution.proposal is None:
        return Answer((), trace=_trace(case, resolution, (), rules))
    texts, places = wording(case, resolution)
    sure, told = resolution.confidence, _trace(case, resolution, texts, rules)
    return Answer(texts, places, sure, resolution.rule, told, sure)


def wording(case: Case, resolution: Resolution) -> Texts:
    """Return an answer's texts and their places: the first of these that applies.

    1. The rule's own texts, of several answers or of none that stands in the story.
    2. In a kind of data set that was learned from: the mention of what was proved, and the ends of its span,
       that its answers usually have. Options keep their words.
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
    own, span = case.span_text(proposal.start, proposal.end), (proposal.start, proposal.end)
    term = proposal.proof.term
    if case.learned and case.ranker and term is not None and own == resolution.text and not case.options:
        span = case.ranker.usual_extent(case.index, span, term.entity)
        own = case.span_text(*span)
    elif own != resolution.text:
        return (resolution.text,), ()
    chars = case.index.chars
    return (own,), ((int(chars[span[0], 0]), int(chars[span[1] - 1, 1])),)


def _trace(case: Case, resolution: Resolution, texts: tuple[str, ...], rules: Sequence[Rule]) -> Trace:
    """Return the trace, which is made when it is looked at."""
    return LazyTrace(trace_of, case, resolution, texts, rules)  # type: ignore[return-value]


def trace_of(
    case: Case, resolution: Resolution, texts: tuple[str, ...], rules: Sequence[Rule], why_not: str = ""
) -> Trace:
    """Return how an answer came about.

    Parameters
    ----------
    case : Case
    resolution : Resolution
    texts : tuple of str
        The answer as it was worded.
    rules : sequence of Rule
        Those that were tried, in their order.
    why_not : str
        Another answer, of which the trace says why it was not given.
    """
    proposal = resolution.proposal
    if proposal is None or proposal.proof.rests_on != "ranking":
        return proof_trace(case, resolution, rules, why_not)
    ranking = ranking_of(case)
    if ranking is None:
        return choice_trace(case.query, case.story, resolution.text, why_not)
    return trace(ranking, texts, why_not)
