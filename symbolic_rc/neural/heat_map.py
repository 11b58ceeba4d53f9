"""A neural reader's attention as a heat map on the story (Hermann et al. 2015, figure 3)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from markupsafe import Markup, escape

from symbolic_rc.core.record import Answer
from symbolic_rc.show.markup import plain
from symbolic_rc.show.page import render

#: Less than this share of the greatest weight is not shown.
_FAINT = 0.02


@dataclass(frozen=True, slots=True)
class TokenWeight:
    """A token of the story, by its character offsets, and a reader's attention to it."""

    start: int
    end: int
    weight: float


def token_weights(spans: Iterable[tuple[int, int]], weights: Iterable[float]) -> list[TokenWeight]:
    """Return the attention to tokens, in the order of the text."""
    return [TokenWeight(*span, weight) for span, weight in zip(spans, weights, strict=False)]


@dataclass(frozen=True, slots=True)
class AttentionStep:
    """A reader's attention to all tokens after it has read a word of the question."""

    word: str
    weights: Sequence[TokenWeight]


def heat_map(text: str, weights: Sequence[TokenWeight]) -> Markup:
    """Return a story as HTML, tokens with more attention darker; `weights` are in the order of the text.

    Examples
    --------
    >>> print(heat_map("Ann met", [TokenWeight(0, 3, 0.25)]))
    <span style="background:rgba(240,120,0,1.00)" title="0.250">Ann</span> met
    """
    most = max((token.weight for token in weights), default=0.0) or 1.0
    parts, place = [], 0
    for token in weights:
        share = token.weight / most
        if share < _FAINT:
            continue
        word = escape(plain(text[token.start : token.end]))
        shade = f'style="background:rgba(240,120,0,{share:.2f})" title="{token.weight:.3f}"'
        parts += [escape(plain(text[place : token.start])), Markup(f"<span {shade}>{word}</span>")]
        place = token.end
    return Markup("").join([*parts, escape(plain(text[place:]))])


def attention_page(
    question: str, text: str, reader: str, answer: Answer, steps: Sequence[AttentionStep], evidence: Markup
) -> str:
    """Return a page with a reader's answer and heat maps, beside the engine's evidence, a part of a page.

    `steps` are empty for a reader without attention.
    """
    maps = [(one.word, heat_map(text, one.weights)) for one in steps] or [("", heat_map(text, ()))]
    shown = {"reader": reader, "answer": answer, "has_attention": bool(steps), "evidence": evidence}
    return render("attention.html", title=question, maps=maps, **shown)
