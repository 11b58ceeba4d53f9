"""What the caption-evaluation toolkit's metrics share: how NarrativeQA's answers become tokens."""

from __future__ import annotations

import re

from symbolic_rc.core.record import Question
from symbolic_rc.metrics.metric import joined, wordings

_MARKS = re.compile(r"(?<!\d)([.,:])|([.,:])(?!\d)|([^\w\s.,:'’-])")


def caption_tokens(text: str, split: bool = False) -> list[str]:
    """Lower the case, take off the final full stop, split at white space; with `split` at marks first."""
    if split:
        text = _MARKS.sub(lambda match: f" {match.group()} ", text)
    tokens = text.lower().split()
    while tokens and tokens[-1] == ".":
        tokens.pop()
    if tokens and tokens[-1].endswith(".") and tokens[-1].strip("."):
        tokens[-1] = tokens[-1].rstrip(".")
    return tokens


def caption_pair(texts: tuple[str, ...], question: Question) -> tuple[list[str], list[list[str]]]:
    """Return the tokens of an answer and of each reference.

    The answer is split only where the story is not tokenised (the tag ``tokenised`` is ``no``).
    """
    split = question.tags.get("tokenised") == "no"
    return caption_tokens(joined(texts), split), [caption_tokens(one) for one in wordings(question)]
