"""Spans for answers that were written freely (Saha et al. 2018, section 5)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from symbolic_rc.core.tokens import Tokens
from symbolic_rc.core.words import FUNCTION_WORDS
from symbolic_rc.match.prune import content_words


@dataclass(frozen=True, slots=True)
class Approximate:
    """A span of a story that stands for a free answer.

    Attributes
    ----------
    start, end : int
        Tokens, end exclusive.
    f1 : float
        Overlap of its words with the answer's; 1 where it is the answer.
    support : float
        How much of the question stands in its sentence, 0 to 1.
    """

    start: int
    end: int
    f1: float
    support: float


def common_subsequence(first: Sequence[str], second: Sequence[str]) -> int:
    """Return the length of the longest common subsequence.

    Examples
    --------
    >>> common_subsequence("Marta sold the old mill".split(), "Marta then sold a mill".split())
    3
    """
    row = [0] * (len(second) + 1)
    for word in first:
        before = 0
        for j, other in enumerate(second, 1):
            before, row[j] = row[j], before + 1 if word == other else max(row[j], row[j - 1])
    return row[-1]


def approximate_span(
    story: Tokens, question: Sequence[str], answer: Sequence[str], by: str = "subsequence", least: float = 0.5
) -> Approximate | None:
    """Return the span that is most like an answer, in the sentence that is most like the question.

    Parameters
    ----------
    story : Tokens
    question, answer : sequences of str
        Words.
    by : {"subsequence", "retrieval"}
        How a sentence is compared with the question: the longest common subsequence of content words, or
        the share of the question's names and content words that stand in it, in any order.
    least : float
        Spans whose F1 with the answer is less are not taken.

    Returns
    -------
    Approximate or None
        The first of equally good spans; None where nothing reaches `least`.
    """
    wanted = [word.lower() for word in answer if word[0].isalnum() and word.lower() not in ("a", "an", "the")]
    if not wanted:
        return None
    words = [word.lower() for word in story.words]
    asked = [question[i].lower() for i in content_words(question)]
    bag = Counter(wanted)
    best: Approximate | None = None
    bounds = story.sentences.tolist()
    for low, high in pairwise(bounds):
        if not any(word in bag for word in words[low:high]):
            continue
        support = _support(asked, words[low:high], by)
        for start, end, f1 in _spans(words, low, high, bag, len(wanted)):
            if f1 >= least and (best is None or (f1, support) > (best.f1, best.support)):
                best = Approximate(start, end, f1, support)
    return best


def _support(asked: Sequence[str], sentence: Sequence[str], by: str) -> float:
    if not asked:
        return 0.0
    if by == "subsequence":
        content = [word for word in sentence if word not in FUNCTION_WORDS]
        return common_subsequence(asked, content) / len(asked)
    held = set(sentence)
    return sum(word in held for word in asked) / len(asked)


def _spans(
    words: Sequence[str], low: int, high: int, bag: Counter[str], size: int
) -> list[tuple[int, int, float]]:
    """Return spans that start and end with a word of the answer, at most twice as long, with their F1."""
    found = []
    for start in range(low, high):
        if words[start] not in bag:
            continue
        left, common, counted = bag.copy(), 0, 0
        for end in range(start, min(high, start + 2 * size)):
            counted += words[end][0].isalnum() and words[end] not in ("a", "an", "the")
            if left[words[end]] > 0:
                left[words[end]] -= 1
                common += 1
                found.append((start, end + 1, 2 * common / (counted + size)))
    return found
