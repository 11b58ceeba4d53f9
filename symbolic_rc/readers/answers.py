"""From token spans and choices to answers."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.record import Answer, Question
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


def among_choices(question: Question, answer: Answer) -> Answer:
    """Return an answer as one of the question's choices: that which shares most words with it, by F1.

    It is returned itself where the question has no choices, or it is one of them.
    """
    if not question.is_choice or answer.text in question.choices:
        return answer
    found = Counter(words_of(answer.text))
    shared = []
    for choice in question.choices:
        words = Counter(words_of(choice))
        shared.append(2 * (found & words).total() / max(1, found.total() + words.total()))
    return replace(answer, texts=(question.choices[int(np.argmax(shared))],), spans=())


def choice_answer(question: Question, scores: NDArray[np.float64], rule: str) -> Answer:
    """Return the choice with the highest score, the first of equals."""
    best = int(np.argmax(scores))
    return Answer((question.choices[best],), (), float(scores[best]), rule)
