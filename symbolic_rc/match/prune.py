"""Pruning a story to the sentences that a question needs (Saha et al. 2018, section 4)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.tokens import Tokens
from symbolic_rc.lexicon.english import FUNCTION_WORDS
from symbolic_rc.match.keys import StoryWords
from symbolic_rc.match.kinds import Weights
from symbolic_rc.match.matcher import Matcher, matcher
from symbolic_rc.spans.relation import Relation

#: More senses than any word has.
_ALL = 1000


def content_words(words: Sequence[str]) -> list[int]:
    """Return the places of a question's content words: no function words, no marks.

    Examples
    --------
    >>> content_words(["Who", "sold", "the", "old", "mill", "?"])
    [1, 3, 4]
    """
    return [i for i, word in enumerate(words) if word[0].isalnum() and word.lower() not in FUNCTION_WORDS]


def coverage(relation: Relation, bounds: NDArray[np.int32]) -> NDArray[np.float64]:
    """Return, for every sentence, the share of the question's words that it matches.

    Parameters
    ----------
    relation : Relation
        Rows are the words that count.
    bounds : ndarray of int32, shape (m + 1,)
        Where sentences start, in tokens.

    Returns
    -------
    ndarray of float64, shape (m,)
    """
    found = np.zeros(len(bounds) - 1)
    for row in range(len(relation)):
        positions, _ = relation.row(row)
        matched = np.unique(np.searchsorted(bounds, positions, side="right") - 1)
        found[matched] += 1
    return found / max(1, len(relation))


def at_thresholds(
    covered: NDArray[np.float64], thresholds: Sequence[float] = (0.5, 0.3)
) -> NDArray[np.bool_]:
    """Return the sentences whose coverage reaches the first threshold that any sentence reaches.

    Where none reaches any, the sentences with the most coverage are kept; all where nothing matched.
    """
    for threshold in (*thresholds, float(covered.max(initial=0.0))):
        kept = covered >= threshold - 1e-9
        if kept.any():
            return np.asarray(kept)
    return np.ones(len(covered), np.bool_)


def best_share(
    scores: NDArray[np.float64], lengths: NDArray[np.int64], most: float = 0.5
) -> NDArray[np.bool_]:
    """Return the sentences of highest score that together hold at most that share of the tokens.

    The best sentence is always kept; equal scores go to the first.
    """
    order = np.lexsort((np.arange(len(scores)), -scores))
    kept = np.zeros(len(scores), np.bool_)
    left = most * float(lengths.sum())
    for sentence in order.tolist():
        if lengths[sentence] <= left or not kept.any():
            kept[sentence] = True
            left -= float(lengths[sentence])
    return kept


@dataclass(frozen=True, slots=True)
class Pruning:
    """How a story is pruned for a question.

    Attributes
    ----------
    most : float
        The largest share of the story that is kept; 0 for the paper's thresholds alone.
    thresholds : tuple of float
        Shares of the question's content words that a sentence must match, tried in order.
    around : float
        How much of a sentence's score its neighbours receive.
    """

    most: float = 0.5
    thresholds: tuple[float, ...] = (0.5, 0.3)
    around: float = 0.5


#: How DuoRC's authors prune: the same word, a form of it, among 50 nearest by vectors, in one synset.
DUORC = Pruning(most=0.0)


def duorc_matcher() -> Matcher:
    """Return the matcher of DuoRC's rule (section 4): four kinds of match, all of which count alike.

    Words in one synset match in any of their senses, and a neighbour counts however low the cosine is.
    """
    weights = Weights(senses=_ALL, cosine=0.0).only("surface", "inflection", "vector", "synset")
    return matcher(weights)


def prune(
    story: Tokens,
    question: Sequence[str],
    words: StoryWords | None = None,
    pruning: Pruning = Pruning(),
    match: Matcher | None = None,
) -> NDArray[np.bool_]:
    """Return which sentences of a story are kept for a question.

    Parameters
    ----------
    story : Tokens
    question : sequence of str
        The question's words.
    words : StoryWords, optional
        The story as the matcher prepared it, where many questions are asked of it.
    pruning : Pruning
    match : Matcher, optional

    Returns
    -------
    ndarray of bool, shape (sentences,)

    Notes
    -----
    Source of the thresholds: Saha et al. (2018), section 4, who keep sentences with at least 50 % of the
    question's content words, else 30 %. The full stage scores sentences by what they match, rare words
    counting more, lets a sentence lend its neighbours part of its score (answers are often next to the
    sentence that the question paraphrases), and keeps the best half.
    """
    match = match or matcher()
    asked = [question[i] for i in content_words(question)]
    relation = match.relate(asked, words or match.story(story.words))
    if not pruning.most:
        return at_thresholds(coverage(relation, story.sentences), pruning.thresholds)
    scores = sentence_scores(relation, story.sentences)
    near = np.concatenate([[0.0], scores, [0.0]])
    scores = scores + pruning.around * np.maximum(near[:-2], near[2:])
    return best_share(scores, np.diff(story.sentences).astype(np.int64), pruning.most)


def sentence_scores(relation: Relation, bounds: NDArray[np.int32]) -> NDArray[np.float64]:
    """Return the sum over question words of the best match in each sentence, times how rare it is.

    A word counts ``log(1 + sentences / sum of its best matches)``, so that many weak matches do not make it
    common.
    """
    count = len(bounds) - 1
    scores = np.zeros(count)
    for row in range(len(relation)):
        positions, weights = relation.row(row)
        if not positions.size:
            continue
        best = np.zeros(count)
        np.maximum.at(best, np.searchsorted(bounds, positions, side="right") - 1, weights)
        scores += best * np.log1p(count / best.sum())
    return scores
