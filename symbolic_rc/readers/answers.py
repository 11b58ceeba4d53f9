"""From token spans and choices to answers."""

from __future__ import annotations

import re

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.answer import Answer
from symbolic_rc.core.question import Question
from symbolic_rc.story import Story

_WORD = re.compile(r"@?\w+")


def words_of(text: str) -> list[str]:
    """Return the words of a text in lower case, without marks."""
    return _WORD.findall(text.lower())


def folded(text: str) -> str:
    """Return the words of a text in lower case, single spaces between them."""
    return " ".join(words_of(text))


def span_answer(story: Story, start: int, end: int, score: float, rule: str) -> Answer:
    """Return the tokens `start` to `end` (exclusive) of the story as an answer."""
    left, right = int(story.tokens.starts[start]), int(story.tokens.ends[end - 1])
    return Answer((story.text[left:right],), ((left, right),), score, rule)


def choice_answer(question: Question, scores: NDArray[np.float64], rule: str) -> Answer:
    """Return the choice with the highest score, the first of equals."""
    best = int(np.argmax(scores))
    return Answer((question.choices[best],), (), float(scores[best]), rule)
