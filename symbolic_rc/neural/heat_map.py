"""Where a neural reader looked, as a heat map on the story (Hermann et al. 2015, figure 3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup, escape

from symbolic_rc.core.answer import Answer
from symbolic_rc.show.markup import plain
from symbolic_rc.show.page import render

#: Less than this share of the greatest weight is not shown.
_FAINT = 0.02


@dataclass(frozen=True, slots=True)
class Look:
    """A token of the story and the weight that a reader gave it.

    Attributes
    ----------
    start, end : int
        Character offsets in the story.
    weight : float
    """

    start: int
    end: int
    weight: float


def heat_map(text: str, looks: Sequence[Look]) -> Markup:
    """Return a story as HTML, its tokens the darker the more a reader looked at them.

    Parameters
    ----------
    text : str
    looks : sequence of Look
        In the order of the text.

    Examples
    --------
    >>> print(heat_map("Ann met", [Look(0, 3, 0.25)]))
    <span style="background:rgba(240,120,0,1.00)" title="0.250">Ann</span> met
    """
    most = max((look.weight for look in looks), default=0.0) or 1.0
    parts, place = [], 0
    for look in looks:
        share = look.weight / most
        if share < _FAINT:
            continue
        word = escape(plain(text[look.start : look.end]))
        shade = f'style="background:rgba(240,120,0,{share:.2f})" title="{look.weight:.3f}"'
        parts += [escape(plain(text[place : look.start])), Markup(f"<span {shade}>{word}</span>")]
        place = look.end
    return Markup("").join([*parts, escape(plain(text[place:]))])


def attention_page(
    question: str, text: str, reader: str, answer: Answer, looks: Sequence[Look], evidence: Markup
) -> str:
    """Return a page with a reader's answer and heat map, and the engine's evidence beside it.

    Parameters
    ----------
    question, text : str
    reader : str
        Its name.
    answer : Answer
    looks : sequence of Look
        Empty for a reader without attention.
    evidence : Markup
        The engine's explanation, a part of a page.
    """
    said = escape(plain(answer.text or "no answer"))
    shown = heat_map(text, looks) if looks else escape(plain(text))
    note = "" if looks else "<p class=soft>This reader has no attention that could be shown.</p>"
    body = Markup(
        '<div style="display:flex;flex-wrap:wrap;gap:2rem">'
        '<section style="flex:1 1 24rem;min-width:0">'
        f"<h2>{escape(reader)}</h2><p>Answer: <mark class=answer>{said}</mark> "
        f'<span class="soft">{answer.confidence:.2f}</span></p>{note}'
        f'<div class="story" tabindex="0" role="region" aria-label="Attention">{shown}</div></section>'
        f'<section style="flex:1 1 24rem;min-width:0"><h2>symbolic</h2>{evidence}</section></div>'
    )
    return render("base.html", title=question, body=body)
