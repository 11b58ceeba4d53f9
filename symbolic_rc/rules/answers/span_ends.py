"""The ends of an answer's span, where the question says what it must hold: one place for all rules.

Of how much, a number together with its unit; what another question asks for is left out.
"""

from __future__ import annotations

from dataclasses import replace

from symbolic_rc.core.words import FUNCTION_WORDS
from symbolic_rc.rules.case import Case
from symbolic_rc.rules.proof import Proposal

#: Between a number and what it counts stand so many words at most.
_BETWEEN = 3
_PARTS_OF_NUMBERS = frozenset(("NUM", "SYM"))


def within_ends(case: Case, proposal: Proposal) -> Proposal:
    """Return a proposal with the ends that its question asks for; itself where these are right."""
    if proposal.start < 0 or len(proposal.texts) > 1:
        return proposal
    if asks_amount(case):
        return _spanning(case, proposal, *whole_amount(case, proposal.start, proposal.end))
    return proposal


def asks_amount(case: Case) -> bool:
    """Whether a question asks how much, and names no unit: "how much did it cost"."""
    words = [word.lower() for word in case.query.understanding.words]
    for i, word in enumerate(words[:-2]):
        if word == "how" and words[i + 1] == "much":
            return words[i + 2] in FUNCTION_WORDS
    return False


def whole_amount(case: Case, start: int, end: int) -> tuple[int, int]:
    """Return the span of a whole amount that a span holds a part of: *forty crowns* of *forty*."""
    syntax = case.facts.syntax
    numbers = [i for i in range(start, end) if syntax.pos[i] == "NUM"]
    if not numbers:
        return start, end
    at = numbers[-1]
    while (
        syntax.pos[at] == "NUM"
        and int(syntax.heads[at]) != at
        and syntax.deps[at] in ("nummod", "compound", "conj")
    ):
        at = int(syntax.heads[at])
    first = numbers[0]
    while first and _in_number(case, first - 1) and syntax.sentences[first - 1] == syntax.sentences[first]:
        first -= 1
    if syntax.pos[at] not in ("NOUN", "PROPN", "SYM") or not numbers[-1] < at <= numbers[-1] + _BETWEEN:
        return min(start, first), end
    return first, at + 1


def _in_number(case: Case, token: int) -> bool:
    """Whether a token before a number belongs to it: a further number, the sign of a currency, or *and*."""
    syntax = case.facts.syntax
    if syntax.pos[token] in _PARTS_OF_NUMBERS or syntax.lowers[token] in ("$", "£", "€"):
        return True
    return syntax.lowers[token] == "and" and token > 0 and syntax.pos[token - 1] == "NUM"


def _spanning(case: Case, proposal: Proposal, start: int, end: int) -> Proposal:
    """Return a proposal over other tokens."""
    if (start, end) == (proposal.start, proposal.end):
        return proposal
    text = case.span_text(start, end)
    chars = case.index.chars
    place = (int(chars[start, 0]), int(chars[end - 1, 1]))
    texts, places = ((text,), (place,)) if proposal.texts else ((), ())
    return replace(proposal, start=start, end=end, text=text, texts=texts, places=places)
