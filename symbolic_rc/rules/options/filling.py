"""Cloze questions with choices: how well each choice fills the placeholder."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.words import FUNCTION_WORDS
from symbolic_rc.lexicon.vectors import vectors
from symbolic_rc.rules.case import Case
from symbolic_rc.rules.choices import content
from symbolic_rc.rules.proof import Proof, Proposal
from symbolic_rc.rules.text.text_rules import nearness

#: Words so far from the placeholder are laid beside the story's, and those so far count as its context.
_BESIDE, _CONTEXT = 3, 4
#: What a function word beside the placeholder counts.
_FUNCTION = 0.3
#: What the context counts against the story; and what a choice loses with the logarithm of its frequency: of
#: two that fit as well, the rarer says more.
_OF_CONTEXT, _OF_FREQUENCY = 1.0, 0.1
#: How much a difference of scores counts for the strength of the best.
_SHARPNESS = 2.0


def filled_scores(case: Case, choices: Sequence[str]) -> NDArray[np.float64]:
    """Return how well each choice fills the placeholder of a cloze question; float64, shape (choices,).

    By the story: where the words around the placeholder stand around the choice, or around a word like it,
    and what is near the question's words. By itself: how like the words around the placeholder it is, which
    is all that is known of a choice that the story does not have.
    """
    agree, near = _agreement(case), nearness(case)
    beside = _context(case)
    return np.array([_filled(case, choice, agree, near, beside) for choice in choices])


def filled_by(case: Case) -> list[Proposal]:
    """Propose the choice that fills the placeholder of a cloze question best."""
    choices = case.question.choices
    scores = filled_scores(case, choices)
    chances = np.exp(_SHARPNESS * (scores - scores.max()))
    best = int(np.argmax(scores))
    like = _agreement(case) * np.max([_like(case, word) for word in content(choices[best]) or [""]], axis=0)
    sentence = int(case.facts.syntax.sentences[int(np.argmax(like))]) if like.any() else -1
    facts = tuple(fact for fact in case.facts if fact.sentence == sentence)
    strength = float(1.0 / chances.sum())
    return [Proposal(-1, -1, choices[best], strength, 0.0, Proof(facts, (), None, "filled"))]


def _filled(
    case: Case,
    choice: str,
    agree: NDArray[np.float64],
    near: NDArray[np.float64] | None,
    beside: Sequence[str],
) -> float:
    known, total = vectors(), 0.0
    words = content(choice)
    for word in words:
        like = _like(case, word)
        best = float((agree * like).max(initial=0.0))
        best += float((near * like).max(initial=0.0)) if near is not None else 0.0
        fit = max((known.similarity(word, other) for other in beside), default=0.0)
        total += best + _OF_CONTEXT * fit - _OF_FREQUENCY * float(np.log1p(known.count(word)))
    return total / max(1, len(words))


def _like(case: Case, word: str) -> NDArray[np.float64]:
    """Return how like a word each token is: 1 for the same or another form of it, else the cosine."""
    known, syntax = vectors(), case.facts.syntax
    pairs = [(low, lemma.lower()) for low, lemma in zip(syntax.lowers, syntax.lemmas, strict=True)]
    same = {word, *(lemma for low, lemma in pairs if low == word)}
    content_words = {low for low, _ in pairs if low.isalpha() and low not in FUNCTION_WORDS}
    cosines = {other: max(0.0, known.similarity(word, other)) for other in content_words}
    return np.array([1.0 if not same.isdisjoint(pair) else cosines.get(pair[0], 0.0) for pair in pairs])


def _agreement(case: Case) -> NDArray[np.float64]:
    """Return for each token of the story how many of the words around the placeholder stand around it."""
    lowers, query = case.facts.syntax.lowers, case.query
    found = np.zeros(len(lowers))
    if query.gap < 0:
        return found
    for away in (*range(-_BESIDE, 0), *range(1, _BESIDE + 1)):
        at = query.gap + away
        if not query.start <= at < query.end or not query.syntax.lowers[at][:1].isalnum():
            continue
        word, lemma = query.syntax.lowers[at], query.syntax.lemmas[at]
        worth = (_FUNCTION if word in FUNCTION_WORDS else 1.0) / abs(away)
        for i, lemma_of in enumerate(case.facts.syntax.lemmas):
            if (lowers[i] == word or lemma_of == lemma) and 0 <= i - away < len(found):
                found[i - away] += worth
    return found


def _context(case: Case) -> list[str]:
    """Return the content words around the placeholder, the nearest on each side whatever it is."""
    query = case.query
    if query.gap < 0:
        return [query.syntax.lowers[i] for i in query.content]
    words = query.syntax.lowers
    around = range(max(query.start, query.gap - _CONTEXT), min(query.end, query.gap + _CONTEXT + 1))
    near = (query.gap - 1, query.gap + 1)
    return [
        words[i]
        for i in around
        if i != query.gap and words[i].isalpha() and (i in near or words[i] not in FUNCTION_WORDS)
    ]
