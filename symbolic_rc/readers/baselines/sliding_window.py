"""The baselines of MCTest for choices: sliding window, and distance between question and answer words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.record import Answer, Question
from symbolic_rc.core.tokens import Vocabulary
from symbolic_rc.lexicon.english import STOPWORDS
from symbolic_rc.match import Matcher, Weights, matcher
from symbolic_rc.readers.reader import ReaderOptions, choice_answer, span_answer, words_of
from symbolic_rc.story import Story


class SlidingWindow:
    """Choose the answer whose words, with the question's, gather in one window of the story.

    Algorithm 1 of Richardson et al. (2013): the window is as long as the set of the question's and the
    answer's words; each of them that stands in it counts ``log(1 + 1 / frequency)``. With `distance`,
    algorithm 2 is subtracted: the shortest way between a content word of the question and one of the
    answer, as a share of the story's length.

    A free-form question is answered with the sentence that holds the middle of the best window.

    With a matcher, a word of the story counts as much as it matches a wanted word, not only where it is the
    same word.
    """

    def __init__(self, distance: bool = False, match: Matcher | None = None) -> None:
        self._distance, self._match = distance, match
        self._rule = "sliding-window-distance" if distance else "sliding-window"

    def answer_all(self, story: Story, questions: Sequence[Question]) -> list[Answer]:
        """Answer each question with a choice, or with a sentence where there are none."""
        passage = _Passage(words_of(story.text), self._match)
        return [
            choice_answer(question, self._scores(passage, question, question.choices), self._rule)
            if question.is_choice
            else self._sentence(story, question)
            for question in questions
        ]

    def rank(self, story: Story, question: Question, pool: Sequence[str]) -> NDArray[np.float64]:
        """Score a pool of answers to a question."""
        return self._scores(_Passage(words_of(story.text), self._match), question, pool)

    def _scores(self, passage: _Passage, question: Question, pool: Sequence[str]) -> NDArray[np.float64]:
        asked = words_of(question.text)
        scores = np.zeros(len(pool))
        for i, answer in enumerate(pool):
            proposed = words_of(answer)
            scores[i] = passage.window({*asked, *proposed})[0]
            if self._distance:
                scores[i] -= passage.distance(set(asked), set(proposed))
        return scores

    def _sentence(self, story: Story, question: Question) -> Answer:
        bounds = story.tokens.sentences
        if len(bounds) <= 1:
            return Answer((), rule=self._rule)
        passage = _Passage([word.lower() for word in story.tokens.words], self._match)
        score, middle = passage.window(set(words_of(question.text)) - STOPWORDS)
        sentence = min(int(np.searchsorted(bounds, middle, side="right")) - 1, len(bounds) - 2)
        return span_answer(story, int(bounds[sentence]), int(bounds[sentence + 1]), score, self._rule)


#: The least weight of a match that counts as the word itself in distances.
_SAME = 0.7


class _Passage:
    """A story's words as integers, with their weights and places."""

    def __init__(self, words: list[str], match: Matcher | None) -> None:
        self._vocabulary = Vocabulary()
        self._tokens = self._vocabulary.encode(words)
        counts = Counter(self._tokens.tolist())
        self._weights = np.log1p([1.0 / counts[i] for i in range(len(self._vocabulary))])
        self._match = match
        self._prepared = match.story(list(self._vocabulary)) if match else None

    def window(self, wanted: set[str]) -> tuple[float, int]:
        """Return the weight of the best window of ``len(wanted)`` words, and its middle."""
        if not len(self._tokens) or not wanted:
            return 0.0, 0
        kept = self._matched(wanted) * self._weights
        sums = np.concatenate([[0.0], np.cumsum(kept[self._tokens])])
        size = min(len(wanted), len(self._tokens))
        windows = np.round(sums[size:] - sums[:-size], 9)
        best = int(np.argmax(windows))
        return float(windows[best]), best + size // 2

    def distance(self, asked: set[str], proposed: set[str]) -> float:
        """Return algorithm 2's distance: 1 where either side has no content word in the story."""
        if len(self._tokens) <= 1:
            return 1.0
        left = self._matched(asked - STOPWORDS) >= _SAME
        right = (self._matched(proposed - asked - STOPWORDS) >= _SAME) & ~left
        before, after = np.flatnonzero(left[self._tokens]), np.flatnonzero(right[self._tokens])
        if not len(before) or not len(after):
            return 1.0
        at = np.searchsorted(before, after)
        below = np.abs(after - before[np.maximum(at - 1, 0)])
        above = np.abs(before[np.minimum(at, len(before) - 1)] - after)
        return float(min(below.min(), above.min()) + 1) / (len(self._tokens) - 1)

    def _matched(self, wanted: set[str]) -> NDArray[np.float64]:
        """Return how well each word of the vocabulary matches a wanted word: 0 to 1."""
        found = np.zeros(len(self._vocabulary))
        for word in wanted:
            if (index := self._vocabulary.find(word)) >= 0:
                found[index] = 1.0
        if self._match and self._prepared:
            relation = self._match.relate(sorted(wanted), self._prepared)
            np.maximum.at(found, relation.positions, relation.weights)
        return found


def sliding_window(options: ReaderOptions, name: str) -> SlidingWindow:
    """Make `sliding-window` or `sliding-window-distance`, on the same words or on words that match."""
    # entries of several words need neighbours; a vocabulary has none
    match = matcher(Weights(phrase=0.0)) if name.endswith(":relation") else None
    return SlidingWindow("-distance" in name, match)
