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
from symbolic_rc.rules.evidence import spread
from symbolic_rc.rules.index import StoryIndex, word_matcher
from symbolic_rc.rules.resolve import open_case, run
from symbolic_rc.rules.rule import Rulebook
from symbolic_rc.rules.trace import Scored, Trace
from symbolic_rc.rules.weights import Weights

#: Names of the features of a given answer, with their weights where none are learned. Each comes a second
#: time as its share of the best of the pool.
CHOICE_NAMES = {
    "best candidate": 1.0,
    "chance of candidates": 2.0,
    "window": 1.0,
    "windows of all sizes": 1.0,
    "distance": 1.0,
    "sentence": 1.0,
    "two sentences": 0.5,
    "words found": 0.5,
    "new words": 0.0,
    "length": 0.0,
    "said so": 0.5,
    "near the evidence": 1.0,
}
#: Words whose places are remembered with a story.
_REMEMBERED = 2000
_SIZES = (3, 5, 8, 12, 18, 26)


def choice_features(case: Case, pool: Sequence[str]) -> NDArray[np.float64]:
    """Return the features of given answers, float64 of shape (pool, 2 x features).

    Sliding windows and distance are those of Richardson et al. 2013, windows of all sizes and coreference in
    the matching those of Smith et al. 2015.

    Parameters
    ----------
    case : Case
        On which the rules have worked.
    pool : sequence of str
    """
    story = case.story
    n = story.tok.shape[1]
    out = np.zeros((len(pool), len(CHOICE_NAMES)))
    if not n or not len(pool):
        return np.concatenate([out, out], axis=1)
    forms = list(case.asked.content[0])
    asked = _coverage(story, forms)
    base = asked.max(axis=0, initial=0.0)
    inverse = np.log1p(1.0 / np.maximum(1, _counts(story)))
    listed, chance, worth = _listed(case)
    evidence = _evidence(story, asked)
    known = set(forms)
    for p, text in enumerate(pool):
        words = [w.lower() for w in tokens(text).words]
        content = [w for w in words if w not in FUNCTION_WORDS and w[0].isalnum()]
        content = content or [w for w in words if w[0].isalnum()] or words
        fresh = [w for w in content if w not in known] or content
        rows = _coverage(story, fresh)
        own = rows.max(axis=0, initial=0.0)
        have = set(content)
        alike = np.array([2.0 * len(have & o) / max(1, len(have) + len(o)) for o in listed] or [0.0])
        if len(chance):
            out[p, 0] = float((alike * worth).max())
            out[p, 1] = float((alike * chance).sum())
        both = np.maximum(base, own) * inverse
        size = min(n, max(3, len(known) + len(fresh)))
        out[p, 2] = float(np.convolve(both, np.ones(size), "valid").max(initial=0.0))
        for width in _SIZES:
            ones = np.ones(min(width, n))
            held = np.convolve(own, ones, "valid") > 0
            out[p, 3] += float((np.convolve(both, ones, "valid") * held).max(initial=0.0)) / len(_SIZES)
        out[p, 4] = 1.0 - _distance(base, own, n)
        out[p, 5], out[p, 6] = _sentences(story, asked, rows)
        out[p, 7] = float(rows.max(axis=1, initial=0.0).mean()) if len(rows) else 0.0
        out[p, 8] = len(fresh) / max(1, len(content))
        out[p, 9] = np.log1p(len(content))
        out[p, 10] = float(text.strip().lower().rstrip(".") in story.text.lower())
        out[p, 11] = float((own * evidence).max())
    best = out.max(axis=0)
    return np.concatenate([out, out / np.where(best > 0, best, 1.0)], axis=1)


def _listed(case: Case) -> tuple[list[set[str]], NDArray[np.float64], NDArray[np.float64]]:
    """Return the listed candidates' words, their chances, and their scores above the worst."""
    if not len(case.second):
        return [], np.zeros(0), np.zeros(0)
    listed = [set(case.text(int(row)).lower().split()) - FUNCTION_WORDS for row in case.listed]
    chance = np.exp(6.0 * (case.second - case.second.max()))
    return listed, chance / chance.sum(), case.second - case.second.min() + 0.05


def _counts(story: StoryIndex) -> NDArray[np.int64]:
    _, inverse, counts = np.unique(story.tok[L.LOWER], return_inverse=True, return_counts=True)
    return counts[inverse]


def _coverage(story: StoryIndex, words: Sequence[str]) -> NDArray[np.float64]:
    """Return how well each token matches each word, directly or by coreference; float64 (words, n)."""
    known = story.memo.setdefault("coverage", {})
    if len(known) > _REMEMBERED:
        known.clear()
    unknown = [word for word in dict.fromkeys(words) if word not in known]
    if unknown:
        best = np.zeros((len(unknown), story.tok.shape[1]), np.float32)
        found = word_matcher().relate(unknown, story.words)
        if len(found.indptr) == len(unknown) + 1:
            spread(
                story.tok, story.ent_bounds, story.ent_heads, found.indptr, found.positions, found.weights,
                best, np.empty((16, 2), np.int32),
            )  # fmt: skip
        for word, row in zip(unknown, best.astype(np.float64), strict=True):
            known[word] = row
    return np.array([known[word] for word in words]).reshape(len(words), story.tok.shape[1])


def _distance(base: NDArray[np.float64], own: NDArray[np.float64], n: int) -> float:
    """How far the question's words stand from the answer's (Richardson et al. 2013), 0 to 1."""
    here, there = np.flatnonzero(own > 0.5), np.flatnonzero(base > 0.5)
    if not len(here) or not len(there):
        return 1.0
    gaps = np.abs(here[:, None] - there[None, :]).min(axis=0)
    return float(np.minimum(gaps + 1, 30).mean()) / 30.0


def _evidence(story: StoryIndex, asked: NDArray[np.float64]) -> NDArray[np.float64]:
    """How much of the question each token's sentence and its neighbours hold; float64, one a token."""
    if not len(asked):
        return np.zeros(story.tok.shape[1])
    per = np.maximum.reduceat(asked, story.bounds[:-1], axis=1).mean(axis=0)
    around = per + 0.5 * np.concatenate([[0.0], per[:-1]]) + 0.25 * np.concatenate([per[1:], [0.0]])
    return around[story.tok[L.SENT]]


def _sentences(
    story: StoryIndex, asked: NDArray[np.float64], own: NDArray[np.float64]
) -> tuple[float, float]:
    """The best sentence's, and the best two neighbours', share of the question's and the answer's words."""
    starts = story.bounds[:-1]
    a = np.maximum.reduceat(asked, starts, axis=1) if len(asked) else np.zeros((1, len(starts)))
    b = np.maximum.reduceat(own, starts, axis=1) if len(own) else np.zeros((1, len(starts)))
    one = np.sqrt(a.mean(axis=0) * b.mean(axis=0))
    if len(starts) < 2:
        return float(one.max()), float(one.max())
    a2, b2 = np.maximum(a[:, 1:], a[:, :-1]), np.maximum(b[:, 1:], b[:, :-1])
    return float(one.max()), float(np.sqrt(a2.mean(axis=0) * b2.mean(axis=0)).max())


def score_pool(case: Case, pool: Sequence[str]) -> NDArray[np.float64]:
    """Return a score for each given answer."""
    features = choice_features(case, pool)
    learned = case.weights.about.get("choices", {})
    default = [0.0] * len(CHOICE_NAMES) + list(CHOICE_NAMES.values())
    weights = np.array(learned.get(case.style) or learned.get("") or default)
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
    winner = int(np.argmax(-scores if negated else scores))
    text = asked.question.choices[winner]
    scored = tuple(Scored(c, score=float(s)) for c, s in zip(asked.question.choices, scores, strict=True))
    rule = "choice-negated" if negated else "choice"
    trace = Trace(asked.question.text, {"kind": "choice"}, (), scored, (text,), rule)
    return Answer((text,), (), float(scores[winner]), rule, trace)
