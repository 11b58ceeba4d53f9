"""From gathered candidates to an answer with its trace."""

from __future__ import annotations

from symbolic_rc.books.gather import Gathered
from symbolic_rc.books.model import BookModel
from symbolic_rc.books.wording import WORDINGS
from symbolic_rc.core.answer import Answer
from symbolic_rc.core.trace import LazyTrace, Scored, Step, Trace
from symbolic_rc.metrics.caption import caption_tokens
from symbolic_rc.rules.trace.explain import trace

#: The rule's name in answers and traces.
RULE = "whole-book"
_SHOWN, _PROBABLE = 5, 8


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
    """Return the trace: the best answers, and what each word's probability contributes to them.

    Its steps are those of the engine in the chunks where it looked first, then the choice by the words'
    probabilities.
    """
    probabilities, ranked = model.probabilities(gathered), model.ranked(gathered)
    engine = trace(gathered.case, ()) if gathered.case else None
    shown = []
    for one in ranked[:_SHOWN]:
        words = dict.fromkeys(caption_tokens(one.text, split=True))
        start, end = one.core.span if one.wording == 0 and one.core.span else (-1, -1)
        proposed = (one.core.source, WORDINGS[one.wording])
        shown.append(
            Scored(
                one.text,
                start,
                end,
                one.score,
                proposed,
                {w: probabilities[w] for w in words if w in probabilities},
            )
        )
    likely = sorted(probabilities.items(), key=lambda pair: (-pair[1], pair[0]))[:_PROBABLE]
    bound = {word: f"{probability:.2f}" for word, probability in likely}
    texts = tuple(one.text for one in ranked)
    step = Step(
        RULE, bool(ranked), "" if ranked else "the book has no candidate", bound, texts[:3], len(texts)
    )
    return Trace(
        gathered.asked.question.text,
        engine.understanding if engine else {},
        (*(engine.steps if engine else ()), step),
        tuple(shown),
        texts[:1],
        RULE,
    )
