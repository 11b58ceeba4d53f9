"""When an answer is right: the same words as one of the right answers, in any order of its parts."""

from __future__ import annotations

import re
import string
from collections.abc import Sequence

from symbolic_rc.core.question import Question

_ARTICLES = re.compile(r"\b(?:a|an|the)\b")
_LEADING = re.compile(r"^(?:in|on|at|to|by|from|into|with|of|because|for)\s+")
_PARTS = re.compile(r",| and |&")
_POSSESSIVE = re.compile(r"['’]s\b")
_DIGITS = dict(
    zip(
        "zero one two three four five six seven eight nine ten eleven twelve".split(),
        map(str, range(13)),
        strict=True,
    )
)


def normal(text: str) -> str:
    """Return an answer in lower case, without articles, punctuation, possessives, a leading preposition."""
    text = _POSSESSIVE.sub("", text.lower())
    text = "".join(" " if char in string.punctuation else char for char in text)
    text = " ".join(_ARTICLES.sub(" ", text).split())
    text = _LEADING.sub("", text)
    return " ".join(_DIGITS.get(word, word) for word in text.split())


def parts(texts: Sequence[str]) -> frozenset[str]:
    """Return the parts of an answer: its spans, each taken apart at commas and *and*."""
    found = {normal(part) for text in texts for part in _PARTS.split(text)}
    return frozenset(found - {""})


def is_right(answer: Sequence[str], question: Question) -> bool:
    """Whether an answer is one of a question's references."""
    return any(same(answer, reference) for reference in question.references)


def same(one: Sequence[str], other: Sequence[str]) -> bool:
    """Whether two answers are the same."""
    whole, also = normal(" ".join(one)), normal(" ".join(other))
    first = also.split()[:1] in (["yes"], ["no"])
    if first:
        return whole.split()[:1] == also.split()[:1]
    return parts(one) == parts(other) or (bool(whole) and whole == also)
