"""Learning when to refuse: questions beside the same where the story does not hold the answer."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.index import columns as C
from symbolic_rc.index.story_index import StoryIndex
from symbolic_rc.ranker.arrays import WordMatches
from symbolic_rc.ranker.ranking import rank
from symbolic_rc.ranker.refusal import fit, no_answer_features, sample, with_other_word, without_word
from symbolic_rc.ranker.sentence_evidence import match_question
from symbolic_rc.ranker.weights import EngineWeights

if TYPE_CHECKING:
    from symbolic_rc.train.ranker.examples import TrainingSet
    from symbolic_rc.train.ranker.fit import Example

#: Questions from which refusing is learned.
DOUBTED = 1500
_Looked = tuple[StoryIndex, WordMatches, NDArray[np.bool_] | None]


def _unanswerable(x: Example, hidden: NDArray[np.bool_], other: StoryIndex, seed: int) -> Iterator[_Looked]:
    """Yield ways to look at a question such that its answer is not there: story, relation, hidden sentences.

    The sentences of the answer are hidden; the story is another one; one of the question's words is taken for
    one that the story does not have, or for another of the story's.
    """
    yield x.story, x.alignment, hidden
    yield other, match_question(x.asked, other), None
    yield x.story, without_word(x.alignment, seed), None
    yield x.story, with_other_word(x.alignment, x.asked, x.story, seed), None
    yield x.story, with_other_word(x.alignment, x.asked, x.story, seed + 1), None


def fit_refusal(
    training_set: TrainingSet,
    weights_of: Callable[[int], EngineWeights],
    folds: int,
    seed: int,
    say: Callable[[str], None],
) -> dict[str, Any]:
    """Learn when to refuse, from questions that are answered right and from such as cannot be answered.

    Parameters
    ----------
    training_set : TrainingSet
    weights_of : callable
        The weights that never saw a fold's stories.
    folds : int
    seed : int
    say : callable
        Called with the lines of the curve.
    """
    there: list[NDArray[np.float64]] = []
    gone: list[NDArray[np.float64]] = []
    right: list[bool] = []
    for i in sample(len(training_set.examples), DOUBTED, seed):
        x, weights = training_set.examples[i], weights_of(training_set.fold(i, folds))
        good = x.story.cand[x.gold >= 0.5][:, C.C_SENT]
        hidden = np.zeros(len(x.story.bounds) - 1, np.bool_)
        hidden[good] = True
        if not len(good) or hidden.all():
            continue
        ranking = rank(x.story, x.asked, weights, "", x.alignment)
        there.append(no_answer_features(ranking))
        best = ranking.best
        right.append(best >= 0 and bool(x.gold[ranking.view.candidates.selected[best]] >= 0.5))
        other = training_set.examples[(i * 7919 + 13) % len(training_set.examples)].story
        for story, relation, mask in _unanswerable(x, hidden, other, i):
            gone.append(no_answer_features(rank(story, x.asked, weights, "", relation, mask)))
    if len(there) < 20:
        return {}
    learned, lines = fit(np.array(there), np.array(gone), np.array(right))
    for line in lines:
        say(line)
    return {**learned, "profiles": ["", "jsonl", "squad"], "careful": ["squad"]}
