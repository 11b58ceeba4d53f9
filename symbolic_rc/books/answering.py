"""From gathered candidates to an answer with its trace."""

from __future__ import annotations

from symbolic_rc.books.gather import Gathered
from symbolic_rc.books.model import BookModel
from symbolic_rc.books.wording import WORDINGS
from symbolic_rc.core.answer import Answer
from symbolic_rc.core.trace import LazyTrace, RankedCandidate, Trace
from symbolic_rc.core.trace.data import DIGITS
from symbolic_rc.metrics.caption import caption_tokens

#: The rule's name in answers and traces.
RULE = "whole-book"
_SHOWN = 5


def answer(gathered: Gathered, model: BookModel) -> Answer:
    """Answer a question on a book; there is a span where the answer stands in the story as it is worded.

    Parameters
    ----------
    gathered : Gathered
        What the places of the book say.
    model : BookModel
        What was learned of words' probabilities.
    """
    ranked = model.ranked(gathered)
    if not ranked:
        return Answer((), (), 0.0, RULE, LazyTrace(book_trace, gathered, model))  # type: ignore[arg-type]
    best = ranked[0]
    span = best.core.span if best.wording == 0 else ()
    places = ((span[0], span[1]),) if span else ()
    told = LazyTrace(book_trace, gathered, model)
    return Answer((best.text,), places, best.score, RULE, told, best.score)  # type: ignore[arg-type]


def book_trace(gathered: Gathered, model: BookModel) -> Trace:
    """Return the trace: the best answers, and what each word's probability adds to them."""
    probabilities, ranked = model.probabilities(gathered), model.ranked(gathered)
    shown = []

    def likely(word: str) -> tuple[float, str]:
        return -probabilities[word], word

    for one in ranked[:_SHOWN]:
        words = {*caption_tokens(one.text, split=True)} & probabilities.keys()
        start, end = one.core.span if one.wording == 0 and one.core.span else (-1, -1)
        shown.append(
            RankedCandidate(
                one.text,
                start,
                end,
                round(one.score, DIGITS),
                (one.core.source, WORDINGS[one.wording]),
                {word: round(probabilities[word], DIGITS) for word in sorted(words, key=likely)},
            )
        )
    return Trace(
        gathered.asked.question.text,
        tuple(one.text for one in ranked[:1]),
        RULE,
        ranker_asked=gathered.case is not None,
        rests_on="ranking" if ranked else "",
        compared=len(ranked),
        candidates=tuple(shown),
    )
