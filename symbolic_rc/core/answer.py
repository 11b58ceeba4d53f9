"""Answers, as every reader gives them."""

from __future__ import annotations

import html
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from symbolic_rc.core.trace import Trace


@dataclass(frozen=True, slots=True, repr=False)
class Answer:
    """What a reader answers to one question.

    Attributes
    ----------
    texts : tuple of str
        The answer's spans as text; several for a list, one for most, none if the reader finds
        the question unanswerable.
    spans : tuple of (int, int)
        Character offsets of `texts` in the story, if they are spans of it.
    score : float
        The reader's own score; comparable within one reader only.
    rule : str
        The rule, or the reader's step, that decided.
    trace : Trace or None
        How it was found, from readers with traces.
    confidence : float
        The probability that it is right, from readers that estimate it.
    """

    texts: tuple[str, ...]
    spans: tuple[tuple[int, int], ...] = ()
    score: float = 0.0
    rule: str = ""
    trace: Trace | None = None
    confidence: float = 0.0

    @property
    def text(self) -> str:
        """The answer as one string; several spans are joined by a comma."""
        return ", ".join(self.texts)

    def __repr__(self) -> str:
        shown = "".join(f", {text!r}" for text in self.texts)[2:] or "no answer"
        confidence = f", confidence={self.confidence:.2f}" if self.confidence else ""
        return f"Answer({shown}, rule={self.rule!r}{confidence})"

    def _repr_html_(self) -> str:
        if self.trace is not None:
            return self.trace._repr_html_()
        return f"<p><b>{html.escape(self.text or 'no answer')}</b> by rule {html.escape(self.rule)}</p>"
