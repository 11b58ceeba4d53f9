"""Answer choices: the one that a proof's words support best, and what some of them say of the others."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.index.story_index import word_matcher
from symbolic_rc.lexicon.english import NEGATIONS, content_words
from symbolic_rc.rules.case import Case
from symbolic_rc.rules.families.text import nearness

#: What a choice says of the others, as a whole: that all, none, or nothing that the story tells is right.
_OF_OTHERS = {
    "all": r"(all|both|each)( of)?( (the )?(above|these|them|choices|answers|options)| a and b)?",
    "none": r"neither|(none|neither) (of )?(the )?(above|these|them|choices|answers|options)",
    "unknown": r"(there is )?not enough information|unknown|"
    r"((the |this )?(text|story|passage|article|dialogue|conversation) |it |that |this |we )?"
    r"((is|was|are) |do(es)? |did |can)?(not|n.t) (be )?"
    r"(say|tell|know|given|known|mentioned|stated|said|told|specified|determined)"
    r"( (in|from|by) (the|this) \w+)?",
}
_TELLS_OF_OTHERS = {kind: re.compile(pattern) for kind, pattern in _OF_OTHERS.items()}
#: A choice of a lower score has no support; all are right where none has less than that share of the best.
_SUPPORTED, _ALIKE = 1.0, 0.6
#: Stems that ask for the choice that is not so, whatever the story says.
_EXCEPT = re.compile(
    r"(?i:\bexcept\b|(not|n.t) (true|right|correct|mentioned|stated)\b"
    r"|^which\b.* (false|untrue|incorrect|wrong)\b)"
)
_DENIED = re.compile(r"\b(not|never|no)\b|n['’]t\b")
#: What a denial stands behind where it denies another clause than the main one.
_SUBORDINATE = re.compile(r" (that|who|when|because|if|while|which) ")


def tells_of_others(choice: str) -> str:
    """Return what a choice says of the others: ``all``, ``none``, ``unknown``; empty for one of its own."""
    words = choice.lower().strip(" .!")
    return next((kind for kind, pattern in _TELLS_OF_OTHERS.items() if pattern.fullmatch(words)), "")


def asks_what_is_not(case: Case) -> bool:
    """Whether the right choice is the one that the story does not support.

    "Who did not come?" asks for it where the story tells who came. It does not where the sentences that hold
    most of the question deny something themselves, nor does "Why did Ada not come?".
    """
    text = case.question.text
    if _EXCEPT.search(text):
        return True
    denied = _DENIED.search(text.lower())
    main = denied is not None and not _SUBORDINATE.search(text.lower(), 0, denied.start())
    if not main or case.query.understanding.wh in ("why", "how", "") or not _denies(case):
        return False
    syntax, held = case.facts.syntax, case.alignment.by_sentence
    if not held.size:
        return True
    cover = held.mean(axis=0)
    top = np.flatnonzero(cover >= cover.max() - 1e-6)
    tokens = np.flatnonzero(np.isin(syntax.sentences, top)).tolist()
    return not any(syntax.lowers[i] in NEGATIONS or syntax.lowers[i] == "n’t" for i in tokens)


def _denies(case: Case) -> bool:
    return any(fact.denied for fact, _ in case.query.asked)


def with_others(choices: Sequence[str], scores: NDArray[np.float64], negated: bool) -> NDArray[np.float64]:
    """Return the scores with those of choices that tell of the others, best where the others bear them out.

    Parameters
    ----------
    choices : sequence of str
    scores : ndarray of float64, shape (choices,)
        How well the story supports each.
    negated : bool
        Whether the least supported is asked for; then they are never best.
    """
    kinds = [tells_of_others(choice) for choice in choices]
    own = np.array([not kind for kind in kinds])
    if own.all() or not own.any():
        return scores
    worst, best = float(scores[own].min()), float(scores[own].max())
    nothing = best < _SUPPORTED
    every = own.sum() > 1 and not nothing and worst >= _ALIKE * best
    holds = {"all": every, "none": nothing, "unknown": nothing}
    of_others = [best + 1.0 if holds.get(kind) and not negated else worst - 1.0 for kind in kinds]
    return np.where(own, scores, of_others)


def choice_scores(case: Case, choices: Sequence[str], answer: str) -> NDArray[np.float64]:
    """Return how well each choice is supported: by the answer that the rules find, then by what is near.

    Parameters
    ----------
    case : Case
    choices : sequence of str
    answer : str
        What the rules answer where no choices are given; empty for nothing.

    Returns
    -------
    ndarray of float64, shape (choices,)
        Higher is better.
    """
    found = set(content_words(answer))
    near = nearness(case)
    scores = np.zeros(len(choices))
    for number, choice in enumerate(choices):
        words = content_words(choice)
        if not words:
            continue
        shared = len(found.intersection(words)) / len(words)
        scores[number] = shared + (_near(case, words, near) if near is not None else 0.0)
    return scores


def nearest_sentence(case: Case, choice: str) -> int:
    """Return the sentence in which a choice's words are nearest to the question's; -1 for none."""
    near, words = nearness(case), content_words(choice)
    if near is None or not words:
        return -1
    relation = word_matcher().relate(words, case.index.words)
    worth = relation.weights * near[relation.positions]
    if not len(worth) or worth.max() <= 0:
        return -1
    return int(case.facts.syntax.sentences[relation.positions[int(worth.argmax())]])


def _near(case: Case, words: Sequence[str], near: NDArray[np.float64]) -> float:
    """Return the mean over words of the best match that is near the question's words."""
    relation = word_matcher().relate(words, case.index.words)
    total = 0.0
    for row in range(len(words)):
        span = slice(int(relation.indptr[row]), int(relation.indptr[row + 1]))
        if span.start < span.stop:
            total += float((relation.weights[span] * near[relation.positions[span]]).max())
    return total / len(words)
