"""Given answers: how well each fits the story, for multiple choice and for ranking a pool."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.answer import Answer
from symbolic_rc.core.tokens import tokens
from symbolic_rc.core.words import FUNCTION_WORDS
from symbolic_rc.rules import layout as L
from symbolic_rc.rules.asked import Asked
from symbolic_rc.rules.case import Case
from symbolic_rc.rules.index import StoryIndex, word_matcher
from symbolic_rc.rules.resolve import open_case, run
from symbolic_rc.rules.rule import Rulebook
from symbolic_rc.rules.trace import Scored, Trace
from symbolic_rc.rules.weights import Weights

#: Names of the features of a given answer.
CHOICE_NAMES = (
    "best candidate", "expected overlap", "window", "window of story", "distance", "sentence", "words found",
    "in question", "length", "exact", "chance covered",
)  # fmt: skip
_CHOICE_WEIGHTS = np.array([1.0, 2.0, 0.6, 0.3, 0.5, 0.8, 0.4, -0.3, 0.0, 0.6, 1.5])


def choice_features(case: Case, pool: Sequence[str]) -> NDArray[np.float64]:
    """Return the features of given answers, float64 of shape (pool, CHOICES).

    Parameters
    ----------
    case : Case
        On which the rules have worked.
    pool : sequence of str
    """
    story = case.story
    n = story.tok.shape[1]
    out = np.zeros((len(pool), len(CHOICE_NAMES)))
    if not n:
        return out
    asked_row = _coverage(story, case.asked.content[0])
    base = asked_row.sum(axis=0) if len(asked_row) else np.zeros(n)
    inverse = np.log1p(n / np.maximum(1, _counts(story)))
    question_words = set(case.asked.texts)
    listed = [set(case.text(int(row)).lower().split()) - FUNCTION_WORDS for row in case.listed]
    chance = np.exp(6.0 * (case.second - case.second.max())) if len(case.second) else np.zeros(0)
    chance = chance / chance.sum() if len(chance) else chance
    for p, text in enumerate(pool):
        words = [w.lower() for w in tokens(text).words]
        content = [w for w in words if w not in FUNCTION_WORDS and w[0].isalnum()] or words
        rows = _coverage(story, content)
        fresh = [i for i, w in enumerate(content) if w not in question_words]
        found = rows.max(axis=1) if rows.size else np.zeros(len(content))
        have = set(content)
        alike = np.array(
            [2.0 * len(have & other) / max(1, len(have) + len(other)) for other in listed] or [0.0]
        )
        if len(chance):
            out[p, 0] = float((alike * (case.second - case.second.min() + 0.05)).max())
            out[p, 1] = float((alike * chance).sum())
            out[p, 10] = float(chance[alike > 0.5].sum())
        own = rows[fresh].max(axis=0) if fresh and rows.size else np.zeros(n)
        both = np.minimum(1.0, base + own) * inverse
        both[own > 0] *= 1.0
        for column, size in ((2, 12), (3, 30)):
            sums = np.convolve(both * 1.0, np.ones(min(size, n)), "valid")
            has = np.convolve(own, np.ones(min(size, n)), "valid") > 0
            out[p, column] = float((sums * has).max(initial=0.0)) / max(1.0, inverse.max() * size / 4)
        out[p, 4] = _nearness(base, own)
        out[p, 5] = _sentence(story, asked_row, rows[fresh] if fresh and rows.size else np.zeros((0, n)))
        out[p, 6] = float(found.mean()) if len(found) else 0.0
        out[p, 7] = 1.0 - len(fresh) / max(1, len(content))
        out[p, 8] = len(content)
        out[p, 9] = float(text.strip().lower().rstrip(".") in story.text.lower())
    return out


def _counts(story: StoryIndex) -> NDArray[np.int64]:
    _, inverse, counts = np.unique(story.tok[L.LOWER], return_inverse=True, return_counts=True)
    return counts[inverse]


def _coverage(story: StoryIndex, words: Sequence[str]) -> NDArray[np.float64]:
    """Return how well each token matches each word; float64 of shape (words, n)."""
    out = np.zeros((len(words), story.tok.shape[1]))
    if not len(words):
        return out
    found = word_matcher().relate(list(words), story.words)
    for i in range(len(words)):
        part = slice(found.indptr[i], found.indptr[i + 1])
        out[i, found.positions[part]] = found.weights[part]
    return out


def _nearness(base: NDArray[np.float64], own: NDArray[np.float64]) -> float:
    """How close the answer's words stand to the question's, on average over the latter's places."""
    here, there = np.flatnonzero(own > 0), np.flatnonzero(base > 0)
    if not len(here) or not len(there):
        return 0.0
    gaps = np.abs(here[:, None] - there[None, :]).min(axis=0)
    return float((1.0 / (1.0 + gaps / 4.0)).mean())


def _sentence(story: StoryIndex, asked: NDArray[np.float64], own: NDArray[np.float64]) -> float:
    """The best sentence's share of the question's words and the answer's, both counted."""
    most = 0.0
    for s in range(len(story.bounds) - 1):
        part = slice(story.bounds[s], story.bounds[s + 1])
        a = asked[:, part].max(axis=1).mean() if len(asked) else 0.0
        b = own[:, part].max(axis=1).mean() if len(own) else 0.0
        most = max(most, float(np.sqrt(a * b)))
    return most


def score_pool(case: Case, pool: Sequence[str]) -> NDArray[np.float64]:
    """Return a score for each given answer."""
    features = choice_features(case, pool)
    learned = case.weights.about.get("choices", {})
    weights = np.array(learned.get(case.style) or learned.get("") or _CHOICE_WEIGHTS)
    return features @ weights


def rank_pool(
    story: StoryIndex, asked: Asked, pool: Sequence[str], book: Rulebook, weights: Weights, style: str
) -> NDArray[np.float64]:
    """Score given answers to a question; higher is better."""
    case = open_case(story, asked, weights, style)
    run(case, book)
    return score_pool(case, pool)


def choose(story: StoryIndex, asked: Asked, book: Rulebook, weights: Weights, style: str) -> Answer:
    """Choose one of the question's choices."""
    case = open_case(story, asked, weights, style)
    run(case, book)
    scores = score_pool(case, asked.question.choices)
    negated = asked.understanding.negated
    winner = int(np.argmin(scores) if negated else np.argmax(scores))
    text = asked.question.choices[winner]
    scored = tuple(Scored(c, score=float(s)) for c, s in zip(asked.question.choices, scores, strict=True))
    rule = "choice-negated" if negated else "choice"
    trace = Trace(asked.question.text, {"kind": "choice"}, (), scored, (text,), rule)
    return Answer((text,), (), float(scores[winner]), rule, trace)
