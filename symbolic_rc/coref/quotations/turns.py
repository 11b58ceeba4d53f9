"""The turns of conversations, one a paragraph, and the narration around quotations."""

from __future__ import annotations

from collections.abc import Sequence

from symbolic_rc.coref.mentions.syntax import Syntax
from symbolic_rc.coref.quotations.direct_speech import Quotation

#: Tokens of a paragraph before and after a quotation that are looked at.
FAR = 300


def turns_of(paragraphs: Sequence[int]) -> list[list[int]]:
    """Part quotations, given by their paragraphs, into turns.

    >>> turns_of([0, 0, 1, 4])
    [[0, 1], [2], [3]]
    """
    turns: list[list[int]] = []
    for i, paragraph in enumerate(paragraphs):
        if turns and paragraphs[turns[-1][0]] == paragraph:
            turns[-1].append(i)
        else:
            turns.append([i])
    return turns


def narration_around(syntax: Syntax, quotes: Sequence[Quotation]) -> list[tuple[int, int]]:
    """Return, for each quotation, where the narration around it within its paragraph begins and ends."""
    paragraph = [int(syntax.paragraphs[quote.start]) for quote in quotes]
    bounds = []
    for i, quote in enumerate(quotes):
        low, high = quote.start, quote.end
        if i and paragraph[i - 1] == paragraph[i]:
            low = quotes[i - 1].end
        else:
            while low and quote.start - low <= FAR and syntax.paragraphs[low - 1] == paragraph[i]:
                low -= 1
        if i + 1 < len(quotes) and paragraph[i + 1] == paragraph[i]:
            high = quotes[i + 1].start
        else:
            while high < len(syntax) and high - quote.end <= FAR and syntax.paragraphs[high] == paragraph[i]:
                high += 1
        bounds.append((low, high))
    return bounds
