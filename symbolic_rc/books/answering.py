"""From gathered candidates to an answer with its trace."""

from __future__ import annotations

from symbolic_rc.books.gather import Gathered
from symbolic_rc.books.model import BookModel
from symbolic_rc.books.wording import WORDINGS
from symbolic_rc.core.answer import Answer
from symbolic_rc.metrics.caption import caption_tokens
from symbolic_rc.rules.explaining import trace
from symbolic_rc.rules.trace import Scored, Step, Trace

#: The rule's name in answers and traces.
RULE = "whole-book"
_SHOWN, _CHANCES = 5, 8


class BookTrace:
    """A trace that is made at its first look; it behaves as the `Trace` that it makes.

    Its steps are those of the engine in the chunks where it looked first, then the choice by the words'
    chances.
    """

    def __init__(self, gathered: Gathered, model: BookModel) -> None:
        self._gathered, self._model = gathered, model
        self._made: Trace | None = None

    @property
    def made(self) -> Trace:
        """The trace itself."""
        if self._made is None:
            self._made = book_trace(self._gathered, self._model)
        return self._made

    def __getattr__(self, name: str) -> object:
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(self.made, name)

    def __str__(self) -> str:
        return str(self.made)

    def _repr_html_(self) -> str:
        return self.made._repr_html_()


def answer(gathered: Gathered, model: BookModel) -> Answer:
    """Answer a question on a book; there is a span where the answer stands in the story as it is worded."""
    ranked = model.ranked(gathered)
    if not ranked:
        return Answer((), (), 0.0, RULE, BookTrace(gathered, model))  # type: ignore[arg-type]
    best = ranked[0]
    span = best.core.span if best.wording == 0 else ()
    places = ((span[0], span[1]),) if span else ()
    return Answer((best.text,), places, best.score, RULE, BookTrace(gathered, model))  # type: ignore[arg-type]


def book_trace(gathered: Gathered, model: BookModel) -> Trace:
    """Return the trace: the best answers, and what each word's chance contributes to them."""
    chances, ranked = model.chances(gathered), model.ranked(gathered)
    engine = trace(gathered.case, gathered.done, ()) if gathered.case else None
    shown = []
    for one in ranked[:_SHOWN]:
        words = dict.fromkeys(caption_tokens(one.text, split=True))
        start, end = one.core.span if one.wording == 0 and one.core.span else (-1, -1)
        proposed = (one.core.source, WORDINGS[one.wording])
        shown.append(
            Scored(one.text, start, end, one.score, proposed, {w: chances[w] for w in words if w in chances})
        )
    likely = sorted(chances.items(), key=lambda pair: (-pair[1], pair[0]))[:_CHANCES]
    bound = {word: f"{chance:.2f}" for word, chance in likely}
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
